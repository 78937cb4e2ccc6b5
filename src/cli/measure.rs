//! `qbcoach measure`

use std::io::Write;
use std::sync::Arc;

use serde_json::json;

use super::Failure;
use super::args::InferenceOptions;
use crate::measure::inference::{TurnLoss, measure};
use crate::rules::{Catalogue, Rulebook, Rules};
use crate::simulation::deck_library::DeckLibrary;

pub fn inference(
    catalogue: &Arc<Catalogue>,
    options: &InferenceOptions,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let wrong = |error: String| Failure::Input(error);
    let library = DeckLibrary::embedded(catalogue).map_err(|error| wrong(error.to_string()))?;
    let rules = Rules::parse(&options.rules).map_err(|error| wrong(error.to_string()))?;
    let book = Rulebook::new(catalogue.clone(), rules);
    let report = measure(&book, &library, options.matches, options.seed);
    if options.json {
        let line = |loss: &TurnLoss| {
            let [ours, uniform, by_cost] = loss.bits;
            json!({"turn": loss.turn, "hands": loss.hands, "ours": ours,
                "uniform": uniform, "byCost": by_cost})
        };
        let turns: Vec<_> = report.turns.iter().map(line).collect();
        let document = json!({
            "matches": report.matches,
            "turns": turns,
            "overall": line(&report.overall),
        });
        writeln!(out, "{document}")?;
        return Ok(());
    }
    writeln!(
        out,
        "Bits of surprise at the enemy's hand, its deck unknown and held out, {} matches",
        report.matches
    )?;
    writeln!(out, "turn  hands   ours  uniform  by cost")?;
    for loss in &report.turns {
        write_line(&format!("{:>4}", loss.turn), loss, out)?;
    }
    write_line(" all", &report.overall, out)
}

fn write_line(turn: &str, loss: &TurnLoss, out: &mut impl Write) -> Result<(), Failure> {
    let [ours, uniform, by_cost] = loss.bits;
    let hands = loss.hands;
    writeln!(
        out,
        "{turn}  {hands:>5}  {ours:>5.2}  {uniform:>7.2}  {by_cost:>7.2}"
    )?;
    Ok(())
}
