//! The value of a position inside a search.

/// Your prospects: how likely you win, and by how much.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Outcome {
    /// Between 0 and 1; a draw counts half.
    pub win: f32,
    /// The expected margin at the end.
    pub margin: f32,
}

/// How much a point of margin counts beside the chance to win: it decides only between
/// moves that win equally often.
const MARGIN_WEIGHT: f32 = 0.000_2;
/// The largest margin that counts.
const MOST_MARGIN: f32 = 50.0;

impl Outcome {
    /// The result of a match that ended with this margin.
    pub fn decided(margin: i32) -> Outcome {
        Outcome {
            win: match margin.signum() {
                1 => 1.0,
                0 => 0.5,
                _ => 0.0,
            },
            margin: margin as f32,
        }
    }

    /// The number that moves are compared by; larger is better for you.
    #[inline]
    pub fn score(self) -> f32 {
        self.win + MARGIN_WEIGHT * self.margin.clamp(-MOST_MARGIN, MOST_MARGIN)
    }
}
