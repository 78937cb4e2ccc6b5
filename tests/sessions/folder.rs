//! A folder of a test's own that goes when the test does, and what is in it.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use qbcoach::sessions::journal::{DataDir, Journal, OpenError};

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
        // What an earlier process of this number left when it was killed.
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).expect("there is room for a folder");
        Folder { path }
    }

    /// A folder with this as its journal.
    pub fn with_journal(bytes: &[u8]) -> Folder {
        let folder = Folder::new();
        fs::write(folder.journal_file(), bytes).expect("it can be written");
        folder
    }

    pub fn journal_file(&self) -> PathBuf {
        self.path.join(JOURNAL)
    }

    pub fn place(&self) -> DataDir {
        DataDir::Folder(self.path.clone())
    }

    /// The journal, as soon as whoever had it before has let go of it: a thread
    /// does that when its last user is gone.
    #[track_caller]
    pub fn open(&self) -> Journal {
        let begun = Instant::now();
        loop {
            match Journal::open(&self.place()) {
                Ok(journal) => return journal,
                Err(OpenError::InUse { .. }) if begun.elapsed() < PATIENCE => {
                    std::thread::yield_now();
                }
                Err(error) => panic!("the journal does not open: {error}"),
            }
        }
    }

    /// The journal as SQLite sees it, for a test that wants to spoil it.
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

    /// Another folder with the same files, as they are at this moment.
    pub fn copied(&self) -> Folder {
        let copy = Folder::new();
        for (name, bytes) in self.files() {
            fs::write(copy.path.join(name), bytes).expect("it can be written");
        }
        copy
    }

    /// [`Folder::copied`] without the index of the log, which whoever opens the file
    /// makes anew.
    pub fn copied_without_index(&self) -> Folder {
        let copy = self.copied();
        let _ = fs::remove_file(copy.path.join(format!("{JOURNAL}-shm")));
        copy
    }

    /// Every file with its bytes.
    pub fn files(&self) -> BTreeMap<String, Vec<u8>> {
        files_in(&self.path)
    }
}

fn files_in(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut files = BTreeMap::new();
    for entry in fs::read_dir(folder).expect("it can be read") {
        let path = entry.expect("it can be read").path();
        if path.is_file() {
            let name = path.file_name().expect("a file has a name");
            let bytes = fs::read(&path).expect("it can be read");
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

/// Longer than anything here takes; only a failing test waits for it.
pub const PATIENCE: Duration = Duration::from_secs(20);
