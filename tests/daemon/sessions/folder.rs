//! A temporary folder with a journal, deleted when dropped.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use qbcoach_sessions::journal::{DataDir, Journal, OpenError};

pub const JOURNAL: &str = "journal.sqlite3";

pub struct Folder {
    pub path: PathBuf,
}

impl Folder {
    pub fn new() -> Folder {
        static MADE: AtomicU64 = AtomicU64::new(0);
        let number = MADE.fetch_add(1, Ordering::Relaxed);
        let name = format!("qbcoach-sessions-{}-{number}", std::process::id());
        let path = std::env::temp_dir().join(name);
        // A killed process with the same id may have left its folder.
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).expect("the folder can be made");
        Folder { path }
    }

    /// A folder with these bytes as its journal.
    pub fn with_journal(bytes: &[u8]) -> Folder {
        let folder = Folder::new();
        fs::write(folder.journal_file(), bytes).expect("the file can be written");
        folder
    }

    pub fn journal_file(&self) -> PathBuf {
        self.path.join(JOURNAL)
    }

    pub fn data_dir(&self) -> DataDir {
        DataDir::Folder(self.path.clone())
    }

    /// Opens the journal, and waits while it is in use: a thread closes it some time
    /// after its last user is dropped.
    #[track_caller]
    pub fn open(&self) -> Journal {
        let begun = Instant::now();
        loop {
            match Journal::open(&self.data_dir()) {
                Ok(journal) => return journal,
                Err(OpenError::InUse { .. }) if begun.elapsed() < PATIENCE => {
                    std::thread::yield_now();
                }
                Err(error) => panic!("the journal cannot be opened: {error}"),
            }
        }
    }

    /// An SQLite connection to the journal, for tests that damage it.
    #[track_caller]
    pub fn sqlite(&self) -> rusqlite::Connection {
        drop(self.open());
        let begun = Instant::now();
        loop {
            let connection = rusqlite::Connection::open(self.journal_file()).expect("a file");
            let free = connection.execute_batch("BEGIN EXCLUSIVE; COMMIT");
            if free.is_ok() {
                return connection;
            }
            assert!(begun.elapsed() < PATIENCE, "{free:?}");
            std::thread::yield_now();
        }
    }

    /// Another folder with copies of all files.
    pub fn copied(&self) -> Folder {
        let copy = Folder::new();
        for (name, bytes) in self.files() {
            fs::write(copy.path.join(name), bytes).expect("the file can be written");
        }
        copy
    }

    /// [`Folder::copied`] without the index of SQLite's log, which SQLite makes again.
    pub fn copied_without_index(&self) -> Folder {
        let copy = self.copied();
        let _ = fs::remove_file(copy.path.join(format!("{JOURNAL}-shm")));
        copy
    }

    /// The bytes of every file.
    pub fn files(&self) -> BTreeMap<String, Vec<u8>> {
        files_in(&self.path)
    }
}

fn files_in(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut files = BTreeMap::new();
    for entry in fs::read_dir(folder).expect("the file can be read") {
        let path = entry.expect("the file can be read").path();
        if path.is_file() {
            let name = path.file_name().expect("a file has a name");
            let bytes = fs::read(&path).expect("the file can be read");
            files.insert(name.to_string_lossy().into_owned(), bytes);
        }
    }
    files
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.path);
    }
}

/// Longer than any operation takes; only a failing test waits so long.
pub const PATIENCE: Duration = Duration::from_secs(20);
