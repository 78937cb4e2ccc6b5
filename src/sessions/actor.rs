//! The one task that changes a session.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::{Instant, SystemTime, UNIX_EPOCH};

use tokio::sync::{mpsc, oneshot, watch};

use super::course::Played;
use super::error::SessionError;
use super::export;
use super::game::{Game, Summary};
use super::history::{Change, Entry, History, Seq};
use super::journal::{EventBody, EventRow};
use super::moment::Moment;
use super::registry::Shared;
use super::{SessionId, crash_report};

/// What came of an action: your own step and those the program made after it.
#[derive(Clone, Debug)]
pub struct Acted<G: Game> {
    pub steps: Vec<Step<G>>,
    pub now: Arc<Moment<G>>,
}

/// One event of the session, and what happened in it.
#[derive(Clone, Debug)]
pub struct Step<G: Game> {
    pub after: Arc<Moment<G>>,
    pub events: Vec<G::Event>,
}

pub(super) type Reply<G, T> = oneshot::Sender<Result<T, SessionError<<G as Game>::Refusal>>>;

/// All that can be asked of a session.
pub(super) enum Command<G: Game> {
    Act {
        action: G::Action,
        if_seq: Option<Seq>,
        reply: Reply<G, Acted<G>>,
    },
    Undo {
        count: u64,
        if_seq: Option<Seq>,
        reply: Reply<G, Acted<G>>,
    },
    History {
        reply: oneshot::Sender<History<G>>,
    },
    Follow {
        reply: oneshot::Sender<watch::Receiver<Arc<Moment<G>>>>,
    },
    /// Ends the actor; the session stays in the journal.
    Leave {
        reply: oneshot::Sender<()>,
    },
}

pub(super) struct Actor<G: Game> {
    pub shared: Arc<Shared<G>>,
    pub id: SessionId,
    pub history: History<G>,
    pub inbox: mpsc::Receiver<Command<G>>,
    pub moments: Arc<watch::Sender<Arc<Moment<G>>>>,
    pub closed: bool,
}

enum Wake<G: Game> {
    Asked(Command<G>),
    Idle,
    AllGone,
}

