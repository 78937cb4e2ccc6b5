//! The two sides of a match, and values kept once for each of them.

use std::fmt;
use std::ops::{Index, IndexMut};

use qbcoach_basics::words;

words! {
    /// A player: you start on the left (column 1), the enemy on the right (column 5).
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub enum Side {
        You = "you",
        Enemy = "enemy",
    }
}

impl Side {
    pub const BOTH: [Side; 2] = [Side::You, Side::Enemy];

    pub const fn opponent(self) -> Side {
        match self {
            Side::You => Side::Enemy,
            Side::Enemy => Side::You,
        }
    }

    /// The letter used in position texts.
    pub const fn letter(self) -> char {
        match self {
            Side::You => 'y',
            Side::Enemy => 'e',
        }
    }

    /// The possessive of the side in a sentence to the player.
    pub const fn whose(self) -> &'static str {
        match self {
            Side::You => "your",
            Side::Enemy => "the enemy's",
        }
    }

    /// The side with "have" or "has" in a sentence to the player.
    pub(crate) const fn who_has(self) -> &'static str {
        match self {
            Side::You => "you have",
            Side::Enemy => "the enemy has",
        }
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

/// One value for each side, indexed by the side: `power[Side::You]`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BySide<T> {
    pub you: T,
    pub enemy: T,
}

impl<T> BySide<T> {
    pub const fn new(you: T, enemy: T) -> Self {
        Self { you, enemy }
    }

    /// The value `own` for `side` and `other` for its opponent.
    pub fn seen_from(side: Side, own: T, other: T) -> Self {
        match side {
            Side::You => Self::new(own, other),
            Side::Enemy => Self::new(other, own),
        }
    }

    pub fn map<U>(self, mut f: impl FnMut(T) -> U) -> BySide<U> {
        BySide::new(f(self.you), f(self.enemy))
    }

    /// The same values with the sides exchanged.
    pub fn swapped(self) -> Self {
        Self::new(self.enemy, self.you)
    }
}

impl<T> Index<Side> for BySide<T> {
    type Output = T;

    #[inline]
    fn index(&self, side: Side) -> &T {
        match side {
            Side::You => &self.you,
            Side::Enemy => &self.enemy,
        }
    }
}

impl<T> IndexMut<Side> for BySide<T> {
    #[inline]
    fn index_mut(&mut self, side: Side) -> &mut T {
        match side {
            Side::You => &mut self.you,
            Side::Enemy => &mut self.enemy,
        }
    }
}

/// The owner of a tile.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Owner {
    #[default]
    Neutral,
    Held(Side),
}

impl Owner {
    pub const fn side(self) -> Option<Side> {
        match self {
            Owner::Neutral => None,
            Owner::Held(side) => Some(side),
        }
    }

    pub const fn mirrored(self) -> Owner {
        match self {
            Owner::Neutral => Owner::Neutral,
            Owner::Held(side) => Owner::Held(side.opponent()),
        }
    }

    /// The word used in texts and on the wire.
    pub const fn word(self) -> &'static str {
        match self {
            Owner::Neutral => "neutral",
            Owner::Held(side) => side.word(),
        }
    }
}
