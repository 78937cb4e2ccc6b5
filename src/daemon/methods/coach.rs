//! `coach/…`

use std::num::NonZeroUsize;
use std::ops::ControlFlow;

use qbcoach_protocol as wire;
use qbcoach_protocol::AdviceMethod;
use qbcoach_protocol::error::{OUT_OF_TURN, SESSION_OVER};
use qbcoach_protocol::method::*;
use serde_json::{Value, json};

use super::{
    MethodAnswer, MethodTable, MethodTableError, audience, match_of, work_out, work_out_long,
};
use crate::Moment;
use crate::documents::answers::{self, recommendation};
use crate::peer::Call;
use crate::rpc_error::{RpcError, of_coach};
use crate::settings::Settings;
use crate::to_wire::{self, AdviceExtent};
use qbcoach_basics::shorten::{LONGEST_NAME, is_too_long};
use qbcoach_engine::coaching::{
    Advice, Budget, Progress, SearchLimit, StopSign, Thinking, mulligan,
};
use qbcoach_engine::rules::Side;
use qbcoach_engine::simulation::pile::Pile;
use qbcoach_mage_knight::advice::{self, AdviceError};
use qbcoach_sessions::AnyGame;
use qbcoach_sessions::mage_knight::PlayedCombat;
use qbcoach_sessions::queens_blood::Match;

pub(crate) fn register(table: &mut MethodTable) -> Result<(), MethodTableError> {
    table.add(CoachEvaluate, async |daemon, call, params| {
        let moment = daemon.moment(&call, &params.session_id, params.seq).await?;
        let audience = audience(&call);
        work_out(&call, moment, move |moment| {
            answers::evaluation(moment, audience)
        })
        .await
    })?;
    table.add(CoachMulligan, async |daemon, call, params| {
        let moment = daemon.moment(&call, &params.session_id, params.seq).await?;
        work_out(&call, moment, mulligan_advice).await
    })?;
    table.add(CoachRecommend, async |daemon, call, params| {
        if let Some(token) = &params.work_done_token {
            check_progress_token(token)?;
        }
        let limit = search_limit(&daemon.settings, params.budget.unwrap_or_default())?;
        let moment = daemon.moment(&call, &params.session_id, None).await?;
        let watched = call.clone();
        let warning = about_depth(&moment, &params);
        let value = work_out_long(&call, moment, move |moment| {
            recommend(moment, &watched, &params, limit)
        })
        .await;
        Ok(MethodAnswer {
            value: value?,
            warnings: warning.into_iter().collect(),
        })
    })
}

/// No match has more moves than this.
const MOST_DEPTH: u32 = 40;

/// How far a search may go: what was asked for, or the usual.
fn search_limit(settings: &Settings, asked: wire::Budget) -> Result<SearchLimit, RpcError> {
    let most = settings.limits.search_nodes;
    let nodes = match asked.nodes {
        None => settings.coach.nodes,
        Some(0) => {
            let reason = "a budget of 0 leaves nothing to search";
            let hint = format!("ask for 1 to {most} nodes, or leave `budget.nodes` out");
            return Err(RpcError::params("budget.nodes", reason).hint(hint));
        }
        Some(nodes) if nodes > most => {
            let reason = format!("one search may have {most} nodes, not {nodes}");
            return Err(RpcError::limit("searchNodes", most, reason));
        }
        Some(nodes) => nodes,
    };
    let depth = match asked.depth {
        None => None,
        Some(depth @ 1..=MOST_DEPTH) => u8::try_from(depth).ok(),
        Some(depth) => {
            let reason = format!("a search looks 1 to {MOST_DEPTH} moves ahead, not {depth}");
            return Err(RpcError::params("budget.depth", reason));
        }
    };
    Ok(SearchLimit { nodes, depth })
}

/// Every report repeats the token, so it must be short.
pub(super) fn check_progress_token(token: &Value) -> Result<(), RpcError> {
    let is_short = match token {
        Value::Number(number) => !number.is_f64(),
        Value::String(text) => !is_too_long(text),
        _ => false,
    };
    match is_short {
        true => Ok(()),
        false => {
            let reason = format!(
                "a token for progress is a number or a text of at most {LONGEST_NAME} characters"
            );
            Err(RpcError::params("workDoneToken", reason))
        }
    }
}

