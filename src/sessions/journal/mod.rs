//! The journal: every event of every session on disk before anybody is told of it.
//!
//! One thread owns the database. It takes all that is waiting, writes it in one
//! transaction and answers when the disk has it, so that many sessions share the
//! cost of one write.

mod database;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

use tokio::sync::mpsc::{Receiver, Sender, channel};
use tokio::sync::oneshot;

use super::game::Summary;
use super::history::Seq;
use super::session_id::SessionId;
use database::Database;
pub use database::{FORMAT, OpenError};

/// Where a daemon keeps what it must not forget.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DataDir {
    /// Nothing outlives the process.
    Memory,
    Folder(PathBuf),
}

impl DataDir {
    pub const MEMORY: &str = ":memory:";

    pub fn parse(text: &str) -> DataDir {
        match text {
            DataDir::MEMORY => DataDir::Memory,
            path => DataDir::Folder(path.into()),
        }
    }

    pub fn folder(&self) -> Option<&Path> {
        match self {
            DataDir::Memory => None,
            DataDir::Folder(path) => Some(path),
        }
    }
}

impl std::fmt::Display for DataDir {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            DataDir::Memory => f.write_str(DataDir::MEMORY),
            DataDir::Folder(path) => write!(f, "{}", path.display()),
        }
    }
}

/// The database could not do its work; what was asked has not happened.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the journal could not be written or read: {0}")]
pub struct JournalError(pub String);

/// One event as it is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EventRow {
    pub seq: Seq,
    pub at_ms: u64,
    pub body: EventBody,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EventBody {
    Act(String),
    Undo(u64),
    /// Nothing that this version has written.
    Other {
        kind: String,
        body: String,
    },
}

/// A session as it is kept, apart from its events.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SessionRow {
    pub id: SessionId,
    pub setup: String,
    pub created_ms: u64,
    pub updated_ms: u64,
    pub seq: Seq,
    pub closed: bool,
    pub summary: Summary,
}

/// A session with all its events.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredSession {
    pub session: SessionRow,
    pub events: Vec<EventRow>,
}

/// What may be asked of the database.
pub(super) enum Request {
    Create(Box<StoredSession>),
    Append {
        id: SessionId,
        events: Vec<EventRow>,
        summary: Summary,
    },
    Close(SessionId),
    Delete(SessionId),
}

type Reply<T> = oneshot::Sender<Result<T, JournalError>>;

enum Order {
    Write(Request, Reply<()>),
    Load(SessionId, Reply<Option<StoredSession>>),
    List(Reply<Vec<SessionRow>>),
    Fold(Reply<()>),
}

/// What the journal has done since it was opened.
#[derive(Debug, Default)]
pub struct JournalCounts {
    pub events: AtomicU64,
    pub commits: AtomicU64,
    pub failures: AtomicU64,
}

/// Orders that wait for the thread; a session waits for its answer anyway, so no
/// more than a few for each are ever there.
const WAITING: usize = 1024;
/// Writes that share one transaction at most.
const BATCH: usize = 512;

#[derive(Clone, Debug)]
pub struct Journal {
    orders: Sender<Order>,
    counts: Arc<JournalCounts>,
    /// The newest session that was ever created.
    pub newest: Option<SessionId>,
    /// Those that were there when the journal was opened.
    pub kept: BTreeSet<SessionId>,
}

impl Journal {
    /// Opens the journal of a data directory, or makes one. What is damaged, newer
    /// or in use is refused and left as it is.
    pub fn open(place: &DataDir) -> Result<Journal, OpenError> {
        let database = Database::open(place)?;
        let newest = database.newest()?;
        let kept = database.kept()?;
        let (orders, mut inbox) = channel(WAITING);
        let counts = Arc::new(JournalCounts::default());
        let thread_counts = counts.clone();
        thread::Builder::new()
            .name("journal".to_owned())
            .spawn(move || serve(database, &mut inbox, &thread_counts))
            .map_err(|error| OpenError::Failed(error.to_string()))?;
        Ok(Journal {
            orders,
            counts,
            newest,
            kept,
        })
    }

