//! A card's range: the squares around it that its pawns and effects reach (RULES.md,
//! section 3).

use std::fmt;

use qbcoach_basics::words;

use super::side::{BySide, Side};
use super::tile::{ByTile, TileId, TileSet};

words! {
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum SquareKind {
        Pawn = "P",
        Effect = "E",
        PawnAndEffect = "X",
    }
}

/// One square of the 5×5 grid that has the card in its middle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Square {
    /// Columns toward the opponent, −2 to 2.
    pub ahead: i8,
    /// Lanes further down, −2 to 2.
    pub down: i8,
    pub kind: SquareKind,
}

/// The squares a card reaches, and the tiles they mean for each tile the card may
/// stand on. The tiles are computed once, so that a play only looks them up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Range {
    squares: Vec<Square>,
    pawns: BySide<ByTile<TileSet>>,
    effects: BySide<ByTile<TileSet>>,
}

const COLUMN_LETTERS: [char; 5] = ['E', 'D', 'C', 'B', 'A'];

impl Range {
    pub fn new(squares: Vec<Square>) -> Range {
        let reach = |wanted: fn(SquareKind) -> bool| {
            let from = |side: Side| {
                let toward_opponent = match side {
                    Side::You => 1,
                    Side::Enemy => -1,
                };
                let mut reached = ByTile::all(TileSet::EMPTY);
                for tile in TileId::all() {
                    reached[tile] = squares
                        .iter()
                        .filter(|square| wanted(square.kind))
                        .filter_map(|square| {
                            tile.offset(square.down, square.ahead * toward_opponent)
                        })
                        .collect();
                }
                reached
            };
            BySide::new(from(Side::You), from(Side::Enemy))
        };
        Range {
            pawns: reach(|kind| kind != SquareKind::Effect),
            effects: reach(|kind| kind != SquareKind::Pawn),
            squares,
        }
    }

    pub fn squares(&self) -> &[Square] {
        &self.squares
    }

    /// The tiles that the pawns of a card of `side` on `tile` reach.
    #[inline]
    pub fn pawns(&self, side: Side, tile: TileId) -> TileSet {
        self.pawns[side][tile]
    }

    /// The tiles that the effects of a card of `side` on `tile` reach.
    #[inline]
    pub fn effects(&self, side: Side, tile: TileId) -> TileSet {
        self.effects[side][tile]
    }

    /// Reads squares such as `C2P D3X`, or returns all errors in them.
    pub fn parse(text: &str) -> Result<Range, Vec<RangeError>> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let (mut squares, mut errors) = (Vec::<Square>::new(), Vec::new());
        if words.join(" ") != text {
            errors.push(RangeError::Spacing);
        }
        for word in words {
            match parse_square(word) {
                Ok(square) if squares.iter().any(|other| other.is_at(square)) => {
                    errors.push(RangeError::SquareTwice(word.to_owned()));
                }
                Ok(square) => squares.push(square),
                Err(error) => errors.push(error),
            }
        }
        if errors.is_empty() {
            Ok(Range::new(squares))
        } else {
            Err(errors)
        }
    }
}

impl Square {
    fn is_at(self, other: Square) -> bool {
        (self.ahead, self.down) == (other.ahead, other.down)
    }
}

fn parse_square(word: &str) -> Result<Square, RangeError> {
    let mut letters = word.chars();
    let (Some(column), Some(row), Some(kind), None) = (
        letters.next(),
        letters.next(),
        letters.next(),
        letters.next(),
    ) else {
        return Err(RangeError::NotASquare(word.to_owned()));
    };
    let column = COLUMN_LETTERS.iter().position(|&letter| letter == column);
    let row = row.to_digit(10).filter(|row| (1..=5).contains(row));
    let (Some(column), Some(row)) = (column, row) else {
        return Err(RangeError::OffGrid(word.to_owned()));
    };
    let Some(kind) = SquareKind::from_word(kind.encode_utf8(&mut [0; 4])) else {
        return Err(RangeError::UnknownKind(word.to_owned()));
    };
    let square = Square {
        ahead: column as i8 - 2,
        down: row as i8 - 3,
        kind,
    };
    if (square.ahead, square.down) == (0, 0) {
        return Err(RangeError::OwnSquare(word.to_owned()));
    }
    Ok(square)
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let column = COLUMN_LETTERS[(self.ahead + 2) as usize];
        write!(f, "{column}{}{}", self.down + 3, self.kind.word())
    }
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RangeError {
    #[error("`{0}` is not a square")]
    NotASquare(String),
    #[error("`{0}` lies off the 5×5 grid")]
    OffGrid(String),
    #[error("`{0}` is the card's own square")]
    OwnSquare(String),
    #[error("`{0}` has an unknown kind")]
    UnknownKind(String),
    #[error("`{0}` names a square for the second time")]
    SquareTwice(String),
    #[error("there is white space other than single spaces between the squares")]
    Spacing,
}

impl RangeError {
    pub(crate) const ALLOWED: &str = "squares such as C2P, separated by single spaces: a column E D C B A, \
        a row 1 to 5, then P (pawn), E (effect) or X (both); not C3, each square once";
}
