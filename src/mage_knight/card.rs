//! Cards, units and skills that act on a combat.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::effect::Effect;
use super::ids::CardId;
use super::mana::{Mana, Price};

/// Which numbers the cards have; see `RULES.md`, section 2.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum CardSet {
    /// The design document's set: the numbers of the document that this mechanism
    /// was designed from. Its word on the wire and in data is `seed`.
    #[default]
    DesignDocument,
    /// The numbers of the board game.
    Printed,
}

impl CardSet {
    pub const WORDS: [(&'static str, CardSet); 2] = [
        ("seed", CardSet::DesignDocument),
        ("printed", CardSet::Printed),
    ];

    /// The name on the wire and in data.
    pub const fn word(self) -> &'static str {
        match self {
            CardSet::DesignDocument => "seed",
            CardSet::Printed => "printed",
        }
    }

    /// The name that people read.
    pub const fn name(self) -> &'static str {
        match self {
            CardSet::DesignDocument => "design document",
            CardSet::Printed => "printed",
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CardKind {
    Spell,
    Action,
    Unit,
    Skill,
    Artifact,
    Wound,
}

impl CardKind {
    pub const WORDS: [(&'static str, CardKind); 6] = [
        ("spell", CardKind::Spell),
        ("action", CardKind::Action),
        ("unit", CardKind::Unit),
        ("skill", CardKind::Skill),
        ("artifact", CardKind::Artifact),
        ("wound", CardKind::Wound),
    ];

    pub const fn word(self) -> &'static str {
        match self {
            CardKind::Spell => "spell",
            CardKind::Action => "action",
            CardKind::Unit => "unit",
            CardKind::Skill => "skill",
            CardKind::Artifact => "artifact",
            CardKind::Wound => "wound",
        }
    }

    /// Units and skills lie beside the hand: a hero who discards the hand keeps them.
    pub(crate) const fn is_held_in_hand(self) -> bool {
        matches!(
            self,
            CardKind::Spell | CardKind::Action | CardKind::Artifact
        )
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
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
    /// For 1 attack or block point, whatever is printed.
    Sideways,
}

impl Mode {
    /// The modes that have an effect of their own.
    pub const ALL: [Mode; 2] = [Mode::Basic, Mode::Powered];

    pub const fn word(self) -> &'static str {
        match self {
            Mode::Basic => "basic",
            Mode::Powered => "powered",
            Mode::Sideways => "sideways",
        }
    }
}

/// The basic or the powered effect of a card.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct CardMode {
    /// The name of the card, or a name of its own, as many powered spells have.
    pub name: Arc<str>,
    pub effect: Effect,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Card {
    pub id: CardId,
    pub name: Arc<str>,
    pub kind: CardKind,
    /// The mana that powers the card, one color of the list; skills need none.
    pub colors: Vec<ManaColor>,
    /// Whether it is an advanced action.
    pub advanced: bool,
    pub sets: BTreeSet<CardSet>,
    pub basic: Option<CardMode>,
    pub powered: Option<CardMode>,
    /// Which parts of the card are not played here, and whether only one source has it.
    pub note: Option<String>,
    /// Its points when it is played sideways; none if it is not held in the hand.
    pub sideways: Option<u32>,
    /// The modes that are not supported yet, with the reason.
    pub unsupported: Vec<(Mode, String)>,
}

impl Card {
    pub const fn mode(&self, mode: Mode) -> Option<&CardMode> {
        match mode {
            Mode::Basic => self.basic.as_ref(),
            Mode::Powered => self.powered.as_ref(),
            Mode::Sideways => None,
        }
    }

    /// What a mode costs where mana is counted: an action pays one of its colors to be
    /// powered, a spell always pays its color, and black as well to be powered.
    pub fn price(&self, mode: Mode) -> Price {
        let own: Vec<Mana> = self.colors.iter().map(|color| Mana::from(*color)).collect();
        match (self.kind, mode) {
            (CardKind::Action, Mode::Powered) | (CardKind::Spell, Mode::Basic) => vec![own],
            (CardKind::Spell, Mode::Powered) => vec![own, vec![Mana::Black]],
            _ => Vec::new(),
        }
    }

    /// Why a mode is not supported, if it is not.
    pub fn unsupported(&self, mode: Mode) -> Option<&str> {
        let mut modes = self.unsupported.iter();
        modes
            .find(|(unsupported, _)| *unsupported == mode)
            .map(|(_, reason)| reason.as_str())
    }
}
