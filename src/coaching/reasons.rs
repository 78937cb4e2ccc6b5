//! Why a move is what it is: sentences made from numbers that were computed.

use super::predictor::{EndsMatch, Forecast};
use crate::prediction::evaluation::Evaluation;
use crate::rules::{Board, Lane, Move, Owner, Rulebook, Side, TileId};

/// One reason; a negative weight speaks against the move.
#[derive(Clone, Debug, PartialEq)]
pub struct Reason {
    pub tag: &'static str,
    pub text: String,
    pub weight: f64,
}

const ENDS_MATCH: &str = "endsMatch";
/// Less than this is not worth a sentence.
const WORTH_SAYING: f64 = 0.05;

/// The reasons for and against a move, the weightiest first, then by tag.
pub(super) fn reasons(
    book: &Rulebook,
    before: &Board,
    evaluation: &Evaluation,
    forecast: &Forecast,
) -> Vec<Reason> {
    let mut reasons = Vec::new();
    if forecast.ends_match == EndsMatch::Yes {
        let result = match forecast.margin.signum() {
            1 => format!("it ends the match, won by {}", forecast.margin),
            -1 => format!("it ends the match, lost by {}", -forecast.margin),
            _ => "it ends the match in a draw".to_owned(),
        };
        reasons.push(Reason {
            tag: ENDS_MATCH,
            text: result,
            weight: forecast.immediate,
        });
    }
    lanes(evaluation, forecast, &mut reasons);
    cards(book, before, forecast, &mut reasons);
    factors(before, evaluation, forecast, &mut reasons);
    reply(book, forecast, &mut reasons);
    // That a move ends the match is worth saying even of a draw, which weighs nothing.
    let ends = |reason: &Reason| reason.tag == ENDS_MATCH;
    reasons.retain(|reason| ends(reason) || reason.weight.abs() >= WORTH_SAYING);
    reasons.sort_by(|a, b| {
        let by_weight = b.weight.abs().total_cmp(&a.weight.abs());
        by_weight.then_with(|| a.tag.cmp(b.tag))
    });
    reasons
}

/// How the lanes move.
fn lanes(before: &Evaluation, forecast: &Forecast, reasons: &mut Vec<Reason>) {
    for lane in Lane::ALL {
        let (was, is) = (
            before.lanes[lane].diff,
            forecast.evaluation.lanes[lane].diff,
        );
        if was == is {
            continue;
        }
        let (tag, text) = match (was.signum(), is.signum()) {
            (..=0, 1) => ("takesLane", format!("it takes {lane}, {is} ahead")),
            (1, ..=0) => ("givesLane", format!("it gives {lane} away")),
            _ if is > was => (
                "lanePower",
                format!("it moves {lane} by {} for you", is - was),
            ),
            _ => (
                "lanePower",
                format!("it moves {lane} by {} against you", was - is),
            ),
        };
        reasons.push(Reason {
            tag,
            text,
            weight: f64::from(is - was),
        });
    }
}

/// What it does to cards on the board.
fn cards(book: &Rulebook, before: &Board, forecast: &Forecast, reasons: &mut Vec<Reason>) {
    let placed_on = match forecast.made {
        Move::Play(play) => Some(play.tile),
        Move::Pass => None,
    };
    let (old, new) = (before.powers(book), forecast.board.powers(book));
    for tile in TileId::all().filter(|tile| Some(*tile) != placed_on) {
        let Some(was) = before.card(tile) else {
            continue;
        };
        let name = &book.catalogue[was.card].name;
        let sign = match was.side {
            Side::You => 1.0,
            Side::Enemy => -1.0,
        };
        match forecast.board.card(tile).filter(|is| is.card == was.card) {
            None => reasons.push(Reason {
                tag: "destroys",
                text: format!("it destroys {}{name} on {tile}", own(was.side)),
                weight: -sign * f64::from(old.power[tile]),
            }),
            Some(_) if new.power[tile] != old.power[tile] => {
                let change = new.power[tile] - old.power[tile];
                let verb = if change > 0 { "raises" } else { "lowers" };
                reasons.push(Reason {
                    tag: verb,
                    text: format!(
                        "it {verb} {}{name} on {tile} by {}",
                        own(was.side),
                        change.abs()
                    ),
                    weight: sign * f64::from(change),
                });
            }
            Some(_) => {}
        }
    }
}

fn own(side: Side) -> &'static str {
    match side {
        Side::You => "your ",
        Side::Enemy => "the enemy's ",
    }
}

/// Tiles and the evaluation's factors.
fn factors(before: &Board, was: &Evaluation, forecast: &Forecast, reasons: &mut Vec<Reason>) {
    let open = |board: &Board, side: Side| {
        TileId::all()
            .filter(|tile| board.card(*tile).is_none())
            .filter(|tile| board.owner(*tile) == Owner::Held(side))
            .map(|tile| i32::from(board.visible_rank(tile).get()))
            .sum::<i32>()
    };
    let sum = |evaluation: &Evaluation, factor: fn(&Evaluation, Lane) -> f64| -> f64 {
        Lane::ALL
            .into_iter()
            .map(|lane| factor(evaluation, lane))
            .sum()
    };
    let access = |evaluation: &Evaluation, lane: Lane| evaluation.lanes[lane].access * 1.5;
    let stability = |evaluation: &Evaluation, lane: Lane| evaluation.lanes[lane].stability * 2.0;
    let change = sum(&forecast.evaluation, access) - sum(was, access);
    let (yours, theirs) = (
        open(&forecast.board, Side::You) - open(before, Side::You),
        open(&forecast.board, Side::Enemy) - open(before, Side::Enemy),
    );
    reasons.push(Reason {
        tag: "access",
        text: format!("ranks to play on change by {yours:+} for you and {theirs:+} for the enemy"),
        weight: change,
    });
    let change = sum(&forecast.evaluation, stability) - sum(was, stability);
    let text = if change > 0.0 {
        "what you hold becomes harder to turn"
    } else {
        "what you hold becomes easier to turn"
    };
    reasons.push(Reason {
        tag: "stability",
        text: text.to_owned(),
        weight: change,
    });
}

/// What the enemy can do about it.
fn reply(book: &Rulebook, forecast: &Forecast, reasons: &mut Vec<Reason>) {
    let cost = forecast.worst_reply - forecast.immediate;
    let text = match forecast.worst_by {
        None => return,
        Some(Move::Pass) if forecast.margin >= 0 => format!(
            "the enemy has no play and must pass too, which ends the match {} ahead",
            forecast.margin
        ),
        Some(Move::Pass) => format!(
            "the enemy can pass too and end the match, {} ahead of you",
            -forecast.margin
        ),
        Some(Move::Play(play)) => {
            let reply = format!("{} to {}", book.catalogue[play.card].name, play.tile);
            if cost < 0.0 {
                format!("the worst reply, {reply}, costs {:.1}", -cost)
            } else {
                format!("no reply hurts: the worst, {reply}, leaves you {cost:.1} better off")
            }
        }
    };
    let tag = match forecast.made {
        Move::Pass => "concedes",
        Move::Play(_) => "worstReply",
    };
    reasons.push(Reason {
        tag,
        text,
        weight: cost,
    });
}
