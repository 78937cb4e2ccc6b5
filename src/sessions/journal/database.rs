//! The journal's SQLite file: what is in it, and how it is opened with care.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::time::Duration;

use rusqlite::config::DbConfig;
use rusqlite::{Connection, ErrorCode, OptionalExtension, Transaction, params};

use super::{DataDir, EventBody, EventRow, JournalError, Request, SessionRow, StoredSession};
use crate::sessions::game::Summary;
use crate::sessions::session_id::SessionId;

/// The version of the tables. A file of a newer one is left alone.
pub const FORMAT: i32 = 1;
/// Tells our files from other programs': the letters `qbco`.
const APPLICATION: i32 = 0x7162_636f;
const FILE: &str = "journal.sqlite3";

const TABLES: &str = "
    CREATE TABLE session (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        game TEXT NOT NULL,
        mode TEXT NOT NULL,
        title TEXT NOT NULL,
        setup TEXT NOT NULL,
        created_ms INTEGER NOT NULL,
        updated_ms INTEGER NOT NULL,
        seq INTEGER NOT NULL,
        turn INTEGER NOT NULL,
        over INTEGER NOT NULL,
        closed INTEGER NOT NULL
    ) STRICT;
    CREATE TABLE event (
        session INTEGER NOT NULL REFERENCES session(id) ON DELETE CASCADE,
        seq INTEGER NOT NULL,
        at_ms INTEGER NOT NULL,
        kind TEXT NOT NULL,
        body TEXT NOT NULL,
        PRIMARY KEY (session, seq)
    ) STRICT, WITHOUT ROWID;
";

/// Why a journal is not opened. Nothing in it has been changed.
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
}

impl From<rusqlite::Error> for OpenError {
    fn from(error: rusqlite::Error) -> OpenError {
        OpenError::Failed(error.to_string())
    }
}

pub(super) struct Database {
    connection: Connection,
}

fn failed(error: rusqlite::Error) -> JournalError {
    JournalError(error.to_string())
}

impl Database {
    pub fn open(place: &DataDir) -> Result<Database, OpenError> {
        match place {
            DataDir::Memory => {
                let connection = Connection::open_in_memory()?;
                connection.execute_batch(TABLES)?;
                Ok(Database { connection })
            }
            DataDir::Folder(folder) => Database::open_in(folder),
        }
    }

    fn open_in(folder: &Path) -> Result<Database, OpenError> {
        fs::create_dir_all(folder).map_err(|error| OpenError::Folder {
            path: folder.display().to_string(),
            problem: error.to_string(),
        })?;
        let path = folder.join(FILE);
        let connection = Connection::open(&path).map_err(|error| problem(&path, &error))?;
        prepare(&connection).map_err(|error| match error {
            Trouble::Sqlite(error) => problem(&path, &error),
            Trouble::Foreign(problem) => OpenError::Damaged {
                path: path.display().to_string(),
                problem,
            },
            Trouble::Newer(found) => OpenError::Newer {
                path: path.display().to_string(),
                found,
                known: FORMAT,
            },
        })?;
        Ok(Database { connection })
    }

    /// The highest number ever given, also of sessions that were deleted.
    pub fn newest(&self) -> Result<Option<SessionId>, OpenError> {
        let sql = "SELECT seq FROM sqlite_sequence WHERE name = 'session'";
        let number = self.connection.query_row(sql, [], |row| row.get(0));
        Ok(number.optional()?.map(SessionId::new))
    }

    /// The sessions that are still there.
    pub fn kept(&self) -> Result<BTreeSet<SessionId>, OpenError> {
        let mut ids = self.connection.prepare("SELECT id FROM session")?;
        let ids = ids.query_map([], |row| row.get(0).map(SessionId::new))?;
        Ok(ids.collect::<Result<_, _>>()?)
    }

