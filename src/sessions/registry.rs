//! All sessions: those in memory, and those in the journal, which are loaded on the
//! first request for them.

mod endings;
mod reading;

use std::convert::Infallible;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use tokio::sync::{Mutex as AsyncMutex, mpsc, oneshot, watch};

use super::actor::{ActCondition, Acted, Actor, ReadAction, SessionCommand, now_ms};
use super::course::Played;
use super::error::{RequestError, SessionError};
use super::event_times::KnownTimes;
use super::game::{Game, Summary};
use super::history::{Entry, History, ReplayError, Seq, SessionChange};
use super::journal::{Journal, SessionRow, StoredSession};
use super::moment::{Derived, Moment};
use super::roster::{Roster, RosterKeeper};
use super::session_id::SessionId;
use super::session_store::{SessionHandle, SessionLimits, SessionStore};
use super::stored;
use super::workers::Workers;

/// A session in the answer to `session/list`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listed {
    pub id: SessionId,
    pub summary: Summary,
    pub seq: Seq,
    pub updated_ms: u64,
    pub closed: bool,
}

type Replay<G> = fn(&History<G>, &<G as Game>::Library) -> Result<Played<G>, ReplayError>;
type SessionResult<G, T> = Result<T, SessionError<<G as Game>::Refusal>>;

pub struct Sessions<G: Game, D: Derived = ()> {
    shared: Arc<SessionStore<G, D>>,
    /// One is held while a session is loaded, so that it is not loaded twice. There are
    /// several, so that most sessions do not wait for each other.
    loading: [AsyncMutex<()>; LOADING],
    /// The newest session, and how many there are.
    numbers: Mutex<Numbers>,
    roster: RosterKeeper,
}

#[derive(Debug)]
struct Numbers {
    newest: u64,
    sessions: u64,
}

const LOADING: usize = 64;

/// Commands that wait in the inbox of one session; the senders of more are blocked.
const INBOX: usize = 64;

impl<G: Game, D: Derived> Sessions<G, D> {
    pub fn new(
        library: G::Library,
        journal: Journal,
        limits: SessionLimits,
        crash_folder: PathBuf,
    ) -> Sessions<G, D> {
        let numbers = Numbers {
            newest: journal.newest.map_or(0, SessionId::number),
            sessions: journal.kept.len() as u64,
        };
        Sessions {
            loading: std::array::from_fn(|_| AsyncMutex::new(())),
            numbers: Mutex::new(numbers),
            roster: RosterKeeper::new(
                journal.kept.clone(),
                journal.unplayed.clone(),
                limits.longest_delay,
            ),
            shared: Arc::new(SessionStore::new(library, journal, limits, crash_folder)),
        }
    }

    pub fn library(&self) -> &G::Library {
        &self.shared.library
    }

    pub fn journal(&self) -> &Journal {
        &self.shared.journal
    }

    /// Sessions in memory.
    pub fn number_open(&self) -> usize {
        self.shared.open().len()
    }

    pub fn number(&self) -> u64 {
        self.numbers().sessions
    }

    /// Changes with every session that is created, closed or deleted.
    pub fn roster(&self) -> watch::Receiver<Roster> {
        self.roster.follow()
    }

    /// The roster as it was this long ago; empty if that is not remembered any more.
    pub fn roster_before(&self, age: Duration) -> Roster {
        self.roster.before(age)
    }

    fn loading(&self, id: SessionId) -> &AsyncMutex<()> {
        &self.loading[id.number() as usize % LOADING]
    }

    fn numbers(&self) -> MutexGuard<'_, Numbers> {
        self.numbers.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Counts a new session and gives it an id.
    fn reserve(&self) -> SessionResult<G, SessionId> {
        let mut numbers = self.numbers();
        let most = self.shared.limits.sessions;
        if numbers.sessions >= most {
            return Err(SessionError::Limit {
                limit: "sessions",
                most,
            });
        }
        numbers.sessions += 1;
        numbers.newest += 1;
        Ok(SessionId::new(numbers.newest))
    }

    /// A new session. `setup` gets the session's id, whose number may be the seed.
    pub async fn create(
        &self,
        setup: impl FnOnce(SessionId) -> Result<G::Setup, G::Refusal>,
    ) -> SessionResult<G, Acted<G, D>> {
        let setup = |id| setup(id).map(|setup| (setup, ()));
        match self.create_with(setup).await {
            Ok((created, ())) => Ok(created),
            Err(RequestError::Unread(refusal)) => Err(SessionError::Refused(refusal)),
            Err(RequestError::Session(error)) => Err(error),
        }
    }

    /// A new session whose setup the caller reads when its id is known. `W` is what
    /// reading finds besides the setup, such as warnings.
    pub async fn create_with<W, E>(
        &self,
        read: impl FnOnce(SessionId) -> Result<(G::Setup, W), E>,
    ) -> Result<(Acted<G, D>, W), RequestError<E, G::Refusal>> {
        let id = self.reserve()?;
        let created = match read(id) {
            Ok((setup, found)) => match self.insert(id, setup, Vec::new()).await {
                Ok(created) => Ok((created, found)),
                Err(error) => Err(error.into()),
            },
            Err(error) => Err(RequestError::Unread(error)),
        };
        if created.is_err() {
            self.release();
        }
        created
    }

