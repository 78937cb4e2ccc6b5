//! `qbcoach mulligan`

use std::io::Write;
use std::sync::Arc;

use super::args::MulliganOptions;
use super::table::{self, wrong};
use super::{Failure, input};
use crate::coaching::mulligan::advise;
use crate::rules::{CardId, Catalogue, Rulebook, Rules};

pub fn run(
    catalogue: &Arc<Catalogue>,
    options: &MulliganOptions,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let rules = Rules::parse(&options.rules).map_err(wrong)?;
    let book = Rulebook::new(catalogue.clone(), rules);
    let library = table::library(&book, None)?;
    let deck = table::deck(&book, &library, &options.deck)?;
    let hand = input::cards(catalogue, &options.hand)?;
    let rest = without(catalogue, deck, &hand)?;
    let advice = advise(&book, &hand, &rest).map_err(wrong)?;
    if options.json {
        let number = |cards: &[CardId]| -> Vec<&str> {
            let numbers = cards.iter().map(|card| catalogue[*card].number.as_str());
            numbers.collect()
        };
        let reasons: Vec<&str> = advice.reasons.iter().map(|r| r.text.as_str()).collect();
        let document = serde_json::json!({
            "replace": number(&advice.replace),
            "keep": number(&advice.keep),
            "valueKept": advice.value_kept,
            "valueAfter": advice.value_after,
            "reasons": reasons,
        });
        writeln!(out, "{document}")?;
        return Ok(());
    }
    for reason in &advice.reasons {
        writeln!(out, "{}", reason.text)?;
    }
    writeln!(
        out,
        "the hand is worth {:.2} as it is and {:.2} on average after that",
        advice.value_kept, advice.value_after
    )?;
    Ok(())
}

/// The deck without the hand, which must have come from it.
fn without(
    catalogue: &Catalogue,
    mut deck: Vec<CardId>,
    hand: &[CardId],
) -> Result<Vec<CardId>, Failure> {
    for card in hand {
        let place = deck.iter().position(|held| held == card).ok_or_else(|| {
            let card = &catalogue[*card];
            wrong(format!(
                "{} {} is not so often in the deck; a hand comes from its deck",
                card.number, card.name
            ))
        })?;
        deck.remove(place);
    }
    Ok(deck)
}
