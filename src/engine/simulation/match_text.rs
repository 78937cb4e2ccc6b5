//! A match as a text that people write and read: a few lines of setup, then one line for
//! each move or correction.
//!
//! ```text
//! # a friendly match
//! rules rebirth
//! first enemy
//! enemy play Crawler MID-5
//! you play Security Officer MID-1
//! set TOP-3 y1          # the real board differs here
//! enemy pass
//! ```

use std::fmt::{self, Write};

use crate::rules::knobs::RulesError;
use crate::rules::notation::{
    PositionError, PositionTextError, parse_tile, position_text, read_position, tile_text,
};
use crate::rules::setup::{SetupCard, SetupTile, TileCorrection};
use crate::rules::tile::ParseTileError;
use crate::rules::{
    CardInPlay, Catalogue, Event, FindCardError, IllegalMove, Move, Play, Position, Rank, Rulebook,
    Rules, SetupError, Side, TileId,
};
use qbcoach_basics::shorten::shortened;
use qbcoach_basics::suggest::closest;
use std::sync::Arc;

/// One line of a match after its setup.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MatchTextEntry {
    Move {
        side: Side,
        made: Move,
    },
    /// Corrects a tile to what the real board shows.
    Set(TileCorrection),
}

#[derive(Clone, Debug)]
pub struct MatchText {
    pub title: Option<String>,
    pub book: Rulebook,
    pub start: Position,
    /// The entries with the numbers of their lines.
    pub entries: Vec<(usize, MatchTextEntry)>,
}

/// The problem of a match text, with its line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MatchTextError {
    pub line: usize,
    pub text: String,
    pub problem: MatchTextProblem,
}

impl fmt::Display for MatchTextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shown = shortened(&self.text);
        write!(f, "line {}: `{shown}`: {}", self.line, self.problem)
    }
}

