//! `qbcoach cards`

use std::io::Write;

use super::Failure;
use super::args::CardsOptions;
use crate::daemon::to_wire;
use crate::rules::range::SquareKind;
use crate::rules::words::describe;
use crate::rules::{Card, CardId, Catalogue, Rarity};

pub fn run(
    catalogue: &Catalogue,
    options: &CardsOptions,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let query = options.query.join(" ");
    let found: Vec<CardId> = if query.trim().is_empty() {
        catalogue.cards().iter().map(|card| card.id).collect()
    } else {
        catalogue
            .search(&query)
            .map_err(|error| Failure::Input(error.to_string()))?
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

pub fn json(value: &impl serde::Serialize) -> Result<String, Failure> {
    serde_json::to_string(value).map_err(|error| Failure::Input(error.to_string()))
}

fn write_line(catalogue: &Catalogue, card: &Card, out: &mut impl Write) -> Result<(), Failure> {
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
        words(catalogue, card),
    );
    writeln!(out, "{}", line.trim_end())?;
    Ok(())
}

/// One card with its range drawn as the player sees it.
fn write_card(catalogue: &Catalogue, card: &Card, out: &mut impl Write) -> Result<(), Failure> {
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

fn words(catalogue: &Catalogue, card: &Card) -> String {
    let sentences: Vec<String> = card
        .effects
        .iter()
        .map(|effect| describe(catalogue, effect))
        .collect();
    sentences.join(" ")
}
