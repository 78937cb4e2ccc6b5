//! `coach/chances`

use std::collections::{BTreeMap, VecDeque};
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::sync::{MutexGuard, PoisonError};
use std::time::Duration;

use qbcoach_protocol as wire;
use qbcoach_protocol::Audience;
use qbcoach_protocol::error::NOT_ALLOWED;
use qbcoach_protocol::method::*;

use super::review::recorded;
use super::{MethodTable, MethodTableError, audience, match_of};
use crate::peer::Call;
use crate::reads::ReadLength;
use crate::rpc_error::RpcError;
use crate::{Daemon, Moment, to_wire};
use qbcoach_engine::coaching::SearchLimit;
use qbcoach_engine::coaching::review::RecordedMatch;
use qbcoach_engine::observation::AnnotatedState;
use qbcoach_engine::rules::Side;
use qbcoach_sessions::SessionId;
use qbcoach_sessions::queens_blood::Match;

pub(crate) fn register(table: &mut MethodTable) -> Result<(), MethodTableError> {
    table.add(CoachChances, async |daemon, call, params| {
        let asked_for = params.audience.unwrap_or(Audience::Player);
        let is_for_viewers = [asked_for, audience(&call)].contains(&Audience::Stream);
        if is_for_viewers && daemon.overlay.get().win_chance != Some(true) {
            let reason = "the streamer does not show the win chance";
            let hint = "the desk's page for overlays has a setting for it";
            return Err(RpcError::new(NOT_ALLOWED, reason).hint(hint));
        }
        let moment = daemon.moment(&call, &params.session_id, params.seq).await?;
        // Viewers and the player see the same number: that of the search for the player.
        let searched = tokio::time::timeout(LONGEST_WAIT, moment.derived.advice.ended());
        tokio::select! {
            _ = searched => {}
            () = call.cancel.cancelled() => return Err(RpcError::cancelled()),
        }
        let (watched, reading) = (call.clone(), daemon.clone());
        let chances = move || chances(&reading, &moment, &watched);
        call.read(ReadLength::Review, chances).await?
    })
}

/// The win chances of the latest turns: every page asks for the same ones.
#[derive(Debug, Default)]
pub(crate) struct KeptChances {
    known: BTreeMap<(SessionId, wire::Seq), Option<f64>>,
    /// The oldest first.
    order: VecDeque<(SessionId, wire::Seq)>,
}

const MOST_CHANCES: usize = 2_000;

impl KeptChances {
    fn keep(&mut self, key: (SessionId, wire::Seq), chance: Option<f64>) {
        if self.known.insert(key, chance).is_none() {
            self.order.push_back(key);
        }
        if self.order.len() > MOST_CHANCES
            && let Some(oldest) = self.order.pop_front()
        {
            self.known.remove(&oldest);
        }
    }
}

impl Daemon {
    fn chances(&self) -> MutexGuard<'_, KeptChances> {
        self.chances.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// How many plays are simulated for a turn that no search for the player has finished: a
/// tenth of a second.
const NODES: u64 = 2_000;

/// A search that takes longer is not waited for.
const LONGEST_WAIT: Duration = Duration::from_secs(5);

fn chances(daemon: &Daemon, moment: &Moment, call: &Call) -> Result<wire::WinChances, RpcError> {
    let game = match_of(moment)?;
    let played = recorded(moment, game)?;
    if let Some(finished) = moment.derived.advice.finished() {
        let chance = Some(finished.advice.win_chance);
        daemon
            .chances()
            .keep((moment.session, last_act(&played)), chance);
    }
    let mut chances = Vec::new();
    let mut add = |seq, view: &AnnotatedState| {
        let key = (moment.session, seq);
        let known = daemon.chances().known.get(&key).copied();
        let chance = match known {
            Some(chance) => chance,
            None => {
                let chance = chance(game, view, call)?;
                daemon.chances().keep(key, chance);
                chance
            }
        };
        chances.extend(chance.map(|win_chance| wire::ChanceOfTurn {
            seq,
            turn: view.state.turn,
            win_chance,
        }));
        Ok(())
    };
    let mut seq = 0;
    for step in &played.steps {
        if matches!(step.made(), Some((Side::You, _))) {
            add(seq, &step.before)?;
        }
        seq = step.number;
    }
    add(seq, &played.end)?;
    Ok(wire::WinChances {
        seq: moment.seq,
        chances,
    })
}

/// The number of the last act that is in effect; 0 before the first.
fn last_act(played: &RecordedMatch) -> wire::Seq {
    played.steps.last().map_or(0, |step| step.number)
}

/// Your win chance where it is your turn, or what came of it at the end.
fn chance(game: &Match, view: &AnnotatedState, call: &Call) -> Result<Option<f64>, RpcError> {
    let position = &view.state.position;
    if position.is_over() {
        let winner = position.board.score(game.book()).winner();
        return Ok(Some(match winner {
            Some(Side::You) => 1.0,
            Some(Side::Enemy) => 0.0,
            None => 0.5,
        }));
    }
    let limit = SearchLimit {
        nodes: NODES,
        depth: None,
    };
    let go_on = || match call.cancel.is_cancelled() {
        true => ControlFlow::Break(()),
        false => ControlFlow::Continue(()),
    };
    let advice = game
        .coach
        .advise(view, limit, NonZeroUsize::MIN, |_, _| go_on());
    if call.cancel.is_cancelled() {
        return Err(RpcError::cancelled());
    }
    // It is not your turn, or your hand is not known.
    let Ok(advice) = advice else {
        return Ok(None);
    };
    Ok(Some(to_wire::win_chance(advice.win_chance)))
}
