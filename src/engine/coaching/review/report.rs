//! What a review found.

use super::mark::{Mark, accuracy};
use super::mistake::MistakeKind;
use super::win_share::WinShare;
use crate::coaching::reasons::Reason;
use crate::rules::{BySide, Move, Side};

/// One move of the match. All win chances are yours, also at the enemy's moves.
#[derive(Clone, Debug, PartialEq)]
pub struct ReviewedMove {
    /// The caller's number for the action.
    pub number: u64,
    pub turn: u32,
    pub side: Side,
    pub made: Move,
    pub label: String,
    /// The best move with what its side knew; none if the move cannot be judged.
    pub best: Option<Move>,
    pub best_label: Option<String>,
    pub win_before: WinShare,
    pub win_after: WinShare,
    /// What the move cost its side, with what that side knew then. Never negative.
    pub loss: WinShare,
    /// What it cost with the cards as they turned out to be. Never negative.
    pub hindsight_loss: WinShare,
    /// How your win chance changed from here to the next move without anybody's doing:
    /// draws, and the enemy's hidden cards.
    pub luck: WinShare,
    pub mark: Option<Mark>,
    pub is_turning_point: bool,
    pub kinds: Vec<MistakeKind>,
    pub reasons: Vec<Reason>,
    /// The best move and what was expected after it.
    pub line: Vec<String>,
}

/// How one side played.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct SideReview {
    /// How many of its moves were judged.
    pub moves: usize,
    /// In percent; see [`accuracy`].
    pub accuracy: Option<f64>,
    pub loss: WinShare,
}

/// `start - sides.you.loss + sides.enemy.loss + luck.you - luck.enemy` is exactly `end`.
#[derive(Clone, Debug, PartialEq)]
pub struct MatchReview {
    /// Whether the match is over.
    pub complete: bool,
    pub start: WinShare,
    pub end: WinShare,
    pub sides: BySide<SideReview>,
    /// The sum of the luck that helped each side. Neither is negative.
    pub luck: BySide<WinShare>,
    pub moves: Vec<ReviewedMove>,
    pub message: String,
}

/// The most turning points of a match.
const MOST_TURNING_POINTS: usize = 3;
/// The least loss of a turning point.
const TURNING_LOSS: WinShare = WinShare::from_percent(10);

impl MatchReview {
    /// The numbers of the turning points, in the order of the match.
    pub fn turning_points(&self) -> Vec<u64> {
        let turning = self.moves.iter().filter(|made| made.is_turning_point);
        turning.map(|made| made.number).collect()
    }
}

/// The moves that cost most, of either side.
pub(super) fn mark_turning_points(moves: &mut [ReviewedMove]) {
    let mut costly: Vec<usize> = (0..moves.len())
        .filter(|index| moves[*index].loss >= TURNING_LOSS)
        .collect();
    costly.sort_by_key(|index| (-moves[*index].loss, *index));
    for index in costly.into_iter().take(MOST_TURNING_POINTS) {
        moves[index].is_turning_point = true;
    }
}

pub(super) fn side_review(moves: &[ReviewedMove], side: Side) -> SideReview {
    let judged = moves
        .iter()
        .filter(|made| made.side == side && made.best.is_some());
    let losses: Vec<WinShare> = judged.map(|made| made.loss).collect();
    SideReview {
        moves: losses.len(),
        accuracy: accuracy(&losses),
        loss: losses.into_iter().sum(),
    }
}

/// The luck that helped each side.
pub(super) fn luck_of_sides(moves: &[ReviewedMove]) -> BySide<WinShare> {
    let helped = |of: fn(WinShare) -> WinShare| {
        let each = moves.iter().map(|made| of(made.luck));
        each.filter(|luck| *luck > WinShare::ZERO).sum()
    };
    BySide::new(helped(|luck| luck), helped(|luck| -luck))
}