/// Only the search of a match has a depth; elsewhere asking for one gets a warning.
fn about_depth(moment: &Moment, params: &wire::RecommendParams) -> Option<wire::Warning> {
    let depth = params.budget.and_then(|budget| budget.depth)?;
    let message = match (&moment.game, params.method.unwrap_or_default()) {
        (AnyGame::QueensBlood(_), AdviceMethod::Search) => return None,
        (AnyGame::QueensBlood(_), AdviceMethod::Reference) if depth <= 1 => return None,
        (AnyGame::QueensBlood(_), AdviceMethod::Reference) => {
            format!("{depth} replies were asked for; the reference method looks one ahead")
        }
        (AnyGame::MageKnight(_), _) => {
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
    limit: SearchLimit,
) -> Result<wire::Recommendation, RpcError> {
    let token = params.work_done_token.as_ref();
    report(
        call,
        token,
        || json!({ "kind": "begin", "title": "thinking" }),
    );
    let watch = |done: usize, all: usize| {
        report(call, token, || {
            let share = 100 * done / all.max(1);
            let message = format!("{done} of {all} moves");
            json!({ "kind": "report", "percentage": share, "message": message })
        });
        go_on(call)
    };
    let advice = match (&moment.game, params.method.unwrap_or_default()) {
        (AnyGame::QueensBlood(game), AdviceMethod::Reference) => {
            let nodes = params.budget.and_then(|budget| budget.nodes);
            let watch = |progress: Progress| watch(progress.moves_done, progress.moves);
            let coach = &game.coach;
            let advice = coach.recommend_within(&game.annotated, Budget { nodes }, watch);
            advice
                .map(|advice| match_answer(moment.seq, game, &advice, params))
                .map_err(|error| of_coach(&error))
        }
        (AnyGame::QueensBlood(game), AdviceMethod::Search) => {
            search_move(moment, game, params, limit, call)
        }
        (AnyGame::MageKnight(game), _) => {
            let advice = recommend_action(moment.seq, game, params, watch);
            advice.map(|advice| wire::Recommendation::Combat(Box::new(advice)))
        }
    };
    report(call, token, || json!({ "kind": "end" }));
    advice
}

fn match_answer(
    seq: wire::Seq,
    game: &Match,
    advice: &Advice,
    params: &wire::RecommendParams,
) -> wire::Recommendation {
    let extent = AdviceExtent::asked(params);
    wire::Recommendation::Match(Box::new(recommendation(seq, game, advice, extent)))
}

/// The answer so far as a progress report: its own fields, beside those that every report
/// has.
fn progress_of(so_far: &wire::Recommendation, share: u64) -> Value {
    let mut value = json!(so_far);
    value["kind"] = json!("report");
    value["percentage"] = json!(share.min(100));
    value
}

fn search_move(
    moment: &Moment,
    game: &Match,
    params: &wire::RecommendParams,
    limit: SearchLimit,
    call: &Call,
) -> Result<wire::Recommendation, RpcError> {
    let token = params.work_done_token.as_ref();
    let is_usual = params.budget.unwrap_or_default() == wire::Budget::default()
        && AdviceExtent::asked(params) == AdviceExtent::USUAL;
    // What a follower of the session has been shown need not be searched again.
    if let Some(finished) = moment.derived.advice.finished()
        && is_usual
        && token.is_none()
    {
        return Ok(wire::Recommendation::Match(Box::new(finished.clone())));
    }
    let coach = &game.coach;
    let draft = coach.draft(&game.annotated, Budget::default(), |_| go_on(call));
    let is_cancelled = || call.cancel.is_cancelled();
    let stop = StopSign::when(&is_cancelled);
    let advice = draft.and_then(|draft| {
        coach.finish(&draft, limit, NonZeroUsize::MIN, &stop, |found| {
            report(call, token, || {
                let so_far = draft.searched(found, Thinking::Yes);
                let so_far = match_answer(moment.seq, game, &so_far, params);
                progress_of(&so_far, 100 * found.nodes / limit.nodes)
            });
            go_on(call)
        })
    });
    let advice = advice.map_err(|error| of_coach(&error))?;
    match call.cancel.is_cancelled() {
        true => Err(RpcError::cancelled()),
        false => Ok(match_answer(moment.seq, game, &advice, params)),
    }
}

fn go_on(call: &Call) -> ControlFlow<()> {
    match call.cancel.is_cancelled() {
        true => ControlFlow::Break(()),
        false => ControlFlow::Continue(()),
    }
}

fn recommend_action(
    seq: wire::Seq,
    game: &PlayedCombat,
    params: &wire::RecommendParams,
    mut watch: impl FnMut(usize, usize) -> ControlFlow<()>,
) -> Result<wire::CombatRecommendation, RpcError> {
    let nodes = params.budget.and_then(|budget| budget.nodes);
    let nodes = nodes.unwrap_or_else(|| advice::default_budget(&game.combat));
    let watch = |progress: advice::Progress| watch(progress.actions_done, progress.actions);
    match advice::recommend_while(&game.combat, &game.data, nodes, watch) {
        Ok(advice) => {
            let top = AdviceExtent::asked(params).top;
            Ok(to_wire::combat::advice(seq, &advice, top))
        }
        Err(AdviceError::Cancelled) => Err(RpcError::cancelled()),
        Err(error) => Err(RpcError::new(SESSION_OVER, error)),
    }
}

pub(super) fn report(call: &Call, token: Option<&Value>, value: impl FnOnce() -> Value) {
    // No progress is sent after a cancelled request.
    if let Some(token) = token.filter(|_| !call.cancel.is_cancelled()) {
        let params = json!({ "token": token, "value": value() });
        call.peer.try_notify("$/progress", &params);
    }
}

fn mulligan_advice(moment: &Moment) -> Result<wire::MulliganAdvice, RpcError> {
    let game = match_of(moment)?;
    let state = &game.annotated.state;
    let out_of_turn = |expected: &str, reason: &str| {
        RpcError::new(OUT_OF_TURN, reason).with("expected", expected)
    };
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
            return Err(RpcError::params("sessionId", reason).hint(hint));
        }
    };
    let advice = mulligan::advise(game.book(), &hand, &rest)
        .map_err(|error| RpcError::params("you.hand", error))?;
    let catalogue = &game.book().catalogue;
    Ok(to_wire::belief::mulligan(catalogue, moment.seq, &advice))
}
