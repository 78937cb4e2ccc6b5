//! The one-line position text.
//!
//! ```text
//! y1,y2[019>t1+1],.,.,e1/y1,.,.,.,e1/y1,.,.,.,e1 you
//! ```
//! Fifteen tiles, TOP-1 to BOT-5, then the side to move and, after a pass, `passes=1`, or
//! `over` where a play has ended the match by filling the board.
//! The reader accepts blanks and new lines instead of commas and slashes.
//!
//! - `.` is an empty neutral tile; `y2` or `e1` one that you or the enemy own,
//!   with its owner's rank; `y2:1` also gives the other side's rank.
//! - `y1[019]` holds your card 019. After the number (or the name in quotes) these
//!   follow, as far as they apply and in this order: `+3` is the discrete change of its
//!   power, `*+2` its growth, `!1` says that its first ability has fired, `?1` that the
//!   ability has not fired although the card is in the state that sets it off, `=2` is
//!   the number of pawns that a token replaced, `<096` the card that made it, and
//!   `>t1+1` or `>t1+1-1` its pawn record on a tile, own rank first.
//!
//! Ranks are sums before clamping, so they may lie outside 0–3 (`y5:-1`). On a neutral
//! tile with such sums, `n0:-1` gives your rank first.

use std::fmt::Write;

use super::super::card::CardId;
use super::super::catalogue::{Catalogue, FindCardError};
use super::super::pawns::RankChange;
use super::super::position::{PASSES_TO_END, Position, Stage};
use super::super::rulebook::Rulebook;
use super::super::setup::{Setup, SetupCard, SetupError, SetupTile};
use super::super::side::{BySide, Owner, Side};
use super::super::tile::{Lane, ParseTileError, TILES, TileId};
use qbcoach_basics::shorten::shortened;

/// Why a text cannot be read as a position.
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
    #[error(
        "`over` says that the last play filled the board, but a tile is empty or a pass followed; \
         leave it out, or write passes=2 where two passes ended the match"
    )]
    NotFilled,
}

/// Why a text gives no position: it cannot be read, or its board is illegal.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PositionError {
    #[error(transparent)]
    Text(#[from] PositionTextError),
    #[error(transparent)]
    Setup(#[from] SetupError),
}

/// Reads a position. If the text does not name the side to move, it is you.
pub fn read_position(book: &Rulebook, text: &str) -> Result<Position, PositionError> {
    let (setup, to_act, stage) = parse(&book.catalogue, text)?;
    let board = setup.into_board(book)?;
    let mut position = Position::new(board, to_act);
    position.stage = stage;
    Ok(position)
}

fn parse(catalogue: &Catalogue, text: &str) -> Result<(Setup, Side, Stage), PositionTextError> {
    let (words, rest) = split_tiles(text)?;
    let mut setup = Setup::default();
    for (tile, word) in TileId::all().zip(&words) {
        setup.tiles[tile] = parse_tile(catalogue, word)?;
    }
    let (mut to_act, mut passes) = (Side::You, None);
    let mut filled = false;
    for word in rest.split_whitespace() {
        let lower = word.to_ascii_lowercase();
        if let Some(side) = Side::from_word(&lower) {
            to_act = side;
        } else if let Some(number) = lower.strip_prefix("passes=") {
            let number = number.parse().ok();
            let number = number.filter(|passes| *passes <= PASSES_TO_END);
            passes = Some(number.ok_or_else(|| PositionTextError::BadPasses {
                word: shortened(word).into_owned(),
            })?);
        } else if lower == "over" {
            filled = true;
        } else {
            return Err(PositionTextError::UnknownWord {
                word: shortened(word).into_owned(),
            });
        }
    }
    let full = setup.tiles.iter().all(|(_, tile)| tile.card.is_some());
    let stage = match (filled, passes) {
        (false, passes) => Stage::Passes(passes.unwrap_or(0)),
        (true, None) if full => Stage::Filled,
        (true, _) => return Err(PositionTextError::NotFilled),
    };
    Ok((setup, to_act, stage))
}

/// The fifteen tile words and the text after them.
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

/// The length of the tile word at the start of the text. Brackets may hold a quoted
/// name with blanks in it.
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
        let word = shortened(text).into_owned();
        return Err(PositionTextError::Unclosed { word });
    }
    Ok(text.len())
}

/// No tile has more to say: a card, all its marks, and its pawns on every tile.
const LONGEST_WORD: usize = 500;

/// Reads one tile's word.
pub fn parse_tile(catalogue: &Catalogue, word: &str) -> Result<SetupTile, PositionTextError> {
    let not_a_tile = || PositionTextError::NotATile {
        word: shortened(word).into_owned(),
    };
    if word == "." {
        return Ok(SetupTile::default());
    }
    if word.len() > LONGEST_WORD {
        return Err(not_a_tile());
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
        word: shortened(word).into_owned(),
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
            text.parse().map_err(|_| {
                bad(format!(
                    "`{}` after `{mark}` is not a whole number",
                    shortened(text)
                ))
            })
        };
        let ability = || -> Result<usize, PositionTextError> {
            let from_one: usize = value.parse().unwrap_or(0);
            from_one.checked_sub(1).ok_or_else(|| {
                bad(format!(
                    "`{}` after `{mark}` is not an ability: count from 1",
                    shortened(value)
                ))
            })
        };
        match mark {
            '+' => card.power_delta = number(value)?,
            '-' => card.power_delta = number(&format!("-{value}"))?,
            '*' => card.scale_delta = number(value)?,
            '!' => card.fired.push(ability()?),
            '?' => card.unfired.push(ability()?),
            '=' => {
                card.replaced_pawns = u8::try_from(number(value)?)
                    .map_err(|_| bad(format!("`{}` is not a number of pawns", shortened(value))))?;
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

/// The card's number or quoted name, and the text after it.
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
        word: shortened(word).into_owned(),
        problem: format!(
            "`>{}` is not a pawn record: write a tile and a signed change, `>t1+1`",
            shortened(text)
        ),
    };
    let sign_at = text.find(['+', '-']).ok_or_else(bad)?;
    let (tile, changes) = text.split_at(sign_at);
    let tile: TileId = tile.parse().map_err(|error| PositionTextError::BadTile {
        word: shortened(word).into_owned(),
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
    match position.stage {
        Stage::Passes(0) => {}
        Stage::Passes(passes) => {
            let _ = write!(text, " passes={passes}");
        }
        Stage::Filled => text.push_str(" over"),
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
    for (mark, abilities) in [('!', &setup.fired), ('?', &setup.unfired)] {
        for ability in abilities {
            let _ = write!(text, "{mark}{}", ability + 1);
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
