//! The journal: every event of every session is stored before any client sees it.
//!
//! Sessions use it through [`Journal`]. Behind it is a [`Store`]: SQLite in a file or in
//! memory, or PostgreSQL, which many nodes share.

mod copy;
mod postgres;
mod sqlite;
mod waiting;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use super::act_id::ActId;
use super::game::Summary;
use super::history::Seq;
use super::nodes::{Epoch, NodeId};
use super::session_id::SessionId;
pub use copy::{Copied, CopyError, copy};
pub use postgres::{Claimed, Leases, NodeRow, PostgresOptions};
pub use sqlite::{FILE, FORMAT};

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

/// Why an order of the journal failed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum JournalError {
    /// The order has not been carried out.
    #[error("the journal could not be written or read: {0}")]
    Failed(String),
    /// The order may have been carried out, or still be.
    #[error("the journal did not answer in time: {0}")]
    Unknown(String),
    /// The order has not been carried out, because the session is not as the caller
    /// thinks: another node owns it, or it has other events.
    #[error("the session has changed in the journal")]
    Conflict,
}

/// Why a journal is not opened. The file has not been changed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OpenError {
    #[error(
        "the data directory {path} cannot be made or used: {problem}; give one that can be written \
         to with --data-dir"
    )]
    Folder { path: String, problem: String },
    #[error(
        "{path} is in use by another daemon: stop that one, or give this one its own --data-dir"
    )]
    InUse { path: String },
    #[error(
        "{path} was written by a newer qbcoach (format {found}, this one knows {known}): use that \
         version, or give another --data-dir"
    )]
    Newer {
        path: String,
        found: i32,
        known: i32,
    },
    #[error(
        "{path} is damaged or not a journal of qbcoach ({problem}): it has been left as it is; \
         restore it from a copy, or give another --data-dir"
    )]
    Damaged { path: String, problem: String },
    #[error("the journal cannot be opened: {0}")]
    Failed(String),
    #[error("the journal in {database}: {problem}")]
    Database { database: String, problem: String },
}

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

impl EventBody {
    /// The kind and the text of the event as columns.
    pub(crate) fn columns(&self) -> (&str, String) {
        match self {
            EventBody::Act(text) => ("act", text.clone()),
            EventBody::Undo(count) => ("undo", count.to_string()),
            EventBody::Redo(count) => ("redo", count.to_string()),
            EventBody::Other { kind, body } => (kind.as_str(), body.clone()),
        }
    }

    pub(crate) fn of_columns(kind: String, body: String) -> EventBody {
        match (kind.as_str(), body.parse()) {
            ("act", _) => EventBody::Act(body),
            ("undo", Ok(count)) => EventBody::Undo(count),
            ("redo", Ok(count)) => EventBody::Redo(count),
            _ => EventBody::Other { kind, body },
        }
    }
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

/// The sessions that are stored.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StoredIds {
    pub all: BTreeSet<SessionId>,
    /// Those that do not go on air by themselves: simulated matches, analyses, and imports
    /// in which nothing was done.
    pub off_air: BTreeSet<SessionId>,
}

/// A small text that is kept beside the sessions, such as the look of the overlays.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeptText {
    /// Counts its changes. A new text has the version of the one that it replaces.
    pub version: u64,
    pub body: String,
}

/// A change of the database. Those of a session are refused if its epoch is another.
#[derive(Clone, Debug)]
pub(crate) enum WriteRequest {
    Create(Box<StoredSession>),
    Append {
        id: SessionId,
        epoch: Epoch,
        /// At least one; their numbers follow each other.
        events: Vec<EventRow>,
        summary: Summary,
    },
    ReplaceSetup {
        id: SessionId,
        epoch: Epoch,
        setup: String,
    },
    Close(SessionId, Epoch),
    Reopen(SessionId, Epoch),
    Delete(SessionId, Epoch),
}

pub(crate) type Reply<'a, T> = Pin<Box<dyn Future<Output = Result<T, JournalError>> + Send + 'a>>;

/// What holds the journal. A write is durable when it is answered, and counts also when
/// nobody waits for the answer any more.
pub(crate) trait Store: std::fmt::Debug + Send + Sync {
    /// A number that no session has had.
    fn next_id(&self) -> Reply<'_, SessionId>;
    fn write(&self, request: WriteRequest) -> Reply<'_, ()>;
    /// A session with its events after `after`.
    fn load(&self, id: SessionId, after: Seq) -> Reply<'_, Option<StoredSession>>;
    /// Every session, the oldest first.
    fn list(&self) -> Reply<'_, Vec<SessionRow>>;
    /// Makes a copy of the files complete.
    fn fold(&self) -> Reply<'_, ()>;
    /// Whether events can be written now.
    fn check(&self) -> Reply<'_, ()>;
    fn kept(&self, name: &str) -> Reply<'_, Option<KeptText>>;
    /// False if another version is there than the one to replace.
    fn keep(&self, name: &str, text: KeptText) -> Reply<'_, bool>;
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

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LastWrite {
    Succeeded,
    Failed,
}

impl JournalCounts {
    pub(crate) fn note(&self, last: LastWrite) {
        let failing = last == LastWrite::Failed;
        let was_failing = self.failing.swap(failing, Ordering::Relaxed);
        match (was_failing, failing) {
            (false, true) => tracing::error!("the journal cannot be written"),
            (true, false) => tracing::info!("the journal can be written again"),
            _ => {}
        }
    }
}

/// How long a client waits for a write. Then its outcome is not known.
const PATIENCE: Duration = Duration::from_secs(20);

#[derive(Clone, Debug)]
pub struct Journal {
    store: Arc<dyn Store>,
    counts: Arc<JournalCounts>,
    /// Who may write which session, where nodes share the journal.
    leases: Option<Arc<Leases>>,
    /// The sessions that were stored when the journal was opened.
    pub stored: StoredIds,
}

impl Journal {
    /// Opens the journal of a data directory, or makes one. A journal that is damaged,
    /// newer or in use is refused and not changed.
    pub fn open(data_dir: &DataDir) -> Result<Journal, OpenError> {
        let counts = Arc::new(JournalCounts::default());
        let (store, stored) = sqlite::open(data_dir, counts.clone())?;
        Ok(Journal {
            store: Arc::new(store),
            counts,
            leases: None,
            stored,
        })
    }

