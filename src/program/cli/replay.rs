//! `qbcoach replay`

use std::io::Write;
use std::sync::Arc;

use serde_json::json;

use super::args::{CombatOptions, ReplayOptions};
use super::show::write_score;
use super::{CommandError, combat, input, replay_session};
use qbcoach_daemon::to_wire;
use qbcoach_engine::rules::notation::{draw, event_text, position_text};
use qbcoach_engine::rules::{Catalogue, Event};
use qbcoach_engine::simulation::match_text::{MatchText, MatchTextEntry};

/// Replayed when no file is given.
const DEMONSTRATION: &str = include_str!("../../../data/matches/demo.txt");

pub fn run(
    catalogue: &Arc<Catalogue>,
    options: &ReplayOptions,
    out: &mut impl Write,
) -> Result<(), CommandError> {
    let (name, text) = match &options.file {
        Some(file) => (file.as_str(), input::read_file_or_stdin(file)?),
        None => ("the demonstration", DEMONSTRATION.to_owned()),
    };
    if combat::is_combat(&text) {
        let options = CombatOptions {
            file: None,
            advise: false,
            brief: options.brief,
            json: options.json,
        };
        return combat::play(name, &text, &options, out);
    }
    if replay_session::is_session(&text) {
        return replay_session::run(catalogue, name, &text, options, out);
    }
    let played = MatchText::parse(catalogue, &text)
        .map_err(|error| CommandError::Input(format!("{name}: {error}")))?;
    let book = &played.book;
    let mut position = played.start;
    if !options.json {
        if let Some(title) = &played.title {
            writeln!(out, "{title}")?;
        }
        writeln!(out, "rules {}", book.rules)?;
    }
    let mut turn = 0;
    for (line, entry) in &played.entries {
        let mut events = Vec::new();
        if let Err(problem) = played.apply(&mut position, entry, &mut events) {
            out.flush()?;
            let error = played.error_at(*line, entry, problem);
            return Err(CommandError::Input(format!("{name}: {error}")));
        }
        if matches!(entry, MatchTextEntry::Move { .. }) {
            turn += 1;
        }
        let text = played.entry_text(entry);
        if options.json {
            let events: Vec<_> = events
                .iter()
                .map(|event| to_wire::event(book, event, &position.board))
                .collect();
            let document = json!({
                "line": line,
                "turn": turn,
                "entry": text,
                "events": events,
                "position": position_text(book, &position),
            });
            writeln!(out, "{document}")?;
            continue;
        }
        match entry {
            MatchTextEntry::Move { .. } => writeln!(out, "\nTurn {turn}: {text}")?,
            MatchTextEntry::Set(_) => writeln!(out, "\n{text}")?,
        }
        for event in &events {
            // The move has been printed above, and each turn begins with a line of its own.
            if !matches!(event, Event::Played { .. } | Event::Turn { .. }) {
                writeln!(out, "  {}", event_text(&book.catalogue, event))?;
            }
        }
        if !options.brief {
            writeln!(out, "{}", draw(book, &position.board).trim_end())?;
        }
    }
    if !options.json {
        writeln!(out)?;
        write_score(&position.board.score(book), out)?;
        writeln!(out, "{}", position_text(book, &position))?;
    }
    Ok(())
}
