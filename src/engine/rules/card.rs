//! One card of the catalogue.

use std::fmt;
use std::num::NonZeroU16;

use qbcoach_basics::words;

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
    pub(crate) const ONE: Rank = Rank(1);
    pub(crate) const MAX: Rank = Rank(3);

    pub fn new(rank: u8) -> Option<Rank> {
        (rank <= Rank::MAX.0).then_some(Rank(rank))
    }

    /// The rank shown for a sum that may be outside 0–3.
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

/// The tile that a card needs to be played.
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

words! {
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub enum CardKind {
        /// A card that decks may hold.
        Collectible = "card",
        /// A card that only other cards make.
        Token = "token",
    }
}

words! {
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub enum Rarity {
        Standard = "standard",
        Legendary = "legendary",
    }
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
    /// The card that makes this token, if exactly one does.
    pub made_by: Option<CardId>,
}

/// The facts about a card that the engine needs at every look at the board. They are
/// computed once and kept apart from the rest of the card, to stay in the CPU's cache.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct CardProfile {
    pub power: i32,
    triggers: u16,
    /// How many pawns it lays on each of its pawn squares.
    pub pawn_amount: i8,
    /// The points that it adds to a lane that its side wins.
    pub lane_bonus: i32,
    pub traits: Traits,
    pub auras: Box<[Aura]>,
    pub counts: Box<[(i32, Count)]>,
}

/// What the engine asks of the cards in play so often that the board keeps the tiles of
/// the cards that have it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Trait {
    HasAuras,
    Counts,
    /// A look at the board may set off one of its abilities.
    Notices,
    WatchesPlays,
    WatchesDestructions,
    ActsOnDestroy,
    ScoresForLanes,
    ScoresAtTheEnd,
}

impl Trait {
    pub const NUMBER: usize = 8;
}

/// The traits of a card: 1 for each that it has, otherwise 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Traits(pub [u16; Trait::NUMBER]);

/// A change of power for as long as its source is in play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Aura {
    pub amount: i32,
    pub whose: Whose,
    pub reach: Reach,
}

impl CardProfile {
    pub fn of(card: &Card) -> CardProfile {
        let (mut auras, mut counts) = (Vec::new(), Vec::new());
        let (mut triggers, mut pawn_amount, mut lane_bonus) = (0, None, 0);
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
                    (_, Operation::ScoreBonus { points }, _) => lane_bonus += points,
                    (_, Operation::CountPower { amount, per }, _) => counts.push((*amount, *per)),
                    _ => {}
                }
            }
        }
        let has = |trigger: Trigger| triggers >> trigger as u16 & 1 == 1;
        let mut traits = Traits::default();
        for (of, holds) in [
            (Trait::HasAuras, !auras.is_empty()),
            (Trait::Counts, !counts.is_empty()),
            (Trait::Notices, triggers & NOTICED != 0),
            (Trait::WatchesPlays, has(Trigger::OnCardPlayed)),
            (Trait::WatchesDestructions, has(Trigger::OnCardDestroyed)),
            (Trait::ActsOnDestroy, has(Trigger::OnDestroy)),
            (Trait::ScoresForLanes, has(Trigger::OnLaneWin)),
            (Trait::ScoresAtTheEnd, has(Trigger::OnRoundEnd)),
        ] {
            traits.0[of as usize] = u16::from(holds);
        }
        CardProfile {
            power: card.power,
            triggers,
            traits,
            pawn_amount: pawn_amount.unwrap_or(1),
            lane_bonus,
            auras: auras.into(),
            counts: counts.into(),
        }
    }

    #[inline]
    pub const fn has(&self, trigger: Trigger) -> bool {
        self.triggers >> trigger as u16 & 1 == 1
    }
}

/// The triggers that a look at the board may set off.
const NOTICED: u16 = 1 << Trigger::OnEnfeebled as u16
    | 1 << Trigger::OnFirstEnfeebled as u16
    | 1 << Trigger::OnFirstEnhanced as u16
    | 1 << Trigger::OnPowerThreshold as u16;

impl Card {
    /// The tiles that a scope covers from `tile`, occupied or not.
    #[inline]
    pub(crate) fn reach(&self, reach: Reach, side: Side, tile: TileId) -> TileSet {
        match reach {
            Reach::AffectedTiles => self.range.effects(side, tile),
            Reach::Global => TileSet::ALL,
            Reach::InLane => tile.lane().tiles(),
        }
    }
}
