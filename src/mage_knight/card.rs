//! Cards, units and skills that act on a combat.

use std::collections::BTreeSet;
use std::fmt;
use std::sync::Arc;

use super::effect::Effect;
use super::ids::CardId;

/// Which numbers the cards have.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum CardSet {
    /// Those of the design the mechanism was made from.
    #[default]
    Seed,
    /// Those of the board game.
    Printed,
}

impl CardSet {
    pub const WORDS: [(&'static str, CardSet); 2] =
        [("seed", CardSet::Seed), ("printed", CardSet::Printed)];

    pub const fn word(self) -> &'static str {
        match self {
            CardSet::Seed => "seed",
            CardSet::Printed => "printed",
        }
    }
}

impl fmt::Display for CardSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CardKind {
    Spell,
    Action,
    Unit,
    Skill,
}

impl CardKind {
    pub const WORDS: [(&'static str, CardKind); 4] = [
        ("spell", CardKind::Spell),
        ("action", CardKind::Action),
        ("unit", CardKind::Unit),
        ("skill", CardKind::Skill),
    ];

    pub const fn word(self) -> &'static str {
        match self {
            CardKind::Spell => "spell",
            CardKind::Action => "action",
            CardKind::Unit => "unit",
            CardKind::Skill => "skill",
        }
    }

    /// Units and skills lie on the table: who loses the hand keeps them.
    pub const fn is_held_in_hand(self) -> bool {
        matches!(self, CardKind::Spell | CardKind::Action)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ManaColor {
    Red,
    Blue,
    Green,
    White,
}

impl ManaColor {
    pub const WORDS: [(&'static str, ManaColor); 4] = [
        ("red", ManaColor::Red),
        ("blue", ManaColor::Blue),
        ("green", ManaColor::Green),
        ("white", ManaColor::White),
    ];

    pub fn word(self) -> &'static str {
        let found = ManaColor::WORDS.iter().find(|(_, color)| *color == self);
        found.map_or("", |(word, _)| word)
    }
}

/// How a card is played.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Mode {
    #[default]
    Basic,
    Powered,
}

impl Mode {
    pub const ALL: [Mode; 2] = [Mode::Basic, Mode::Powered];

    pub const fn word(self) -> &'static str {
        match self {
            Mode::Basic => "basic",
            Mode::Powered => "powered",
        }
    }
}

/// One of the two things a card can do.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct CardMode {
    /// Many powered spells have a name of their own.
    pub name: Arc<str>,
    pub effect: Effect,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Card {
    pub id: CardId,
    pub name: Arc<str>,
    pub kind: CardKind,
    /// The mana that powers it; skills need none.
    pub color: Option<ManaColor>,
    pub sets: BTreeSet<CardSet>,
    pub basic: Option<CardMode>,
    pub powered: Option<CardMode>,
    /// What of the card happens outside a combat and is not played here.
    pub note: Option<String>,
}

impl Card {
    pub const fn mode(&self, mode: Mode) -> Option<&CardMode> {
        match mode {
            Mode::Basic => self.basic.as_ref(),
            Mode::Powered => self.powered.as_ref(),
        }
    }
}
