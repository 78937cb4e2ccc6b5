//! All sessions: those in memory and those in the journal, which come back when
//! somebody asks for them.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use tokio::sync::{Mutex as AsyncMutex, mpsc, oneshot, watch};

use super::actor::{Acted, Actor, Command, now_ms};
use super::course::Played;
use super::error::SessionError;
use super::game::{Game, Summary};
use super::history::{Change, Entry, History, ReplayError, Seq};
use super::journal::{Journal, SessionRow, StoredSession};
use super::moment::Moment;
use super::roster::{Rolls, Roster};
use super::session_id::SessionId;
use super::stored;

#[derive(Clone, Debug)]
pub struct SessionLimits {
    pub sessions: u64,
    pub events_per_session: u64,
    /// A session that nobody asks or watches leaves memory after this time.
    pub idle: Duration,
}

/// What an actor and the list of sessions share.
pub struct Shared<G: Game> {
    pub library: G::Library,
    pub journal: Journal,
    pub limits: SessionLimits,
    pub crash_folder: PathBuf,
    open: Mutex<BTreeMap<SessionId, SessionHandle<G>>>,
}

impl<G: Game> Shared<G> {
    fn open(&self) -> MutexGuard<'_, BTreeMap<SessionId, SessionHandle<G>>> {
        // A list of handles is whole at any time, whoever panicked beside it.
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes an actor off the list, unless another has taken its place there.
    pub(super) fn forget(&self, id: SessionId, moments: &Arc<watch::Sender<Arc<Moment<G>>>>) {
        let mut open = self.open();
        if open
            .get(&id)
            .is_some_and(|handle| Arc::ptr_eq(&handle.moments, moments))
        {
            open.remove(&id);
        }
    }
}

/// A session in memory.
pub struct SessionHandle<G: Game> {
    inbox: mpsc::Sender<Command<G>>,
    moments: Arc<watch::Sender<Arc<Moment<G>>>>,
}

impl<G: Game> Clone for SessionHandle<G> {
    fn clone(&self) -> Self {
        SessionHandle {
            inbox: self.inbox.clone(),
            moments: self.moments.clone(),
        }
    }
}

impl<G: Game> SessionHandle<G> {
    pub fn latest(&self) -> Arc<Moment<G>> {
        self.moments.borrow().clone()
    }

    /// Every newer moment, or as many of them as one keeps up with.
    pub fn follow(&self) -> watch::Receiver<Arc<Moment<G>>> {
        self.moments.subscribe()
    }
}

/// A line of the list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listed {
    pub id: SessionId,
    pub summary: Summary,
    pub seq: Seq,
    pub updated_ms: u64,
    pub closed: bool,
}

type Replay<G> = fn(&History<G>, &<G as Game>::Library) -> Result<Played<G>, ReplayError>;
type Answer<G, T> = Result<T, SessionError<<G as Game>::Refusal>>;

pub struct Sessions<G: Game> {
    shared: Arc<Shared<G>>,
    /// Held while a session is fetched, so that it is not fetched twice.
    fetching: AsyncMutex<()>,
    /// The newest session, and how many there are.
    numbers: Mutex<Numbers>,
    rolls: Rolls,
}

#[derive(Debug)]
struct Numbers {
    newest: u64,
    sessions: u64,
}

/// Commands that wait for one session; more wait outside.
const INBOX: usize = 64;

