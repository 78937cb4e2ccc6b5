//! The journal's SQLite file: its tables, and the checks before it is used.

mod rows;

use std::collections::BTreeSet;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::config::DbConfig;
use rusqlite::{Connection, ErrorCode, OptionalExtension, Transaction, params};

use self::rows::{SELECT, event_row, session_row, write_one};
use super::super::{EventBody, EventRow};
use super::{DataDir, JournalError, OpenError, SessionRow, StoredSession, WriteRequest};
use crate::act_id::ActId;
use crate::game::{FinalTotals, Summary};
use crate::history::Seq;
use crate::session_id::SessionId;
use qbcoach_engine::rules::BySide;
use qbcoach_platform::{FileIdentity, private_files};

/// The version of the tables. A file of a newer version is not changed.
pub const FORMAT: i32 = 2;
/// The application id of our files: the letters `qbco`.
const APPLICATION: i32 = 0x7162_636f;
pub const FILE: &str = "journal.sqlite3";

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
        closed INTEGER NOT NULL,
        opponent TEXT,
        total_you INTEGER,
        total_enemy INTEGER
    ) STRICT;
    CREATE TABLE event (
        session INTEGER NOT NULL REFERENCES session(id) ON DELETE CASCADE,
        seq INTEGER NOT NULL,
        at_ms INTEGER NOT NULL,
        kind TEXT NOT NULL,
        body TEXT NOT NULL,
        act_id TEXT,
        PRIMARY KEY (session, seq)
    ) STRICT, WITHOUT ROWID;
    CREATE UNIQUE INDEX event_of_act ON event (session, act_id) WHERE act_id IS NOT NULL;
";

/// From format 1, which had no opponents, results and names of acts. The result of a
/// match that was over by then is not known until something happens in it.
const FROM_FORMAT_1: &str = "
    ALTER TABLE session ADD COLUMN opponent TEXT;
    ALTER TABLE session ADD COLUMN total_you INTEGER;
    ALTER TABLE session ADD COLUMN total_enemy INTEGER;
    UPDATE session SET opponent = json_extract(setup, '$.enemyTag') WHERE json_valid(setup);
    ALTER TABLE event ADD COLUMN act_id TEXT;
    CREATE UNIQUE INDEX event_of_act ON event (session, act_id) WHERE act_id IS NOT NULL;
";

impl From<rusqlite::Error> for OpenError {
    fn from(error: rusqlite::Error) -> OpenError {
        OpenError::Failed(error.to_string())
    }
}

pub(super) struct Database {
    connection: Connection,
    /// The files on disk; `None` in memory.
    files: Option<JournalFiles>,
}

/// The files that SQLite has open. Where they are deleted or replaced it notices nothing,
/// and everything that it writes is lost with the process.
struct JournalFiles {
    main: WatchedFile,
    /// The write-ahead log. It is known when something has been written.
    log: WatchedFile,
}

struct WatchedFile {
    path: PathBuf,
    known: Option<FileIdentity>,
}

impl WatchedFile {
    fn at(path: PathBuf) -> WatchedFile {
        let known = FileIdentity::at(&path);
        WatchedFile { path, known }
    }

    fn check(&mut self) -> Result<(), JournalError> {
        let now = FileIdentity::at(&self.path);
        match self.known {
            None => self.known = now,
            Some(known) if now == Some(known) => {}
            Some(_) => {
                let path = self.path.display();
                let problem = format!("{path} was deleted or replaced while the daemon used it");
                return Err(JournalError::Failed(problem));
            }
        }
        Ok(())
    }
}

fn failed(error: rusqlite::Error) -> JournalError {
    match error.sqlite_error_code() {
        // The event is there already: a write that was thought to have failed has not.
        Some(ErrorCode::ConstraintViolation) => JournalError::Conflict,
        _ => JournalError::Failed(error.to_string()),
    }
}

