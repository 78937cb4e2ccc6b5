//! A text as an editor has it, with edits at random places. It counts columns in its own
//! way, so that it can be compared with ours.

use qbcoach_basics::chance::Chance;

/// What is typed.
const PIECES: [&str; 18] = [
    "#",
    " # 🐛🐛",
    "\n",
    "\r\n",
    "you play Crawler MID-1\n",
    "enemy pass\n",
    "モスクローラー",
    "é",
    "👩‍🚀 ",
    "---\n",
    "x",
    " ",
    "",
    "undo 1\n",
    "set TOP-3 y1\n",
    "you play ",
    "MID-9",
    "title 🐛\n",
];

/// The line and the number of characters before the place, both from 0.
type Place = (usize, usize);

pub struct EditedLines {
    lines: Vec<Vec<char>>,
    /// How many columns a character takes.
    width: fn(char) -> usize,
}

/// A place as the protocol has it: line and column.
pub type Column = (u32, u32);

pub struct RandomEdit {
    pub start: Column,
    pub end: Column,
    pub new: &'static str,
}

impl EditedLines {
    pub fn new(text: &str, width: fn(char) -> usize) -> EditedLines {
        let lines = text.split('\n').map(|line| line.chars().collect());
        EditedLines {
            lines: lines.collect(),
            width,
        }
    }

    pub fn text(&self) -> String {
        let lines = self.lines.iter().map(|line| line.iter().collect());
        lines.collect::<Vec<String>>().join("\n")
    }

    /// Edits the text at a random place and says how.
    pub fn edit(&mut self, chance: &mut Chance) -> RandomEdit {
        let (one, other) = (self.place(chance), self.place(chance));
        let (start, mut end) = (one.min(other), one.max(other));
        // Most edits are short, or soon nothing would be left.
        if end.0 > start.0 + 1 {
            end = start;
        }
        let new = chance.pick(&PIECES).copied().unwrap_or_default();
        let edit = RandomEdit {
            start: self.column(start),
            end: self.column(end),
            new,
        };
        let head = &self.lines[start.0][..start.1];
        let tail = &self.lines[end.0][end.1..];
        let joined = [head, &new.chars().collect::<Vec<_>>(), tail].concat();
        let written = joined.split(|letter| *letter == '\n').map(<[_]>::to_vec);
        let written: Vec<Vec<char>> = written.collect();
        self.lines.splice(start.0..=end.0, written);
        edit
    }

    /// A place between two characters, not behind the `\r` of a line: editors have none
    /// there.
    fn place(&self, chance: &mut Chance) -> Place {
        let line = chance.below(self.lines.len());
        let last = self.lines[line].iter().rposition(|letter| *letter != '\r');
        (line, chance.below(last.map_or(0, |last| last + 1) + 1))
    }

    fn column(&self, (line, letters): Place) -> Column {
        let before = self.lines[line][..letters].iter();
        let columns: usize = before.map(|letter| (self.width)(*letter)).sum();
        (line as u32, columns as u32)
    }
}
