//! `qbcoach deck`

use std::collections::BTreeMap;
use std::io::Write;
use std::sync::Arc;

use super::CommandError;
use super::args::DeckOptions;
use super::observed::{self, wrong};
use qbcoach_engine::rules::{CardId, Catalogue, Rulebook, Rules};
use qbcoach_engine::simulation::deck::Deck;
use qbcoach_engine::simulation::deck_code::DeckCode;
use qbcoach_engine::simulation::deck_library::NamedDeck;

pub fn run(
    catalogue: &Arc<Catalogue>,
    options: &DeckOptions,
    out: &mut impl Write,
) -> Result<(), CommandError> {
    let rules = Rules::parse(&options.rules).map_err(wrong)?;
    let book = Rulebook::new(catalogue.clone(), rules);
    let library = observed::library(&book, None)?;
    let text = options.deck.join(" ");
    if text.trim().is_empty() {
        for named in library.list() {
            list_deck(catalogue, options, named, out)?;
        }
        return Ok(());
    }
    let cards = library.read(catalogue, &text).map_err(wrong)?;
    let faults = match Deck::check(catalogue, &book.rules, &cards) {
        Ok(_) => Vec::new(),
        Err(error) => error.faults.iter().map(ToString::to_string).collect(),
    };
    if options.json {
        let document = serde_json::json!({
            "ok": faults.is_empty(),
            "cards": numbers(catalogue, &cards),
            "faults": faults,
            "code": code(catalogue, &cards),
        });
        writeln!(out, "{document}")?;
    } else {
        write_deck(catalogue, &cards, &faults, out)?;
    }
    if faults.is_empty() {
        Ok(())
    } else {
        out.flush()?;
        Err(CommandError::AlreadyReported)
    }
}

fn list_deck(
    catalogue: &Catalogue,
    options: &DeckOptions,
    named: &NamedDeck,
    out: &mut impl Write,
) -> Result<(), CommandError> {
    let code = code(catalogue, &named.cards);
    if options.json {
        let document = serde_json::json!({
            "tag": named.tag,
            "name": named.name,
            "style": named.style,
            "cards": numbers(catalogue, &named.cards),
            "code": code,
        });
        writeln!(out, "{document}")?;
    } else {
        let code = code.unwrap_or_default();
        writeln!(out, "{:<24} {code:<24} {}", named.tag, named.style)?;
    }
    Ok(())
}

fn write_deck(
    catalogue: &Catalogue,
    cards: &[CardId],
    faults: &[String],
    out: &mut impl Write,
) -> Result<(), CommandError> {
    let mut copies: BTreeMap<CardId, usize> = BTreeMap::new();
    for card in cards {
        *copies.entry(*card).or_default() += 1;
    }
    for (card, copies) in copies {
        let card = &catalogue[card];
        writeln!(out, "{copies}x {} {}", card.number, card.name)?;
    }
    match code(catalogue, cards) {
        Some(code) => writeln!(out, "{code}")?,
        None => writeln!(
            out,
            "no code: only one to sixty cards with numbers like 019 have one"
        )?,
    }
    for fault in faults {
        writeln!(out, "not legal: {fault}")?;
    }
    Ok(())
}

fn code(catalogue: &Catalogue, cards: &[CardId]) -> Option<String> {
    DeckCode::of(catalogue, cards).map(|code| code.to_string())
}

fn numbers<'a>(catalogue: &'a Catalogue, cards: &[CardId]) -> Vec<&'a str> {
    let number = |card: &CardId| catalogue[*card].number.as_str();
    cards.iter().map(number).collect()
}
