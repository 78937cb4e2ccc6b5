//! `qbcoach selfplay`

use std::fmt::Display;
use std::io::{self, IsTerminal, Write};
use std::num::NonZeroUsize;
use std::sync::Arc;

use serde_json::json;

use super::Failure;
use super::args::SelfplayOptions;
use crate::measure::match_stats::MatchStats;
use crate::measure::selfplay::{Contest, Policy};
use crate::rules::{BySide, Catalogue, Rulebook, Rules};
use crate::simulation::deck_code::DeckCode;
use crate::simulation::deck_library::{DeckLibrary, NamedDeck};

pub fn run(
    catalogue: &Arc<Catalogue>,
    options: &SelfplayOptions,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let policies = BySide::new(
        Policy::parse(&options.you).map_err(wrong)?,
        Policy::parse(&options.enemy).map_err(wrong)?,
    );
    if !options.matches.is_multiple_of(2) {
        let number = options.matches;
        return Err(wrong(format!(
            "matches are played in mirrored pairs: give an even number, such as {}",
            number + 1
        )));
    }
    let rules = Rules::parse(&options.rules).map_err(wrong)?;
    let book = Rulebook::new(catalogue.clone(), rules);
    let library = DeckLibrary::embedded(catalogue).map_err(wrong)?;
    let shipped: Vec<NamedDeck> = library.list().cloned().collect();
    let decks = decks(&book, &library, &options.decks)?;
    let contest = Contest {
        book: &book,
        shipped: &shipped,
        decks: &decks,
        policies,
        pairs: options.matches / 2,
        seed: options.seed,
        threads: threads(options.threads),
    };
    let stats = play(&contest)?;
    if options.json {
        writeln!(out, "{}", document(&contest, &stats))?;
        return Ok(());
    }
    write_stats(&contest, &stats, out)
}

fn wrong(error: impl Display) -> Failure {
    Failure::Input(error.to_string())
}

/// The decks of a list of tags and codes, each once and legal under the rules.
fn decks(book: &Rulebook, library: &DeckLibrary, text: &str) -> Result<Vec<NamedDeck>, Failure> {
    let mut named: Vec<NamedDeck> = Vec::new();
    if text.trim() == "all" {
        named.extend(library.list().cloned());
    } else {
        let words = text
            .split(',')
            .map(str::trim)
            .filter(|word| !word.is_empty());
        for word in words {
            let deck = deck_called(book, library, word)?;
            if !named.contains(&deck) {
                named.push(deck);
            }
        }
    }
    for deck in &named {
        deck.deck(&book.catalogue, &book.rules)
            .map_err(|error| wrong(format!("the deck {}: {error}", deck.tag)))?;
    }
    Ok(named)
}

fn deck_called(book: &Rulebook, library: &DeckLibrary, word: &str) -> Result<NamedDeck, Failure> {
    let unknown = match library.get(word) {
        Ok(deck) => return Ok(deck.clone()),
        Err(unknown) => unknown,
    };
    if !DeckCode::is_meant_by(word) {
        return Err(wrong(unknown));
    }
    let code = word.to_ascii_uppercase();
    Ok(NamedDeck {
        cards: DeckCode::read(&book.catalogue, word).map_err(wrong)?,
        tag: code.clone(),
        name: code,
        style: String::new(),
    })
}

/// As many as asked for, or one for each of the machine's.
fn threads(asked: Option<u16>) -> NonZeroUsize {
    let asked = asked.and_then(|number| NonZeroUsize::new(number.into()));
    let available = || std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
    asked.unwrap_or_else(available)
}

fn play(contest: &Contest<'_>) -> Result<MatchStats, Failure> {
    let watched = io::stderr().is_terminal();
    let all = contest.pairs;
    let progress = |done: u32| {
        // A hundred steps are all that can be seen.
        let step = |pairs: u32| u64::from(pairs) * 100 / u64::from(all.max(1));
        if watched && step(done) != step(done - 1) {
            draw_progress(2 * done, 2 * all);
        }
    };
    let result = contest.play(&progress);
    if watched {
        // The bar makes room for the result, or for what went wrong.
        eprint!("\r\x1b[K");
    }
    result.map_err(wrong)
}

fn draw_progress(done: u32, all: u32) {
    const WIDTH: u64 = 40;
    let filled = u64::from(done) * WIDTH / u64::from(all.max(1));
    let bar: String = (0..WIDTH)
        .map(|place| if place < filled { '#' } else { '.' })
        .collect();
    eprint!("\r[{bar}] {done} of {all} matches");
}

/// What does not exist, such as the win rate of drawn matches, is null.
fn document(contest: &Contest<'_>, stats: &MatchStats) -> serde_json::Value {
    let rate = stats.win_rate();
    let tags: Vec<&str> = contest.decks.iter().map(|deck| deck.tag.as_str()).collect();
    json!({
        "you": contest.policies.you.word(),
        "enemy": contest.policies.enemy.word(),
        "rules": contest.book.rules.to_string(),
        "decks": tags,
        "seed": contest.seed,
        "matches": stats.matches(),
        "wins": stats.wins,
        "draws": stats.draws,
        "losses": stats.losses,
        "cutOff": stats.cut_off,
        "winRate": rate.map(|rate| rate.value),
        "low": rate.map(|rate| rate.low),
        "high": rate.map(|rate| rate.high),
        "scoreRate": stats.score_rate(),
        "elo": stats.elo(),
        "averageMargin": stats.average_margin(),
    })
}

fn write_stats(
    contest: &Contest<'_>,
    stats: &MatchStats,
    out: &mut impl Write,
) -> Result<(), Failure> {
    writeln!(
        out,
        "{} against {}: {} matches in mirrored pairs, {} deck{}, seed {}",
        contest.policies.you.word(),
        contest.policies.enemy.word(),
        stats.matches(),
        contest.decks.len(),
        if contest.decks.len() == 1 { "" } else { "s" },
        contest.seed,
    )?;
    writeln!(
        out,
        "wins {}  draws {}  losses {}",
        stats.wins, stats.draws, stats.losses
    )?;
    match stats.win_rate() {
        Some(rate) => writeln!(
            out,
            "won {:.1} % of the decided matches, 95 % interval {:.1} to {:.1} %",
            rate.value * 100.0,
            rate.low * 100.0,
            rate.high * 100.0
        )?,
        None => writeln!(out, "no match was decided")?,
    }
    if let Some(margin) = stats.average_margin() {
        writeln!(out, "average margin {margin:+.2}")?;
    }
    match stats.elo() {
        Some(elo) => writeln!(out, "Elo difference {elo:+.0}")?,
        None => writeln!(out, "Elo difference unknown: one side scored nothing")?,
    }
    if stats.cut_off > 0 {
        writeln!(out, "{} matches were cut off as draws", stats.cut_off)?;
    }
    Ok(())
}