    /// A new session with a history.
    pub async fn import(
        &self,
        setup: G::Setup,
        changes: Vec<SessionChange<G::Action>>,
    ) -> SessionResult<G, Acted<G, D>> {
        let most = self.shared.limits.events_per_session;
        if changes.len() as u64 > most {
            return Err(SessionError::Limit {
                limit: "eventsPerSession",
                most,
            });
        }
        let id = self.reserve()?;
        let imported = self.insert(id, setup, changes).await;
        if imported.is_err() {
            self.release();
        }
        imported
    }

    /// Ids are never reused; the session no longer counts against the limit.
    fn release(&self) {
        self.numbers().sessions -= 1;
    }

    async fn insert(
        &self,
        id: SessionId,
        setup: G::Setup,
        changes: Vec<SessionChange<G::Action>>,
    ) -> SessionResult<G, Acted<G, D>> {
        let library = &self.shared.library;
        let (now, created) = (now_ms(), Instant::now());
        let entry = |change| {
            Arc::new(Entry {
                change,
                at_ms: now,
                since: created,
                act_id: None,
            })
        };
        let history = History::<G> {
            session: id,
            setup: Arc::new(setup),
            created_ms: now,
            created,
            entries: changes.into_iter().map(entry).collect(),
        };
        let played = if history.entries.is_empty() {
            // A refused setup is an error of the caller, not of a stored history.
            let begun = G::begin(library, &history.setup);
            Played::beginning(begun.map_err(SessionError::Refused)?)
        } else {
            let players = &self.shared.workers.players;
            self.replayed(players, &history, History::checked).await?
        };
        let stored = StoredSession {
            session: SessionRow {
                id,
                setup: G::write_setup(library, &history.setup),
                created_ms: now,
                updated_ms: now,
                seq: history.seq(),
                closed: false,
                summary: played.game.summary(),
            },
            events: stored::rows::<G>(library, &history),
        };
        let is_played = stored.events.is_empty() && stored.session.summary.mode != "analysis";
        self.shared.journal.create(stored).await?;
        let handle = self.start(history, played, Opened::InUse);
        self.roster.created(id, is_played);
        // The program may have the first move.
        self.settle(&handle).await
    }

    /// Waits until the actor has made the first moves of the program.
    async fn settle(&self, handle: &SessionHandle<G, D>) -> SessionResult<G, Acted<G, D>> {
        let (reply, answer) = oneshot::channel();
        let asked = handle.inbox.send(SessionCommand::History { reply }).await;
        asked.map_err(|_| SessionError::Stopping)?;
        answer.await.map_err(|_| SessionError::Stopping)?;
        Ok(Acted {
            steps: Vec::new(),
            now: handle.latest(),
        })
    }

    async fn replayed(
        &self,
        workers: &Workers,
        history: &History<G>,
        replay: Replay<G>,
    ) -> SessionResult<G, Played<G>> {
        let (history, shared) = (history.clone(), self.shared.clone());
        let id = history.session;
        let unreadable = |problem: String| SessionError::Unreadable {
            id: id.to_string(),
            problem,
        };
        let replay = move || replay(&history, &shared.library);
        match workers.run(replay).await {
            Ok(game) => game.map_err(|error| unreadable(error.to_string())),
            Err(failure) => Err(unreadable(failure.to_string())),
        }
    }

    fn start(&self, history: History<G>, played: Played<G>, opened: Opened) -> SessionHandle<G, D> {
        let id = history.session;
        let since = history
            .entries
            .last()
            .map_or(history.created, |entry| entry.since);
        let moment = Moment::new(id, history.seq(), played, since);
        let moments = Arc::new(watch::Sender::new(Arc::new(moment)));
        let (inbox, commands) = mpsc::channel(INBOX);
        let handle = SessionHandle {
            inbox,
            moments: moments.clone(),
        };
        self.shared.open().insert(id, handle.clone());
        let actor = Actor {
            shared: self.shared.clone(),
            id,
            history,
            inbox: commands,
            moments,
            closed: opened == Opened::Closed,
        };
        tokio::spawn(actor.run());
        handle
    }

    /// The session in memory, fetched from the journal if it is not there.
    pub async fn open(&self, id: SessionId) -> SessionResult<G, SessionHandle<G, D>> {
        if let Some(handle) = self.shared.open().get(&id).cloned() {
            return Ok(handle);
        }
        let _loading = self.loading(id).lock().await;
        if let Some(handle) = self.shared.open().get(&id).cloned() {
            return Ok(handle);
        }
        let (history, opened) = self.stored(id).await?;
        let past = &self.shared.workers.past;
        let played = self.replayed(past, &history, History::played).await?;
        Ok(self.start(history, played, opened))
    }

