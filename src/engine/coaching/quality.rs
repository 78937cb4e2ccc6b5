//! How a move compares with the best one.

/// The quality of a move. It follows from the win chance that the move loses against the
/// best one, so that "worse than the best" is not the same as "losing".
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quality {
    Best,
    Good,
    Playable,
    Risky,
    Losing,
}

/// The largest losses of win chance of a good and of a playable move.
const GOOD: f64 = 0.03;
const PLAYABLE: f64 = 0.08;
/// A move that loses more than this is losing if it also makes a defeat likelier than a
/// win.
const RISKY: f64 = 0.20;
/// From this win chance on a move is never called losing.
const WINNING: f64 = 0.5;
/// Differences below this are rounding.
const SAME: f64 = 1e-9;

impl Quality {
    pub const fn word(self) -> &'static str {
        match self {
            Quality::Best => "best",
            Quality::Good => "good",
            Quality::Playable => "playable",
            Quality::Risky => "risky",
            Quality::Losing => "losing",
        }
    }

    /// The quality of the move with this index in the ranking. A proved loss is losing
    /// unless it is the first move.
    pub(super) fn of(index: usize, win_chance: f64, best: f64) -> Quality {
        let loss = best - win_chance - SAME;
        if index == 0 {
            Quality::Best
        } else if win_chance <= 0.0 {
            Quality::Losing
        } else if loss <= GOOD {
            Quality::Good
        } else if loss <= PLAYABLE {
            Quality::Playable
        } else if loss <= RISKY || win_chance >= WINNING {
            Quality::Risky
        } else {
            Quality::Losing
        }
    }
}
