//! What happens in a play, in order: enough to redraw the board and to explain it.

use super::card::{CardId, Rank};
use super::effect::Trigger;
use super::power::Status;
use super::side::{BySide, Owner, Side};
use super::tile::TileId;

/// A card in play, named by where it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Actor {
    pub tile: TileId,
    pub card: CardId,
    pub side: Side,
}

/// Why the ranks of a tile changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PawnCause {
    /// A card's pawn landed.
    Laid(Actor),
    /// Cards were destroyed, and their pawns or tiles with them.
    Destruction,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Event {
    Played {
        actor: Actor,
        /// The card it took the place of, destroyed before.
        replaced: Option<CardId>,
    },
    Pawns {
        tile: TileId,
        owner: Owner,
        ranks: BySide<Rank>,
        cause: PawnCause,
    },
    Power {
        actor: Actor,
        before: i32,
        after: i32,
        status: Status,
        /// The card whose arrival or ability changed it; none when others left.
        by: Option<Actor>,
    },
    Triggered {
        actor: Actor,
        trigger: Trigger,
        /// The ability's place among the card's effects.
        effect: usize,
    },
    Destroyed {
        actor: Actor,
        by: Option<Actor>,
    },
    Spawned {
        actor: Actor,
        by: Actor,
    },
    AddedToHand {
        side: Side,
        card: CardId,
        by: Actor,
    },
    Turn {
        side: Side,
    },
    Over,
}

/// Where events go. The search listens to nothing, and pays nothing for it.
pub trait EventSink {
    /// False lets the engine skip work that only serves events.
    const LISTENS: bool;

    fn event(&mut self, event: Event);
}

/// Nobody listens.
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
