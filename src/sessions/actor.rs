//! The actor of a session: the only task that changes it. The actor takes commands
//! one at a time, in the order they were sent.

mod following;
mod list_of_actions;
mod publishing;
mod taken_back;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::{Instant, SystemTime, UNIX_EPOCH};

use tokio::sync::{mpsc, oneshot, watch};

pub(super) use self::list_of_actions::ActionList;
use self::taken_back::{acts_to_redo, acts_to_undo};
use super::act_id::ActId;
use super::course::Played;
use super::error::SessionError;
use super::export;
use super::game::Game;
use super::history::{History, Seq, SessionChange, step};
use super::journal::EventBody;
use super::moment::{Derived, Moment};
use super::nodes::Standing;
use super::session_store::SessionStore;
use super::{SessionId, crash_report};

/// The result of an action: the client's own step, then the steps of the sides that
/// the program plays.
#[derive(Clone, Debug)]
pub struct Acted<G: Game, D: Derived = ()> {
    pub steps: Vec<SessionStep<G, D>>,
    pub now: Arc<Moment<G, D>>,
}

/// One event of the session, with the game's own events in it.
#[derive(Clone, Debug)]
pub struct SessionStep<G: Game, D: Derived = ()> {
    pub after: Arc<Moment<G, D>>,
    pub events: Vec<G::Event>,
}

pub(super) type SessionReply<G, T> = oneshot::Sender<Result<T, SessionError<<G as Game>::Refusal>>>;

/// Reads an action against the state it is meant for. The actor calls it, so that
/// no other event comes between reading and acting. `None` if the action cannot be
/// read; the reader itself reports why.
pub(super) type ReadAction<G> = Box<dyn FnOnce(&G) -> Option<<G as Game>::Action> + Send>;

/// When an act, an undo or a redo is carried out.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ActCondition {
    /// Only if the session is at this seq.
    pub if_seq: Option<Seq>,
    /// Only if no act of this name has been carried out; the answer to that one is given
    /// again.
    pub act_id: Option<ActId>,
}

pub(super) enum SessionCommand<G: Game, D: Derived> {
    Act {
        read: ReadAction<G>,
        condition: ActCondition,
        /// The answer is `None` if the action could not be read.
        reply: SessionReply<G, Option<Acted<G, D>>>,
    },
    /// Carries out all actions of a list, or none.
    ActAll {
        list: ActionList<G>,
        condition: ActCondition,
        /// The answer is `None` if an action could not be read.
        reply: SessionReply<G, Option<Acted<G, D>>>,
    },
    Undo {
        count: u64,
        condition: ActCondition,
        reply: SessionReply<G, Acted<G, D>>,
    },
    Redo {
        count: u64,
        condition: ActCondition,
        reply: SessionReply<G, Acted<G, D>>,
    },
    /// Takes events again after the session was closed.
    Reopen {
        reply: SessionReply<G, ()>,
    },
    History {
        reply: oneshot::Sender<History<G>>,
    },
    Follow {
        reply: oneshot::Sender<watch::Receiver<Arc<Moment<G, D>>>>,
    },
    /// Finds out who owns the session, and reads what has become of it.
    Refresh {
        reply: SessionReply<G, ()>,
    },
    /// Ends the actor; the session stays in the journal.
    Leave {
        reply: oneshot::Sender<()>,
    },
}

pub(super) struct Actor<G: Game, D: Derived> {
    pub shared: Arc<SessionStore<G, D>>,
    pub id: SessionId,
    pub history: History<G>,
    pub inbox: mpsc::Receiver<SessionCommand<G, D>>,
    pub moments: Arc<watch::Sender<Arc<Moment<G, D>>>>,
    pub closed: bool,
    pub standing: Arc<watch::Sender<Standing>>,
    /// New events at the owner, if that is another node which can be reached.
    pub upstream: Option<watch::Receiver<Seq>>,
    pub freshness: Freshness,
}