    /// Writes all that is asked in one transaction. If that fails, each is tried on
    /// its own, so that one bad request does not spoil its neighbours.
    pub fn write<'a>(
        &mut self,
        requests: impl Iterator<Item = &'a Request> + Clone,
    ) -> Vec<Result<(), JournalError>> {
        let number = requests.clone().count();
        match self.write_together(requests.clone()) {
            Ok(()) => vec![Ok(()); number],
            Err(error) if number == 1 => vec![Err(failed(error))],
            Err(_) => requests
                .map(|request| {
                    let alone = std::iter::once(request);
                    self.write_together(alone).map_err(failed)
                })
                .collect(),
        }
    }

    fn write_together<'a>(
        &mut self,
        requests: impl Iterator<Item = &'a Request>,
    ) -> rusqlite::Result<()> {
        let transaction = self.connection.transaction()?;
        for request in requests {
            write_one(&transaction, request)?;
        }
        transaction.commit()
    }

    pub fn load(&mut self, id: SessionId) -> Result<Option<StoredSession>, JournalError> {
        let sql = format!("{SELECT} WHERE id = ?1");
        let session = self
            .connection
            .prepare_cached(&sql)
            .and_then(|mut query| query.query_row([id.number()], session_row).optional())
            .map_err(failed)?;
        let Some(session) = session else {
            return Ok(None);
        };
        let sql = "SELECT seq, at_ms, kind, body FROM event WHERE session = ?1 ORDER BY seq";
        let mut query = self.connection.prepare_cached(sql).map_err(failed)?;
        let events: Result<Vec<EventRow>, _> = query
            .query_map([id.number()], event_row)
            .map_err(failed)?
            .collect();
        let events = events.map_err(failed)?;
        Ok(Some(StoredSession { session, events }))
    }

    pub fn fold(&mut self) -> Result<(), JournalError> {
        let fold = "PRAGMA wal_checkpoint(TRUNCATE)";
        let folded = self.connection.query_row(fold, [], |_| Ok(()));
        folded.map_err(failed)
    }

    pub fn list(&mut self) -> Result<Vec<SessionRow>, JournalError> {
        let sql = format!("{SELECT} ORDER BY id");
        let mut query = self.connection.prepare_cached(&sql).map_err(failed)?;
        let rows = query.query_map([], session_row).map_err(failed)?;
        rows.collect::<Result<_, _>>().map_err(failed)
    }
}

enum Trouble {
    Sqlite(rusqlite::Error),
    Foreign(String),
    Newer(i32),
}

impl From<rusqlite::Error> for Trouble {
    fn from(error: rusqlite::Error) -> Trouble {
        Trouble::Sqlite(error)
    }
}

/// Makes sure that the file is ours and whole before anything is written to it.
fn prepare(connection: &Connection) -> Result<(), Trouble> {
    connection.busy_timeout(Duration::ZERO)?;
    // A log beside the file is not moved into it before we know that both are ours.
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, true)?;
    // One daemon alone: the lock is taken with the first access and kept until the
    // process ends, however it ends.
    connection.pragma_update(None, "locking_mode", "EXCLUSIVE")?;
    let pragma = |name: &str| connection.pragma_query_value(None, name, |row| row.get::<_, i32>(0));
    let (application, version) = (pragma("application_id")?, pragma("user_version")?);
    let tables: i64 =
        connection.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0))?;
    let is_new = application == 0 && version == 0 && tables == 0;
    if !is_new && application != APPLICATION {
        return Err(Trouble::Foreign("it has another program's mark".to_owned()));
    }
    if version > FORMAT {
        return Err(Trouble::Newer(version));
    }
    let check: String = connection.query_row("PRAGMA quick_check(1)", [], |row| row.get(0))?;
    if check != "ok" {
        return Err(Trouble::Foreign(check));
    }
    connection.pragma_update_and_check(None, "journal_mode", "WAL", |_| Ok(()))?;
    // Every commit waits for the disk: an answered action survives a power cut.
    connection.pragma_update(None, "synchronous", "FULL")?;
    connection.pragma_update(None, "foreign_keys", true)?;
    if is_new {
        connection.execute_batch(&format!(
            "BEGIN EXCLUSIVE; {TABLES} PRAGMA application_id = {APPLICATION}; \
             PRAGMA user_version = {FORMAT}; COMMIT;"
        ))?;
    } else {
        connection.execute_batch("BEGIN EXCLUSIVE; COMMIT;")?;
    }
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, false)?;
    Ok(())
}