impl Database {
    pub fn open(data_dir: &DataDir) -> Result<Database, OpenError> {
        match data_dir {
            DataDir::Memory => {
                let connection = Connection::open_in_memory()?;
                connection.execute_batch(TABLES)?;
                Ok(Database {
                    connection,
                    files: None,
                })
            }
            DataDir::Folder(folder) => Database::open_in(folder),
        }
    }

    fn open_in(folder: &Path) -> Result<Database, OpenError> {
        let unusable = |error: io::Error| OpenError::Folder {
            path: folder.display().to_string(),
            problem: error.to_string(),
        };
        private_files::make_folder(folder, FILE).map_err(unusable)?;
        let path = folder.join(FILE);
        if !path.exists() {
            // SQLite would let everybody read it. It gives its other files the same mode.
            private_files::append(&path).map_err(unusable)?;
        }
        let connection = Connection::open(&path).map_err(|error| problem(&path, &error))?;
        prepare(&connection).map_err(|error| match error {
            PrepareError::Sqlite(error) => problem(&path, &error),
            PrepareError::Foreign(problem) => OpenError::Damaged {
                path: path.display().to_string(),
                problem,
            },
            PrepareError::Newer(found) => OpenError::Newer {
                path: path.display().to_string(),
                found,
                known: FORMAT,
            },
        })?;
        let log = beside(&path, "-wal");
        for file in [&path, &log, &beside(&path, "-shm")] {
            if file.exists() {
                private_files::close_to_others(file).map_err(unusable)?;
            }
        }
        Ok(Database {
            connection,
            files: Some(JournalFiles {
                main: WatchedFile::at(path),
                log: WatchedFile::at(log),
            }),
        })
    }

    /// Whether the files are still those that were opened.
    pub(crate) fn check_files(&mut self) -> Result<(), JournalError> {
        match &mut self.files {
            None => Ok(()),
            Some(files) => files.main.check().and_then(|()| files.log.check()),
        }
    }

    /// Writes something that changes nothing.
    pub(crate) fn try_to_write(&mut self) -> Result<(), JournalError> {
        self.check_files()?;
        let written = self.connection.pragma_update(None, "user_version", FORMAT);
        written.map_err(failed)
    }

    /// The highest session number so far, deleted sessions included.
    pub(crate) fn newest(&self) -> Result<Option<SessionId>, OpenError> {
        let sql = "SELECT seq FROM sqlite_sequence WHERE name = 'session'";
        let number = self.connection.query_row(sql, [], |row| row.get(0));
        Ok(number.optional()?.map(SessionId::new))
    }

    /// The sessions that have not been deleted.
    pub(crate) fn kept(&self) -> Result<BTreeSet<SessionId>, OpenError> {
        let mut ids = self.connection.prepare("SELECT id FROM session")?;
        let ids = ids.query_map([], |row| row.get(0).map(SessionId::new))?;
        Ok(ids.collect::<Result<_, _>>()?)
    }

    /// The sessions that do not go on air by themselves: simulated matches, analyses, and
    /// imports in which nothing was done.
    pub(crate) fn off_air(&self) -> Result<BTreeSet<SessionId>, OpenError> {
        let sql = "SELECT id FROM session
                   WHERE mode IN ('simulated', 'analysis') OR (seq > 0 AND updated_ms = created_ms)";
        let mut ids = self.connection.prepare(sql)?;
        let ids = ids.query_map([], |row| row.get(0).map(SessionId::new))?;
        Ok(ids.collect::<Result<_, _>>()?)
    }

