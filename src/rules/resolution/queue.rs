//! Triggers that wait for their turn, first in, first out.

use super::Instance;
use crate::rules::tile::TileId;

/// One noticed trigger: an ability of an instance.
#[derive(Clone, Copy, Debug)]
pub(super) struct Waiting {
    pub instance: Instance,
    /// The ability's place among the card's effects.
    pub effect: u8,
}

impl Waiting {
    /// Fills the places of the ring that nothing waits in.
    const NONE: Waiting = Waiting {
        instance: Instance {
            tile: TileId::FIRST,
            birth: 0,
        },
        effect: 0,
    };
}

/// More than this never waits at once with the shipped cards; data that would
/// need it is looping, and its play is cut short.
const CAPACITY: usize = 128;

/// A ring with room for [`CAPACITY`]; it never allocates.
pub(super) struct Queue {
    ring: [Waiting; CAPACITY],
    first: usize,
    length: usize,
}

impl Queue {
    pub fn new() -> Queue {
        Queue {
            ring: [Waiting::NONE; CAPACITY],
            first: 0,
            length: 0,
        }
    }

    /// False when there is no room.
    #[must_use]
    pub fn push(&mut self, waiting: Waiting) -> bool {
        if self.length == CAPACITY {
            return false;
        }
        self.ring[(self.first + self.length) % CAPACITY] = waiting;
        self.length += 1;
        true
    }

    pub fn pop(&mut self) -> Option<Waiting> {
        if self.length == 0 {
            return None;
        }
        let waiting = self.ring[self.first];
        self.first = (self.first + 1) % CAPACITY;
        self.length -= 1;
        Some(waiting)
    }
}