fn problem(path: &Path, error: &rusqlite::Error) -> OpenError {
    let path = path.display().to_string();
    match error.sqlite_error_code() {
        Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => OpenError::InUse { path },
        Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase) => OpenError::Damaged {
            path,
            problem: error.to_string(),
        },
        _ => OpenError::Folder {
            path,
            problem: error.to_string(),
        },
    }
}

fn write_one(transaction: &Transaction<'_>, request: &Request) -> rusqlite::Result<()> {
    match request {
        Request::Create(stored) => {
            let session = &stored.session;
            let summary = &session.summary;
            transaction
                .prepare_cached(
                    "INSERT INTO session (id, game, mode, title, setup, created_ms, updated_ms, \
                     seq, turn, over, closed) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, 0, ?8, ?9, ?10)",
                )?
                .execute(params![
                    session.id.number(),
                    summary.game,
                    summary.mode,
                    summary.title,
                    session.setup,
                    session.created_ms,
                    session.updated_ms,
                    summary.turn,
                    summary.over,
                    session.closed,
                ])?;
            append(transaction, session.id, &stored.events, summary)
        }
        Request::Append {
            id,
            events,
            summary,
        } => append(transaction, *id, events, summary),
        Request::Close(id) => transaction
            .prepare_cached("UPDATE session SET closed = 1 WHERE id = ?1")?
            .execute([id.number()])
            .map(|_| ()),
        Request::Delete(id) => {
            let delete = |sql| transaction.prepare_cached(sql)?.execute([id.number()]);
            delete("DELETE FROM event WHERE session = ?1")?;
            delete("DELETE FROM session WHERE id = ?1").map(|_| ())
        }
    }
}

fn append(
    transaction: &Transaction<'_>,
    id: SessionId,
    events: &[EventRow],
    summary: &Summary,
) -> rusqlite::Result<()> {
    let mut insert = transaction.prepare_cached(
        "INSERT INTO event (session, seq, at_ms, kind, body) VALUES (?1, ?2, ?3, ?4, ?5)",
    )?;
    for event in events {
        let (kind, body) = match &event.body {
            EventBody::Act(text) => ("act", text.clone()),
            EventBody::Undo(count) => ("undo", count.to_string()),
            EventBody::Other { kind, body } => (kind.as_str(), body.clone()),
        };
        insert.execute(params![id.number(), event.seq, event.at_ms, kind, body])?;
    }
    if let Some(last) = events.last() {
        transaction
            .prepare_cached(
                "UPDATE session SET seq = ?2, turn = ?3, over = ?4, updated_ms = ?5 WHERE id = ?1",
            )?
            .execute(params![
                id.number(),
                last.seq,
                summary.turn,
                summary.over,
                last.at_ms
            ])?;
    }
    Ok(())
}

const SELECT: &str = "SELECT id, game, mode, title, setup, created_ms, updated_ms, seq, turn, \
                      over, closed FROM session";

fn session_row(row: &rusqlite::Row<'_>) -> rusqlite::Result<SessionRow> {
    Ok(SessionRow {
        id: SessionId::new(row.get(0)?),
        summary: Summary {
            game: row.get(1)?,
            mode: row.get(2)?,
            title: row.get(3)?,
            turn: row.get(8)?,
            over: row.get(9)?,
        },
        setup: row.get(4)?,
        created_ms: row.get(5)?,
        updated_ms: row.get(6)?,
        seq: row.get(7)?,
        closed: row.get(10)?,
    })
}

fn event_row(row: &rusqlite::Row<'_>) -> rusqlite::Result<EventRow> {
    let kind: String = row.get(2)?;
    let body: String = row.get(3)?;
    let body = match (kind.as_str(), body.parse()) {
        ("act", _) => EventBody::Act(body),
        ("undo", Ok(count)) => EventBody::Undo(count),
        _ => EventBody::Other { kind, body },
    };
    Ok(EventRow {
        seq: row.get(0)?,
        at_ms: row.get(1)?,
        body,
    })
}
