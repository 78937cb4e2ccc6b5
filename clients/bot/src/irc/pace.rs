//! No faster than servers like it: a few lines at once, then one at a time.

use std::time::{Duration, Instant};

#[derive(Clone, Debug)]
pub struct Pace {
    burst: u32,
    interval: Duration,
    /// When all lines sent so far will be paid for.
    paid: Option<Instant>,
}

impl Pace {
    pub const fn new(burst: u32, interval: Duration) -> Pace {
        Pace {
            burst,
            interval,
            paid: None,
        }
    }

    /// When the next line may go; it counts as sent then.
    pub fn next(&mut self, now: Instant) -> Instant {
        let paid = self.paid.map_or(now, |paid| paid.max(now));
        let ahead = self.interval * self.burst.saturating_sub(1);
        let due = paid.checked_sub(ahead).map_or(now, |due| due.max(now));
        self.paid = Some(paid + self.interval);
        due
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_few_lines_go_at_once_and_then_one_at_a_time() {
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
