//! `qbcoach replay` of a session: an export, or the report of a crash.

use std::io::Write;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use serde_json::json;

use super::Failure;
use super::args::ReplayOptions;
use super::show::write_score;
use crate::daemon::to_wire;
use crate::rules::notation::{draw, event_text, position_text};
use crate::rules::{Catalogue, Event};
use crate::sessions::export::{self, Exported};
use crate::sessions::game::Game;
use crate::sessions::history::Change;
use crate::sessions::queens_blood::{Library, Match, text};
use crate::simulation::action::Action;
use crate::simulation::deck_library::DeckLibrary;

/// Whether the text is of a session rather than a plain match text: lines of JSON,
/// or a text that says what kind of session it was.
pub fn is_session(text: &str) -> bool {
    let says_mode = |line: &str| line.trim_start().starts_with("mode ");
    export::is_jsonl(text) || text.lines().any(says_mode)
}

pub fn run(
    catalogue: &Arc<Catalogue>,
    name: &str,
    text: &str,
    options: &ReplayOptions,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let wrong = |error: &dyn ToString| Failure::Input(format!("{name}: {}", error.to_string()));
    let decks = DeckLibrary::embedded(catalogue).map_err(|error| wrong(&error))?;
    let library = Library::new(catalogue.clone(), decks);
    let read = match export::is_jsonl(text) {
        true => export::read::<Match>(&library, text),
        false => text::read(&library, text),
    };
    let Exported { setup, changes } = read.map_err(|error| wrong(&error))?;
    let mut games = vec![Match::begin(&library, &setup).map_err(|error| wrong(&error))?];
    if !options.json {
        if let Some(title) = &setup.title {
            writeln!(out, "{title}")?;
        }
        writeln!(out, "rules {}", setup.rules)?;
    }
    for (seq, change) in (1..).zip(&changes) {
        let (said, events) = match change {
            Change::Undo(count) => {
                let left = games.len().saturating_sub(*count as usize).max(1);
                games.truncate(left);
                (format!("undo {count}"), Vec::new())
            }
            Change::Act(action) => {
                let said = text::action_text(catalogue, action);
                out.flush()?;
                let events = act(&library, &mut games, action)
                    .map_err(|error| wrong(&format!("event {seq}, `{said}`: {error}")))?;
                (said, events)
            }
        };
        let Some(now) = games.last() else {
            break;
        };
        let (book, state) = (now.book(), &now.annotated.state);
        if options.json {
            let board = &state.position.board;
            let wire = |event| to_wire::event(book, event, board);
            let events: Vec<_> = events.iter().map(wire).collect();
            let document = json!({
                "seq": seq,
                "turn": state.turn,
                "entry": said,
                "events": events,
                "position": position_text(book, &state.position),
            });
            writeln!(out, "{document}")?;
            continue;
        }
        writeln!(out, "\nEvent {seq}: {said}")?;
        for event in &events {
            if !matches!(event, Event::Played { .. } | Event::Turn { .. }) {
                writeln!(out, "  {}", event_text(catalogue, event))?;
            }
        }
        if !options.brief {
            writeln!(out, "{}", draw(book, &state.position.board).trim_end())?;
        }
    }
    if let Some(now) = games.last().filter(|_| !options.json) {
        let (book, position) = (now.book(), &now.annotated.state.position);
        writeln!(out)?;
        write_score(&position.board.score(book), out)?;
        writeln!(out, "{}", position_text(book, position))?;
    }
    Ok(())
}

/// Repeats one action. A crash report ends with one that makes the program fail;
/// here it fails again, and says so.
fn act(library: &Library, games: &mut Vec<Match>, action: &Action) -> Result<Vec<Event>, String> {
    let Some(now) = games.last() else {
        return Err("there is no match".to_owned());
    };
    match catch_unwind(AssertUnwindSafe(|| now.act(library, action))) {
        Ok(Ok((next, events))) => {
            games.push(next);
            Ok(events)
        }
        Ok(Err(refusal)) => Err(refusal.to_string()),
        Err(_) => Err("the program fails on it; what it said is above".to_owned()),
    }
}
