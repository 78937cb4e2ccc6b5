//! Statistics over mirrored pairs. The two matches of a pair share the deal, so they are
//! not independent; the pairs are. A pair has five outcomes for the first player: 0, ¼, ½,
//! ¾ or 1 of its two points.

use super::match_stats::{DEVIATIONS, MatchResult, Rate};

/// How many quarters of its points a pair can give.
pub const OUTCOMES: usize = 5;

/// The outcomes as they are printed.
pub const OUTCOME_WORDS: [&str; OUTCOMES] = ["0", "1/4", "1/2", "3/4", "1"];

/// How often each outcome was reached.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PairStats {
    /// By the quarters that the pair gave.
    pub counts: [u32; OUTCOMES],
}

impl PairStats {
    pub fn add(&mut self, pair: [MatchResult; 2]) {
        let quarters: usize = pair.iter().map(MatchResult::half_points).sum();
        self.counts[quarters] += 1;
    }

    pub fn pairs(&self) -> u32 {
        self.counts.iter().sum()
    }

    /// The mean score of a pair, from 0 to 1.
    pub fn score(&self) -> Option<f64> {
        let pairs = f64::from(self.pairs());
        (pairs > 0.0).then(|| self.outcomes().map(|(score, n)| score * n).sum::<f64>() / pairs)
    }

    /// The variance of the score of a pair.
    ///
    /// Pairs that are all equal would have none, and look certain after two of them. They
    /// get the least variance that unequal pairs can have: as if one of them had differed
    /// by a quarter.
    pub fn variance(&self) -> Option<f64> {
        let (pairs, mean) = (f64::from(self.pairs()), self.score()?);
        let squares = self.outcomes().map(|(score, n)| n * (score - mean).powi(2));
        let least = (pairs - 1.0) / (16.0 * pairs * pairs);
        (pairs > 1.0).then(|| (squares.sum::<f64>() / pairs).max(least))
    }

    /// The mean score with its 95 % interval.
    pub fn score_rate(&self) -> Option<Rate> {
        let value = self.score()?;
        let half = DEVIATIONS * (self.variance()? / f64::from(self.pairs())).sqrt();
        Some(Rate {
            value,
            low: (value - half).max(0.0),
            high: (value + half).min(1.0),
        })
    }

    /// The difference in Elo with its 95 % interval; `None` if one player has scored
    /// nothing. An end is `None` if the interval of the score reaches 0 or 1, where Elo is
    /// infinite, or with a single pair.
    pub fn elo(&self) -> Option<EloRate> {
        let rate = self.score_rate();
        Some(EloRate {
            value: elo_of(self.score()?)?,
            low: rate.and_then(|rate| elo_of(rate.low)),
            high: rate.and_then(|rate| elo_of(rate.high)),
        })
    }

    /// The score of each outcome and how often it was reached.
    fn outcomes(&self) -> impl Iterator<Item = (f64, f64)> {
        let counts = self.counts.into_iter().enumerate();
        counts.map(|(quarters, n)| (quarters as f64 / 4.0, f64::from(n)))
    }
}

/// A difference in Elo with its 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EloRate {
    pub value: f64,
    pub low: Option<f64>,
    pub high: Option<f64>,
}

/// The difference in Elo at which this score is expected; `None` at 0 and 1.
pub fn elo_of(score: f64) -> Option<f64> {
    (score > 0.0 && score < 1.0).then(|| 400.0 * (score / (1.0 - score)).log10())
}

/// The score that is expected at this difference in Elo.
pub fn score_of(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / 400.0))
}