    /// A session as the journal has it.
    async fn stored(&self, id: SessionId) -> SessionResult<G, (History<G>, Opened)> {
        let library = &self.shared.library;
        let stored = self.shared.journal.load(id).await?;
        let stored = stored.ok_or_else(|| SessionError::Unknown { id: id.to_string() })?;
        let opened = match stored.session.closed {
            true => Opened::Closed,
            false => Opened::InUse,
        };
        let history = stored::read(library, &self.shared.times, stored).map_err(|problem| {
            SessionError::Unreadable {
                id: id.to_string(),
                problem,
            }
        })?;
        Ok((history, opened))
    }

    /// Sends a command to the actor and waits for the answer. If the actor has just
    /// left memory, the same command goes to the next one.
    async fn ask<T>(
        &self,
        id: SessionId,
        command: impl FnOnce(oneshot::Sender<T>) -> SessionCommand<G, D>,
    ) -> SessionResult<G, T> {
        let (reply, answer) = oneshot::channel();
        let mut command = command(reply);
        loop {
            let handle = self.open(id).await?;
            match handle.inbox.send(command).await {
                Ok(()) => return answer.await.map_err(|_| SessionError::Stopping),
                Err(unsent) => command = unsent.0,
            }
            tokio::task::yield_now().await;
        }
    }

    /// Receives newer moments; a slow reader skips some. The actor hands out the
    /// receiver, so that the actor does not leave memory at the same time.
    pub async fn follow(
        &self,
        id: SessionId,
    ) -> SessionResult<G, watch::Receiver<Arc<Moment<G, D>>>> {
        loop {
            match self.ask(id, |reply| SessionCommand::Follow { reply }).await {
                // The actor was leaving; the next request starts a new one.
                Err(SessionError::Stopping) => tokio::task::yield_now().await,
                answer => return answer,
            }
        }
    }

    pub async fn act(
        &self,
        id: SessionId,
        action: &G::Action,
        if_seq: Option<Seq>,
    ) -> SessionResult<G, Acted<G, D>> {
        let action = action.clone();
        let condition = ActCondition {
            if_seq,
            act_id: None,
        };
        let acted = self.act_with(id, condition, |_| Ok::<_, Infallible>((action, ())));
        match acted.await {
            Ok((acted, ())) => Ok(acted),
            Err(RequestError::Session(error)) => Err(error),
            Err(RequestError::Unread(never)) => match never {},
        }
    }

    /// Carries out an action that the caller reads against the session's state at
    /// the time. The actor calls `read`, in the order of its commands. `W` is what
    /// reading finds besides the action, such as warnings.
    pub async fn act_with<W: Default + Send + 'static, E: Send + 'static>(
        &self,
        id: SessionId,
        condition: ActCondition,
        read: impl FnOnce(&G) -> Result<(G::Action, W), E> + Send + 'static,
    ) -> Result<(Acted<G, D>, W), RequestError<E, G::Refusal>> {
        let (reading, result) = oneshot::channel();
        let read: ReadAction<G> = Box::new(move |game| {
            let (action, rest) = match read(game) {
                Ok((action, found)) => (Some(action), Ok(found)),
                Err(error) => (None, Err(error)),
            };
            let _ = reading.send(rest);
            action
        });
        let command = |reply| SessionCommand::Act {
            read,
            condition,
            reply,
        };
        let acted = self.ask(id, command).await??;
        match (acted, result.await) {
            (Some(acted), Ok(Ok(found))) => Ok((acted, found)),
            // The act was carried out before, and its action is not legal any more.
            (Some(acted), _) => Ok((acted, W::default())),
            (None, Ok(Err(error))) => Err(RequestError::Unread(error)),
            // The actor answers only after it has called `read`.
            _ => Err(SessionError::Stopping.into()),
        }
    }

    pub async fn undo(
        &self,
        id: SessionId,
        count: u64,
        if_seq: Option<Seq>,
    ) -> SessionResult<G, Acted<G, D>> {
        self.ask(id, |reply| SessionCommand::Undo {
            count,
            if_seq,
            reply,
        })
        .await?
    }

    pub async fn redo(
        &self,
        id: SessionId,
        count: u64,
        if_seq: Option<Seq>,
    ) -> SessionResult<G, Acted<G, D>> {
        self.ask(id, |reply| SessionCommand::Redo {
            count,
            if_seq,
            reply,
        })
        .await?
    }

    /// Whether the session exists and has not been deleted.
    pub fn exists(&self, id: SessionId) -> bool {
        self.roster.has(id)
    }

    /// The state of a session now. A session that is not in memory is only read.
    pub async fn peek(&self, id: SessionId) -> SessionResult<G, G> {
        if let Some(handle) = self.shared.open().get(&id) {
            return Ok(handle.latest().game.clone());
        }
        let (history, _) = self.stored(id).await?;
        let past = &self.shared.workers.past;
        Ok(self.replayed(past, &history, History::played).await?.game)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Opened {
    InUse,
    Closed,
}
