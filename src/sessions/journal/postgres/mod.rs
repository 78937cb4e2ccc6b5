//! The journal in PostgreSQL, which many nodes share.
//!
//! A thread of its own drives the connections. Every write of a session is one statement
//! that is refused if another node owns the session meanwhile: it names the epoch, which
//! rises with every new owner.

mod leases;
mod options;
mod pool;
mod rows;
mod schema;
mod tls;
mod words;

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::thread;

use tokio::runtime::Handle;
use tokio::sync::oneshot;

use super::{
    EventRow, JournalCounts, JournalError, KeptText, LastWrite, OpenError, Reply, SessionRow,
    Store, StoredIds, StoredSession, WriteRequest,
};
use crate::act_id::ActId;
use crate::history::Seq;
use crate::session_id::SessionId;
pub use leases::{Claimed, Leases, NodeRow};
pub use options::PostgresOptions;
use pool::{Connection, Order, Pool};
use rows::{event_row, session_row, signed};
use tls::Tls;

pub(super) struct Opened {
    pub store: Arc<PostgresStore>,
    pub leases: Arc<Leases>,
    pub stored: StoredIds,
}

#[derive(Debug)]
pub(super) struct PostgresStore {
    pool: Arc<Pool>,
    handle: Handle,
    counts: Arc<JournalCounts>,
    leases: Arc<Leases>,
    /// The thread ends when this is dropped.
    _end: oneshot::Sender<()>,
}

/// Connects, makes the tables if there are none, and registers this node.
pub(super) fn open(
    options: &PostgresOptions,
    counts: Arc<JournalCounts>,
) -> Result<Opened, OpenError> {
    let config = options.config()?;
    let tls = Tls::new(options.ca_file.as_deref());
    let tls = tls.map_err(|problem| options.problem(problem))?;
    let pool = Arc::new(Pool::new(
        config,
        tls,
        options.patience,
        options.connections,
    ));
    let (answer, opened) = std::sync::mpsc::channel();
    let (end, ended) = oneshot::channel();
    let options = options.clone();
    thread::Builder::new()
        .name("journal".to_owned())
        .spawn(move || {
            let runtime = tokio::runtime::Builder::new_current_thread()
                .enable_all()
                .build();
            let runtime = match runtime {
                Ok(runtime) => runtime,
                Err(error) => {
                    let _ = answer.send(Err(OpenError::Failed(error.to_string())));
                    return;
                }
            };
            runtime.block_on(async move {
                let begun = begin(&options, &pool).await;
                let begun = begun.map_err(|problem| options.problem(problem));
                let result = begun.map(|(leases, stored)| Opened {
                    store: Arc::new(PostgresStore {
                        pool,
                        handle: Handle::current(),
                        counts,
                        leases: leases.clone(),
                        _end: end,
                    }),
                    leases,
                    stored,
                });
                if answer.send(result).is_ok() {
                    // Dropped with the store.
                    let _ = ended.await;
                }
            });
        })
        .map_err(|error| OpenError::Failed(error.to_string()))?;
    let gone = || OpenError::Failed("its thread has ended".to_owned());
    opened.recv().map_err(|_| gone())?
}

async fn begin(
    options: &PostgresOptions,
    pool: &Arc<Pool>,
) -> Result<(Arc<Leases>, StoredIds), String> {
    let connection = pool.connect().await?;
    let prepared = tokio::time::timeout(options.patience * 4, schema::prepare(&connection));
    let slow = |_| "the database is slow: it did not answer in time".to_owned();
    prepared.await.map_err(slow)??;
    let leases = Leases::begin(options, pool.clone(), connection).await?;
    let stored = pool.run(Order::Read, |connection| {
        Box::pin(async move {
            let sql = "SELECT id, mode IN ('simulated', 'analysis') \
                       OR (seq > 0 AND updated_ms = created_ms) FROM session";
            connection.query(sql, &[]).await
        })
    });
    let rows = stored.await.map_err(|error| error.to_string())?;
    let mut stored = StoredIds::default();
    for row in rows {
        let id = SessionId::new(row.get::<_, i64>(0).unsigned_abs());
        stored.all.insert(id);
        if row.get(1) {
            stored.off_air.insert(id);
        }
    }
    Ok((leases, stored))
}

impl PostgresStore {
    /// Runs on the journal's thread. What has begun goes on when nobody waits for it.
    fn on_thread<T: Send + 'static>(
        &self,
        work: impl Future<Output = Result<T, JournalError>> + Send + 'static,
    ) -> Reply<'static, T> {
        let task = self.handle.spawn(work);
        Box::pin(async move {
            let gone = |_| Err(JournalError::Unknown("its thread has ended".to_owned()));
            task.await.unwrap_or_else(gone)
        })
    }
}

