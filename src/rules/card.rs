//! One card of the catalogue.

use std::fmt;
use std::num::NonZeroU16;

use super::effect::{Count, Effect, Operation, Reach, Scope, Trigger, Whose};
use super::range::Range;
use super::side::Side;
use super::tile::{TileId, TileSet};

/// A card of the loaded catalogue; the number printed on it is [`Card::number`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CardId(NonZeroU16);

impl CardId {
    /// The id of the card at `index` of the catalogue; `None` when it is too large.
    pub fn from_index(index: usize) -> Option<CardId> {
        let above = u16::try_from(index).ok()?.checked_add(1)?;
        NonZeroU16::new(above).map(CardId)
    }

    #[inline]
    pub const fn index(self) -> usize {
        self.0.get() as usize - 1
    }
}

/// A rank from 0 to 3: how many pawns a tile has, or a card needs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Rank(u8);

impl Rank {
    pub const ZERO: Rank = Rank(0);
    pub const MAX: Rank = Rank(3);

    pub fn new(rank: u8) -> Option<Rank> {
        (rank <= Rank::MAX.0).then_some(Rank(rank))
    }

    /// The rank shown for a sum that may lie outside 0–3.
    #[inline]
    pub const fn clamped(sum: i8) -> Rank {
        Rank(if sum < 0 {
            0
        } else if sum > 3 {
            3
        } else {
            sum as u8
        })
    }

    #[inline]
    pub const fn get(self) -> u8 {
        self.0
    }
}

impl fmt::Display for Rank {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// What a card needs to be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Cost {
    /// An own empty tile of at least this rank.
    Pawns(Rank),
    /// One of the player's own cards, which it replaces (rank R).
    Replacement,
}

impl fmt::Display for Cost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Cost::Pawns(rank) => rank.fmt(f),
            Cost::Replacement => f.write_str("R"),
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum CardKind {
    /// May be put in a deck.
    Collectible,
    /// Exists only through another card.
    Token,
}

impl CardKind {
    pub const WORDS: [(&str, CardKind); 2] =
        [("card", CardKind::Collectible), ("token", CardKind::Token)];
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Rarity {
    Standard,
    Legendary,
}

impl Rarity {
    pub const WORDS: [(&str, Rarity); 2] = [
        ("standard", Rarity::Standard),
        ("legendary", Rarity::Legendary),
    ];
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Card {
    pub id: CardId,
    pub number: String,
    pub name: String,
    pub kind: CardKind,
    pub cost: Cost,
    pub power: i32,
    pub rarity: Rarity,
    pub range: Range,
    pub effects: Vec<Effect>,
    /// The card that makes this token, where only one does.
    pub made_by: Option<CardId>,
}

/// What the engine asks about every card in play at every look, worked out once
/// and kept apart from the rest of the card, so that it stays in the cache.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Plan {
    pub power: i32,
    triggers: u16,
    /// The pawns it puts on each of its pawn squares.
    pub pawn_amount: i8,
    pub auras: Box<[Aura]>,
    pub counts: Box<[(i32, Count)]>,
}

/// A change of power for as long as its source is in play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Aura {
    pub amount: i32,
    pub whose: Whose,
    pub reach: Reach,
}

impl Plan {
    pub fn of(card: &Card) -> Plan {
        let (mut auras, mut counts) = (Vec::new(), Vec::new());
        let (mut triggers, mut pawn_amount) = (0, None);
        for effect in &card.effects {
            triggers |= 1 << effect.trigger as u16;
            for operation in &effect.operations {
                match (effect.trigger, operation, effect.scope) {
                    (_, Operation::ModifyTileRanks { amount }, _) => {
                        pawn_amount.get_or_insert(*amount as i8);
                    }
                    (
                        Trigger::WhileInPlay,
                        Operation::ModifyPower { amount, .. },
                        Scope::Cards(whose, reach),
                    ) => auras.push(Aura {
                        amount: *amount,
                        whose,
                        reach,
                    }),
                    (_, Operation::CountPower { amount, per }, _) => counts.push((*amount, *per)),
                    _ => {}
                }
            }
        }
        Plan {
            power: card.power,
            triggers,
            pawn_amount: pawn_amount.unwrap_or(1),
            auras: auras.into(),
            counts: counts.into(),
        }
    }

    #[inline]
    pub const fn has(&self, trigger: Trigger) -> bool {
        self.triggers >> trigger as u16 & 1 == 1
    }

    /// Whether a look at the board may set off one of its abilities.
    #[inline]
    pub const fn notices(&self) -> bool {
        const NOTICED: u16 = 1 << Trigger::OnEnfeebled as u16
            | 1 << Trigger::OnFirstEnfeebled as u16
            | 1 << Trigger::OnFirstEnhanced as u16
            | 1 << Trigger::OnPowerThreshold as u16;
        self.triggers & NOTICED != 0
    }
}

impl Card {
    /// The tiles a scope covers from `tile`, whoever stands on them.
    #[inline]
    pub(crate) fn reach(&self, reach: Reach, side: Side, tile: TileId) -> TileSet {
        match reach {
            Reach::AffectedTiles => self.range.effects(side, tile),
            Reach::Global => TileSet::ALL,
            Reach::InLane => tile.lane().tiles(),
        }
    }
}
