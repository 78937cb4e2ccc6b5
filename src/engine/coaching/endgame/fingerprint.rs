//! Keys of positions for the table of a proof search.
//!
//! A table that takes two positions for the same one could prove something false. With
//! 128 bits that does not happen by chance, so positions are not compared completely.

use std::hash::{Hash, Hasher};

use crate::rules::{Board, TileId};

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Fingerprint(u64, u64);

impl Fingerprint {
    pub fn of(value: &impl Hash) -> Fingerprint {
        let mut mixer = Mixer::new();
        value.hash(&mut mixer);
        mixer.fingerprint()
    }

    /// The key of the board has 64 bits. Cards and ranks are mixed in once more, so that
    /// only boards that look the same rely on it alone.
    pub fn of_board(board: &Board) -> Fingerprint {
        let mut mixer = Mixer::new();
        mixer.write_u64(board.key());
        for tile in TileId::all() {
            let ranks = board.ranks(tile);
            mixer.write_u8(ranks.you.get() << 4 | ranks.enemy.get());
            if let Some(placed) = board.card(tile) {
                (placed.card, placed.side).hash(&mut mixer);
                (placed.power_delta, placed.scale_delta).hash(&mut mixer);
            }
        }
        mixer.fingerprint()
    }
}

/// Collects eight bytes at a time and mixes them into two independent halves. The same
/// values give the same fingerprint on every machine.
struct Mixer {
    halves: [u64; 2],
    buffer: u64,
    bits: u32,
}

const MULTIPLIERS: [u64; 2] = [0x9e37_79b9_7f4a_7c15, 0xc2b2_ae3d_27d4_eb4f];

impl Mixer {
    const fn new() -> Mixer {
        Mixer {
            halves: [0x243f_6a88_85a3_08d3, 0x1319_8a2e_0370_7344],
            buffer: 0,
            bits: 0,
        }
    }

    #[inline]
    fn add(&mut self, value: u64, bits: u32) {
        self.buffer |= value << self.bits;
        self.bits += bits;
        if self.bits >= u64::BITS {
            let word = self.buffer;
            self.mix(word);
            self.bits -= u64::BITS;
            // The bits of the value that did not fit.
            let kept = bits - self.bits;
            self.buffer = if kept == u64::BITS { 0 } else { value >> kept };
        }
    }

    #[inline]
    fn mix(&mut self, word: u64) {
        let [first, second] = &mut self.halves;
        *first = (*first ^ word).wrapping_mul(MULTIPLIERS[0]);
        *first ^= *first >> 32;
        *second = second.rotate_left(23).wrapping_add(word);
        *second = (*second ^ (*second >> 29)).wrapping_mul(MULTIPLIERS[1]);
    }

    fn fingerprint(mut self) -> Fingerprint {
        let (buffer, bits) = (self.buffer, self.bits);
        self.mix(buffer);
        self.mix(bits.into());
        self.mix(0);
        Fingerprint(self.halves[0], self.halves[1])
    }
}

impl Hasher for Mixer {
    fn finish(&self) -> u64 {
        self.halves[0]
    }

    #[inline]
    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.add(u64::from(*byte), 8);
        }
    }

    #[inline]
    fn write_u8(&mut self, value: u8) {
        self.add(value.into(), 8);
    }

    #[inline]
    fn write_i8(&mut self, value: i8) {
        self.add(u64::from(value as u8), 8);
    }

    #[inline]
    fn write_u16(&mut self, value: u16) {
        self.add(value.into(), 16);
    }

    #[inline]
    fn write_u32(&mut self, value: u32) {
        self.add(value.into(), 32);
    }

    #[inline]
    fn write_u64(&mut self, value: u64) {
        self.add(value, 64);
    }

    #[inline]
    fn write_i32(&mut self, value: i32) {
        self.add(u64::from(value as u32), 32);
    }

    // Lengths and the numbers of variants are small, but as wide as the machine's words.
    #[inline]
    fn write_usize(&mut self, value: usize) {
        self.add(value as u32 as u64, 32);
    }

    #[inline]
    fn write_isize(&mut self, value: isize) {
        self.add(value as u32 as u64, 32);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn bytes_that_cross_the_words_of_the_mixer_are_not_lost() {
        let mut seen = BTreeSet::new();
        for first in 0..4_u8 {
            for wide in 0..4_u32 {
                for last in 0..4_u16 {
                    let value = (first, wide << 30, first, wide << 30, last << 14);
                    assert!(seen.insert(Fingerprint::of(&value)), "{value:?}");
                }
            }
        }
    }

    #[test]
    fn lists_that_differ_in_length_or_order_differ() {
        let lists: [&[u8]; 6] = [&[], &[0], &[0, 0], &[1, 2], &[2, 1], &[0; 9]];
        let keys: BTreeSet<_> = lists.iter().map(Fingerprint::of).collect();
        assert_eq!(keys.len(), lists.len());
    }
}
