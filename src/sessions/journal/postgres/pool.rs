//! Connections to the database: no more than allowed, taken and given back, and thrown
//! away when something was wrong with one.

use std::collections::HashMap;
use std::pin::Pin;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use tokio::sync::{Semaphore, SemaphorePermit};
use tokio_postgres::error::SqlState;
use tokio_postgres::types::ToSql;
use tokio_postgres::{Client, Config, Error, Row, Statement};

use super::super::{JournalError, Reply};
use super::tls::Tls;
use super::words;

pub(super) struct Pool {
    config: Config,
    tls: Tls,
    pub patience: Duration,
    idle: Mutex<Vec<Connection>>,
    room: Semaphore,
}

impl std::fmt::Debug for Pool {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Pool")
    }
}

/// A connection with the statements that it has prepared.
pub(super) struct Connection {
    pub client: Client,
    prepared: Mutex<HashMap<&'static str, Statement>>,
}

pub(super) type Params<'a> = &'a [&'a (dyn ToSql + Sync)];

impl Connection {
    async fn statement(&self, sql: &'static str) -> Result<Statement, Error> {
        let prepared = || self.prepared.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(statement) = prepared().get(sql) {
            return Ok(statement.clone());
        }
        let statement = self.client.prepare(sql).await?;
        prepared().insert(sql, statement.clone());
        Ok(statement)
    }

    pub fn query<'a>(&'a self, sql: &'static str, params: Params<'a>) -> Work<'a, Vec<Row>> {
        Box::pin(async move {
            let statement = self.statement(sql).await?;
            self.client.query(&statement, params).await
        })
    }

    pub fn execute<'a>(&'a self, sql: &'static str, params: Params<'a>) -> Work<'a, u64> {
        Box::pin(async move {
            let statement = self.statement(sql).await?;
            self.client.execute(&statement, params).await
        })
    }
}

/// What an order does to the database.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Order {
    Read,
    Write,
}

/// The statements of an order. They may be carried out again after the database has
/// undone them.
pub(super) type Work<'a, T> = Pin<Box<dyn Future<Output = Result<T, Error>> + Send + 'a>>;

/// How often an order is repeated that the database has undone to keep others apart.
const REPEATS: u32 = 10;

impl Pool {
    pub fn new(config: Config, tls: Tls, patience: Duration, most: u32) -> Pool {
        Pool {
            config,
            tls,
            patience,
            idle: Mutex::default(),
            room: Semaphore::new(most as usize),
        }
    }

    /// A new connection that the caller keeps.
    pub async fn connect(&self) -> Result<Connection, String> {
        let connecting = self.config.connect(self.tls.clone());
        let (client, connection) = match tokio::time::timeout(self.patience, connecting).await {
            Ok(connected) => connected.map_err(|error| words::of(&error))?,
            Err(_) => return Err("the database does not answer".to_owned()),
        };
        // It ends with the client, or with the connection; whoever uses it is told.
        tokio::spawn(connection);
        Ok(Connection {
            client,
            prepared: Mutex::default(),
        })
    }

    fn idle(&self) -> std::sync::MutexGuard<'_, Vec<Connection>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Orders are also awaited in other crates. As this is boxed, the client of the
    /// database is compiled here only, and not with each of them.
    fn take(&self) -> Reply<'_, (Connection, SemaphorePermit<'_>)> {
        Box::pin(self.idle_or_new())
    }

    async fn idle_or_new(&self) -> Result<(Connection, SemaphorePermit<'_>), JournalError> {
        let failed = |problem: &str| JournalError::Failed(problem.to_owned());
        let room = tokio::time::timeout(self.patience, self.room.acquire()).await;
        let Ok(Ok(permit)) = room else {
            return Err(failed("all connections to the database are busy"));
        };
        loop {
            let idle = self.idle().pop();
            match idle {
                Some(connection) if connection.client.is_closed() => {}
                Some(connection) => return Ok((connection, permit)),
                None => break,
            }
        }
        match self.connect().await {
            Ok(connection) => Ok((connection, permit)),
            Err(problem) => Err(failed(&problem)),
        }
    }

    /// Carries out an order on a connection.
    pub async fn run<T>(
        &self,
        order: Order,
        work: impl for<'a> Fn(&'a Connection) -> Work<'a, T>,
    ) -> Result<T, JournalError> {
        for repeat in 0.. {
            let (connection, permit) = self.take().await?;
            let error = match tokio::time::timeout(self.patience, work(&connection)).await {
                Ok(Ok(done)) => {
                    self.idle().push(connection);
                    return Ok(done);
                }
                Ok(Err(error)) => error,
                Err(_) => {
                    let seconds = self.patience.as_secs_f32();
                    let problem = format!("the database is slow: no answer for {seconds} seconds");
                    return Err(match order {
                        // The connection is dropped, but what it was told to write may
                        // still be written.
                        Order::Write => JournalError::Unknown(problem),
                        Order::Read => JournalError::Failed(problem),
                    });
                }
            };
            match Fault::of(&error) {
                Fault::Undone if repeat < REPEATS => {
                    self.idle().push(connection);
                    drop(permit);
                    tokio::time::sleep(Duration::from_millis(2 << repeat.min(6))).await;
                }
                Fault::Undone | Fault::Refused => {
                    // A server that became a standby is not asked again: the next
                    // connection looks for the primary.
                    let is_standby = error.code() == Some(&SqlState::READ_ONLY_SQL_TRANSACTION);
                    if !is_standby && !connection.client.is_closed() {
                        self.idle().push(connection);
                    }
                    return Err(JournalError::Failed(words::of(&error)));
                }
                Fault::Collided => {
                    self.idle().push(connection);
                    return Err(JournalError::Conflict);
                }
                Fault::Lost if order == Order::Read && repeat < 2 => {}
                Fault::Lost => {
                    let problem = words::of(&error);
                    return Err(match order {
                        Order::Write => JournalError::Unknown(problem),
                        Order::Read => JournalError::Failed(problem),
                    });
                }
            }
        }
        Err(JournalError::Conflict)
    }
}

/// What an error says about the statement.
enum Fault {
    /// It was undone to keep others apart, and may be tried again.
    Undone,
    /// It was refused.
    Refused,
    /// What it writes is there already.
    Collided,
    /// The connection was lost, so that nobody knows.
    Lost,
}

impl Fault {
    fn of(error: &Error) -> Fault {
        let Some(code) = error.code() else {
            return Fault::Lost;
        };
        if [
            SqlState::T_R_SERIALIZATION_FAILURE,
            SqlState::T_R_DEADLOCK_DETECTED,
        ]
        .contains(code)
        {
            return Fault::Undone;
        }
        if *code == SqlState::UNIQUE_VIOLATION {
            return Fault::Collided;
        }
        // 40003: a database of many machines does not know itself. 08 and 57P: the
        // connection or the server is ending; it may have committed before it said so.
        let unknown = *code == SqlState::T_R_STATEMENT_COMPLETION_UNKNOWN
            || code.code().starts_with("08")
            || code.code().starts_with("57P");
        match unknown {
            true => Fault::Lost,
            false => Fault::Refused,
        }
    }
}
