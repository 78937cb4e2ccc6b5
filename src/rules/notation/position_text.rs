//! The one-line position text.
//!
//! ```text
//! y1,y2[019>t1+1],.,.,e1/y1,.,.,.,e1/y1,.,.,.,e1 you
//! ```
//! Fifteen tiles, TOP-1 to BOT-5, then whose turn it is and, after a pass,
//! `passes=1`. Commas and slashes may be blanks or new lines when reading.
//!
//! - `.` is an empty tile of nobody; `y2` or `e1` one that you or the enemy own,
//!   with its owner's rank; `y2:1` also gives the other side's rank.
//! - `y1[019]` holds your card 019. After the number (or the name in quotes), as
//!   far as they apply and in this order: `+3` discrete power, `*+2` grown power,
//!   `!1` the first ability has fired, `?1` it has not although its state holds,
//!   `=2` pawns a token took the place of, `<096` the card that made it, and
//!   `>t1+1` or `>t1+1-1` what its pawns changed on a tile, own rank first.
//!
//! Ranks are sums before clamping, so they may lie outside 0–3 (`y5:-1`); on a
//! tile of nobody with such sums, `n0:-1` gives yours first.

use std::fmt::Write;

use super::super::card::CardId;
use super::super::catalogue::{Catalogue, FindCardError};
use super::super::pawns::RankChange;
use super::super::position::{PASSES_TO_END, Position};
use super::super::rulebook::Rulebook;
use super::super::setup::{Setup, SetupCard, SetupError, SetupTile};
use super::super::side::{BySide, Owner, Side};
use super::super::tile::{Lane, ParseTileError, TILES, TileId};

/// Text that is no position at all.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PositionTextError {
    #[error("a position has 15 tiles; this text has {found}")]
    TileCount { found: usize },
    #[error("lane {lane} has {found} tiles before its `/`; a lane has 5")]
    LaneLength { lane: Lane, found: usize },
    #[error("`{word}` is not a tile: write `.`, `y1`, `e2:1` or `y1[019]`")]
    NotATile { word: String },
    #[error("the `[` in `{word}` is not closed by a `]`")]
    Unclosed { word: String },
    #[error("in `{word}`: {problem}")]
    BadCard { word: String, problem: String },
    #[error(transparent)]
    UnknownCard(#[from] FindCardError),
    #[error("in `{word}`: {error}")]
    BadTile { word: String, error: ParseTileError },
    #[error(
        "`{word}` after the tiles means nothing: write whose turn it is, `you` or `enemy`, and `passes=1` after a pass"
    )]
    UnknownWord { word: String },
    #[error("`{word}`: two passes end a match, so write passes=0, 1 or 2")]
    BadPasses { word: String },
}