    pub fn counts(&self) -> &JournalCounts {
        &self.counts
    }

    /// Keeps a new session, with events if it comes from elsewhere.
    pub async fn create(&self, session: StoredSession) -> Result<(), JournalError> {
        self.write(Request::Create(Box::new(session))).await
    }

    /// Keeps events of a session. They are on disk when this returns.
    pub async fn append(
        &self,
        id: SessionId,
        events: Vec<EventRow>,
        summary: Summary,
    ) -> Result<(), JournalError> {
        let request = Request::Append {
            id,
            events,
            summary,
        };
        self.write(request).await
    }

    pub async fn close(&self, id: SessionId) -> Result<(), JournalError> {
        self.write(Request::Close(id)).await
    }

    pub async fn delete(&self, id: SessionId) -> Result<(), JournalError> {
        self.write(Request::Delete(id)).await
    }

    pub async fn load(&self, id: SessionId) -> Result<Option<StoredSession>, JournalError> {
        self.order(|reply| Order::Load(id, reply)).await
    }

    /// Every session, the oldest first.
    pub async fn list(&self) -> Result<Vec<SessionRow>, JournalError> {
        self.order(Order::List).await
    }

    /// Folds the log into the file, so that a copy of the file alone is whole.
    pub async fn fold(&self) -> Result<(), JournalError> {
        self.order(Order::Fold).await
    }

    async fn write(&self, request: Request) -> Result<(), JournalError> {
        self.order(|reply| Order::Write(request, reply)).await
    }

    async fn order<T>(&self, order: impl FnOnce(Reply<T>) -> Order) -> Result<T, JournalError> {
        let (reply, answer) = oneshot::channel();
        let gone = || JournalError("its thread has ended".to_owned());
        self.orders.send(order(reply)).await.map_err(|_| gone())?;
        answer.await.unwrap_or_else(|_| Err(gone()))
    }
}

/// The thread: runs until the last journal handle is gone.
fn serve(mut database: Database, inbox: &mut Receiver<Order>, counts: &JournalCounts) {
    while let Some(first) = inbox.blocking_recv() {
        let mut writes = Vec::new();
        let mut next = Some(first);
        while let Some(order) = next.take() {
            match order {
                Order::Write(request, reply) => {
                    writes.push((request, reply));
                    if writes.len() < BATCH {
                        next = inbox.try_recv().ok();
                    }
                }
                // A reader sees all that was written before it asked.
                reading => {
                    flush(&mut database, &mut writes, counts);
                    read(&mut database, reading);
                    next = inbox.try_recv().ok();
                }
            }
        }
        flush(&mut database, &mut writes, counts);
    }
}

fn flush(database: &mut Database, writes: &mut Vec<(Request, Reply<()>)>, counts: &JournalCounts) {
    if writes.is_empty() {
        return;
    }
    let events: u64 = writes.iter().map(|(request, _)| request.events()).sum();
    let requests = writes.iter().map(|(request, _)| request);
    let results = database.write(requests);
    let failed = results.iter().filter(|result| result.is_err()).count() as u64;
    counts.commits.fetch_add(1, Ordering::Relaxed);
    counts.failures.fetch_add(failed, Ordering::Relaxed);
    if failed == 0 {
        counts.events.fetch_add(events, Ordering::Relaxed);
    }
    for ((_, reply), result) in writes.drain(..).zip(results) {
        // Whoever no longer waits for the answer has still got it written.
        let _ = reply.send(result);
    }
}

fn read(database: &mut Database, order: Order) {
    match order {
        Order::Load(id, reply) => {
            let _ = reply.send(database.load(id));
        }
        Order::List(reply) => {
            let _ = reply.send(database.list());
        }
        Order::Fold(reply) => {
            let _ = reply.send(database.fold());
        }
        Order::Write(..) => {}
    }
}

impl Request {
    fn events(&self) -> u64 {
        match self {
            Request::Create(stored) => stored.events.len() as u64,
            Request::Append { events, .. } => events.len() as u64,
            Request::Close(_) | Request::Delete(_) => 0,
        }
    }
}