impl Store for PostgresStore {
    fn next_id(&self) -> Reply<'_, SessionId> {
        let pool = self.pool.clone();
        self.on_thread(async move {
            let sql = "SELECT nextval('session_number')";
            let rows = pool.run(Order::Read, |connection| {
                Box::pin(async move { connection.query(sql, &[]).await })
            });
            let rows = rows.await?;
            let number = rows.first().map_or(0, |row| row.get::<_, i64>(0));
            Ok(SessionId::new(number.unsigned_abs()))
        })
    }

    fn write(&self, request: WriteRequest) -> Reply<'_, ()> {
        let (pool, counts, leases) = (self.pool.clone(), self.counts.clone(), self.leases.clone());
        self.on_thread(async move {
            let events = request.events();
            let request = Arc::new(request);
            let owner = signed(leases.node().number());
            let written = pool.run(Order::Write, |connection| {
                let request = request.clone();
                Box::pin(async move { rows::write(connection, &request, owner).await })
            });
            let written = match written.await {
                Ok(0) => Err(JournalError::Conflict),
                Ok(_) => Ok(()),
                Err(error) => Err(error),
            };
            counts.commits.fetch_add(1, Ordering::Relaxed);
            match &written {
                Ok(()) => {
                    counts.events.fetch_add(events, Ordering::Relaxed);
                    counts.note(LastWrite::Succeeded);
                }
                // The database works; the session has another owner.
                Err(JournalError::Conflict) => {}
                Err(_) => {
                    counts.failures.fetch_add(1, Ordering::Relaxed);
                    counts.note(LastWrite::Failed);
                }
            }
            written
        })
    }

    fn load(&self, id: SessionId, after: Seq) -> Reply<'_, Option<StoredSession>> {
        let pool = self.pool.clone();
        self.on_thread(async move {
            pool.run(Order::Read, |connection| {
                Box::pin(load(connection, id, after))
            })
            .await
        })
    }

    fn list(&self) -> Reply<'_, Vec<SessionRow>> {
        let pool = self.pool.clone();
        self.on_thread(async move {
            let rows = pool.run(Order::Read, |connection| {
                Box::pin(async move { connection.query(rows::LIST, &[]).await })
            });
            Ok(rows.await?.iter().map(session_row).collect())
        })
    }

    fn fold(&self) -> Reply<'_, ()> {
        let leases = self.leases.clone();
        self.on_thread(async move {
            leases.leave().await;
            Ok(())
        })
    }

    fn check(&self) -> Reply<'_, ()> {
        let (pool, leases, counts) = (self.pool.clone(), self.leases.clone(), self.counts.clone());
        self.on_thread(async move {
            leases.check()?;
            let asked = pool.run(Order::Read, |connection| {
                Box::pin(async move { connection.query("SHOW transaction_read_only", &[]).await })
            });
            let rows = asked.await?;
            if rows
                .first()
                .is_some_and(|row| row.get::<_, String>(0) == "on")
            {
                return Err(JournalError::Failed("the database is read-only".to_owned()));
            }
            counts.note(LastWrite::Succeeded);
            Ok(())
        })
    }

    fn kept(&self, name: &str) -> Reply<'_, Option<KeptText>> {
        let (pool, name) = (self.pool.clone(), name.to_owned());
        self.on_thread(async move {
            let rows = pool.run(Order::Read, |connection| {
                let name = name.clone();
                let sql = "SELECT version, body FROM kept WHERE name = $1";
                Box::pin(async move { connection.query(sql, &[&name]).await })
            });
            Ok(rows.await?.first().map(|row| KeptText {
                version: row.get::<_, i64>(0).unsigned_abs(),
                body: row.get(1),
            }))
        })
    }

    fn keep(&self, name: &str, text: KeptText) -> Reply<'_, bool> {
        let (pool, name) = (self.pool.clone(), name.to_owned());
        self.on_thread(async move {
            let version = signed(text.version);
            let written = pool.run(Order::Write, |connection| {
                let (name, body) = (name.clone(), text.body.clone());
                Box::pin(async move {
                    match version {
                        0 => {
                            let sql = "INSERT INTO kept (name, version, body) VALUES ($1, 1, $2) \
                                       ON CONFLICT (name) DO NOTHING";
                            connection.execute(sql, &[&name, &body]).await
                        }
                        _ => {
                            let sql = "UPDATE kept SET version = version + 1, body = $3 \
                                       WHERE name = $1 AND version = $2";
                            connection.execute(sql, &[&name, &version, &body]).await
                        }
                    }
                })
            });
            Ok(written.await? > 0)
        })
    }
}

/// A session with its events after `after`. The session comes first: events that are
/// written in between are left out, so that both fit together.
async fn load(
    connection: &Connection,
    id: SessionId,
    after: Seq,
) -> Result<Option<StoredSession>, tokio_postgres::Error> {
    let number = signed(id.number());
    let rows = connection.query(rows::SESSION, &[&number]).await?;
    let Some(session) = rows.first().map(session_row) else {
        return Ok(None);
    };
    let (first, last) = (signed(after), signed(session.seq));
    let events = connection
        .query(rows::EVENTS, &[&number, &first, &last])
        .await?;
    Ok(Some(StoredSession {
        session,
        events: events.iter().map(event_row).collect(),
    }))
}

/// A name that is too long has not been written by this program.
fn act_id(name: Option<String>) -> Option<ActId> {
    name.and_then(|name| ActId::new(&name).ok())
}
