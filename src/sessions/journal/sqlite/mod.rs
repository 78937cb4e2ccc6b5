//! The journal in SQLite, in a file or in memory.
//!
//! One thread owns the database. It takes all waiting orders, writes them in one
//! transaction and answers after the commit, so that many sessions share the cost of
//! one write. Writes come before reads: players wait for them.

mod database;

use std::collections::{BTreeMap, VecDeque};
use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use tokio::sync::mpsc::{Receiver, Sender, channel};
use tokio::sync::oneshot;

use super::{
    DataDir, JournalCounts, JournalError, KeptText, LastWrite, OpenError, Reply, SessionRow, Store,
    StoredSession, WriteRequest,
};
use crate::history::Seq;
use crate::session_id::SessionId;
use database::Database;
pub use database::{FILE, FORMAT};
use qbcoach_platform::private_files;

type Answer<T> = oneshot::Sender<Result<T, JournalError>>;

enum Order {
    Write(WriteRequest, Answer<()>),
    Load(SessionId, Seq, Answer<Option<StoredSession>>),
    List(Answer<Vec<SessionRow>>),
    Fold(Answer<()>),
    Check(Answer<()>),
}

/// Orders that may wait for the thread. A session waits for each answer, so it never
/// has more than a few.
const WAITING: usize = 1024;
/// The most writes in one transaction.
const BATCH: usize = 512;

#[derive(Debug)]
pub(super) struct SqliteStore {
    orders: Sender<Order>,
    /// The number of the newest session that was ever created.
    newest: AtomicU64,
    kept: KeptTexts,
}

/// Small texts beside the sessions.
#[derive(Debug)]
enum KeptTexts {
    Memory(Mutex<BTreeMap<String, String>>),
    /// A file for each, `NAME.json`.
    Files(PathBuf),
}

/// The store of a data directory, and the sessions in it.
pub(super) fn open(
    data_dir: &DataDir,
    counts: Arc<JournalCounts>,
) -> Result<(SqliteStore, super::StoredIds), OpenError> {
    let database = Database::open(data_dir)?;
    let newest = database.newest()?;
    let ids = super::StoredIds {
        all: database.kept()?,
        off_air: database.off_air()?,
    };
    let (orders, mut inbox) = channel(WAITING);
    thread::Builder::new()
        .name("journal".to_owned())
        .spawn(move || serve(database, &mut inbox, &counts))
        .map_err(|error| OpenError::Failed(error.to_string()))?;
    let store = SqliteStore {
        orders,
        newest: AtomicU64::new(newest.map_or(0, SessionId::number)),
        kept: match data_dir {
            DataDir::Memory => KeptTexts::Memory(Mutex::default()),
            DataDir::Folder(folder) => KeptTexts::Files(folder.clone()),
        },
    };
    Ok((store, ids))
}

impl SqliteStore {
    fn order<T: Send + 'static>(
        &self,
        order: impl FnOnce(Answer<T>) -> Order + Send + 'static,
    ) -> Reply<'_, T> {
        Box::pin(async move {
            let (answer, result) = oneshot::channel();
            let gone = || JournalError::Failed("its thread has ended".to_owned());
            self.orders.send(order(answer)).await.map_err(|_| gone())?;
            result.await.unwrap_or_else(|_| Err(gone()))
        })
    }
}

impl Store for SqliteStore {
    fn next_id(&self) -> Reply<'_, SessionId> {
        let number = self.newest.fetch_add(1, Ordering::Relaxed) + 1;
        Box::pin(async move { Ok(SessionId::new(number)) })
    }

    fn write(&self, request: WriteRequest) -> Reply<'_, ()> {
        self.order(|answer| Order::Write(request, answer))
    }

    fn load(&self, id: SessionId, after: Seq) -> Reply<'_, Option<StoredSession>> {
        self.order(move |answer| Order::Load(id, after, answer))
    }

    fn list(&self) -> Reply<'_, Vec<SessionRow>> {
        self.order(Order::List)
    }

    fn fold(&self) -> Reply<'_, ()> {
        self.order(Order::Fold)
    }

    fn check(&self) -> Reply<'_, ()> {
        self.order(Order::Check)
    }

    fn kept(&self, name: &str) -> Reply<'_, Option<KeptText>> {
        let read = self
            .kept
            .read(name)
            .map_err(|error| kept_failed(name, &error));
        let kept = read.map(|body| body.map(|body| KeptText { version: 0, body }));
        Box::pin(async move { kept })
    }

    /// One daemon uses the folder, so nobody else can have written a newer version.
    fn keep(&self, name: &str, text: KeptText) -> Reply<'_, bool> {
        let written = self.kept.write(name, &text.body);
        let written = written
            .map(|()| true)
            .map_err(|error| kept_failed(name, &error));
        Box::pin(async move { written })
    }
}

fn kept_failed(name: &str, error: &io::Error) -> JournalError {
    JournalError::Failed(format!("{name}.json: {error}"))
}

impl KeptTexts {
    fn read(&self, name: &str) -> io::Result<Option<String>> {
        match self {
            KeptTexts::Memory(texts) => {
                let texts = texts.lock().unwrap_or_else(PoisonError::into_inner);
                Ok(texts.get(name).cloned())
            }
            KeptTexts::Files(folder) => {
                match fs::read_to_string(folder.join(format!("{name}.json"))) {
                    Ok(text) => Ok(Some(text)),
                    Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
                    Err(error) => Err(error),
                }
            }
        }
    }

    /// Replaces the text atomically.
    fn write(&self, name: &str, body: &str) -> io::Result<()> {
        match self {
            KeptTexts::Memory(texts) => {
                let mut texts = texts.lock().unwrap_or_else(PoisonError::into_inner);
                texts.insert(name.to_owned(), body.to_owned());
                Ok(())
            }
            KeptTexts::Files(folder) => {
                let temporary = folder.join(format!("{name}.json.new"));
                let mut file = private_files::create(&temporary)?;
                file.write_all(body.as_bytes())?;
                file.sync_all()?;
                fs::rename(&temporary, folder.join(format!("{name}.json")))
            }
        }
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
    writes: Vec<(WriteRequest, Answer<()>)>,
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
    writes: &mut Vec<(WriteRequest, Answer<()>)>,
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
    counts.note(last);
    if failed == 0 {
        counts.events.fetch_add(events, Ordering::Relaxed);
    }
    for ((_, reply), result) in writes.drain(..).zip(results) {
        // The write counts also when its sender no longer waits.
        let _ = reply.send(result);
    }
}

fn check(database: &mut Database, counts: &JournalCounts) -> Result<(), JournalError> {
    if !counts.failing.load(Ordering::Relaxed) {
        return database.check_files();
    }
    let tried = database.try_to_write();
    if tried.is_ok() {
        counts.note(LastWrite::Succeeded);
    }
    tried
}

fn read(database: &mut Database, order: Order, counts: &JournalCounts) {
    match order {
        Order::Check(reply) => {
            let _ = reply.send(check(database, counts));
        }
        Order::Load(id, after, reply) => {
            let _ = reply.send(database.load(id, after));
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
