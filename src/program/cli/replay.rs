//! `qbcoach replay`

use std::io::Write;
use std::sync::Arc;

use serde_json::json;

use super::args::{CombatOptions, ReplayOptions};
use super::show::write_score;
use super::{CommandError, combat, input, replay_session};
use qbcoach_basics::shorten::shortened;
use qbcoach_daemon::to_wire;
use qbcoach_engine::rules::notation::{draw, event_text, position_text};
use qbcoach_engine::rules::{Catalogue, Event, Position, Rulebook};
use qbcoach_engine::simulation::action::Action;
use qbcoach_notation::{Change, MatchText, short_text};
use qbcoach_sessions::export;

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
    if export::is_jsonl(&text) {
        return replay_session::run(catalogue, name, &text, options, out);
    }
    let played = MatchText::parse(catalogue, &text)
        .map_err(|error| CommandError::Input(format!("{name}: {error}")))?;
    if !played.is_plain() {
        return replay_session::run(catalogue, name, &text, options, out);
    }
    let book = &Rulebook::new(catalogue.clone(), played.setup.rules);
    let mut position = played.setup.start();
    if !options.json {
        if let Some(title) = &played.setup.title {
            writeln!(out, "{title}")?;
        }
        writeln!(out, "rules {}", book.rules)?;
    }
    let mut turn = 0;
    for (line, change) in played.changes() {
        // A plain text takes nothing back.
        let Change::Act(action) = change else {
            continue;
        };
        let text = short_text(catalogue, action);
        let mut events = Vec::new();
        if let Err(problem) = apply(book, &mut position, action, &mut events) {
            out.flush()?;
            let shown = shortened(&text);
            let error = format!("{name}: line {line}: `{shown}`: {problem}");
            return Err(CommandError::Input(error));
        }
        let is_move = matches!(action, Action::Move { .. });
        if is_move {
            turn += 1;
        }
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
        match is_move {
            true => writeln!(out, "\nTurn {turn}: {text}")?,
            false => writeln!(out, "\n{text}")?,
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

/// Makes one move or correction of a plain text. On an error the position is unchanged.
pub(crate) fn apply(
    book: &Rulebook,
    position: &mut Position,
    action: &Action,
    events: &mut Vec<Event>,
) -> Result<(), String> {
    match action {
        Action::Move { side, made } => {
            let made = position.make(book, *side, *made, events);
            made.map(|_| ()).map_err(|illegal| illegal.to_string())
        }
        Action::Resync { tiles } => {
            let set = position.set_by_hand(book, tiles);
            set.map_err(|error| error.to_string())
        }
        _ => Ok(()),
    }
}
