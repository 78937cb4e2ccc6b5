//! `qbcoach cards`

use std::io::Write;

use super::CommandError;
use super::args::CardsOptions;
use qbcoach_daemon::to_wire;
use qbcoach_engine::rules::range::SquareKind;
use qbcoach_engine::rules::words::describe;
use qbcoach_engine::rules::{Card, CardId, Catalogue, Rarity};

pub fn run(
    catalogue: &Catalogue,
    options: &CardsOptions,
    out: &mut impl Write,
) -> Result<(), CommandError> {
    let query = options.query.join(" ");
    let found: Vec<CardId> = if query.trim().is_empty() {
        catalogue.cards().iter().map(|card| card.id).collect()
    } else {
        catalogue
            .search(&query)
            .map_err(|error| CommandError::Input(error.to_string()))?
    };
    if options.json {
        for card in found {
            let wire = to_wire::card(catalogue, &catalogue[card]);
            writeln!(out, "{}", json(&wire)?)?;
        }
        return Ok(());
    }
    match found.as_slice() {
        [one] => write_card(catalogue, &catalogue[*one], out),
        several => {
            for card in several {
                write_line(catalogue, &catalogue[*card], out)?;
            }
            Ok(())
        }
    }
}

pub(crate) fn json(value: &impl serde::Serialize) -> Result<String, CommandError> {
    serde_json::to_string(value).map_err(|error| CommandError::Input(error.to_string()))
}

fn write_line(
    catalogue: &Catalogue,
    card: &Card,
    out: &mut impl Write,
) -> Result<(), CommandError> {
    let rarity = match card.rarity {
        Rarity::Legendary => "L",
        Rarity::Standard => " ",
    };
    let line = format!(
        "{:<4}{:<25}{rarity} rank {}  power {:<3} {}",
        card.number,
        card.name,
        card.cost,
        card.power,
        effect_text(catalogue, card),
    );
    writeln!(out, "{}", line.trim_end())?;
    Ok(())
}

/// One card with its range, drawn from the player's side.
fn write_card(
    catalogue: &Catalogue,
    card: &Card,
    out: &mut impl Write,
) -> Result<(), CommandError> {
    write_line(catalogue, card, out)?;
    for down in -2..=2 {
        let row: String = (-2..=2)
            .map(|ahead| {
                if (ahead, down) == (0, 0) {
                    return " #";
                }
                let square = card
                    .range
                    .squares()
                    .iter()
                    .find(|square| (square.ahead, square.down) == (ahead, down));
                match square.map(|square| square.kind) {
                    Some(SquareKind::Pawn) => " P",
                    Some(SquareKind::Effect) => " E",
                    Some(SquareKind::PawnAndEffect) => " X",
                    None => " .",
                }
            })
            .collect();
        writeln!(out, "   {row}")?;
    }
    Ok(())
}

fn effect_text(catalogue: &Catalogue, card: &Card) -> String {
    let sentences: Vec<String> = card
        .effects
        .iter()
        .map(|effect| describe(catalogue, effect))
        .collect();
    sentences.join(" ")
}