impl<G: Game> Sessions<G> {
    pub fn new(
        library: G::Library,
        journal: Journal,
        limits: SessionLimits,
        crash_folder: PathBuf,
    ) -> Sessions<G> {
        let numbers = Numbers {
            newest: journal.newest.map_or(0, SessionId::number),
            sessions: journal.kept.len() as u64,
        };
        Sessions {
            fetching: AsyncMutex::new(()),
            numbers: Mutex::new(numbers),
            rolls: Rolls::new(journal.kept.clone()),
            shared: Arc::new(Shared {
                library,
                journal,
                limits,
                crash_folder,
                open: Mutex::new(BTreeMap::new()),
            }),
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

    /// Tells of every session that comes, is closed or goes.
    pub fn roster(&self) -> watch::Receiver<Roster> {
        self.rolls.follow()
    }

    fn numbers(&self) -> MutexGuard<'_, Numbers> {
        self.numbers.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The name the next session will have, if it is the next to be created.
    fn reserve(&self) -> Answer<G, SessionId> {
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

    /// A new session. `setup` is told its number, which may serve as a seed.
    pub async fn create(
        &self,
        setup: impl FnOnce(SessionId) -> Result<G::Setup, G::Refusal>,
    ) -> Answer<G, Acted<G>> {
        self.insert(|id| Ok((setup(id)?, Vec::new()))).await
    }

    /// A session that comes with what has happened in it.
    pub async fn import(
        &self,
        setup: G::Setup,
        changes: Vec<Change<G::Action>>,
    ) -> Answer<G, Acted<G>> {
        let most = self.shared.limits.events_per_session;
        if changes.len() as u64 > most {
            return Err(SessionError::Limit {
                limit: "eventsPerSession",
                most,
            });
        }
        self.insert(|_| Ok((setup, changes))).await
    }

    async fn insert(
        &self,
        content: impl FnOnce(SessionId) -> Result<(G::Setup, Vec<Change<G::Action>>), G::Refusal>,
    ) -> Answer<G, Acted<G>> {
        let id = self.reserve()?;
        let inserted = self.insert_as(id, content).await;
        if inserted.is_err() {
            // The number is gone, its place is not.
            self.numbers().sessions -= 1;
        }
        inserted
    }

    async fn insert_as(
        &self,
        id: SessionId,
        content: impl FnOnce(SessionId) -> Result<(G::Setup, Vec<Change<G::Action>>), G::Refusal>,
    ) -> Answer<G, Acted<G>> {
        let (setup, changes) = content(id).map_err(SessionError::Refused)?;
        let library = &self.shared.library;
        let (now, created) = (now_ms(), Instant::now());
        let entry = |change| {
            Arc::new(Entry {
                change,
                at_ms: now,
                since: created,
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
            // A setup that is refused is the caller's mistake, not the journal's.
            let begun = G::begin(library, &history.setup);
            Played::beginning(begun.map_err(SessionError::Refused)?)
        } else {
            self.replayed(&history, History::checked).await?
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
        self.shared.journal.create(stored).await?;
        let handle = self.start(history, played, Opened::InUse);
        self.rolls.came(id);
        // The program may have the first move.
        let acted = self.settle(&handle).await?;
        Ok(acted)
    }

    /// Waits until the actor has made the moves that nobody has to ask for.
    async fn settle(&self, handle: &SessionHandle<G>) -> Answer<G, Acted<G>> {
        let (reply, answer) = oneshot::channel();
        let asked = handle.inbox.send(Command::History { reply }).await;
        asked.map_err(|_| SessionError::Stopping)?;
        answer.await.map_err(|_| SessionError::Stopping)?;
        Ok(Acted {
            steps: Vec::new(),
            now: handle.latest(),
        })
    }

    async fn replayed(&self, history: &History<G>, replay: Replay<G>) -> Answer<G, Played<G>> {
        let (history, shared) = (history.clone(), self.shared.clone());
        let id = history.session;
        let unreadable = |problem: String| SessionError::Unreadable {
            id: id.to_string(),
            problem,
        };
        let replay = move || replay(&history, &shared.library);
        match tokio::task::spawn_blocking(replay).await {
            Ok(game) => game.map_err(|error| unreadable(error.to_string())),
            Err(failure) => Err(unreadable(failure.to_string())),
        }
    }

    fn start(&self, history: History<G>, played: Played<G>, opened: Opened) -> SessionHandle<G> {
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
    pub async fn open(&self, id: SessionId) -> Answer<G, SessionHandle<G>> {
        if let Some(handle) = self.shared.open().get(&id).cloned() {
            return Ok(handle);
        }
        let _fetching = self.fetching.lock().await;
        if let Some(handle) = self.shared.open().get(&id).cloned() {
            return Ok(handle);
        }
        let library = &self.shared.library;
        let stored = self.shared.journal.load(id).await?;
        let stored = stored.ok_or_else(|| SessionError::Unknown { id: id.to_string() })?;
        let opened = match stored.session.closed {
            true => Opened::Closed,
            false => Opened::InUse,
        };
        let history =
            stored::read(library, stored).map_err(|problem| SessionError::Unreadable {
                id: id.to_string(),
                problem,
            })?;
        let played = self.replayed(&history, History::played).await?;
        Ok(self.start(history, played, opened))
    }

    /// Asks the actor, and again if it has just left memory.
    async fn ask<T>(
        &self,
        id: SessionId,
        mut command: impl FnMut(oneshot::Sender<T>) -> Command<G>,
    ) -> Answer<G, T> {
        loop {
            let handle = self.open(id).await?;
            let (reply, answer) = oneshot::channel();
            if handle.inbox.send(command(reply)).await.is_err() {
                tokio::task::yield_now().await;
                continue;
            }
            return answer.await.map_err(|_| SessionError::Stopping);
        }
    }

    /// Every newer moment, or as many of them as one keeps up with. The actor itself
    /// hands it out, so that it does not leave memory at the same time.
    pub async fn follow(&self, id: SessionId) -> Answer<G, watch::Receiver<Arc<Moment<G>>>> {
        loop {
            match self.ask(id, |reply| Command::Follow { reply }).await {
                // It was leaving; it comes back when asked again.
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
    ) -> Answer<G, Acted<G>> {
        self.ask(id, |reply| Command::Act {
            action: action.clone(),
            if_seq,
            reply,
        })
        .await?
    }

    pub async fn undo(
        &self,
        id: SessionId,
        count: u64,
        if_seq: Option<Seq>,
    ) -> Answer<G, Acted<G>> {
        self.ask(id, |reply| Command::Undo {
            count,
            if_seq,
            reply,
        })
        .await?
    }

    pub async fn history(&self, id: SessionId) -> Answer<G, History<G>> {
        self.ask(id, |reply| Command::History { reply }).await
    }

    /// The session now, or as it was after `seq` events.
    pub async fn moment(&self, id: SessionId, seq: Option<Seq>) -> Answer<G, Arc<Moment<G>>> {
        let latest = self.open(id).await?.latest();
        let Some(seq) = seq.filter(|seq| *seq != latest.seq) else {
            return Ok(latest);
        };
        let mut history = self.history(id).await?;
        if seq > history.seq() {
            return Err(SessionError::NoSuchSeq {
                seq,
                latest: history.seq(),
            });
        }
        history.entries.truncate(seq as usize);
        let played = self.replayed(&history, History::played).await?;
        let since = history
            .entries
            .last()
            .map_or(history.created, |entry| entry.since);
        Ok(Arc::new(Moment::new(id, seq, played, since)))
    }

    pub async fn list(&self) -> Answer<G, Vec<Listed>> {
        let rows = self.shared.journal.list().await?;
        let listed = |row: SessionRow| Listed {
            id: row.id,
            summary: row.summary,
            seq: row.seq,
            updated_ms: row.updated_ms,
            closed: row.closed,
        };
        Ok(rows.into_iter().map(listed).collect())
    }

    /// Nothing more can happen in it; it can still be read.
    pub async fn close(&self, id: SessionId) -> Answer<G, ()> {
        self.open(id).await?;
        let _fetching = self.fetching.lock().await;
        self.shared.journal.close(id).await?;
        self.leave(id).await;
        self.rolls.closed();
        Ok(())
    }

    /// Gone for good.
    pub async fn delete(&self, id: SessionId) -> Answer<G, ()> {
        let _fetching = self.fetching.lock().await;
        // What cannot be read can still be deleted.
        if let Ok(None) = self.shared.journal.load(id).await {
            return Err(SessionError::Unknown { id: id.to_string() });
        }
        self.leave(id).await;
        self.shared.journal.delete(id).await?;
        self.numbers().sessions -= 1;
        self.rolls.gone(id);
        Ok(())
    }

    /// Returns when the session has no actor.
    async fn leave(&self, id: SessionId) {
        loop {
            let handle = self.shared.open().get(&id).cloned();
            let Some(handle) = handle else {
                return;
            };
            let (reply, answer) = oneshot::channel();
            if handle.inbox.send(Command::Leave { reply }).await.is_ok() {
                let _ = answer.await;
            }
            tokio::task::yield_now().await;
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Opened {
    InUse,
    Closed,
}
