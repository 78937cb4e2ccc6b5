//! Reviews of matches.

use qbcoach_protocol as wire;

use super::{action, number, side};
use qbcoach_engine::coaching::review::{Mark, MatchReview, ReviewedMove, SideReview, WinShare};
use qbcoach_engine::rules::{Catalogue, MatchScore, Side};

pub fn review(catalogue: &Catalogue, seq: wire::Seq, review: &MatchReview) -> wire::MatchReview {
    wire::MatchReview {
        seq,
        complete: review.complete,
        start: share(review.start),
        end: share(review.end),
        you: side_review(&review.sides.you),
        enemy: side_review(&review.sides.enemy),
        luck: wire::Luck {
            you: share(review.luck.you),
            enemy: share(review.luck.enemy),
        },
        moves: review
            .moves
            .iter()
            .map(|made| reviewed_move(catalogue, made))
            .collect(),
        turning_points: review.turning_points(),
        message: review.message.clone(),
    }
}

/// Four digits behind the point, so that sums can be checked.
fn share(share: WinShare) -> f64 {
    share.chance()
}

fn side_review(side: &SideReview) -> wire::SideReview {
    wire::SideReview {
        moves: side.moves,
        accuracy: side.accuracy,
        loss: share(side.loss),
    }
}

fn reviewed_move(catalogue: &Catalogue, made: &ReviewedMove) -> wire::ReviewedMove {
    let mover = match made.side {
        Side::You => None,
        Side::Enemy => Some(Side::Enemy),
    };
    wire::ReviewedMove {
        seq: made.number,
        turn: made.turn,
        side: side(made.side),
        label: made.label.clone(),
        best: made.best.map(|best| wire::BestMove {
            action: action(catalogue, mover, best),
            label: made.best_label.clone().unwrap_or_default(),
        }),
        win_before: share(made.win_before),
        win_after: share(made.win_after),
        loss: share(made.loss),
        hindsight_loss: share(made.hindsight_loss),
        luck: share(made.luck),
        mark: made.mark.map(|mark| mark.word().to_owned()),
        reasons: made
            .reasons
            .iter()
            .map(|reason| wire::Reason {
                tag: reason.tag.to_owned(),
                text: reason.text.clone(),
                weight: number::score(reason.weight),
            })
            .collect(),
        line: made.line.clone(),
    }
}

/// The result of a match with the few numbers that tell how it went.
pub fn match_result(
    seq: wire::Seq,
    review: &MatchReview,
    score: &MatchScore,
) -> wire::ResultReview {
    let marked = |mark: Mark| {
        let yours = review.moves.iter().filter(|made| made.side == Side::You);
        yours.filter(|made| made.mark == Some(mark)).count()
    };
    let judged = review.moves.iter().filter(|made| made.is_turning_point);
    let turning = judged.max_by_key(|made| (made.loss, std::cmp::Reverse(made.number)));
    let after = review.moves.iter().map(|made| share(made.win_after));
    wire::ResultReview {
        seq,
        winner: score.winner().map(side),
        total_you: score.totals.you,
        total_enemy: score.totals.enemy,
        accuracy_you: review.sides.you.accuracy,
        accuracy_enemy: review.sides.enemy.accuracy,
        blunders: marked(Mark::Blunder),
        mistakes: marked(Mark::Mistake),
        inaccuracies: marked(Mark::Inaccuracy),
        turning: turning.map(|made| wire::TurningPoint {
            turn: made.turn,
            side: side(made.side),
            label: made.label.clone(),
            loss: share(made.loss),
        }),
        luck: share(review.luck.you - review.luck.enemy),
        chances: std::iter::once(share(review.start)).chain(after).collect(),
    }
}
