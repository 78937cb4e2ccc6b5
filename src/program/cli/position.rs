//! Reads a position or a match from arguments, a file or standard input.

use std::path::Path;
use std::sync::Arc;

use super::replay::apply;
use super::{CommandError, input, review};
use qbcoach_basics::shorten::shortened;
use qbcoach_engine::rules::notation::read_position;
use qbcoach_engine::rules::{Catalogue, Position, Rulebook, Rules, Side};
use qbcoach_engine::simulation::action::Action;
use qbcoach_notation::{Change, MatchText, short_text};
use qbcoach_sessions::queens_blood::Match;

/// A position, and the match that led to it if one was given.
pub(crate) struct Given {
    pub book: Rulebook,
    pub start: Position,
    /// Each with its line number and its text.
    pub entries: Vec<(usize, String, Action)>,
    pub position: Position,
    /// The match with its hands, if the text tells more than moves.
    pub game: Option<Match>,
}

const HINT: &str = "\nhelp: `qbcoach show --help` shows how a position is written";

pub fn read(
    catalogue: &Arc<Catalogue>,
    words: &[String],
    rules: Option<&str>,
) -> Result<Given, CommandError> {
    let wrong = |error: String| CommandError::Input(error);
    let rules = rules
        .map(|text| Rules::parse(text).map_err(|error| wrong(error.to_string())))
        .transpose()?;
    let book = Rulebook::new(catalogue.clone(), rules.unwrap_or_default());
    let alone = |book: Rulebook, position: Position| Given {
        book,
        start: position,
        entries: Vec::new(),
        position,
        game: None,
    };
    let text = match words {
        [] => return Ok(alone(book, Position::opening(Side::You))),
        [one] if one == "-" || Path::new(one).is_file() => input::read_file_or_stdin(one)?,
        words => words.join(" "),
    };
    if words.len() > 1 || looks_like_a_position(&text) {
        let position =
            read_position(&book, &text).map_err(|error| wrong(format!("{error}{HINT}")))?;
        return Ok(alone(book, position));
    }
    let played =
        MatchText::parse(catalogue, &text).map_err(|error| wrong(format!("{error}{HINT}")))?;
    let book = Rulebook::new(catalogue.clone(), played.setup.rules);
    if let Some(rules) = rules.filter(|rules| *rules != book.rules) {
        return Err(wrong(format!(
            "the match is played under `{}`, not under `{rules}`; leave out --rules",
            book.rules
        )));
    }
    if !played.is_plain() {
        let game = review::last_moment(catalogue, &played)?;
        let position = game.annotated.state.position;
        return Ok(Given {
            game: Some(game),
            ..alone(book, position)
        });
    }
    let start = played.setup.start();
    let mut position = start;
    let mut entries = Vec::new();
    for (line, change) in played.changes() {
        // A plain text takes nothing back.
        let Change::Act(action) = change else {
            continue;
        };
        let text = short_text(catalogue, action);
        apply(&book, &mut position, action, &mut Vec::new())
            .map_err(|problem| wrong(format!("line {line}: `{}`: {problem}", shortened(&text))))?;
        entries.push((line, text, action.clone()));
    }
    Ok(Given {
        entries,
        start,
        book,
        position,
        game: None,
    })
}

/// A match text begins with a word, a position with a tile.
fn looks_like_a_position(text: &str) -> bool {
    let first = text.split_whitespace().next().unwrap_or_default();
    first.contains([',', '[', '/', '.']) || first.len() == 2
}
