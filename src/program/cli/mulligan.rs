//! `qbcoach mulligan`

use std::io::Write;
use std::sync::Arc;

use super::args::MulliganOptions;
use super::observed::{self, wrong};
use super::{CommandError, input};
use qbcoach_engine::coaching::mulligan::advise;
use qbcoach_engine::rules::{CardId, Catalogue, Rulebook, Rules};

pub fn run(
    catalogue: &Arc<Catalogue>,
    options: &MulliganOptions,
    out: &mut impl Write,
) -> Result<(), CommandError> {
    let rules = Rules::parse(&options.rules).map_err(wrong)?;
    let book = Rulebook::new(catalogue.clone(), rules);
    let library = observed::library(&book, None)?;
    let deck = observed::deck(&book, &library, &options.deck)?;
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
        "win chance {:.1} % with this hand, {:.1} % on average after that; this deck's average hand has 50 %",
        advice.value_kept * 100.0,
        advice.value_after * 100.0
    )?;
    Ok(())
}

/// The deck without the cards of the hand, each of which must be in the deck.
fn without(
    catalogue: &Catalogue,
    mut deck: Vec<CardId>,
    hand: &[CardId],
) -> Result<Vec<CardId>, CommandError> {
    for card in hand {
        let index = deck.iter().position(|held| held == card).ok_or_else(|| {
            let card = &catalogue[*card];
            wrong(format!(
                "{} {} is not in the deck as often as in the hand",
                card.number, card.name
            ))
        })?;
        deck.remove(index);
    }
    Ok(deck)
}
