//! `coach/review`

use std::collections::VecDeque;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::sync::{MutexGuard, PoisonError};

use qbcoach_protocol as wire;
use qbcoach_protocol::error::{LIMIT_REACHED, OUT_OF_TURN, UNKNOWN_SESSION};
use qbcoach_protocol::method::*;
use serde_json::{Value, json};

use super::coach::{check_progress_token, report};
use super::{MethodTable, MethodTableError, match_of};
use crate::peer::Call;
use crate::reads::ReadLength;
use crate::rpc_error::{RpcError, of_coach};
use crate::{Daemon, Moment, to_wire};
use qbcoach_engine::coaching::review::{
    MatchReview, RecordedMatch, ReviewError, ReviewLimit, ReviewProgress,
};
use qbcoach_engine::simulation::action::Action;
use qbcoach_sessions::queens_blood::Match;
use qbcoach_sessions::{AnyAction, AnyGame, SessionId};

pub(crate) fn register(table: &mut MethodTable) -> Result<(), MethodTableError> {
    table.add(CoachReview, async |daemon, call, params| {
        let moment = daemon.moment(&call, &params.session_id, None).await?;
        if let Some(token) = &params.work_done_token {
            check_progress_token(token)?;
        }
        let limit = limit(params.budget.unwrap_or_default())?;
        let (watched, reading) = (call.clone(), daemon.clone());
        let review = move || review(&reading, &moment, &watched, &params, limit);
        call.read(ReadLength::Review, review).await?
    })?;
    table.add(CoachResult, async |daemon, call, params| {
        let moment = daemon.moment(&call, &params.session_id, None).await?;
        let key = (moment.session, moment.seq);
        if let Some(known) = daemon.results().get(key) {
            return Ok(known);
        }
        let (watched, reading) = (call.clone(), daemon.clone());
        let result = move || result(&reading, &moment, &watched);
        let result = call.read(ReadLength::Review, result).await??;
        daemon.results().keep(key, result.clone());
        Ok(result)
    })
}

/// The results of the latest matches: every overlay asks for the same one.
#[derive(Debug, Default)]
pub(crate) struct KeptResults(VecDeque<((SessionId, wire::Seq), wire::ResultReview)>);

const MOST_RESULTS: usize = 8;

impl KeptResults {
    fn get(&self, key: (SessionId, wire::Seq)) -> Option<wire::ResultReview> {
        let mut kept = self.0.iter();
        kept.find(|(other, _)| *other == key)
            .map(|(_, result)| result.clone())
    }

    fn keep(&mut self, key: (SessionId, wire::Seq), result: wire::ResultReview) {
        self.0.retain(|(other, _)| *other != key);
        self.0.push_back((key, result));
        if self.0.len() > MOST_RESULTS {
            self.0.pop_front();
        }
    }
}