impl std::error::Error for MatchTextError {}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MatchTextProblem {
    #[error(
        "a line starts with you, enemy, set, title, rules, first or position; did you mean `{nearest}`?"
    )]
    UnknownLine { nearest: String },
    #[error("the setup (title, rules, first, position) comes before the first move")]
    SetupAfterMoves,
    #[error("`position` already says whose turn it is; leave out `first`")]
    FirstAndPosition,
    #[error("say who starts: `first you` or `first enemy`")]
    NotASide,
    #[error("say what {side} does: `{side} play CARD TILE` or `{side} pass`")]
    NotAMove { side: Side },
    #[error("give the state of the tile: `set TILE` and `.`, `y1`, `e2:1` or `y1[019+2]`")]
    NotASetting,
    #[error("a tile set by hand has ranks from 0 to 3, and its card brings no pawns")]
    SettingOutOfRange,
    #[error(transparent)]
    Card(#[from] FindCardError),
    #[error(transparent)]
    Tile(#[from] ParseTileError),
    #[error(transparent)]
    TileText(#[from] PositionTextError),
    #[error(transparent)]
    Position(#[from] PositionError),
    #[error(transparent)]
    Rules(#[from] RulesError),
    #[error(transparent)]
    Illegal(#[from] IllegalMove),
    #[error(transparent)]
    Setup(#[from] SetupError),
}

const FIRST_WORDS: [&str; 7] = ["you", "enemy", "set", "title", "rules", "first", "position"];

impl MatchText {
    pub fn parse(catalogue: &Arc<Catalogue>, text: &str) -> Result<MatchText, MatchTextError> {
        let mut header = Header::default();
        let mut entries = Vec::new();
        let mut lines = Vec::new();
        for (number, line) in (1..).zip(text.lines()) {
            let line = line.split('#').next().unwrap_or_default().trim();
            if !line.is_empty() {
                lines.push((number, line));
            }
        }
        let mut start = None;
        for (number, line) in lines {
            let at = |problem: MatchTextProblem| MatchTextError {
                line: number,
                text: line.to_owned(),
                problem,
            };
            let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
            let word = word.to_lowercase();
            let rest = rest.trim();
            match word.as_str() {
                "title" | "rules" | "first" | "position" => {
                    if start.is_some() {
                        return Err(at(MatchTextProblem::SetupAfterMoves));
                    }
                    header.read(number, line, &word, rest).map_err(at)?;
                }
                "you" | "enemy" | "set" => {
                    if start.is_none() {
                        start = Some(header.start(catalogue)?);
                    }
                    let entry = read_entry(catalogue, &word, rest).map_err(at)?;
                    entries.push((number, entry));
                }
                _ => {
                    let nearest = closest(&word, FIRST_WORDS, 1).concat();
                    return Err(at(MatchTextProblem::UnknownLine { nearest }));
                }
            }
        }
        let start = match start {
            Some(start) => start,
            None => header.start(catalogue)?,
        };
        Ok(MatchText {
            title: header.title,
            book: Rulebook::new(catalogue.clone(), header.rules),
            start,
            entries,
        })
    }

    /// The text that [`MatchText::parse`] reads back to the same match.
    pub fn to_text(&self) -> String {
        let mut text = String::new();
        if let Some(title) = &self.title {
            let _ = writeln!(text, "title {title}");
        }
        let _ = writeln!(text, "rules {}", self.book.rules);
        let _ = writeln!(text, "position {}", position_text(&self.book, &self.start));
        for (_, entry) in &self.entries {
            let _ = writeln!(text, "{}", self.entry_text(entry));
        }
        text
    }

    /// One entry as its line.
    pub fn entry_text(&self, entry: &MatchTextEntry) -> String {
        let catalogue = &self.book.catalogue;
        match entry {
            MatchTextEntry::Move { side, made } => match made {
                Move::Pass => format!("{side} pass"),
                Move::Play(play) => {
                    let card = &catalogue[play.card];
                    // Tokens may share a name; numbers never do.
                    let unique = catalogue.find(&card.name).is_ok();
                    let name = if unique { &card.name } else { &card.number };
                    format!("{side} play {name} {}", play.tile)
                }
            },
            MatchTextEntry::Set(correction) => {
                format!("set {}", setting_text(catalogue, correction))
            }
        }
    }

    /// Makes one entry's move or correction. On an error the position is unchanged.
    pub fn apply(
        &self,
        position: &mut Position,
        entry: &MatchTextEntry,
        events: &mut Vec<Event>,
    ) -> Result<(), MatchTextProblem> {
        match entry {
            MatchTextEntry::Move { side, made } => {
                position.make(&self.book, *side, *made, events)?;
            }
            MatchTextEntry::Set(correction) => {
                position.set_by_hand(&self.book, &[*correction])?;
            }
        }
        Ok(())
    }

    /// The error of an entry, with its line.
    pub fn error_at(
        &self,
        line: usize,
        entry: &MatchTextEntry,
        problem: MatchTextProblem,
    ) -> MatchTextError {
        MatchTextError {
            line,
            text: self.entry_text(entry),
            problem,
        }
    }
}

/// The setup lines read so far.
#[derive(Default)]
struct Header {
    title: Option<String>,
    rules: Rules,
    first: Option<Side>,
    /// Line number, line and rest of the line. It is parsed at the end of the setup,
    /// because the rules decide which positions are legal.
    position: Option<(usize, String, String)>,
}

impl Header {
    fn read(
        &mut self,
        number: usize,
        line: &str,
        word: &str,
        rest: &str,
    ) -> Result<(), MatchTextProblem> {
        match word {
            "title" => self.title = Some(rest.to_owned()),
            "rules" => self.rules = Rules::parse(rest)?,
            "first" => self.first = Some(read_side(rest).ok_or(MatchTextProblem::NotASide)?),
            _ => self.position = Some((number, line.to_owned(), rest.to_owned())),
        }
        if self.first.is_some() && self.position.is_some() {
            return Err(MatchTextProblem::FirstAndPosition);
        }
        Ok(())
    }

    fn start(&self, catalogue: &Arc<Catalogue>) -> Result<Position, MatchTextError> {
        let Some((line, whole, text)) = &self.position else {
            return Ok(Position::opening(self.first.unwrap_or(Side::You)));
        };
        let book = Rulebook::new(catalogue.clone(), self.rules);
        read_position(&book, text).map_err(|error| MatchTextError {
            line: *line,
            text: whole.clone(),
            problem: error.into(),
        })
    }
}

fn read_side(word: &str) -> Option<Side> {
    Side::from_word(&word.to_lowercase())
}

fn read_entry(
    catalogue: &Catalogue,
    word: &str,
    rest: &str,
) -> Result<MatchTextEntry, MatchTextProblem> {
    let Some(side) = read_side(word) else {
        return read_setting(catalogue, rest).map(MatchTextEntry::Set);
    };
    let problem = MatchTextProblem::NotAMove { side };
    let (verb, what) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
    let made = match verb.to_lowercase().as_str() {
        "pass" if what.trim().is_empty() => Move::Pass,
        "play" => {
            let (card, tile) = what
                .trim()
                .rsplit_once(char::is_whitespace)
                .ok_or(problem)?;
            Move::Play(Play {
                card: catalogue.find(card)?,
                tile: tile.parse()?,
            })
        }
        _ => return Err(problem),
    };
    Ok(MatchTextEntry::Move { side, made })
}

/// A correction as it is written after `set`.
pub fn setting_text(catalogue: &Catalogue, correction: &TileCorrection) -> String {
    let card = correction.card.map(|placed| SetupCard {
        power_delta: placed.power_delta,
        scale_delta: placed.scale_delta,
        fired: placed.fired.iter().collect(),
        replaced_pawns: placed.replaced_pawns.get(),
        spawned_by: placed.spawned_by,
        ..SetupCard::new(placed.card, placed.side)
    });
    let tile = SetupTile {
        owner: correction.owner,
        ranks: correction.ranks.map(|rank| rank.get() as i8),
        card,
    };
    format!("{} {}", correction.tile, tile_text(catalogue, &tile))
}

/// Reads a correction as [`setting_text`] writes it.
pub fn read_setting(catalogue: &Catalogue, rest: &str) -> Result<TileCorrection, MatchTextProblem> {
    let (tile, what) = rest
        .split_once(char::is_whitespace)
        .ok_or(MatchTextProblem::NotASetting)?;
    let tile: TileId = tile.parse()?;
    let setup = parse_tile(catalogue, what.trim())?;
    let out_of_range = MatchTextProblem::SettingOutOfRange;
    let rank = |rank: i8| u8::try_from(rank).ok().and_then(Rank::new);
    let (Some(you), Some(enemy)) = (rank(setup.ranks.you), rank(setup.ranks.enemy)) else {
        return Err(out_of_range);
    };
    let card = match setup.card {
        None => None,
        Some(card) if !card.pawns.is_empty() => return Err(out_of_range),
        Some(card) => {
            let mut placed = CardInPlay {
                power_delta: card.power_delta,
                scale_delta: card.scale_delta,
                replaced_pawns: Rank::new(card.replaced_pawns).ok_or(out_of_range)?,
                spawned_by: card.spawned_by,
                ..CardInPlay::new(card.card, card.side)
            };
            for ability in card.fired.into_iter().filter(|ability| *ability < 8) {
                placed.fired.insert(ability);
            }
            Some(placed)
        }
    };
    Ok(TileCorrection {
        tile,
        owner: setup.owner,
        ranks: crate::rules::BySide::new(you, enemy),
        card,
    })
}
