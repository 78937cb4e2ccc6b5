//! Limits the rate of lines: a few at once, then one in each interval.

use std::time::{Duration, Instant};

#[derive(Clone, Debug)]
pub struct Pace {
    burst: u32,
    interval: Duration,
    /// The end of the intervals of all lines sent so far.
    used_until: Option<Instant>,
}

impl Pace {
    pub const fn new(burst: u32, interval: Duration) -> Pace {
        Pace {
            burst,
            interval,
            used_until: None,
        }
    }

    /// When the next line may be sent; the line is counted as sent.
    pub fn next(&mut self, now: Instant) -> Instant {
        let used = self.used_until.map_or(now, |used| used.max(now));
        let ahead = self.interval * self.burst.saturating_sub(1);
        let due = used.checked_sub(ahead).map_or(now, |due| due.max(now));
        self.used_until = Some(used + self.interval);
        due
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_after_the_burst_are_spaced_by_the_interval() {
        let seconds = Duration::from_secs;
        let begin = Instant::now() + seconds(100);
        let mut pace = Pace::new(3, seconds(2));
        let due: Vec<u64> = (0..6)
            .map(|_| (pace.next(begin) - begin).as_secs())
            .collect();
        assert_eq!(due, [0, 0, 0, 2, 4, 6]);
        let later = begin + seconds(60);
        assert_eq!(pace.next(later), later);
    }
}
