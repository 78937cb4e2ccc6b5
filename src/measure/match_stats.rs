//! Statistics over many matches of two players, with confidence intervals.

use std::cmp::Ordering;

use super::pair_stats::elo_of;

/// 95 % of a normal distribution lies within this many deviations of its mean.
pub(crate) const DEVIATIONS: f64 = 1.959_963_984_540_054;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MatchEnding {
    /// The match ended by the rules.
    Finished,
    /// The match reached the limit of moves. It counts as a draw, whatever the margin.
    CutOff,
}

/// The result of one match for the first player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MatchResult {
    /// Positive when the first player is ahead.
    pub margin: i32,
    pub ending: MatchEnding,
}

impl MatchResult {
    /// What the match gives the first player: 0, 1 or 2 halves of its point.
    pub fn half_points(&self) -> usize {
        match (self.ending, self.margin.cmp(&0)) {
            (MatchEnding::CutOff, _) | (MatchEnding::Finished, Ordering::Equal) => 1,
            (MatchEnding::Finished, Ordering::Greater) => 2,
            (MatchEnding::Finished, Ordering::Less) => 0,
        }
    }

    /// The same match for the second player.
    pub fn for_the_other(self) -> MatchResult {
        MatchResult {
            margin: -self.margin,
            ..self
        }
    }
}

/// The results of many matches for the first player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MatchStats {
    pub wins: u32,
    pub draws: u32,
    pub losses: u32,
    /// How many of the draws are matches that were cut off.
    pub cut_off: u32,
    /// The sum of all margins.
    pub margins: i64,
}

/// A share with its 95 % confidence interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rate {
    pub value: f64,
    pub low: f64,
    pub high: f64,
}

impl MatchStats {
    pub fn add(&mut self, result: MatchResult) {
        self.margins += i64::from(result.margin);
        match result.half_points() {
            0 => self.losses += 1,
            1 => self.draws += 1,
            _ => self.wins += 1,
        }
        if result.ending == MatchEnding::CutOff {
            self.cut_off += 1;
        }
    }

    pub fn matches(&self) -> u32 {
        self.wins + self.draws + self.losses
    }

    pub fn average_margin(&self) -> Option<f64> {
        let matches = self.matches();
        (matches > 0).then(|| self.margins as f64 / f64::from(matches))
    }

    /// The share of wins among the decided matches, with Wilson's interval; `None` if
    /// every match was drawn.
    ///
    /// The interval assumes that matches are independent. The two matches of a mirrored
    /// pair are usually negatively correlated, so the true interval is rather smaller.
    pub fn win_rate(&self) -> Option<Rate> {
        let decided = self.wins + self.losses;
        if decided == 0 {
            return None;
        }
        let number = f64::from(decided);
        let share = f64::from(self.wins) / number;
        let spread = DEVIATIONS * DEVIATIONS / number;
        let middle = (share + spread / 2.0) / (1.0 + spread);
        let half = DEVIATIONS / (1.0 + spread)
            * (share * (1.0 - share) / number + spread / (4.0 * number)).sqrt();
        Some(Rate {
            value: share,
            // Rounding could push a bound below 0 or above 1.
            low: (middle - half).max(0.0),
            high: (middle + half).min(1.0),
        })
    }

    /// The score from 0 to 1. A draw counts as half a win.
    pub fn score_rate(&self) -> Option<f64> {
        let matches = self.matches();
        let points = f64::from(self.wins) + f64::from(self.draws) / 2.0;
        (matches > 0).then(|| points / f64::from(matches))
    }

    /// By how many Elo points the first player is stronger. `None` if one player has
    /// scored nothing, because then the difference would be infinite.
    pub fn elo(&self) -> Option<f64> {
        elo_of(self.score_rate()?)
    }
}