/// Why a text gives no position: it cannot be read, or what it says is illegal.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PositionError {
    #[error(transparent)]
    Text(#[from] PositionTextError),
    #[error(transparent)]
    Setup(#[from] SetupError),
}

/// Reads a position; without a word for it, it is your turn.
pub fn read_position(book: &Rulebook, text: &str) -> Result<Position, PositionError> {
    let (setup, to_act, passes) = parse(&book.catalogue, text)?;
    let board = setup.into_board(book)?;
    let mut position = Position::new(board, to_act);
    position.passes = passes;
    Ok(position)
}

fn parse(catalogue: &Catalogue, text: &str) -> Result<(Setup, Side, u8), PositionTextError> {
    let (words, rest) = split_tiles(text)?;
    let mut setup = Setup::default();
    for (tile, word) in TileId::all().zip(&words) {
        setup.tiles[tile] = parse_tile(catalogue, word)?;
    }
    let (mut to_act, mut passes) = (Side::You, 0);
    for word in rest.split_whitespace() {
        match word.to_ascii_lowercase().as_str() {
            "you" => to_act = Side::You,
            "enemy" => to_act = Side::Enemy,
            other => match other.strip_prefix("passes=") {
                Some(number) => {
                    passes = number
                        .parse()
                        .ok()
                        .filter(|passes| *passes <= PASSES_TO_END)
                        .ok_or_else(|| PositionTextError::BadPasses {
                            word: word.to_owned(),
                        })?;
                }
                None => {
                    return Err(PositionTextError::UnknownWord {
                        word: word.to_owned(),
                    });
                }
            },
        }
    }
    Ok((setup, to_act, passes))
}

/// The fifteen tile words and what follows them.
fn split_tiles(text: &str) -> Result<(Vec<String>, &str), PositionTextError> {
    let mut words: Vec<String> = Vec::new();
    let mut lane_ends = Vec::new();
    let mut rest = text;
    while words.len() < TILES {
        rest = rest.trim_start_matches(|c: char| c.is_whitespace() || c == ',');
        if let Some(after) = rest.strip_prefix('/') {
            lane_ends.push(words.len());
            rest = after;
            continue;
        }
        let length = word_length(rest)?;
        if length == 0 {
            return Err(PositionTextError::TileCount { found: words.len() });
        }
        let (word, after) = rest.split_at(length);
        words.push(word.to_owned());
        rest = after;
    }
    let mut start = 0;
    for (lane, end) in Lane::ALL.into_iter().zip(lane_ends) {
        if end - start != 5 {
            let found = end - start;
            return Err(PositionTextError::LaneLength { lane, found });
        }
        start = end;
    }
    Ok((words, rest))
}

/// How far the tile word at the start of the text goes; a bracket may hold a
/// quoted name with blanks in it.
fn word_length(text: &str) -> Result<usize, PositionTextError> {
    let (mut in_bracket, mut in_quotes) = (false, false);
    for (at, c) in text.char_indices() {
        match c {
            '"' if in_bracket => in_quotes = !in_quotes,
            '[' => in_bracket = true,
            ']' if !in_quotes => in_bracket = false,
            ',' | '/' if !in_bracket => return Ok(at),
            _ if c.is_whitespace() && !in_bracket => return Ok(at),
            _ => {}
        }
    }
    if in_bracket {
        let word: String = text.chars().take(40).collect();
        return Err(PositionTextError::Unclosed { word });
    }
    Ok(text.len())
}

/// Reads one tile's word.
pub fn parse_tile(catalogue: &Catalogue, word: &str) -> Result<SetupTile, PositionTextError> {
    let not_a_tile = || PositionTextError::NotATile {
        word: word.to_owned(),
    };
    if word == "." {
        return Ok(SetupTile::default());
    }
    let (ranks, card) = match word.split_once('[') {
        Some((ranks, card)) => {
            let card = card.strip_suffix(']').ok_or_else(not_a_tile)?;
            (ranks, Some(card))
        }
        None => (word, None),
    };
    let mut letters = ranks.chars();
    let owner = match letters.next().map(|letter| letter.to_ascii_lowercase()) {
        Some('y') => Owner::Held(Side::You),
        Some('e') => Owner::Held(Side::Enemy),
        Some('n') if card.is_none() => Owner::Neutral,
        _ => return Err(not_a_tile()),
    };
    let numbers = letters.as_str();
    let (own, other) = numbers.split_once(':').unwrap_or((numbers, "0"));
    let number = |text: &str| text.parse::<i8>().map_err(|_| not_a_tile());
    let first = owner.side().unwrap_or(Side::You);
    let ranks = BySide::seen_from(first, number(own)?, number(other)?);
    let card = match (card, owner) {
        (Some(text), Owner::Held(side)) => Some(parse_card(catalogue, word, text, side)?),
        _ => None,
    };
    Ok(SetupTile { owner, ranks, card })
}

fn parse_card(
    catalogue: &Catalogue,
    word: &str,
    text: &str,
    side: Side,
) -> Result<SetupCard, PositionTextError> {
    let bad = |problem: String| PositionTextError::BadCard {
        word: word.to_owned(),
        problem,
    };
    let (name, mut rest) =
        split_name(text).ok_or_else(|| bad("the quotes are not closed".to_owned()))?;
    let mut card = SetupCard::new(catalogue.find(name)?, side);
    while let Some(mark) = rest.chars().next() {
        let body = &rest[mark.len_utf8()..];
        let end = body
            .char_indices()
            .skip(1)
            .find(|(_, c)| "*!?=<>".contains(*c) || (mark != '>' && "+-".contains(*c)))
            .map_or(body.len(), |(at, _)| at);
        let (value, after) = body.split_at(end);
        let number = |text: &str| -> Result<i32, PositionTextError> {
            text.parse()
                .map_err(|_| bad(format!("`{text}` after `{mark}` is no whole number")))
        };
        let place = || -> Result<usize, PositionTextError> {
            let place: usize = value.parse().unwrap_or(0);
            place.checked_sub(1).ok_or_else(|| {
                bad(format!(
                    "`{value}` after `{mark}` is no ability: count from 1"
                ))
            })
        };
        match mark {
            '+' => card.power_delta = number(value)?,
            '-' => card.power_delta = number(&format!("-{value}"))?,
            '*' => card.scale_delta = number(value)?,
            '!' => card.fired.push(place()?),
            '?' => card.unfired.push(place()?),
            '=' => {
                card.replaced_pawns = u8::try_from(number(value)?)
                    .map_err(|_| bad(format!("`{value}` is no number of pawns")))?;
            }
            '<' => card.spawned_by = Some(catalogue.find(value)?),
            '>' => card.pawns.push(parse_pawns(word, value, side)?),
            _ => {
                return Err(bad(format!(
                    "`{mark}` means nothing here; known marks are + - * ! ? = < >"
                )));
            }
        }
        rest = after;
    }
    Ok(card)
}

/// The card's number or quoted name, and what follows it.
fn split_name(text: &str) -> Option<(&str, &str)> {
    if let Some(quoted) = text.strip_prefix('"') {
        return quoted.split_once('"');
    }
    let end = text.find(|c: char| !c.is_alphanumeric());
    Some(text.split_at(end.unwrap_or(text.len())))
}

/// `t1+1-1`: a tile, the change of the own rank, and that of the other.
fn parse_pawns(
    word: &str,
    text: &str,
    side: Side,
) -> Result<(TileId, RankChange), PositionTextError> {
    let bad = || PositionTextError::BadCard {
        word: word.to_owned(),
        problem: format!("`>{text}` is no pawn record: write a tile and a signed change, `>t1+1`"),
    };
    let sign_at = text.find(['+', '-']).ok_or_else(bad)?;
    let (tile, changes) = text.split_at(sign_at);
    let tile: TileId = tile.parse().map_err(|error| PositionTextError::BadTile {
        word: word.to_owned(),
        error,
    })?;
    let second_at = changes[1..].find(['+', '-']).map(|at| at + 1);
    let (own, other) = match second_at {
        Some(at) => changes.split_at(at),
        None => (changes, "0"),
    };
    let number = |text: &str| text.parse::<i8>().map_err(|_| bad());
    let change = BySide::seen_from(side, number(own)?, number(other)?);
    Ok((tile, change))
}

/// The text that [`read_position`] reads back to an equal position.
pub fn position_text(book: &Rulebook, position: &Position) -> String {
    let setup = Setup::of(&position.board, book);
    let mut text = String::new();
    for (tile, setup) in setup.tiles.iter() {
        if tile.column().number() > 1 {
            text.push(',');
        } else if tile.lane() != Lane::Top {
            text.push('/');
        }
        text.push_str(&tile_text(&book.catalogue, setup));
    }
    let _ = write!(text, " {}", position.to_act);
    if position.passes > 0 {
        let _ = write!(text, " passes={}", position.passes);
    }
    text
}

/// One tile's word.
pub fn tile_text(catalogue: &Catalogue, setup: &SetupTile) -> String {
    let BySide { you, enemy } = setup.ranks;
    let side = match setup.owner.side() {
        None if (you, enemy) == (0, 0) => return ".".to_owned(),
        None => return format!("n{you}:{enemy}"),
        Some(side) => side,
    };
    let mut text = format!("{}{}", side.letter(), setup.ranks[side]);
    let other = setup.ranks[side.opponent()];
    if other != 0 {
        let _ = write!(text, ":{other}");
    }
    if let Some(card) = &setup.card {
        let _ = write!(text, "[{}]", card_text(catalogue, card));
    }
    text
}

fn card_text(catalogue: &Catalogue, setup: &SetupCard) -> String {
    let number = |card: CardId| &catalogue[card].number;
    let mut text = number(setup.card).clone();
    if setup.power_delta != 0 {
        let _ = write!(text, "{:+}", setup.power_delta);
    }
    if setup.scale_delta != 0 {
        let _ = write!(text, "*{:+}", setup.scale_delta);
    }
    for (mark, places) in [('!', &setup.fired), ('?', &setup.unfired)] {
        for place in places {
            let _ = write!(text, "{mark}{}", place + 1);
        }
    }
    if setup.replaced_pawns != 0 {
        let _ = write!(text, "={}", setup.replaced_pawns);
    }
    if let Some(maker) = setup.spawned_by {
        let _ = write!(text, "<{}", number(maker));
    }
    for (tile, change) in &setup.pawns {
        let (own, other) = (change[setup.side], change[setup.side.opponent()]);
        let _ = write!(text, ">{}{own:+}", tile.short());
        if other != 0 {
            let _ = write!(text, "{other:+}");
        }
    }
    text
}
