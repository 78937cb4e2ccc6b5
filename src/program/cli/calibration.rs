//! `qbcoach measure calibration`

use std::io::Write;
use std::sync::Arc;

use serde_json::{Value, json};

use super::CommandError;
use super::match_table::{MatchTable, ProgressBar, wrong};
use super::measure_args::CalibrationOptions;
use qbcoach_engine::coaching::SearchStyle;
use qbcoach_engine::rules::{BySide, Catalogue};
use qbcoach_measure::calibration::{Calibration, CalibrationReport, DeckReliability};
use qbcoach_measure::reliability::{BINS, Forecast, Reliability, Tally};
use qbcoach_measure::selfplay::{DeckLists, Policy};
use qbcoach_platform::refuse_device;

/// A bin with fewer cases says little.
const ENOUGH_CASES: u32 = 200;

pub fn run(
    catalogue: &Arc<Catalogue>,
    options: &CalibrationOptions,
    out: &mut impl Write,
) -> Result<(), CommandError> {
    let enemies = enemies(&options.enemies)?;
    let table = MatchTable::new(catalogue, &options.table)?;
    let calibration = Calibration {
        book: &table.book,
        shipped: &table.shipped,
        decks: &table.decks,
        nodes: options.nodes,
        style: SearchStyle::default(),
        enemies: &enemies,
        lists: match options.known_decks {
            true => DeckLists::Known,
            false => DeckLists::Withheld,
        },
        matches: options.matches,
        seed: table.seed,
        threads: table.threads,
    };
    if let Some(file) = &options.forecasts {
        refuse_device(file).map_err(wrong)?;
    }
    let mut bar = ProgressBar::new(options.matches, "matches");
    let mut lines = String::from("match,seat,deck,enemyDeck,turn,cards,winChance,points,result\n");
    let report = calibration.run(
        |done| bar.show(done),
        |number, decks, forecasts| {
            for forecast in forecasts {
                lines.push_str(&line(number, decks, forecast));
            }
        },
    );
    drop(bar);
    let report = report.map_err(wrong)?;
    if let Some(file) = &options.forecasts {
        std::fs::write(file, lines)
            .map_err(|error| wrong(format!("{}: {error}", file.display())))?;
    }
    if options.table.json {
        writeln!(out, "{}", document(&calibration, &table, &report))?;
        return Ok(());
    }
    write_report(&calibration, &table, &report, out)
}

fn line(number: u32, decks: BySide<&str>, forecast: &Forecast) -> String {
    let seat = forecast.seat;
    format!(
        "{number},{seat},{},{},{},{},{:.4},{:.2},{}\n",
        decks[seat],
        decks[seat.opponent()],
        forecast.turn,
        forecast.cards,
        forecast.chance,
        forecast.margin,
        forecast.result
    )
}

/// The policies of a list; at least one.
fn enemies(text: &str) -> Result<Vec<Policy>, CommandError> {
    let words = text.split(',').map(str::trim);
    let words = words.filter(|word| !word.is_empty());
    let enemies: Vec<Policy> = words
        .map(|word| Policy::parse(word).map_err(wrong))
        .collect::<Result<_, _>>()?;
    if enemies.is_empty() {
        return Err(wrong("there is no opponent: name at least one policy"));
    }
    Ok(enemies)
}

fn document(
    calibration: &Calibration<'_>,
    table: &MatchTable,
    report: &CalibrationReport,
) -> Value {
    let by_enemy = report.by_enemy.iter().map(|(enemy, reliability)| {
        json!({ "enemy": enemy.word(), "overall": tally(&reliability.overall) })
    });
    let by_deck = report.by_deck.iter().map(|deck| {
        json!({
            "deck": deck.tag,
            "with": tally(&deck.with.overall),
            "against": tally(&deck.against.overall),
        })
    });
    let bins = report.all.bins.iter().enumerate().map(|(index, bin)| {
        let mut row = tally(bin);
        row["from"] = json!(index as f64 / BINS as f64);
        row["to"] = json!((index + 1) as f64 / BINS as f64);
        row["standardErrorByDecks"] = json!(report.bin_error_by_decks(index));
        row
    });
    let turns = report.all.turns.iter().map(|(turn, of_turn)| {
        let mut row = tally(of_turn);
        row["turn"] = json!(turn);
        row
    });
    json!({
        "nodes": calibration.nodes,
        "rules": table.book.rules.to_string(),
        "decks": table.tags(),
        "deckKnown": calibration.lists == DeckLists::Known,
        "seed": calibration.seed,
        "matches": report.matches,
        "overall": tally(&report.all.overall),
        "byEnemy": by_enemy.collect::<Vec<_>>(),
        "byDeck": by_deck.collect::<Vec<_>>(),
        "bins": bins.collect::<Vec<_>>(),
        "turns": turns.collect::<Vec<_>>(),
        "worstBin": report.all.worst_bin(ENOUGH_CASES),
    })
}

