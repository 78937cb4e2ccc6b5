//! How long to wait before trying again: twice as long each time, with a random part so
//! that many clients do not all try at the same moment.

use std::hash::{BuildHasher, Hasher, RandomState};
use std::time::Duration;

#[derive(Clone, Debug)]
pub struct Backoff {
    first: Duration,
    longest: Duration,
    failures: u32,
}

impl Backoff {
    pub const fn new(first: Duration, longest: Duration) -> Backoff {
        Backoff {
            first,
            longest,
            failures: 0,
        }
    }

    /// After a success: the next wait is the first one again.
    pub fn reset(&mut self) {
        self.failures = 0;
    }

    pub fn next_wait(&mut self) -> Duration {
        // Every new `RandomState` has random keys.
        self.wait_with(RandomState::new().build_hasher().finish())
    }

    /// A time between half of the doubled wait and all of it.
    fn wait_with(&mut self, random: u64) -> Duration {
        let doubled = self.first.saturating_mul(1 << self.failures.min(16));
        self.failures = self.failures.saturating_add(1);
        let full = doubled.min(self.longest);
        let share = (random % 1001) as u32;
        full / 2 + full * share / 2000
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waits_double_up_to_the_longest_until_a_reset() {
        let seconds = Duration::from_secs;
        let mut backoff = Backoff::new(seconds(1), seconds(10));
        let most: Vec<Duration> = (0..6).map(|_| backoff.wait_with(1000)).collect();
        assert_eq!(most, [1, 2, 4, 8, 10, 10].map(seconds));
        backoff.reset();
        assert_eq!(backoff.wait_with(0), seconds(1) / 2);
        for _ in 0..100 {
            assert!((seconds(1)..=seconds(10)).contains(&backoff.next_wait()));
        }
    }
}
