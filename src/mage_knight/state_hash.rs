//! A hash of 128 bits for the states of a search: one pass, the same on every machine.

use std::hash::{Hash, Hasher};

/// Two lanes that mix the same words with different numbers. With 128 bits a collision
/// of two states is too unlikely to matter.
pub(super) struct StateHasher {
    first: u64,
    second: u64,
}

const FIRST: u64 = 0x9e37_79b9_7f4a_7c15;
const SECOND: u64 = 0xd6e8_feb8_6659_fd93;

impl Default for StateHasher {
    fn default() -> StateHasher {
        StateHasher {
            first: SECOND,
            second: FIRST,
        }
    }
}

/// Both halves of the product, folded into one.
const fn folded(a: u64, b: u64) -> u64 {
    let product = a as u128 * b as u128;
    (product as u64) ^ (product >> 64) as u64
}

impl StateHasher {
    fn mix(&mut self, word: u64) {
        self.first = folded(self.first ^ word, FIRST).wrapping_add(self.second);
        self.second = folded(self.second.rotate_left(23) ^ word, SECOND) ^ self.first;
    }

    /// Adds a list whose order does not matter.
    pub fn write_unordered<T: Hash>(&mut self, list: &[T]) {
        let mut sum = 0_u128;
        for one in list {
            let mut hasher = StateHasher::default();
            one.hash(&mut hasher);
            sum = sum.wrapping_add(hasher.wide());
        }
        self.mix(list.len() as u64);
        self.mix(sum as u64);
        self.mix((sum >> 64) as u64);
    }

    pub fn wide(mut self) -> u128 {
        self.mix(FIRST);
        self.mix(SECOND);
        u128::from(self.first) << 64 | u128::from(self.second)
    }
}

impl Hasher for StateHasher {
    fn finish(&self) -> u64 {
        self.first ^ self.second
    }

    fn write(&mut self, bytes: &[u8]) {
        let mut chunks = bytes.chunks_exact(8);
        for chunk in &mut chunks {
            let mut word = [0; 8];
            word.copy_from_slice(chunk);
            self.mix(u64::from_le_bytes(word));
        }
        let rest = chunks.remainder();
        if !rest.is_empty() {
            let mut word = [0; 8];
            word[..rest.len()].copy_from_slice(rest);
            // The length keeps "a" and "a\0" apart.
            self.mix(u64::from_le_bytes(word) ^ (rest.len() as u64) << 56);
        }
    }

    fn write_u8(&mut self, value: u8) {
        self.mix(u64::from(value));
    }

    fn write_u32(&mut self, value: u32) {
        self.mix(u64::from(value));
    }

    fn write_u64(&mut self, value: u64) {
        self.mix(value);
    }

    fn write_usize(&mut self, value: usize) {
        self.mix(value as u64);
    }

    fn write_isize(&mut self, value: isize) {
        self.mix(value as u64);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn near_values_have_different_hashes() {
        let mut seen = BTreeSet::new();
        for first in 0_u32..60 {
            for second in 0_u64..60 {
                for text in ["", "a", "enemy_0", "enemy_1", "enemy_10"] {
                    let mut hasher = StateHasher::default();
                    (first, second, text).hash(&mut hasher);
                    assert!(seen.insert(hasher.wide()), "{first} {second} {text}");
                }
            }
        }
    }
}
