//! The events of a play, in order. They suffice to redraw the board and to explain the
//! play.

use super::card::{CardId, Rank};
use super::effect::Trigger;
use super::power::Status;
use super::side::{BySide, Owner, Side};
use super::tile::TileId;

/// A card in play with its tile and side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct CardOnTile {
    pub tile: TileId,
    pub card: CardId,
    pub side: Side,
}

/// Why the ranks of a tile changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PawnCause {
    /// A card's pawn landed.
    Laid(CardOnTile),
    /// Cards were destroyed, and their pawns or tiles with them.
    Destruction,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Event {
    Played {
        subject: CardOnTile,
        /// The card it replaced, which was destroyed before.
        replaced: Option<CardId>,
    },
    Pawns {
        tile: TileId,
        owner: Owner,
        ranks: BySide<Rank>,
        cause: PawnCause,
    },
    Power {
        subject: CardOnTile,
        before: i32,
        after: i32,
        status: Status,
        /// The card whose arrival or ability changed the power; `None` when the removal of
        /// other cards did.
        by: Option<CardOnTile>,
    },
    Triggered {
        subject: CardOnTile,
        trigger: Trigger,
        /// The index of the ability in the card's effects.
        effect: usize,
    },
    Destroyed {
        subject: CardOnTile,
        by: Option<CardOnTile>,
    },
    Spawned {
        subject: CardOnTile,
        by: CardOnTile,
    },
    AddedToHand {
        side: Side,
        card: CardId,
        by: CardOnTile,
    },
    Turn {
        side: Side,
    },
    Over,
}

/// Receives events. A search uses `()`, which costs nothing.
pub trait EventSink {
    /// False lets the engine skip work that is needed for events only.
    const LISTENS: bool;

    fn event(&mut self, event: Event);
}

/// Drops all events.
impl EventSink for () {
    const LISTENS: bool = false;

    #[inline]
    fn event(&mut self, _event: Event) {}
}

impl EventSink for Vec<Event> {
    const LISTENS: bool = true;

    fn event(&mut self, event: Event) {
        self.push(event);
    }
}
