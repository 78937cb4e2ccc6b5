//! The journal: every event of every session is on disk before any client sees it.
//!
//! One thread owns the database. It takes all waiting orders, writes them in one
//! transaction and answers after the commit, so that many sessions share the cost of
//! one write. Writes come before reads: players wait for them.

mod database;

use std::collections::{BTreeSet, VecDeque};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;

use tokio::sync::mpsc::{Receiver, Sender, channel};
use tokio::sync::oneshot;

use super::act_id::ActId;
use super::game::Summary;
use super::history::Seq;
use super::session_id::SessionId;
use database::Database;
pub use database::{FILE, FORMAT, OpenError};

/// Where a daemon stores its sessions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DataDir {
    /// In memory; all sessions end with the process.
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

/// The database failed; the order has not been carried out.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the journal could not be written or read: {0}")]
pub struct JournalError(pub String);

/// One event as it is stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EventRow {
    pub seq: Seq,
    pub at_ms: u64,
    pub body: EventBody,
    /// The client's name for an act.
    pub act_id: Option<ActId>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EventBody {
    Act(String),
    Undo(u64),
    Redo(u64),
    /// A kind of event that this version does not write.
    Other {
        kind: String,
        body: String,
    },
}

/// A session as it is stored, without its events.
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

/// A change of the database.
pub(super) enum WriteRequest {
    Create(Box<StoredSession>),
    Append {
        id: SessionId,
        events: Vec<EventRow>,
        summary: Summary,
    },
    ReplaceSetup {
        id: SessionId,
        setup: String,
    },
    Close(SessionId),
    Reopen(SessionId),
    Delete(SessionId),
}

type JournalReply<T> = oneshot::Sender<Result<T, JournalError>>;

enum Order {
    Write(WriteRequest, JournalReply<()>),
    Load(SessionId, JournalReply<Option<StoredSession>>),
    List(JournalReply<Vec<SessionRow>>),
    Fold(JournalReply<()>),
    Check(JournalReply<()>),
}

/// Counts since the journal was opened.
#[derive(Debug, Default)]
pub struct JournalCounts {
    pub events: AtomicU64,
    pub commits: AtomicU64,
    pub failures: AtomicU64,
    /// Whether the last write failed.
    failing: AtomicBool,
}

/// Orders that may wait for the thread. A session waits for each answer, so it never
/// has more than a few.
const WAITING: usize = 1024;
/// The most writes in one transaction.
const BATCH: usize = 512;

#[derive(Clone, Debug)]
pub struct Journal {
    orders: Sender<Order>,
    counts: Arc<JournalCounts>,
    /// The newest session that was ever created.
    pub newest: Option<SessionId>,
    /// The sessions that were stored when the journal was opened.
    pub kept: BTreeSet<SessionId>,
    /// Those of them that nobody plays.
    pub unplayed: BTreeSet<SessionId>,
}

impl Journal {
    /// Opens the journal of a data directory, or makes one. A journal that is damaged,
    /// newer or in use is refused and not changed.
    pub fn open(data_dir: &DataDir) -> Result<Journal, OpenError> {
        let database = Database::open(data_dir)?;
        let newest = database.newest()?;
        let kept = database.kept()?;
        let unplayed = database.unplayed()?;
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
            unplayed,
        })
    }

    pub fn counts(&self) -> &JournalCounts {
        &self.counts
    }

    /// Stores a new session, with the events of an imported one.
    pub async fn create(&self, session: StoredSession) -> Result<(), JournalError> {
        self.write(WriteRequest::Create(Box::new(session))).await
    }

    /// Stores events of a session. They are on disk when this returns.
    pub(crate) async fn append(
        &self,
        id: SessionId,
        events: Vec<EventRow>,
        summary: Summary,
    ) -> Result<(), JournalError> {
        let request = WriteRequest::Append {
            id,
            events,
            summary,
        };
        self.write(request).await
    }

    pub(crate) async fn replace_setup(
        &self,
        id: SessionId,
        setup: String,
    ) -> Result<(), JournalError> {
        self.write(WriteRequest::ReplaceSetup { id, setup }).await
    }

    pub async fn close(&self, id: SessionId) -> Result<(), JournalError> {
        self.write(WriteRequest::Close(id)).await
    }

    pub(crate) async fn reopen(&self, id: SessionId) -> Result<(), JournalError> {
        self.write(WriteRequest::Reopen(id)).await
    }

    pub async fn delete(&self, id: SessionId) -> Result<(), JournalError> {
        self.write(WriteRequest::Delete(id)).await
    }

    pub async fn load(&self, id: SessionId) -> Result<Option<StoredSession>, JournalError> {
        self.order(|reply| Order::Load(id, reply)).await
    }

    /// Every session, the oldest first.
    pub async fn list(&self) -> Result<Vec<SessionRow>, JournalError> {
        self.order(Order::List).await
    }

    /// Moves the write-ahead log into the file, so that a copy of the file alone is
    /// complete.
    pub async fn fold(&self) -> Result<(), JournalError> {
        self.order(Order::Fold).await
    }

    /// Whether events can be written now. After a write that failed, another is tried.
    pub async fn check(&self) -> Result<(), JournalError> {
        self.order(Order::Check).await
    }

    async fn write(&self, request: WriteRequest) -> Result<(), JournalError> {
        self.order(|reply| Order::Write(request, reply)).await
    }

    async fn order<T>(
        &self,
        order: impl FnOnce(JournalReply<T>) -> Order,
    ) -> Result<T, JournalError> {
        let (reply, answer) = oneshot::channel();
        let gone = || JournalError("its thread has ended".to_owned());
        self.orders.send(order(reply)).await.map_err(|_| gone())?;
        answer.await.unwrap_or_else(|_| Err(gone()))
    }
}