/// Whether the actor knows the session as the journal has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Freshness {
    Fresh,
    /// A write failed, or its outcome is not known. It is read again before anything else
    /// is done.
    Stale,
    /// It was deleted, or closed by another node.
    Gone,
}

enum Wake<G: Game, D: Derived> {
    Command(SessionCommand<G, D>),
    Idle,
    /// The owner has so many events; none if it is not followed any more.
    Upstream(Option<Seq>),
    /// Every handle of the session has been dropped.
    AllGone,
}

impl<G: Game, D: Derived> Actor<G, D> {
    pub async fn run(mut self) {
        self.begin().await;
        loop {
            match self.freshness {
                Freshness::Fresh => {}
                // If that fails, the next command tries again.
                Freshness::Stale => drop(self.refresh().await),
                Freshness::Gone => {
                    self.leave().await;
                    return;
                }
            }
            match self.wake().await {
                Wake::Command(SessionCommand::Leave { reply }) => {
                    self.leave().await;
                    let _ = reply.send(());
                    return;
                }
                Wake::Command(command) => self.handle(command).await,
                Wake::Upstream(seq) => self.hear(seq).await,
                Wake::Idle => {
                    if self.moments.receiver_count() == 0 {
                        self.leave().await;
                        return;
                    }
                }
                Wake::AllGone => return,
            }
        }
    }

    async fn wake(&mut self) -> Wake<G, D> {
        let idle = self.shared.limits.idle;
        let is_followed = matches!(*self.standing.borrow(), Standing::Follower(_));
        tokio::select! {
            command = self.inbox.recv() => command.map_or(Wake::AllGone, Wake::Command),
            seq = following::next(&mut self.upstream), if is_followed => Wake::Upstream(seq),
            () = tokio::time::sleep(idle) => Wake::Idle,
        }
    }

    /// Handles the commands that are already in the inbox, and takes the session off
    /// the list last: the session must not be loaded from the journal while
    /// something of it is still to be written there.
    async fn leave(&mut self) {
        self.inbox.close();
        while let Some(command) = self.inbox.recv().await {
            match command {
                SessionCommand::Leave { reply } => {
                    let _ = reply.send(());
                }
                // A follower of this actor would wait for ever.
                SessionCommand::Follow { .. } => {}
                command => self.handle(command).await,
            }
        }
        self.release().await;
        self.shared.forget(&self.history, &self.moments);
    }

    async fn handle(&mut self, command: SessionCommand<G, D>) {
        match command {
            SessionCommand::Act {
                read,
                condition,
                reply,
            } => {
                let result = self.act(read, condition).await;
                let _ = reply.send(result);
            }
            SessionCommand::ActAll {
                list,
                condition,
                reply,
            } => {
                let result = self.act_all(list, condition).await;
                let _ = reply.send(result);
            }
            SessionCommand::Redo {
                count,
                condition,
                reply,
            } => {
                let result = self.redo(count, condition).await;
                let _ = reply.send(result);
            }
            SessionCommand::Reopen { reply } => {
                let result = self.reopen().await;
                let _ = reply.send(result);
            }
            SessionCommand::Refresh { reply } => {
                let result = self.refresh().await;
                let _ = reply.send(result);
            }
            SessionCommand::Undo {
                count,
                condition,
                reply,
            } => {
                let result = self.undo(count, condition).await;
                let _ = reply.send(result);
            }
            SessionCommand::Follow { reply } => {
                let _ = reply.send(self.moments.subscribe());
            }
            SessionCommand::History { reply } => {
                let _ = reply.send(self.history.clone());
            }
            SessionCommand::Leave { reply } => {
                let _ = reply.send(());
            }
        }
    }

    fn now(&self) -> Arc<Moment<G, D>> {
        self.moments.borrow().clone()
    }

    fn check(&self, if_seq: Option<Seq>) -> Result<(), SessionError<G::Refusal>> {
        if self.closed {
            return Err(SessionError::Closed);
        }
        let seq = self.history.seq();
        if if_seq.is_some_and(|expected| expected != seq) {
            return Err(SessionError::MovedOn { seq });
        }
        self.check_room(1)
    }

