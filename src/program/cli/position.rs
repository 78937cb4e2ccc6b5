//! Reads a position or a match from arguments, a file or standard input.

use std::path::Path;
use std::sync::Arc;

use super::{CommandError, input};
use qbcoach_engine::rules::notation::read_position;
use qbcoach_engine::rules::{Catalogue, Position, Rulebook, Rules, Side};
use qbcoach_engine::simulation::match_text::{MatchText, MatchTextEntry};

/// A position, and the match that led to it if one was given.
pub(crate) struct Given {
    pub book: Rulebook,
    pub start: Position,
    /// Each with its line number and its text.
    pub entries: Vec<(usize, String, MatchTextEntry)>,
    pub position: Position,
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
    if let Some(rules) = rules.filter(|rules| *rules != played.book.rules) {
        return Err(wrong(format!(
            "the match is played under `{}`, not under `{rules}`; leave out --rules",
            played.book.rules
        )));
    }
    let mut position = played.start;
    for (line, entry) in &played.entries {
        played
            .apply(&mut position, entry, &mut Vec::new())
            .map_err(|problem| wrong(played.error_at(*line, entry, problem).to_string()))?;
    }
    let entries = played.entries.iter().map(|(line, entry)| {
        let text = played.entry_text(entry);
        (*line, text, *entry)
    });
    Ok(Given {
        entries: entries.collect(),
        start: played.start,
        book: played.book,
        position,
    })
}

/// A match text begins with a word, a position with a tile.
fn looks_like_a_position(text: &str) -> bool {
    let first = text.split_whitespace().next().unwrap_or_default();
    first.contains([',', '[', '/', '.']) || first.len() == 2
}
