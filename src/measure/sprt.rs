//! A sequential test between two differences in Elo: it stops as soon as the pairs played
//! tell which of the two is the likelier, with an error of 5 % either way.

use super::pair_stats::{PairStats, score_of};

/// The logarithm of 0.95 / 0.05: the ratio of likelihoods at which the test stops.
pub const BOUND: f64 = 2.94;

/// With fewer pairs their variance is not known well enough to stop.
pub const FEWEST_PAIRS: u32 = 20;

/// The two differences in Elo that are compared; `low` is below `high`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    low: f64,
    high: f64,
}

#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
pub enum SprtError {
    #[error("--sprt compares two differences in Elo, the lower first: {low} is not below {high}")]
    NotInOrder { low: f64, high: f64 },
    #[error("--sprt takes differences from -{MOST_ELO} to {MOST_ELO} Elo, not {found}")]
    OutOfRange { found: f64 },
}

/// Beyond this hardly a match in a million is lost.
const MOST_ELO: f64 = 2000.0;

/// What a test has found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The lower difference is the likelier.
    Low,
    /// The higher difference is the likelier.
    High,
    Undecided,
}

impl Verdict {
    pub const fn word(self) -> &'static str {
        match self {
            Verdict::Low => "low",
            Verdict::High => "high",
            Verdict::Undecided => "undecided",
        }
    }
}

impl Sprt {
    pub fn new(low: f64, high: f64) -> Result<Sprt, SprtError> {
        for found in [low, high] {
            if !(-MOST_ELO..=MOST_ELO).contains(&found) {
                return Err(SprtError::OutOfRange { found });
            }
        }
        if low < high {
            Ok(Sprt { low, high })
        } else {
            Err(SprtError::NotInOrder { low, high })
        }
    }

    pub fn low(&self) -> f64 {
        self.low
    }

    pub fn high(&self) -> f64 {
        self.high
    }

    /// The logarithm of how much likelier the higher difference makes these pairs than
    /// the lower one; `None` with fewer than two pairs.
    ///
    /// The scores of many pairs are nearly normal. Of N pairs with mean s and variance v
    /// it is N · (s₁ − s₀) · (2s − s₀ − s₁) / 2v.
    pub fn log_likelihood_ratio(&self, pairs: &PairStats) -> Option<f64> {
        let (mean, variance) = (pairs.score()?, pairs.variance()?);
        let (low, high) = (score_of(self.low), score_of(self.high));
        let number = f64::from(pairs.pairs());
        Some(number * (high - low) * (2.0 * mean - low - high) / (2.0 * variance))
    }

    pub fn verdict(&self, pairs: &PairStats) -> Verdict {
        if pairs.pairs() < FEWEST_PAIRS {
            return Verdict::Undecided;
        }
        match self.log_likelihood_ratio(pairs) {
            Some(ratio) if ratio >= BOUND => Verdict::High,
            Some(ratio) if ratio <= -BOUND => Verdict::Low,
            _ => Verdict::Undecided,
        }
    }
}
