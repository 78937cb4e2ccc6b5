//! Advice in words: the ranked moves with their quality, their reasons and the
//! board after them, and what to say about the position.

use super::locks::Locks;
use super::predictor::{EndsMatch, Forecast, decided};
use super::ranking::RankedMove;
use super::reasons::{Reason, reasons};
use crate::observation::AnnotatedState;
use crate::prediction::evaluation::{Evaluation, evaluate};
use crate::rules::notation::draw;
use crate::rules::{Lane, MatchScore, Move, Rulebook, Side};

/// How a move compares with the best one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quality {
    Best,
    Good,
    Playable,
    Risky,
    Losing,
}

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

    /// By what a move's score lacks to the best one: up to 2 good, up to 6
    /// playable, up to 15 risky, beyond that losing; a move that ends the match
    /// in a loss is losing whatever the others are, unless it is the best.
    fn of(place: usize, moved: &RankedMove, best: f64) -> Quality {
        let lacks = best - moved.move_score;
        let loses = moved.forecast.ends_match == EndsMatch::Yes && moved.forecast.margin < 0;
        match lacks {
            _ if place == 0 => Quality::Best,
            _ if loses => Quality::Losing,
            ..=2.0 => Quality::Good,
            ..=6.0 => Quality::Playable,
            ..=15.0 => Quality::Risky,
            _ => Quality::Losing,
        }
    }
}

/// Who is ahead, by the evaluation: more than [`EVEN`] apart or not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    Winning,
    Even,
    Losing,
}

/// Within this much the position counts as even.
const EVEN: f64 = 2.0;

impl Standing {
    pub fn of(evaluation: &Evaluation) -> Standing {
        match evaluation.total() {
            value if value > EVEN => Standing::Winning,
            value if value < -EVEN => Standing::Losing,
            _ => Standing::Even,
        }
    }