    fn check_room(&self, events: u64) -> Result<(), SessionError<G::Refusal>> {
        let most = self.shared.limits.events_per_session;
        if self.history.seq() + events > most {
            return Err(SessionError::Limit {
                limit: "eventsPerSession",
                most,
            });
        }
        Ok(())
    }

    async fn act(
        &mut self,
        read: ReadAction<G>,
        ActCondition { if_seq, act_id }: ActCondition,
    ) -> Result<Option<Acted<G, D>>, SessionError<G::Refusal>> {
        self.own().await?;
        let now = self.now();
        if let Some(seq) = act_id.as_ref().and_then(|name| self.history.seq_of(name)) {
            // Read again for what the reader reports besides the action; an action that
            // is not legal any more has been carried out all the same.
            let _ = catch_unwind(AssertUnwindSafe(|| read(&now.game)));
            return self.answer_again(seq).await.map(Some);
        }
        let action = match catch_unwind(AssertUnwindSafe(|| read(&now.game))) {
            Ok(Some(action)) => action,
            Ok(None) => return Ok(None),
            Err(_) => {
                tracing::error!(session = %self.id, "reading an action panicked");
                return Err(SessionError::Crashed { report: None });
            }
        };
        self.check(if_seq)?;
        let mut steps = vec![self.step(action, act_id).await?];
        self.play_program_sides(&mut steps).await;
        Ok(Some(Acted {
            steps,
            now: self.now(),
        }))
    }

    /// The answer that the act of this event got.
    async fn answer_again(&self, seq: Seq) -> Result<Acted<G, D>, SessionError<G::Refusal>> {
        let (history, shared) = (self.history.clone(), self.shared.clone());
        let replay = move || history.steps_of_act(&shared.library, seq);
        let unreadable = |problem: String| SessionError::Unreadable {
            id: self.id.to_string(),
            problem,
        };
        let steps: Vec<SessionStep<G, D>> = match self.shared.workers.players.run(replay).await {
            Ok(steps) => steps.map_err(|error| unreadable(error.to_string()))?,
            Err(failure) => return Err(unreadable(failure.to_string())),
        };
        let now = steps
            .last()
            .map_or_else(|| self.now(), |step| step.after.clone());
        Ok(Acted { steps, now })
    }

    /// Makes the next state, writes the event to the journal, and only then
    /// publishes the new moment.
    async fn step(
        &mut self,
        action: G::Action,
        act_id: Option<ActId>,
    ) -> Result<SessionStep<G, D>, SessionError<G::Refusal>> {
        let now = self.now();
        let library = &self.shared.library;
        let seq = self.history.seq() + 1;
        let tried = catch_unwind(AssertUnwindSafe(|| {
            let (next, events) = now.game.act(library, &action)?;
            Ok((now.course.then(seq, &action, next, &events), events))
        }));
        let (next, events) = match tried {
            Ok(result) => result.map_err(SessionError::Refused)?,
            Err(_) => return Err(self.crashed(&action)),
        };
        let body = EventBody::Act(G::write_action(library, &action));
        let change = SessionChange::Act(action);
        let after = self.publish(change, body, act_id, next).await?;
        Ok(SessionStep { after, events })
    }

    /// Makes the moves of the sides that the program plays. If there is no room for
    /// another event, or the program's move fails, the moves made so far stay: an
    /// error would tell the client that nothing has happened.
    async fn play_program_sides(&mut self, steps: &mut Vec<SessionStep<G, D>>) {
        while self.check_room(1).is_ok() {
            let (now, shared) = (self.now(), self.shared.clone());
            if !now.game.is_programs_turn() {
                return;
            }
            let choose = move || now.game.by_itself(&shared.library);
            let chosen = self.shared.workers.program.run(choose).await;
            let made = match chosen {
                Ok(Some(action)) => self.step(action, None).await,
                Ok(None) => return,
                Err(failure) => {
                    tracing::error!(session = %self.id, %failure, "the program's own move failed");
                    return;
                }
            };
            match made {
                Ok(step) => steps.push(step),
                Err(error) => {
                    tracing::warn!(session = %self.id, %error, "the program's own move failed");
                    return;
                }
            }
        }
    }

