//! What one world's search remembers of the positions it has seen.

use super::outcome::Outcome;
use crate::rules::Move;

/// What a stored value says about the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Bound {
    Exact,
    AtLeast,
    AtMost,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Entry {
    pub key: u64,
    pub outcome: Outcome,
    pub best: Option<Move>,
    pub depth: u8,
    pub bound: Bound,
}

/// A table of fixed size; a newer entry replaces an older one at its place, unless the
/// older one was searched deeper from the same position.
#[derive(Clone, Debug)]
pub(crate) struct Table {
    entries: Vec<Option<Entry>>,
}

impl Table {
    /// A table for about this many positions.
    pub fn new(positions: usize) -> Table {
        let size = positions.clamp(1 << 8, 1 << 16).next_power_of_two();
        Table {
            entries: vec![None; size],
        }
    }

    #[inline]
    pub fn get(&self, key: u64) -> Option<&Entry> {
        let entry = self.entries[self.place(key)].as_ref();
        entry.filter(|entry| entry.key == key)
    }

    #[inline]
    pub fn put(&mut self, entry: Entry) {
        let place = self.place(entry.key);
        self.entries[place] = Some(entry);
    }

    fn place(&self, key: u64) -> usize {
        (key >> 20) as usize & (self.entries.len() - 1)
    }
}
