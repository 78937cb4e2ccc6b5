//! Several actions at once: all of them are carried out, or none.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::Instant;

use super::publishing::WrittenChange;
use super::{ActCondition, Acted, Actor, SessionStep};
use crate::course::Played;
use crate::error::SessionError;
use crate::game::Game;
use crate::history::SessionChange;
use crate::journal::EventBody;
use crate::moment::{Derived, Moment};

/// Actions that are read one after the other, each against the state after those before
/// it.
pub(crate) struct ActionList<G: Game> {
    pub count: usize,
    /// Reads the action of a number, from 0 on. `None` if it cannot be read; the reader
    /// itself reports why.
    pub read: ListReader<G>,
}

/// Reads the action of a number against the state before it.
pub(crate) type ListReader<G> = Box<dyn FnMut(usize, &G) -> Option<<G as Game>::Action> + Send>;

/// An action of the list, and the moment after it, which nobody has seen yet.
struct Tried<G: Game, D: Derived> {
    action: G::Action,
    step: SessionStep<G, D>,
}

type TriedOne<G, D> = Result<Option<Tried<G, D>>, <G as Game>::Refusal>;

impl<G: Game, D: Derived> Actor<G, D> {
    /// The moments between the actions are not shown: readers see the session before the
    /// list, then after it.
    pub(super) async fn act_all(
        &mut self,
        mut list: ActionList<G>,
        ActCondition { if_seq, act_id }: ActCondition,
    ) -> Result<Option<Acted<G, D>>, SessionError<G::Refusal>> {
        self.own().await?;
        if let Some(seq) = act_id.as_ref().and_then(|name| self.history.seq_of(name)) {
            return self.answer_again(seq).await.map(Some);
        }
        self.check(if_seq)?;
        self.check_room(list.count as u64)?;
        let mut now = self.now();
        let since = Instant::now();
        let (mut steps, mut changes) = (Vec::new(), Vec::new());
        for index in 0..list.count {
            if index > 0 && now.game.is_programs_turn() {
                return Err(SessionError::ProgramsTurn);
            }
            let tried = catch_unwind(AssertUnwindSafe(|| {
                self.tried(&mut list, index, &now, since)
            }));
            let Tried { action, step } = match tried {
                Ok(Ok(Some(tried))) => tried,
                Ok(Ok(None)) => return Ok(None),
                Ok(Err(refusal)) => return Err(SessionError::Refused(refusal)),
                Err(_) => {
                    tracing::error!(session = %self.id, "an action of a list panicked");
                    return Err(SessionError::Crashed { report: None });
                }
            };
            now = step.after.clone();
            steps.push(step);
            changes.push(WrittenChange {
                body: EventBody::Act(G::write_action(&self.shared.library, &action)),
                change: SessionChange::Act(action),
                act_id: None,
            });
        }
        if let Some(last) = changes.last_mut() {
            last.act_id = act_id;
            self.publish_all(changes, now).await?;
            self.play_program_sides(&mut steps).await;
        }
        Ok(Some(Acted {
            steps,
            now: self.now(),
        }))
    }

    fn tried(
        &self,
        list: &mut ActionList<G>,
        index: usize,
        now: &Moment<G, D>,
        since: Instant,
    ) -> TriedOne<G, D> {
        let Some(action) = (list.read)(index, &now.game) else {
            return Ok(None);
        };
        let seq = now.seq + 1;
        let (next, events) = now.game.act(&self.shared.library, &action)?;
        let next: Played<G> = now.course.then(seq, &action, next, &events);
        let after = Arc::new(Moment::new(self.id, seq, next, since));
        let step = SessionStep { after, events };
        Ok(Some(Tried { action, step }))
    }
}