    /// After an undo the move belongs to the client, so the program does not answer.
    fn program_may_be_due(&self) -> bool {
        let last = self.history.entries.last();
        let undone = last.is_some_and(|entry| matches!(entry.change, SessionChange::Undo(_)));
        !self.closed && !undone
    }

    /// Undoes at least `count` acts, and with them the program's own answers, so
    /// that the move is the client's again.
    async fn undo(
        &mut self,
        count: u64,
        ActCondition { if_seq, act_id }: ActCondition,
    ) -> Result<Acted<G, D>, SessionError<G::Refusal>> {
        self.own().await?;
        if let Some(seq) = act_id.as_ref().and_then(|name| self.history.seq_of(name)) {
            return self.answer_again(seq).await;
        }
        self.check(if_seq)?;
        let (history, shared) = (self.history.clone(), self.shared.clone());
        let find = move || acts_to_undo(&history, &shared, count);
        let found = self.shared.workers.players.run(find).await;
        let (count, played) = match found {
            Ok(found) => found?,
            Err(failure) => {
                tracing::error!(session = %self.id, %failure, "an undo failed");
                return Err(SessionError::Crashed { report: None });
            }
        };
        let body = EventBody::Undo(count);
        let change = SessionChange::Undo(count);
        let after = self.publish(change, body, act_id, played).await?;
        Ok(Acted {
            steps: vec![SessionStep {
                after: after.clone(),
                events: Vec::new(),
            }],
            now: after,
        })
    }

    /// Redoes at least `count` of the acts that were undone, and with them the program's
    /// own answers, so that the move is the client's again.
    async fn redo(
        &mut self,
        count: u64,
        ActCondition { if_seq, act_id }: ActCondition,
    ) -> Result<Acted<G, D>, SessionError<G::Refusal>> {
        self.own().await?;
        if let Some(seq) = act_id.as_ref().and_then(|name| self.history.seq_of(name)) {
            return self.answer_again(seq).await;
        }
        self.check(if_seq)?;
        let (history, shared, now) = (self.history.clone(), self.shared.clone(), self.now());
        let redone = move || acts_to_redo(&history, &shared, &now, count);
        let (count, played) = match self.shared.workers.players.run(redone).await {
            Ok(redone) => redone?,
            Err(failure) => {
                tracing::error!(session = %self.id, %failure, "a redo failed");
                return Err(SessionError::Crashed { report: None });
            }
        };
        let events = played.course.last_events(count as usize);
        let body = EventBody::Redo(count);
        let change = SessionChange::Redo(count);
        let after = self.publish(change, body, act_id, played).await?;
        let mut steps = vec![SessionStep { after, events }];
        self.play_program_sides(&mut steps).await;
        Ok(Acted {
            steps,
            now: self.now(),
        })
    }

    fn crashed(&self, action: &G::Action) -> SessionError<G::Refusal> {
        let library = &self.shared.library;
        let seq = self.history.seq() + 1;
        let mut lines = export::jsonl(library, &self.history);
        lines.push_str(&export::act_line::<G>(library, seq, action));
        let report = crash_report::write(&self.shared.crash_folder, self.id, seq, &lines);
        tracing::error!(session = %self.id, seq, report = ?report, "an action made the program fail");
        SessionError::Crashed { report }
    }
}

/// Takes the session off the list however the actor ends, also after a panic, so
/// that the session can be loaded again.
impl<G: Game, D: Derived> Drop for Actor<G, D> {
    fn drop(&mut self) {
        self.shared.forget(&self.history, &self.moments);
    }
}

pub(super) fn now_ms() -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    now.map_or(0, |now| now.as_millis() as u64)
}
