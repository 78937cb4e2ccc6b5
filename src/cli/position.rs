//! A position or a match as an argument: words, a file, or standard input.

use std::path::Path;
use std::sync::Arc;

use super::{Failure, input};
use crate::rules::notation::read_position;
use crate::rules::{Catalogue, Position, Rulebook, Rules, Side};
use crate::simulation::match_text::{Entry, MatchText};

/// What the arguments mean: where it starts, what happened since, and where it
/// has come to.
pub struct Given {
    pub book: Rulebook,
    pub start: Position,
    /// Each with the number of its line and the line itself.
    pub entries: Vec<(usize, String, Entry)>,
    pub position: Position,
}

const HINT: &str = "\nhelp: `qbcoach show --help` shows how a position is written";

pub fn read(
    catalogue: &Arc<Catalogue>,
    words: &[String],
    rules: Option<&str>,
) -> Result<Given, Failure> {
    let wrong = |error: String| Failure::Input(error);
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
    let told = played.entries.iter().map(|(line, entry)| {
        let said = played.entry_text(entry);
        (*line, said, *entry)
    });
    Ok(Given {
        entries: told.collect(),
        start: played.start,
        book: played.book,
        position,
    })
}

/// A match text starts with a word; a position with a tile.
fn looks_like_a_position(text: &str) -> bool {
    let first = text.split_whitespace().next().unwrap_or_default();
    first.contains([',', '[', '/', '.']) || first.len() == 2
}