/// The thread of the journal: runs until the last handle is dropped.
fn serve(mut database: Database, inbox: &mut Receiver<Order>, counts: &JournalCounts) {
    let mut waiting = WaitingOrders::default();
    loop {
        if waiting.is_empty() {
            match inbox.blocking_recv() {
                Some(order) => waiting.add(order),
                None => return,
            }
        }
        while waiting.writes.len() < BATCH
            && let Ok(order) = inbox.try_recv()
        {
            waiting.add(order);
        }
        // A read comes after all writes that were ordered before it. A write waits for
        // one read at most, however many there are.
        flush(&mut database, &mut waiting.writes, counts);
        if let Some(order) = waiting.reads.pop_front() {
            read(&mut database, order, counts);
        }
    }
}

#[derive(Default)]
struct WaitingOrders {
    writes: Vec<(WriteRequest, JournalReply<()>)>,
    reads: VecDeque<Order>,
}

impl WaitingOrders {
    fn is_empty(&self) -> bool {
        self.writes.is_empty() && self.reads.is_empty()
    }

    fn add(&mut self, order: Order) {
        match order {
            Order::Write(request, reply) => self.writes.push((request, reply)),
            // Whoever watches over the daemon gets an answer also when many read.
            Order::Check(_) => self.reads.push_front(order),
            _ => self.reads.push_back(order),
        }
    }
}

fn flush(
    database: &mut Database,
    writes: &mut Vec<(WriteRequest, JournalReply<()>)>,
    counts: &JournalCounts,
) {
    if writes.is_empty() {
        return;
    }
    let events: u64 = writes.iter().map(|(request, _)| request.events()).sum();
    let requests = writes.iter().map(|(request, _)| request);
    let results = database.write(requests);
    let failed = results.iter().filter(|result| result.is_err()).count() as u64;
    counts.commits.fetch_add(1, Ordering::Relaxed);
    counts.failures.fetch_add(failed, Ordering::Relaxed);
    let last = if failed == 0 {
        LastWrite::Succeeded
    } else {
        LastWrite::Failed
    };
    note_health(counts, last);
    if failed == 0 {
        counts.events.fetch_add(events, Ordering::Relaxed);
    }
    for ((_, reply), result) in writes.drain(..).zip(results) {
        // The write counts also when its sender no longer waits.
        let _ = reply.send(result);
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum LastWrite {
    Succeeded,
    Failed,
}

fn note_health(counts: &JournalCounts, last: LastWrite) {
    let failing = last == LastWrite::Failed;
    let was_failing = counts.failing.swap(failing, Ordering::Relaxed);
    match (was_failing, failing) {
        (false, true) => tracing::error!("the journal cannot be written"),
        (true, false) => tracing::info!("the journal can be written again"),
        _ => {}
    }
}

fn check(database: &mut Database, counts: &JournalCounts) -> Result<(), JournalError> {
    if !counts.failing.load(Ordering::Relaxed) {
        return database.check_files();
    }
    let tried = database.try_to_write();
    if tried.is_ok() {
        note_health(counts, LastWrite::Succeeded);
    }
    tried
}

fn read(database: &mut Database, order: Order, counts: &JournalCounts) {
    match order {
        Order::Check(reply) => {
            let _ = reply.send(check(database, counts));
        }
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

impl WriteRequest {
    fn events(&self) -> u64 {
        match self {
            WriteRequest::Create(stored) => stored.events.len() as u64,
            WriteRequest::Append { events, .. } => events.len() as u64,
            WriteRequest::ReplaceSetup { .. }
            | WriteRequest::Close(_)
            | WriteRequest::Reopen(_)
            | WriteRequest::Delete(_) => 0,
        }
    }
}
