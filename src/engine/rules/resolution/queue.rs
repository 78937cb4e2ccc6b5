//! The queue of noticed triggers, first in, first out.

use super::Occupant;
use crate::rules::tile::TileId;

/// One noticed trigger: an ability of a card in play.
#[derive(Clone, Copy, Debug)]
pub(super) struct QueuedAbility {
    pub occupant: Occupant,
    /// The index of the ability in the card's effects.
    pub effect: u8,
}

impl QueuedAbility {
    /// Fills the unused slots of the ring.
    const NONE: QueuedAbility = QueuedAbility {
        occupant: Occupant {
            tile: TileId::FIRST,
            birth: 0,
        },
        effect: 0,
    };
}

/// The shipped cards never have more triggers waiting at once. Only cards made to set
/// each other off forever reach this, and then the play is cut short.
const CAPACITY: usize = 128;

/// A ring of [`CAPACITY`] slots; it never allocates. Most plays set off no trigger, so the
/// slots are filled only when the first one is needed.
pub(super) struct Queue {
    ring: Option<[QueuedAbility; CAPACITY]>,
    first: usize,
    length: usize,
}

impl Queue {
    pub fn new() -> Queue {
        Queue {
            ring: None,
            first: 0,
            length: 0,
        }
    }

    /// False when the queue is full.
    #[must_use]
    pub(crate) fn push(&mut self, ability: QueuedAbility) -> bool {
        if self.length == CAPACITY {
            return false;
        }
        let ring = self.ring.get_or_insert_with(unused_slots);
        ring[(self.first + self.length) % CAPACITY] = ability;
        self.length += 1;
        true
    }

    pub(crate) fn pop(&mut self) -> Option<QueuedAbility> {
        if self.length == 0 {
            return None;
        }
        let ability = self.ring.as_ref()?[self.first];
        self.first = (self.first + 1) % CAPACITY;
        self.length -= 1;
        Some(ability)
    }
}

/// A function, so that the slots are filled only when a trigger waits.
fn unused_slots() -> [QueuedAbility; CAPACITY] {
    [QueuedAbility::NONE; CAPACITY]
}