impl<G: Game> Actor<G> {
    pub async fn run(mut self) {
        if self.is_left_to_the_program() {
            // The process ended between a move and the program's answer to it.
            self.play_on(&mut Vec::new()).await;
        }
        loop {
            match self.wake().await {
                Wake::Asked(Command::Leave { reply }) => {
                    self.leave().await;
                    let _ = reply.send(());
                    return;
                }
                Wake::Asked(command) => self.handle(command).await,
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

    async fn wake(&mut self) -> Wake<G> {
        let idle = self.shared.limits.idle;
        tokio::select! {
            asked = self.inbox.recv() => asked.map_or(Wake::AllGone, Wake::Asked),
            () = tokio::time::sleep(idle) => Wake::Idle,
        }
    }

    /// Serves who is in and leaves the list last: nobody may fetch the session from
    /// the journal while something of it is still to be written there.
    async fn leave(&mut self) {
        self.inbox.close();
        while let Some(command) = self.inbox.recv().await {
            match command {
                Command::Leave { reply } => {
                    let _ = reply.send(());
                }
                // Whoever would follow from here on would wait for ever.
                Command::Follow { .. } => {}
                command => self.handle(command).await,
            }
        }
        self.shared.forget(self.id, &self.moments);
    }

    async fn handle(&mut self, command: Command<G>) {
        match command {
            Command::Act {
                action,
                if_seq,
                reply,
            } => {
                let result = self.act(action, if_seq).await;
                let _ = reply.send(result);
            }
            Command::Undo {
                count,
                if_seq,
                reply,
            } => {
                let result = self.undo(count, if_seq).await;
                let _ = reply.send(result);
            }
            Command::Follow { reply } => {
                let _ = reply.send(self.moments.subscribe());
            }
            Command::History { reply } => {
                let _ = reply.send(self.history.clone());
            }
            Command::Leave { reply } => {
                let _ = reply.send(());
            }
        }
    }

    fn now(&self) -> Arc<Moment<G>> {
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
        action: G::Action,
        if_seq: Option<Seq>,
    ) -> Result<Acted<G>, SessionError<G::Refusal>> {
        self.check(if_seq)?;
        let mut steps = vec![self.step(action).await?];
        self.play_on(&mut steps).await;
        Ok(Acted {
            steps,
            now: self.now(),
        })
    }

    /// Tries an action aside, writes it down, and only then shows it.
    async fn step(&mut self, action: G::Action) -> Result<Step<G>, SessionError<G::Refusal>> {
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
        let after = self.take_in(Change::Act(action), body, next).await?;
        Ok(Step { after, events })
    }

    /// The moves of a side that was left to the program. What has been done stands,
    /// also where there is no room to go on or the program fails: an error would say
    /// that nothing has happened.
    async fn play_on(&mut self, steps: &mut Vec<Step<G>>) {
        while self.check_room(1).is_ok() {
            let (now, shared) = (self.now(), self.shared.clone());
            let chosen =
                tokio::task::spawn_blocking(move || now.game.by_itself(&shared.library)).await;
            let made = match chosen {
                Ok(Some(action)) => self.step(action).await,
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

    fn is_left_to_the_program(&self) -> bool {
        let undone = self.history.entries.last();
        let undone = undone.is_some_and(|entry| matches!(entry.change, Change::Undo(_)));
        !self.closed && !undone
    }

    /// Takes back at least `count` acts, and with them the program's own answers:
    /// the move goes back to whoever asked.
    async fn undo(
        &mut self,
        count: u64,
        if_seq: Option<Seq>,
    ) -> Result<Acted<G>, SessionError<G::Refusal>> {
        self.check(if_seq)?;
        let (history, shared) = (self.history.clone(), self.shared.clone());
        let found = tokio::task::spawn_blocking(move || take_back(&history, &shared, count)).await;
        let (count, played) = match found {
            Ok(found) => found?,
            Err(failure) => {
                tracing::error!(session = %self.id, %failure, "taking back failed");
                return Err(SessionError::Crashed { report: None });
            }
        };
        let body = EventBody::Undo(count);
        let after = self.take_in(Change::Undo(count), body, played).await?;
        Ok(Acted {
            steps: vec![Step {
                after: after.clone(),
                events: Vec::new(),
            }],
            now: after,
        })
    }

    /// Journal first, then everybody.
    async fn take_in(
        &mut self,
        change: Change<G::Action>,
        body: EventBody,
        next: Played<G>,
    ) -> Result<Arc<Moment<G>>, SessionError<G::Refusal>> {
        let seq = self.history.seq() + 1;
        let at_ms = now_ms();
        let row = EventRow { seq, at_ms, body };
        let summary: Summary = next.game.summary();
        let journal = &self.shared.journal;
        journal.append(self.id, vec![row], summary).await?;
        let since = Instant::now();
        self.history.entries.push(Arc::new(Entry {
            change,
            at_ms,
            since,
        }));
        let moment = Arc::new(Moment::new(self.id, seq, next, since));
        let old = self.moments.send_replace(moment.clone());
        old.supersede();
        Ok(moment)
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

/// However an actor ends, also by a fault of its own: the session can be fetched
/// again.
impl<G: Game> Drop for Actor<G> {
    fn drop(&mut self) {
        self.shared.forget(self.id, &self.moments);
    }
}

/// How many acts go, and the match without them.
fn take_back<G: Game>(
    history: &History<G>,
    shared: &Shared<G>,
    count: u64,
) -> Result<(u64, Played<G>), SessionError<G::Refusal>> {
    let standing = history.standing(history.seq()).len() as u64;
    if count == 0 || count > standing {
        return Err(SessionError::TooManyUndone {
            asked: count,
            standing,
        });
    }
    let unreadable = |problem: String| SessionError::Unreadable {
        id: history.session.to_string(),
        problem,
    };
    let mut left = standing - count;
    loop {
        let played = history
            .played_acts(&shared.library, left)
            .map_err(|error| unreadable(error.to_string()))?;
        if left == 0 || played.game.by_itself(&shared.library).is_none() {
            return Ok((standing - left, played));
        }
        left -= 1;
    }
}

pub(super) fn now_ms() -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    now.map_or(0, |now| now.as_millis() as u64)
}
