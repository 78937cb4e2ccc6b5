//! `coach/…`

use std::ops::ControlFlow;

use jsonrpsee::core::RegisterMethodError;
use qbcoach_protocol as wire;
use qbcoach_protocol::error::{OUT_OF_TURN, SESSION_OVER};
use qbcoach_protocol::method::*;
use serde_json::{Value, json};

use super::{Answer, Table, add, audience, match_of, work_out};
use crate::coaching::{Budget, Progress, mulligan};
use crate::daemon::Moment;
use crate::daemon::failure::{Failure, of_coach};
use crate::daemon::peer::Call;
use crate::daemon::{documents, to_wire};
use crate::mage_knight::advice::{self, AdviceError};
use crate::rules::Side;
use crate::sessions::AnyGame;
use crate::sessions::mage_knight::PlayedCombat;
use crate::sessions::queens_blood::Match;
use crate::simulation::pile::Pile;

pub fn register(table: &mut Table) -> Result<(), RegisterMethodError> {
    add(table, CoachEvaluate, async |daemon, call, params| {
        let moment = daemon.moment(&params.session_id, params.seq).await?;
        let audience = audience(&call);
        work_out(&call, moment, move |moment| {
            documents::evaluation(moment, audience)
        })
        .await
    })?;
    add(table, CoachMulligan, async |daemon, call, params| {
        let moment = daemon.moment(&params.session_id, params.seq).await?;
        work_out(&call, moment, mulligan_advice).await
    })?;
    add(table, CoachRecommend, async |daemon, call, params| {
        let moment = daemon.moment(&params.session_id, None).await?;
        let watched = call.clone();
        let depth = params.budget.and_then(|budget| budget.depth);
        let warning = depth.and_then(|depth| about_depth(&moment, depth.into()));
        let value = work_out(&call, moment, move |moment| {
            recommend(moment, &watched, &params)
        })
        .await;
        Ok(Answer {
            value: value?,
            warnings: warning.into_iter().collect(),
        })
    })
}

/// How far is looked ahead cannot be chosen; whoever tries is told.
fn about_depth(moment: &Moment, depth: u64) -> Option<wire::Warning> {
    let message = match &moment.game {
        AnyGame::QueensBlood(_) if depth <= 1 => return None,
        AnyGame::QueensBlood(_) => {
            format!("{depth} replies were asked for; one is looked ahead")
        }
        AnyGame::MageKnight(_) => {
            "a combat is searched to its end, as far as `budget.nodes` reaches".to_owned()
        }
    };
    Some(wire::Warning {
        field: "budget.depth".to_owned(),
        message,
    })
}

fn recommend(
    moment: &Moment,
    call: &Call,
    params: &wire::RecommendParams,
) -> Result<wire::Recommendation, Failure> {
    let token = params.work_done_token.as_ref();
    report(
        call,
        token,
        || json!({ "kind": "begin", "title": "ranking moves" }),
    );
    let watch = |done: usize, all: usize| {
        report(call, token, || {
            let share = 100 * done / all.max(1);
            let message = format!("{done} of {all} moves");
            json!({ "kind": "report", "percentage": share, "message": message })
        });
        match call.cancel.is_cancelled() {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    };
    let advice = match &moment.game {
        AnyGame::QueensBlood(game) => {
            let advice = recommend_move(moment.seq, game, params, watch);
            advice.map(|advice| wire::Recommendation::Match(Box::new(advice)))
        }
        AnyGame::MageKnight(game) => {
            let advice = recommend_action(moment.seq, game, params, watch);
            advice.map(|advice| wire::Recommendation::Combat(Box::new(advice)))
        }
    };
    report(call, token, || json!({ "kind": "end" }));
    advice
}

fn recommend_move(
    seq: wire::Seq,
    game: &Match,
    params: &wire::RecommendParams,
    mut watch: impl FnMut(usize, usize) -> ControlFlow<()>,
) -> Result<wire::MatchRecommendation, Failure> {
    let nodes = params.budget.and_then(|budget| budget.nodes);
    let watch = |progress: Progress| watch(progress.moves_done, progress.moves);
    let advice = game
        .coach
        .recommend_within(&game.annotated, Budget { nodes }, watch)
        .map_err(|error| of_coach(&error))?;
    let top = params.top.unwrap_or(usize::MAX);
    Ok(wire::MatchRecommendation {
        seq,
        advice: to_wire::advice(&game.book().catalogue, &advice, top),
    })
}

fn recommend_action(
    seq: wire::Seq,
    game: &PlayedCombat,
    params: &wire::RecommendParams,
    mut watch: impl FnMut(usize, usize) -> ControlFlow<()>,
) -> Result<wire::CombatRecommendation, Failure> {
    let nodes = params.budget.and_then(|budget| budget.nodes);
    let nodes = nodes.unwrap_or(advice::DEFAULT_BUDGET).min(MOST_NODES);
    let watch = |progress: advice::Progress| watch(progress.actions_done, progress.actions);
    match advice::recommend_while(&game.combat, &game.data, nodes, watch) {
        Ok(advice) => {
            let top = params.top.unwrap_or(usize::MAX);
            Ok(to_wire::combat::advice(seq, &advice, top))
        }
        Err(AdviceError::Cancelled) => Err(Failure::cancelled()),
        Err(error) => Err(Failure::new(SESSION_OVER, error)),
    }
}

/// A search for combats holds what it has seen in memory.
const MOST_NODES: u64 = 2_000_000;

fn report(call: &Call, token: Option<&Value>, value: impl FnOnce() -> Value) {
    // Whoever has called it off has had his last word already.
    if let Some(token) = token.filter(|_| !call.cancel.is_cancelled()) {
        let params = json!({ "token": token, "value": value() });
        call.peer.try_notify("$/progress", &params);
    }
}

fn mulligan_advice(moment: &Moment) -> Result<wire::MulliganAdvice, Failure> {
    let game = match_of(moment)?;
    let state = &game.annotated.state;
    let out_of_turn =
        |expected: &str, reason: &str| Failure::new(OUT_OF_TURN, reason).with("expected", expected);
    if !state.may_mulligan(Side::You) {
        return Err(out_of_turn("play", "your opening hand is settled already"));
    }
    let holdings = &state.holdings.you;
    if holdings.hand.unknown > 0 {
        let failure = out_of_turn("setHand", "your opening hand is not known");
        return Err(failure.hint("send {type: \"setHand\", cards} first"));
    }
    let hand = holdings.hand.cards();
    let rest = match &holdings.pile {
        Pile::Ordered(cards) => cards.clone(),
        Pile::Hidden {
            pool: Some(pool), ..
        } => pool.clone(),
        Pile::Hidden { pool: None, .. } => {
            let reason = "what may come for a card depends on your deck, which is not known";
            let hint = "create the session with `you.deck`";
            return Err(Failure::params("sessionId", reason).hint(hint));
        }
    };
    let advice = mulligan::advise(game.book(), &hand, &rest)
        .map_err(|error| Failure::params("you.hand", error))?;
    let catalogue = &game.book().catalogue;
    Ok(to_wire::belief::mulligan(catalogue, moment.seq, &advice))
}