impl Daemon {
    fn results(&self) -> MutexGuard<'_, KeptResults> {
        self.results.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// How many plays are simulated to judge a move for the result: enough to find the mistakes
/// that viewers see too, and done within a second or two.
const RESULT_NODES: u64 = 2_000;

fn result(daemon: &Daemon, moment: &Moment, call: &Call) -> Result<wire::ResultReview, RpcError> {
    let game = match_of(moment)?;
    if !game.annotated.state.position.is_over() {
        return Err(RpcError::new(OUT_OF_TURN, "the match is not over yet")
            .with("expected", "over")
            .hint("ask again when it has ended"));
    }
    let limit = ReviewLimit {
        nodes: RESULT_NODES,
        depth: None,
    };
    let review = reviewed(daemon, moment, call, None, limit)?;
    let score = game.annotated.state.position.board.score(game.book());
    Ok(to_wire::match_result(moment.seq, &review, &score))
}

fn limit(budget: wire::ReviewBudget) -> Result<ReviewLimit, RpcError> {
    let nodes = budget.nodes.unwrap_or(ReviewLimit::DEFAULT_NODES);
    if nodes == 0 {
        let reason = "a review needs a budget: at least 1 play for each move";
        return Err(RpcError::params("budget.nodes", reason)
            .hint("leave the budget out for a good review within seconds"));
    }
    if nodes > ReviewLimit::MOST_NODES {
        let most = ReviewLimit::MOST_NODES;
        let reason = format!("a review simulates at most {most} plays for each move");
        return Err(RpcError::new(LIMIT_REACHED, reason)
            .with("limit", "budget.nodes")
            .with("most", most)
            .with("field", "budget.nodes")
            .hint(format!("give at most {most}, or leave the budget out")));
    }
    let depth = match budget.depth {
        Some(0) => {
            let reason = "a review looks at least 1 move ahead";
            return Err(RpcError::params("budget.depth", reason));
        }
        depth => depth.map(|depth| u8::try_from(depth).unwrap_or(u8::MAX)),
    };
    Ok(ReviewLimit { nodes, depth })
}

fn review(
    daemon: &Daemon,
    moment: &Moment,
    call: &Call,
    params: &wire::ReviewParams,
    limit: ReviewLimit,
) -> Result<wire::MatchReview, RpcError> {
    let review = reviewed(daemon, moment, call, params.work_done_token.as_ref(), limit)?;
    let game = match_of(moment)?;
    Ok(to_wire::review(&game.book().catalogue, moment.seq, &review))
}

/// Reports progress under the token.
fn reviewed(
    daemon: &Daemon,
    moment: &Moment,
    call: &Call,
    token: Option<&Value>,
    limit: ReviewLimit,
) -> Result<MatchReview, RpcError> {
    let AnyGame::QueensBlood(game) = &moment.game else {
        let reason = "a combat of Mage Knight is not reviewed; matches of Queen's Blood are";
        return Err(RpcError::params("sessionId", reason)
            .hint("`coach/recommend` tells what to do next in a combat"));
    };
    let played = recorded(moment, game)?;
    report(
        call,
        token,
        || json!({ "kind": "begin", "title": "reviewing the match" }),
    );
    let mut reported = None;
    let mut is_deleted = false;
    let watch = |progress: ReviewProgress| {
        let ReviewProgress { moves_done, moves } = progress;
        if reported != Some(moves_done) {
            reported = Some(moves_done);
            report(call, token, || {
                let share = 100 * moves_done / moves.max(1);
                let message = format!("{moves_done} of {moves} moves");
                json!({ "kind": "report", "percentage": share, "message": message })
            });
        }
        is_deleted = !daemon.sessions.exists(moment.session);
        match is_deleted || call.cancel.is_cancelled() || daemon.stop.is_cancelled() {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    };
    // One thread: the other cores are left to players and quick questions.
    let review = game.coach.review(&played, limit, NonZeroUsize::MIN, watch);
    report(call, token, || json!({ "kind": "end" }));
    if is_deleted {
        let reason = format!("session `{}` was deleted meanwhile", moment.session);
        return Err(
            RpcError::new(UNKNOWN_SESSION, reason).hint("`session/list` lists all sessions")
        );
    }
    review.map_err(|error| match error {
        ReviewError::NoMoves => RpcError::new(OUT_OF_TURN, error)
            .with("expected", "play")
            .hint("play, or import a match, and ask again"),
        ReviewError::Cancelled => RpcError::cancelled(),
        ReviewError::Coach(error) => of_coach(&error),
    })
}

/// The acts that are in effect, with the states before them.
pub(super) fn recorded(moment: &Moment, game: &Match) -> Result<RecordedMatch, RpcError> {
    let start = game.setup.start(game.book());
    let start = start.map_err(RpcError::internal)?;
    let marks = moment.course.marks();
    let actions = marks.into_iter().filter_map(|mark| match &mark.action {
        AnyAction::QueensBlood(action) => Some((mark.seq, Action::clone(action))),
        AnyAction::MageKnight(_) => None,
    });
    RecordedMatch::replayed(game.book(), start, actions).map_err(RpcError::internal)
}
