//! Evaluations and advice for matches.

use qbcoach_protocol as wire;

use super::{Drawing, action, lane, number};
use qbcoach_engine::coaching::{Advice, AdvisedMove, Balance, Reason, Thinking};
use qbcoach_engine::prediction::evaluation::Evaluation;
use qbcoach_engine::rules::{Catalogue, Lane, MatchScore};

/// How much of an advice is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AdviceExtent {
    /// The number of moves.
    pub top: usize,
    /// Whether each move has the board after it.
    pub drawing: Drawing,
}

impl AdviceExtent {
    /// What a client that asks for nothing else gets, and the topic `coach`.
    pub(crate) const USUAL: AdviceExtent = AdviceExtent {
        top: 3,
        drawing: Drawing::None,
    };

    pub(crate) fn asked(params: &wire::RecommendParams) -> AdviceExtent {
        AdviceExtent {
            top: match params.top {
                None => AdviceExtent::USUAL.top,
                Some(0) => usize::MAX,
                Some(top) => top,
            },
            drawing: Drawing::asked(params.text),
        }
    }
}

pub(crate) fn evaluation(
    evaluation: &Evaluation,
    score: &MatchScore,
    balance: Balance,
) -> wire::Evaluation {
    let lane_value = |which: Lane| {
        let value = &evaluation.lanes[which];
        wire::LaneValue {
            lane: lane(which),
            diff: value.diff,
            stability: number::score(value.stability),
            access: number::score(value.access),
            effect: number::score(value.effect),
            value: number::score(value.value()),
        }
    };
    wire::Evaluation {
        eval: number::score(evaluation.total()),
        margin: score.margin(),
        standing: balance.word().to_owned(),
        lanes: Lane::ALL.map(lane_value).into(),
    }
}

pub fn advice(catalogue: &Catalogue, advice: &Advice, extent: AdviceExtent) -> wire::Advice {
    let moves = advice.moves.iter().take(extent.top).zip(1..);
    wire::Advice {
        stage: advice.stage,
        nodes: advice.nodes,
        thinking: advice.thinking == Thinking::Yes,
        evaluation: evaluation(&advice.evaluation, &advice.score, advice.balance),
        win_chance: number::chance(advice.win_chance),
        moves: moves
            .map(|(moved, rank)| advised_move(catalogue, moved, rank, extent.drawing))
            .collect(),
        message: advice.message.clone(),
        notes: advice.notes.clone(),
    }
}

fn advised_move(
    catalogue: &Catalogue,
    moved: &AdvisedMove,
    rank: usize,
    drawing: Drawing,
) -> wire::AdvisedMove {
    let reason = |reason: &Reason| wire::Reason {
        tag: reason.tag.to_owned(),
        text: reason.text.clone(),
        weight: number::points(reason.weight),
    };
    wire::AdvisedMove {
        rank,
        action: action(catalogue, None, moved.made),
        label: moved.label.clone(),
        win_chance: number::chance(moved.win_chance),
        expected_margin: number::points(moved.expected_margin),
        claim: moved.claim.word().to_owned(),
        quality: moved.quality.word().to_owned(),
        reasons: moved.reasons.iter().map(reason).collect(),
        line: moved.line.clone(),
        margin_after: moved.margin_after,
        move_score: number::score(moved.move_score),
        immediate: number::score(moved.immediate),
        worst_reply: number::score(moved.worst_reply),
        likely_reply: number::score(moved.likely_reply),
        predicted: number::score(moved.predicted),
        text_after: match drawing {
            Drawing::Text => Some(moved.text_after.clone()),
            Drawing::None => None,
        },
    }
}