    /// Opens the journal in a PostgreSQL database, or makes one.
    pub fn open_postgres(options: &PostgresOptions) -> Result<Journal, OpenError> {
        let counts = Arc::new(JournalCounts::default());
        let opened = postgres::open(options, counts.clone())?;
        Ok(Journal {
            store: opened.store,
            counts,
            leases: Some(opened.leases),
            stored: opened.stored,
        })
    }

    pub fn counts(&self) -> &JournalCounts {
        &self.counts
    }

    pub fn leases(&self) -> Option<&Arc<Leases>> {
        self.leases.as_ref()
    }

    /// This node's number, where nodes share the journal.
    pub fn node(&self) -> Option<NodeId> {
        self.leases.as_ref().map(|leases| leases.node())
    }

    /// A number that no session has had.
    pub async fn next_id(&self) -> Result<SessionId, JournalError> {
        self.store.next_id().await
    }

    /// Stores a new session, with the events of an imported one.
    pub async fn create(&self, session: StoredSession) -> Result<(), JournalError> {
        self.write(WriteRequest::Create(Box::new(session))).await
    }

    /// Stores events of a session, all of them or none. They are on disk when this returns.
    pub async fn append(
        &self,
        id: SessionId,
        epoch: Epoch,
        events: Vec<EventRow>,
        summary: Summary,
    ) -> Result<(), JournalError> {
        self.write(WriteRequest::Append {
            id,
            epoch,
            events,
            summary,
        })
        .await
    }

    pub(crate) async fn replace_setup(
        &self,
        id: SessionId,
        epoch: Epoch,
        setup: String,
    ) -> Result<(), JournalError> {
        self.write(WriteRequest::ReplaceSetup { id, epoch, setup })
            .await
    }

    pub async fn close(&self, id: SessionId, epoch: Epoch) -> Result<(), JournalError> {
        self.write(WriteRequest::Close(id, epoch)).await
    }

    pub async fn reopen(&self, id: SessionId, epoch: Epoch) -> Result<(), JournalError> {
        self.write(WriteRequest::Reopen(id, epoch)).await
    }

    pub async fn delete(&self, id: SessionId, epoch: Epoch) -> Result<(), JournalError> {
        self.write(WriteRequest::Delete(id, epoch)).await
    }

    pub async fn load(&self, id: SessionId) -> Result<Option<StoredSession>, JournalError> {
        self.store.load(id, 0).await
    }

    /// A session with its events after `after` only.
    pub async fn load_after(
        &self,
        id: SessionId,
        after: Seq,
    ) -> Result<Option<StoredSession>, JournalError> {
        self.store.load(id, after).await
    }

    /// Every session, the oldest first.
    pub async fn list(&self) -> Result<Vec<SessionRow>, JournalError> {
        self.store.list().await
    }

    /// Moves the write-ahead log into the file, so that a copy of the file alone is
    /// complete.
    pub async fn fold(&self) -> Result<(), JournalError> {
        self.store.fold().await
    }

    /// Whether events can be written now. After a write that failed, another is tried.
    pub async fn check(&self) -> Result<(), JournalError> {
        self.store.check().await
    }

    /// The same as [`Journal::kept`] for a thread that may wait.
    pub fn read_kept(&self, name: &str) -> Result<Option<KeptText>, JournalError> {
        waiting::wait_for(self.store.kept(name))
    }

    /// The same as [`Journal::keep`] for a thread that may wait.
    pub fn write_kept(&self, name: &str, text: KeptText) -> Result<bool, JournalError> {
        waiting::wait_for(self.store.keep(name, text))
    }

    /// A small text beside the sessions.
    pub async fn kept(&self, name: &str) -> Result<Option<KeptText>, JournalError> {
        self.store.kept(name).await
    }

    /// Replaces such a text. False if somebody else has replaced it meanwhile.
    pub async fn keep(&self, name: &str, text: KeptText) -> Result<bool, JournalError> {
        self.store.keep(name, text).await
    }

    async fn write(&self, request: WriteRequest) -> Result<(), JournalError> {
        match tokio::time::timeout(PATIENCE, self.store.write(request)).await {
            Ok(written) => written,
            Err(_) => Err(JournalError::Unknown(format!(
                "it has not written for {} seconds",
                PATIENCE.as_secs()
            ))),
        }
    }
}

impl WriteRequest {
    /// Whether text is removed that nobody may read any more.
    pub(crate) fn removes_text(&self) -> bool {
        matches!(
            self,
            WriteRequest::ReplaceSetup { .. } | WriteRequest::Delete(..)
        )
    }

    /// How many events it writes.
    pub(crate) fn events(&self) -> u64 {
        match self {
            WriteRequest::Create(stored) => stored.events.len() as u64,
            WriteRequest::Append { events, .. } => events.len() as u64,
            WriteRequest::ReplaceSetup { .. }
            | WriteRequest::Close(..)
            | WriteRequest::Reopen(..)
            | WriteRequest::Delete(..) => 0,
        }
    }
}
