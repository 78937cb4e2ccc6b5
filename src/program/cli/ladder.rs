//! `qbcoach measure ladder`

use std::io::Write;
use std::sync::Arc;

use serde_json::{Value, json};

use super::CommandError;
use super::match_table::{MatchTable, ProgressBar, wrong};
use super::measure_args::LadderOptions;
use qbcoach_engine::rules::{BySide, Catalogue};
use qbcoach_measure::ladder::{Rung, play, rungs};
use qbcoach_measure::selfplay::{Competitor, Contest, ContestReport, Policy};

pub fn run(
    catalogue: &Arc<Catalogue>,
    options: &LadderOptions,
    out: &mut impl Write,
) -> Result<(), CommandError> {
    let table = MatchTable::new(catalogue, &options.table)?;
    let whole = Competitor::new(Policy::Coach);
    let contest = Contest {
        book: &table.book,
        shipped: &table.shipped,
        decks: &table.decks,
        competitors: BySide::new(whole, whole),
        pairs: options.pairs,
        sprt: None,
        seed: table.seed,
        threads: table.threads,
    };
    let rungs = rungs(options.nodes);
    let mut bar = ProgressBar::new(rungs.len() as u32, "contests");
    let mut played = Vec::new();
    for rung in &rungs {
        bar.show(played.len() as u32);
        played.push(play(&contest, rung).map_err(wrong)?);
    }
    drop(bar);
    let rows = rungs.iter().zip(&played);
    if options.table.json {
        let rows: Vec<Value> = rows.map(|(rung, report)| row(rung, report)).collect();
        let document = json!({
            "nodes": options.nodes,
            "pairs": options.pairs,
            "rules": table.book.rules.to_string(),
            "decks": table.tags(),
            "seed": table.seed,
            "rungs": rows,
        });
        writeln!(out, "{document}")?;
        return Ok(());
    }
    writeln!(
        out,
        "coach at {} nodes: {} mirrored pairs against each, {}, rules {}, seed {}",
        options.nodes,
        options.pairs,
        table.decks_counted(),
        table.book.rules,
        table.seed
    )?;
    writeln!(out, "   Elo     95 % interval   won  against")?;
    for (rung, report) in rows {
        let sign = |elo: Option<f64>| elo.map_or("?".to_owned(), |elo| format!("{elo:+.0}"));
        let elo = report.pairs.elo();
        let interval = format!(
            "{} to {}",
            sign(elo.and_then(|elo| elo.low)),
            sign(elo.and_then(|elo| elo.high))
        );
        let won = report.matches.win_rate();
        let won = won.map_or("?".to_owned(), |rate| {
            format!("{:.1} %", rate.value * 100.0)
        });
        writeln!(
            out,
            "{:>6}  {interval:>16}  {won:>6}  {}",
            sign(elo.map(|elo| elo.value)),
            rung.name
        )?;
    }
    Ok(())
}

fn row(rung: &Rung, report: &ContestReport) -> Value {
    let elo = report.pairs.elo();
    let rate = report.matches.win_rate();
    json!({
        "against": rung.name,
        "pairs": report.pairs.counts,
        "winRate": rate.map(|rate| rate.value),
        "elo": elo.map(|elo| elo.value),
        "eloLow": elo.and_then(|elo| elo.low),
        "eloHigh": elo.and_then(|elo| elo.high),
    })
}
