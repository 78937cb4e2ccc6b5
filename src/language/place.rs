//! Places in a text as editors count them: lines from 0, and columns in bytes or in
//! units of UTF-16.

use qbcoach_notation::Span;
use serde::{Deserialize, Serialize};

#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
pub struct Position {
    pub line: u32,
    pub character: u32,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Range {
    pub start: Position,
    pub end: Position,
}

/// What a column counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Encoding {
    Utf8,
    #[default]
    Utf16,
}

impl Encoding {
    pub const fn word(self) -> &'static str {
        match self {
            Encoding::Utf8 => "utf-8",
            Encoding::Utf16 => "utf-16",
        }
    }

    /// The one to use with an editor that offers these. Every editor can count UTF-16.
    pub fn negotiated<'a>(offered: impl IntoIterator<Item = &'a str>) -> Encoding {
        match offered.into_iter().any(|word| word == "utf-8") {
            true => Encoding::Utf8,
            false => Encoding::Utf16,
        }
    }

    fn width(self, character: char) -> usize {
        match self {
            Encoding::Utf8 => character.len_utf8(),
            Encoding::Utf16 => character.len_utf16(),
        }
    }
}

/// Translates the places of one text.
#[derive(Clone, Debug)]
pub struct Places<'a> {
    text: &'a str,
    encoding: Encoding,
    /// The first byte of each line.
    starts: Vec<usize>,
}

impl<'a> Places<'a> {
    pub fn new(text: &'a str, encoding: Encoding) -> Places<'a> {
        let breaks = text.match_indices('\n').map(|(at, _)| at + 1);
        Places {
            text,
            encoding,
            starts: std::iter::once(0).chain(breaks).collect(),
        }
    }

    pub fn text(&self) -> &'a str {
        self.text
    }

    pub fn encoding(&self) -> Encoding {
        self.encoding
    }

    pub fn position(&self, byte: usize) -> Position {
        let byte = byte.min(self.text.len());
        let line = self.starts.partition_point(|start| *start <= byte) - 1;
        let before = self.text.get(self.starts[line]..byte).unwrap_or_default();
        Position {
            line: line as u32,
            character: self.width(before) as u32,
        }
    }

    pub fn range(&self, span: Span) -> Range {
        Range {
            start: self.position(span.start),
            end: self.position(span.end),
        }
    }

    /// How many columns a text takes.
    pub fn width(&self, text: &str) -> usize {
        text.chars().map(|c| self.encoding.width(c)).sum()
    }

    /// The byte at a place. A column past the end of its line is the end of the line, and
    /// one inside a character is its beginning.
    pub fn byte(&self, position: Position) -> usize {
        let line = position.line as usize;
        let Some(start) = self.starts.get(line).copied() else {
            return self.text.len();
        };
        let end = match self.starts.get(line + 1) {
            Some(next) => next - 1,
            None => self.text.len(),
        };
        let content = self.text[start..end].trim_end_matches('\r');
        let mut columns = position.character as usize;
        for (at, character) in content.char_indices() {
            let width = self.encoding.width(character);
            if columns < width {
                return start + at;
            }
            columns -= width;
        }
        start + content.len()
    }
}
