//! The only random numbers of the program: ChaCha8 from a seed, so that one seed gives
//! the same match on every machine and in every version. The algorithm is in
//! `src/engine/rules/RULES.md`, section 4.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{RngCore, SeedableRng};

#[derive(Clone, Debug)]
pub struct Chance(ChaCha8Rng);

impl Chance {
    /// Streams of one seed are independent of each other.
    pub fn new(seed: u64, stream: u64) -> Chance {
        let mut generator = ChaCha8Rng::seed_from_u64(seed);
        generator.set_stream(stream);
        Chance(generator)
    }

    /// A number from 0 to `bound` − 1; 0 for a bound of 0.
    pub fn below(&mut self, bound: usize) -> usize {
        // The high half of the product gives the same number on every platform. A
        // remainder would depend on the generator's low bits, which are less random.
        let product = u128::from(self.0.next_u64()) * bound as u128;
        (product >> 64) as usize
    }

    /// Fisher–Yates from the last index down.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            let other = self.below(last + 1);
            items.swap(last, other);
        }
    }

    /// One of the items at random; `None` if there are none.
    pub fn pick<'a, T>(&mut self, items: &'a [T]) -> Option<&'a T> {
        items.get(self.below(items.len()))
    }
}