fn tally(tally: &Tally) -> Value {
    json!({
        "cases": tally.cases,
        "forecast": tally.forecast(),
        "result": tally.result(),
        "standardError": tally.standard_error(),
        "logLoss": tally.log_loss(),
        "baseLogLoss": tally.base_log_loss(),
        "brier": tally.brier(),
        "baseBrier": tally.base_brier(),
    })
}

fn write_report(
    calibration: &Calibration<'_>,
    table: &MatchTable,
    report: &CalibrationReport,
    out: &mut impl Write,
) -> Result<(), CommandError> {
    let Reliability {
        overall,
        bins,
        turns,
    } = &report.all;
    writeln!(
        out,
        "the win chance of coach at {} nodes: {} forecasts in {} matches, {}, rules {}, seed {}",
        calibration.nodes,
        overall.cases,
        report.matches,
        table.decks_counted(),
        table.book.rules,
        calibration.seed
    )?;
    writeln!(
        out,
        "log loss {:.4}, base rate {:.4}: {:.1} % lower",
        overall.log_loss(),
        overall.base_log_loss(),
        overall.log_loss_saved() * 100.0
    )?;
    writeln!(
        out,
        "Brier score {:.4}, base rate {:.4}",
        overall.brier(),
        overall.base_brier()
    )?;
    let header =
        "cases  forecast  result  difference  error  log loss  base rate   Brier  base rate";
    writeln!(out, "\n   win chance  {header}  by decks")?;
    for (index, bin) in bins.iter().enumerate() {
        let percent = |bins: usize| bins * 100 / BINS;
        let name = format!("{:>3} to {:>3} %", percent(index), percent(index + 1));
        write!(out, "{}", row(&name, bin))?;
        match report.bin_error_by_decks(index) {
            Some(error) => writeln!(out, "  {:>8.1}", error * 100.0)?,
            None => writeln!(out)?,
        }
    }
    writeln!(out, "\n         turn  {header}")?;
    for (turn, of_turn) in turns {
        writeln!(out, "{}", row(&turn.to_string(), of_turn))?;
    }
    writeln!(out, "\n      against  {header}")?;
    for (enemy, reliability) in &report.by_enemy {
        writeln!(out, "{}", row(enemy.word(), &reliability.overall))?;
    }
    writeln!(out, "{}", row("all", overall))?;
    write_decks(&report.by_deck, out)?;
    writeln!(out)?;
    match report.all.worst_bin(ENOUGH_CASES) {
        Some(worst) => writeln!(
            out,
            "of the bins with {ENOUGH_CASES} cases or more the worst is {:.1} points off",
            worst * 100.0
        )?,
        None => writeln!(out, "no bin has {ENOUGH_CASES} cases: play more matches")?,
    }
    Ok(())
}

/// By how much results exceed forecasts with and against each deck, the most against it
/// last.
fn write_decks(decks: &[DeckReliability], out: &mut impl Write) -> Result<(), CommandError> {
    let mut decks: Vec<&DeckReliability> = decks.iter().collect();
    decks.sort_by(|a, b| {
        let of = |deck: &DeckReliability| deck.against.overall.difference();
        of(a).total_cmp(&of(b))
    });
    let width = decks.iter().map(|deck| deck.tag.len()).max();
    let width = width.unwrap_or_default().max(4);
    writeln!(
        out,
        "\n{:>width$}  against it  error  with it  error",
        "deck"
    )?;
    for deck in decks {
        let points = |share: f64| share * 100.0;
        let (against, with) = (&deck.against.overall, &deck.with.overall);
        writeln!(
            out,
            "{:>width$}  {:>+10.1}  {:>5.1}  {:>+7.1}  {:>5.1}",
            deck.tag,
            points(against.difference()),
            points(against.standard_error()),
            points(with.difference()),
            points(with.standard_error()),
        )?;
    }
    Ok(())
}

fn row(name: &str, tally: &Tally) -> String {
    if tally.cases == 0 {
        return format!("{name:>13}  {:>5}", 0);
    }
    format!(
        "{name:>13}  {:>5}  {:>6.1} %  {:>4.1} %  {:>+9.1}  {:>5.1}   {:>7.4}  {:>9.4}  {:>6.4}  {:>9.4}",
        tally.cases,
        tally.forecast() * 100.0,
        tally.result() * 100.0,
        tally.difference() * 100.0,
        tally.standard_error() * 100.0,
        tally.log_loss(),
        tally.base_log_loss(),
        tally.brier(),
        tally.base_brier(),
    )
}
