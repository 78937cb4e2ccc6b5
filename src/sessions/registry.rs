//! All sessions: those in memory, and those in the journal, which are loaded on the
//! first request for them.

mod acting;
mod endings;
mod placing;
mod reading;

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use tokio::sync::{Mutex as AsyncMutex, mpsc, oneshot, watch};

use super::actor::{Acted, Actor, Freshness, SessionCommand, now_ms};
use super::course::Played;
use super::error::{RequestError, SessionError};
use super::event_times::KnownTimes;
use super::game::{Game, Summary};
use super::history::{Entry, History, ReplayError, Seq, SessionChange};
use super::journal::{Journal, SessionRow, StoredSession};
use super::moment::{Derived, Moment};
use super::nodes::{RosterNews, Standing};
use super::roster::{Air, Roster, RosterKeeper};
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
    /// How many sessions are being created.
    creating: AtomicU64,
    roster: RosterKeeper,
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
        Sessions {
            loading: std::array::from_fn(|_| AsyncMutex::new(())),
            creating: AtomicU64::new(0),
            roster: RosterKeeper::new(journal.stored.clone(), limits.longest_delay),
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
        self.roster.number()
    }

    /// Changes with every session that is created, closed or deleted.
    pub fn roster(&self) -> watch::Receiver<Roster> {
        self.roster.follow()
    }

    /// The roster as it was this long ago; empty if that is not remembered any more.
    pub fn roster_before(&self, age: Duration) -> Roster {
        self.roster.before(age)
    }

    /// Lets overlays that show the newest session show this one, whatever its mode.
    pub fn put_on_air(&self, id: SessionId) {
        self.roster.put_on_air(id);
        let air = Air::ByItself;
        self.shared.upstream().tell(RosterNews::Created { id, air });
    }

    fn loading(&self, id: SessionId) -> &AsyncMutex<()> {
        &self.loading[id.number() as usize % LOADING]
    }

    /// A place among the sessions, for one that is being created.
    fn reserve(&self) -> SessionResult<G, CreatingPlace<'_>> {
        let most = self.shared.limits.sessions;
        let creating = self.creating.fetch_add(1, Ordering::Relaxed);
        let place = CreatingPlace(&self.creating);
        if self.number() + creating >= most {
            return Err(SessionError::Limit {
                limit: "sessions",
                most,
            });
        }
        Ok(place)
    }

    /// The id of a new session. Ids are never reused.
    async fn next_id(&self) -> SessionResult<G, SessionId> {
        if let Some(leases) = self.shared.journal.leases() {
            leases.check()?;
        }
        Ok(self.shared.journal.next_id().await?)
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
        let _place = self.reserve()?;
        let id = self.next_id().await?;
        match read(id) {
            Ok((setup, found)) => match self.insert(id, setup, Vec::new()).await {
                Ok(created) => Ok((created, found)),
                Err(error) => Err(error.into()),
            },
            Err(error) => Err(RequestError::Unread(error)),
        }
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
        let _place = self.reserve()?;
        let id = self.next_id().await?;
        self.insert(id, setup, changes).await
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
        let mode = stored.session.summary.mode.as_str();
        let is_real = !matches!(mode, "simulated" | "analysis");
        let air = match is_real && stored.events.is_empty() {
            true => Air::ByItself,
            false => Air::OnRequest,
        };
        let node = self.shared.journal.node();
        self.shared.journal.create(stored).await?;
        let standing = Standing::Owner { node, epoch: 1 };
        let handle = self.start(history, played, Opened::InUse, standing);
        self.roster.created(id, air);
        self.shared.upstream().tell(RosterNews::Created { id, air });
        // The program may have the first move.
        self.settle(id, handle).await
    }

    /// Waits until the actor has made the first moves of the program.
    async fn settle(
        &self,
        id: SessionId,
        mut handle: SessionHandle<G, D>,
    ) -> SessionResult<G, Acted<G, D>> {
        for _ in 0..MOST_ACTORS {
            let (reply, answer) = oneshot::channel();
            let asked = handle.inbox.send(SessionCommand::History { reply }).await;
            if asked.is_ok() && answer.await.is_ok() {
                return Ok(Acted {
                    steps: Vec::new(),
                    now: handle.latest(),
                });
            }
            // The actor was leaving memory; the next one goes on.
            tokio::task::yield_now().await;
            handle = self.fetch(id).await?;
        }
        Err(SessionError::Stopping)
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

    fn start(
        &self,
        history: History<G>,
        played: Played<G>,
        opened: Opened,
        standing: Standing,
    ) -> SessionHandle<G, D> {
        let id = history.session;
        let since = history
            .entries
            .last()
            .map_or(history.created, |entry| entry.since);
        let moment = Moment::new(id, history.seq(), played, since);
        let moments = Arc::new(watch::Sender::new(Arc::new(moment)));
        let (inbox, commands) = mpsc::channel(INBOX);
        let standing = Arc::new(watch::Sender::new(standing));
        let handle = SessionHandle {
            inbox,
            moments: moments.clone(),
            standing: standing.clone(),
        };
        self.shared.open().insert(id, handle.clone());
        let actor = Actor {
            shared: self.shared.clone(),
            id,
            history,
            inbox: commands,
            moments,
            closed: opened == Opened::Closed,
            standing,
            upstream: None,
            freshness: Freshness::Fresh,
        };
        tokio::spawn(actor.run());
        handle
    }

    /// The session in memory, fetched from the journal if it is not there.
    async fn fetch(&self, id: SessionId) -> SessionResult<G, SessionHandle<G, D>> {
        if let Some(handle) = self.shared.open().get(&id).cloned() {
            return Ok(handle);
        }
        let _loading = self.loading(id).lock().await;
        if let Some(handle) = self.shared.open().get(&id).cloned() {
            return Ok(handle);
        }
        // Taken first, then read, so that nobody else can write in between.
        let standing = self.claim(id).await?;
        let (history, opened) = self.stored(id).await?;
        let past = &self.shared.workers.past;
        let played = self.replayed(past, &history, History::played).await?;
        Ok(self.start(history, played, opened, standing))
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

/// How many actors of a new session may leave memory before one has answered.
const MOST_ACTORS: usize = 100;

/// Counts a session that is being created until it is dropped.
struct CreatingPlace<'a>(&'a AtomicU64);

impl Drop for CreatingPlace<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Opened {
    InUse,
    Closed,
}
