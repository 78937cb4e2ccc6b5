//! The order of moves: by score, then by the tie-breakers of RULES.md, section 11.

use std::cmp::Ordering;

use super::predictor::Forecast;
use crate::prediction::evaluation::{Evaluation, LaneValue};
use crate::rules::{Board, Move, Powers, Rulebook, Side};

/// A card of this power or less is destroyed by an ordinary attack.
const VULNERABLE_POWER: i32 = 4;

/// A forecast with the values that break ties.
#[derive(Clone, Debug, PartialEq)]
pub struct RankedMove {
    pub forecast: Forecast,
    pub move_score: f64,
    access: f64,
    stability: f64,
    /// The share of your power on cards that an ordinary attack destroys.
    vulnerability: f64,
}

impl RankedMove {
    pub fn new(book: &Rulebook, forecast: Forecast) -> RankedMove {
        let sum = |evaluation: &Evaluation, factor: fn(&LaneValue) -> f64| -> f64 {
            evaluation.lanes.0.iter().map(factor).sum()
        };
        let powers = forecast.board.powers(book);
        RankedMove {
            move_score: forecast.move_score(),
            access: sum(&forecast.evaluation, |lane| lane.access),
            stability: sum(&forecast.evaluation, |lane| lane.stability),
            vulnerability: vulnerability(&forecast.board, &powers),
            forecast,
        }
    }
}

/// All moves, the best first. The order is total, so it does not depend on the input.
pub fn rank(book: &Rulebook, forecasts: Vec<Forecast>) -> Vec<RankedMove> {
    let mut moves: Vec<RankedMove> = forecasts
        .into_iter()
        .map(|forecast| RankedMove::new(book, forecast))
        .collect();
    moves.sort_by(|a, b| better(book, a, b));
    moves
}

/// `Less` when `a` comes before `b`.
fn better(book: &Rulebook, a: &RankedMove, b: &RankedMove) -> Ordering {
    let high = |a: f64, b: f64| b.total_cmp(&a);
    let low = |a: f64, b: f64| a.total_cmp(&b);
    high(a.move_score, b.move_score)
        .then_with(|| low(a.forecast.lockout_risk, b.forecast.lockout_risk))
        .then_with(|| high(a.access, b.access))
        .then_with(|| high(a.stability, b.stability))
        .then_with(|| low(a.vulnerability, b.vulnerability))
        .then_with(|| b.forecast.margin.cmp(&a.forecast.margin))
        .then_with(|| name(book, a.forecast.made).cmp(&name(book, b.forecast.made)))
}

/// Card number and tile; the pass comes last.
fn name(book: &Rulebook, made: Move) -> (u8, &str, Option<crate::rules::TileId>) {
    match made {
        Move::Play(play) => (0, &book.catalogue[play.card].number, Some(play.tile)),
        Move::Pass => (1, "", None),
    }
}

fn vulnerability(board: &Board, powers: &Powers) -> f64 {
    let yours = board.cards_of(Side::You);
    let power = |tile: crate::rules::TileId| f64::from(powers.power[tile].max(0));
    let all: f64 = yours.iter().map(power).sum();
    let vulnerable = yours
        .iter()
        .filter(|tile| powers.power[*tile] <= VULNERABLE_POWER);
    if all > 0.0 {
        vulnerable.map(power).sum::<f64>() / all
    } else {
        0.0
    }
}
