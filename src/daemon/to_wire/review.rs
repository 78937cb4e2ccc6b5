//! Reviews of matches.

use qbcoach_protocol as wire;

use super::{action, number, side};
use qbcoach_engine::coaching::review::{MatchReview, ReviewedMove, SideReview, WinShare};
use qbcoach_engine::rules::{Catalogue, Side};

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