    pub const fn word(self) -> &'static str {
        match self {
            Standing::Winning => "winning",
            Standing::Even => "even",
            Standing::Losing => "losing",
        }
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct AdvisedMove {
    pub made: Move,
    /// "Crawler to MID-2"
    pub label: String,
    pub move_score: f64,
    pub immediate: f64,
    pub worst_reply: f64,
    pub likely_reply: f64,
    pub predicted: f64,
    pub margin_after: i32,
    pub quality: Quality,
    pub reasons: Vec<Reason>,
    /// The board after it, drawn.
    pub text_after: String,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Advice {
    pub evaluation: Evaluation,
    pub standing: Standing,
    pub score: MatchScore,
    /// What is proved to be decided.
    pub locks: Locks,
    /// Every legal move, the best first.
    pub moves: Vec<AdvisedMove>,
    /// What to do, in one sentence.
    pub message: String,
    pub notes: Vec<String>,
}

/// Puts ranked moves into words.
pub(super) fn explain(
    book: &Rulebook,
    view: &AnnotatedState,
    ranked: Vec<RankedMove>,
    locks: Locks,
) -> Advice {
    let board = &view.state.position.board;
    let powers = board.powers(book);
    let evaluation = evaluate(book, board, &powers);
    let score = board.score_with(book, &powers);
    let best = ranked.first().map_or(0.0, |first| first.move_score);
    let moves: Vec<AdvisedMove> = ranked
        .iter()
        .enumerate()
        .map(|(place, moved)| {
            let forecast = &moved.forecast;
            AdvisedMove {
                made: forecast.made,
                label: label(book, forecast, &score),
                move_score: moved.move_score,
                immediate: forecast.immediate,
                worst_reply: forecast.worst_reply,
                likely_reply: forecast.likely_reply,
                predicted: forecast.predicted(),
                margin_after: forecast.margin,
                quality: Quality::of(place, moved, best),
                reasons: reasons(book, board, &evaluation, forecast),
                text_after: draw(book, &forecast.board),
            }
        })
        .collect();
    Advice {
        message: message(&moves),
        notes: notes(view, &score, &locks),
        locks,
        standing: Standing::of(&evaluation),
        evaluation,
        score,
        moves,
    }
}

/// "Crawler to MID-2", or a pass with what it concedes.
fn label(book: &Rulebook, forecast: &Forecast, score: &MatchScore) -> String {
    let totals = score.totals;
    match (forecast.made, forecast.worst_by) {
        (Move::Play(play), _) => format!("{} to {}", book.catalogue[play.card].name, play.tile),
        (Move::Pass, _) if forecast.ends_match == EndsMatch::Yes => {
            format!("Pass, ending the match {} to {}", totals.you, totals.enemy)
        }
        (Move::Pass, Some(Move::Pass)) if forecast.margin >= 0 => {
            let (you, enemy) = (totals.you, totals.enemy);
            format!("Pass, and the enemy must too: the match ends {you} to {enemy}")
        }
        (Move::Pass, Some(Move::Pass)) => {
            format!(
                "Pass, conceding the match {} to {}",
                totals.you, totals.enemy
            )
        }
        (Move::Pass, Some(Move::Play(_))) => {
            let conceded = (forecast.immediate - forecast.worst_reply).max(0.0);
            format!("Pass, conceding up to {conceded:.1}")
        }
        (Move::Pass, None) => "Pass, conceding nothing".to_owned(),
    }
}

fn message(moves: &[AdvisedMove]) -> String {
    let Some(best) = moves.first() else {
        return "There is nothing to play.".to_owned();
    };
    // What speaks for it; only a move with nothing for it is told by what it costs.
    let for_it = best.reasons.iter().find(|reason| reason.weight > 0.0);
    let why = for_it
        .or(best.reasons.first())
        .map(|reason| format!(": {}", reason.text))
        .unwrap_or_default();
    match best.made {
        Move::Play(_) => format!("Play {}{why}.", best.label),
        Move::Pass => format!("{}{why}.", best.label),
    }
}

/// What has to be known before any move is made.
fn notes(view: &AnnotatedState, score: &MatchScore, locks: &Locks) -> Vec<String> {
    let mut notes = Vec::new();
    let position = &view.state.position;
    if position.passes() >= 1 {
        let result = match score.winner() {
            Some(Side::You) => "you win",
            Some(Side::Enemy) => "you lose",
            None => "it is a draw",
        };
        notes.push(format!(
            "The enemy has passed: passing now ends the match at {} to {}, {result}.",
            score.totals.you, score.totals.enemy
        ));
    } else if decided(score.margin()) < 0.0 {
        notes.push(format!(
            "If you pass, the enemy can end the match by passing too, at {} to {}.",
            score.totals.you, score.totals.enemy
        ));
    }
    let hand = &view.state.holdings[Side::You].hand;
    if hand.unknown > 0 {
        let cards = counted(hand.unknown, "card");
        notes.push(format!(
            "Of your hand {cards} not known, so not considered."
        ));
    }
    if let Some(side) = locks.match_.locked {
        notes.push(format!(
            "The match is locked for {}: {}.",
            whom(side),
            locks.match_.words()
        ));
    }
    for (lane, side) in locks.locked_lanes() {
        let proof = locks.lanes[lane].words();
        notes.push(format!("{lane} is locked for {}: {proof}.", whom(side)));
    }
    for lane in Lane::ALL {
        let lane_score = &score.lanes[lane];
        if lane_score.winner.is_none() && lane_score.power.you > 0 {
            notes.push(format!("{lane} is drawn and gives nobody points."));
        }
    }
    notes
}

/// "1 card is", "2 cards are".
fn counted(number: u32, noun: &str) -> String {
    match number {
        1 => format!("1 {noun} is"),
        _ => format!("{number} {noun}s are"),
    }
}

fn whom(side: Side) -> &'static str {
    match side {
        Side::You => "you",
        Side::Enemy => "the enemy",
    }
}