    /// Writes all requests in one transaction. If that fails, each gets a transaction of
    /// its own, so that one bad request does not make the others fail.
    pub fn write<'a>(
        &mut self,
        requests: impl Iterator<Item = &'a WriteRequest> + Clone,
    ) -> Vec<Result<(), JournalError>> {
        let number = requests.clone().count();
        if let Err(gone) = self.check_files() {
            return vec![Err(gone); number];
        }
        let removes = requests.clone().any(WriteRequest::removes_text);
        let results = self.write_all(requests, number);
        // The write-ahead log still has pages with the removed text.
        if removes
            && self.files.is_some()
            && let Err(error) = self.fold()
        {
            tracing::warn!(%error, "removed text is still in the write-ahead log");
        }
        results
    }

    fn write_all<'a>(
        &mut self,
        requests: impl Iterator<Item = &'a WriteRequest> + Clone,
        number: usize,
    ) -> Vec<Result<(), JournalError>> {
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
        requests: impl Iterator<Item = &'a WriteRequest>,
    ) -> rusqlite::Result<()> {
        let transaction = self.connection.transaction()?;
        for request in requests {
            write_one(&transaction, request)?;
        }
        transaction.commit()
    }

    /// A session with its events after `after`.
    pub fn load(
        &mut self,
        id: SessionId,
        after: Seq,
    ) -> Result<Option<StoredSession>, JournalError> {
        let sql = format!("{SELECT} WHERE id = ?1");
        let session = self
            .connection
            .prepare_cached(&sql)
            .and_then(|mut query| query.query_row([id.number()], session_row).optional())
            .map_err(failed)?;
        let Some(session) = session else {
            return Ok(None);
        };
        let sql = "SELECT seq, at_ms, kind, body, act_id FROM event \
                   WHERE session = ?1 AND seq > ?2 ORDER BY seq";
        let mut query = self.connection.prepare_cached(sql).map_err(failed)?;
        let events: Result<Vec<EventRow>, _> = query
            .query_map([id.number(), after], event_row)
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

enum PrepareError {
    Sqlite(rusqlite::Error),
    Foreign(String),
    Newer(i32),
}

impl From<rusqlite::Error> for PrepareError {
    fn from(error: rusqlite::Error) -> PrepareError {
        PrepareError::Sqlite(error)
    }
}

/// Checks that the file is a journal and not damaged before anything is written to it.
fn prepare(connection: &Connection) -> Result<(), PrepareError> {
    connection.busy_timeout(Duration::ZERO)?;
    // Keeps SQLite from moving a log beside the file into it before both are known to be
    // ours.
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, true)?;
    // Only one daemon may use the file: the lock is taken with the first access and
    // released by the system when the process ends.
    connection.pragma_update(None, "locking_mode", "EXCLUSIVE")?;
    let pragma = |name: &str| connection.pragma_query_value(None, name, |row| row.get::<_, i32>(0));
    let (application, version) = (pragma("application_id")?, pragma("user_version")?);
    let tables: i64 =
        connection.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0))?;
    let is_new = application == 0 && version == 0 && tables == 0;
    if !is_new && application != APPLICATION {
        return Err(PrepareError::Foreign(
            "its application id is of another program".to_owned(),
        ));
    }
    if version > FORMAT {
        return Err(PrepareError::Newer(version));
    }
    let check: String = connection.query_row("PRAGMA quick_check(1)", [], |row| row.get(0))?;
    if check != "ok" {
        return Err(PrepareError::Foreign(check));
    }
    connection.pragma_update_and_check(None, "journal_mode", "WAL", |_| Ok(()))?;
    // Every commit waits for the disk, so an answered action survives a power cut.
    connection.pragma_update(None, "synchronous", "FULL")?;
    connection.pragma_update(None, "foreign_keys", true)?;
    // What is deleted or forgotten is overwritten with zeros, not only left out.
    connection.pragma_update_and_check(None, "secure_delete", true, |_| Ok(()))?;
    if is_new {
        connection.execute_batch(&format!(
            "BEGIN EXCLUSIVE; {TABLES} PRAGMA application_id = {APPLICATION}; \
             PRAGMA user_version = {FORMAT}; COMMIT;"
        ))?;
    } else if version < FORMAT {
        connection.execute_batch(&format!(
            "BEGIN EXCLUSIVE; {FROM_FORMAT_1} PRAGMA user_version = {FORMAT}; COMMIT;"
        ))?;
    } else {
        connection.execute_batch("BEGIN EXCLUSIVE; COMMIT;")?;
    }
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, false)?;
    Ok(())
}

/// The path of a file that SQLite keeps beside the main one.
fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(ending);
    name.into()
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
