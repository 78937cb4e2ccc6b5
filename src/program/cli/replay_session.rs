//! `qbcoach replay` of a session's export or of a crash report.

use std::io::Write;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use serde_json::json;

use super::CommandError;
use super::args::ReplayOptions;
use super::show::write_score;
use qbcoach_daemon::to_wire;
use qbcoach_engine::rules::notation::{draw, event_text, position_text};
use qbcoach_engine::rules::{Catalogue, Event};
use qbcoach_engine::simulation::action::Action;
use qbcoach_engine::simulation::deck_library::DeckLibrary;
use qbcoach_notation::MatchText;
use qbcoach_sessions::export::{self, Exported};
use qbcoach_sessions::game::Game;
use qbcoach_sessions::history::SessionChange;
use qbcoach_sessions::queens_blood::{Library, Match, text};
use qbcoach_sessions::undo_line::UndoLine;

pub fn run(
    catalogue: &Arc<Catalogue>,
    name: &str,
    text: &str,
    options: &ReplayOptions,
    out: &mut impl Write,
) -> Result<(), CommandError> {
    let wrong =
        |error: &dyn ToString| CommandError::Input(format!("{name}: {}", error.to_string()));
    let decks = DeckLibrary::embedded(catalogue).map_err(|error| wrong(&error))?;
    let library = Library::new(catalogue.clone(), decks);
    let is_export = export::is_jsonl(text);
    let read = match is_export {
        true => export::read::<Match>(&library, text),
        false => text::read(&library, text),
    };
    let Exported { setup, changes } = read.map_err(|error| wrong(&error))?;
    let lines = match is_export {
        true => Vec::new(),
        false => lines_of(catalogue, text),
    };
    let first = Match::begin(&library, &setup).map_err(|error| wrong(&error))?;
    let mut games = UndoLine::new(first);
    if !options.json {
        if let Some(title) = &setup.title {
            writeln!(out, "{title}")?;
        }
        writeln!(out, "rules {}", setup.rules)?;
    }
    for (index, change) in changes.iter().enumerate() {
        let seq = index + 1;
        // People know their text by its lines; an export has an event on each.
        let place = match lines.get(index) {
            Some(line) => format!("line {line}"),
            None => format!("event {seq}"),
        };
        let (entry, events) = match change {
            SessionChange::Undo(count) => {
                let undone = games.undo(*count);
                undone.map_err(|error| wrong(&format!("{place}: {error}")))?;
                (format!("undo {count}"), Vec::new())
            }
            SessionChange::Redo(count) => {
                let redone = games.redo(*count);
                redone.map_err(|error| wrong(&format!("{place}: {error}")))?;
                (format!("redo {count}"), Vec::new())
            }
            SessionChange::Act(action) => {
                let entry = text::action_text(catalogue, action);
                out.flush()?;
                let events = act(&library, &mut games, action)
                    .map_err(|error| wrong(&format!("{place}: `{entry}`: {error}")))?;
                (entry, events)
            }
        };
        let now = games.now();
        let (book, state) = (now.book(), &now.annotated.state);
        if options.json {
            let board = &state.position.board;
            let wire = |event| to_wire::event(book, event, board);
            let events: Vec<_> = events.iter().map(wire).collect();
            let document = json!({
                "seq": seq,
                "turn": state.turn,
                "entry": entry,
                "events": events,
                "position": position_text(book, &state.position),
            });
            writeln!(out, "{document}")?;
            continue;
        }
        writeln!(out, "\nEvent {seq}: {entry}")?;
        for event in &events {
            if !matches!(event, Event::Played { .. } | Event::Turn { .. }) {
                writeln!(out, "  {}", event_text(catalogue, event))?;
            }
        }
        if !options.brief {
            writeln!(out, "{}", draw(book, &state.position.board).trim_end())?;
        }
    }
    if !options.json {
        let now = games.now();
        let (book, position) = (now.book(), &now.annotated.state.position);
        writeln!(out)?;
        write_score(&position.board.score(book), out)?;
        writeln!(out, "{}", position_text(book, position))?;
    }
    Ok(())
}

/// The line of each change of a match text.
fn lines_of(catalogue: &Arc<Catalogue>, text: &str) -> Vec<usize> {
    let text = MatchText::parse(catalogue, text);
    text.map_or_else(
        |_| Vec::new(),
        |text| text.changes().map(|(line, _)| line).collect(),
    )
}

/// Repeats one action. The last action of a crash report makes the program panic; the
/// panic is caught here and reported as an error.
fn act(
    library: &Library,
    games: &mut UndoLine<Match>,
    action: &Action,
) -> Result<Vec<Event>, String> {
    match catch_unwind(AssertUnwindSafe(|| games.now().act(library, action))) {
        Ok(Ok((next, events))) => {
            games.push(next);
            Ok(events)
        }
        Ok(Err(refusal)) => Err(refusal.to_string()),
        Err(_) => Err("the program panics on it; the panic message is above".to_owned()),
    }
}
