//! How long to wait before trying again: longer each time, and not when everybody does.

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

    /// It worked: the next wait is short again.
    pub fn reset(&mut self) {
        self.failures = 0;
    }

    pub fn next_wait(&mut self) -> Duration {
        // The standard library seeds every hasher with new chance.
        self.wait_with(RandomState::new().build_hasher().finish())
    }

    /// Between half and all of the time that is due.
    fn wait_with(&mut self, chance: u64) -> Duration {
        let doubled = self.first.saturating_mul(1 << self.failures.min(16));
        self.failures = self.failures.saturating_add(1);
        let due = doubled.min(self.longest);
        let share = (chance % 1001) as u32;
        due / 2 + due * share / 2000
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waits_double_up_to_the_longest_and_begin_anew_after_success() {
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
