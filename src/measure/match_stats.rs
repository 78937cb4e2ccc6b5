//! What a number of matches says about two players, and how surely.

use std::cmp::Ordering;

/// 95 % of a normal distribution lies within this many deviations of its mean.
const DEVIATIONS: f64 = 1.959_963_984_540_054;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// By the rules.
    Finished,
    /// Cut off: nobody has won, whatever the score.
    CutOff,
}

/// One match, from the first player's side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MatchResult {
    /// Positive when the first player is ahead.
    pub margin: i32,
    pub ending: Ending,
}

/// The sum of many matches, from the first player's side.
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

/// A share with the bounds between which the true one lies in 95 of 100 cases.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rate {
    pub value: f64,
    pub low: f64,
    pub high: f64,
}

impl MatchStats {
    pub fn add(&mut self, result: MatchResult) {
        self.margins += i64::from(result.margin);
        match (result.ending, result.margin.cmp(&0)) {
            (Ending::CutOff, _) => {
                self.draws += 1;
                self.cut_off += 1;
            }
            (Ending::Finished, Ordering::Greater) => self.wins += 1,
            (Ending::Finished, Ordering::Equal) => self.draws += 1,
            (Ending::Finished, Ordering::Less) => self.losses += 1,
        }
    }

    pub fn matches(&self) -> u32 {
        self.wins + self.draws + self.losses
    }

    pub fn average_margin(&self) -> Option<f64> {
        let matches = self.matches();
        (matches > 0).then(|| self.margins as f64 / f64::from(matches))
    }

    /// The share of wins among the decided matches, with Wilson's interval; none
    /// when every match was drawn.
    ///
    /// It takes matches for independent. The two of a mirrored pair usually
    /// differ more than that, so that the true interval is rather smaller.
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
            // Rounding must not push a bound past what a share can be.
            low: (middle - half).max(0.0),
            high: (middle + half).min(1.0),
        })
    }

    /// The score from 0 to 1, a draw being half a win.
    pub fn score_rate(&self) -> Option<f64> {
        let matches = self.matches();
        let points = f64::from(self.wins) + f64::from(self.draws) / 2.0;
        (matches > 0).then(|| points / f64::from(matches))
    }

    /// By how many points the first player is stronger; none when one of them
    /// has not scored at all, for no finite difference explains that.
    pub fn elo(&self) -> Option<f64> {
        let score = self.score_rate()?;
        (score > 0.0 && score < 1.0).then(|| 400.0 * (score / (1.0 - score)).log10())
    }
}
