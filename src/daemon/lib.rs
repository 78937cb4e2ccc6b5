//! The daemon: doors that take messages, the dispatcher that answers them, and the
//! table of methods that the dispatcher calls.

pub mod demo;
pub mod dispatcher;
pub(crate) mod documents;
pub mod doors;
pub(crate) mod feed;
pub(crate) mod from_wire;
mod kept_file;
mod log_files;
pub mod logging;
pub mod method_table;
pub mod methods;
pub(crate) mod metrics;
pub mod openrpc;
mod opponents;
pub mod outbox;
pub(crate) mod overlay_look;
pub mod own_decks;
pub(crate) mod params;
pub(crate) mod patch;
pub mod peer;
mod people;
pub(crate) mod places;
pub mod practice;
pub(crate) mod reads;
pub(crate) mod rpc_error;
pub mod settings;
pub mod to_wire;
pub mod tokens;

use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use documents::{Documents, Searches};
use metrics::{Metrics, Readings};
use opponents::OpponentMemory;
use overlay_look::OverlayLooks;
use own_decks::OwnDecks;
use peer::Door;
use places::Places;
use practice::Practice;
use qbcoach_sessions::journal::{DataDir, Journal, OpenError};
use qbcoach_sessions::queens_blood::Library;
use qbcoach_sessions::{AnyGame, Libraries, SessionLimits, Sessions};
use reads::Reads;
use settings::Settings;
use tokens::Tokens;

pub const NAME: &str = "qbcoach";
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// A session of either game at one moment, with its documents for subscribers.
pub type Moment = qbcoach_sessions::Moment<AnyGame, Documents>;

/// The result of an action in a session of either game.
pub type Acted = qbcoach_sessions::Acted<AnyGame, Documents>;

/// What all connections share.
pub struct Daemon {
    pub sessions: Sessions<AnyGame, Documents>,
    pub settings: Settings,
    pub tokens: Tokens,
    pub metrics: Arc<Metrics>,
    pub overlay: OverlayLooks,
    pub decks: OwnDecks,
    opponents: OpponentMemory,
    /// The file with the progress in puzzles, locked while it is read and written.
    practice: Mutex<Option<PathBuf>>,
    /// Cancelled when the daemon is to end.
    pub stop: CancellationToken,
    /// Tasks that should finish before the process ends.
    pub tasks: TaskTracker,
    pub places: Arc<Places>,
    pub reads: Arc<Reads>,
    /// Thinking about followed sessions.
    pub(crate) searches: Arc<Searches>,
    doors: Mutex<Vec<Door>>,
    connections_made: AtomicUsize,
}

impl Daemon {
    pub fn new(
        settings: Settings,
        library: impl Into<Libraries>,
        tokens: Tokens,
    ) -> Result<Daemon, OpenError> {
        let data_dir = DataDir::parse(&settings.data_dir);
        let journal = Journal::open(&data_dir)?;
        let limits = SessionLimits {
            sessions: settings.limits.sessions,
            events_per_session: settings.limits.events_per_session,
            idle: Duration::from_secs(settings.limits.session_idle_seconds),
            longest_delay: Duration::from_millis(settings.limits.delay_ms),
        };
        let crash_folder = match &data_dir {
            DataDir::Folder(folder) => folder.clone(),
            DataDir::Memory => std::env::temp_dir(),
        };
        let library: Libraries = library.into();
        Ok(Daemon {
            decks: OwnDecks::open(&data_dir, &library.queens_blood),
            opponents: OpponentMemory::default(),
            practice: Mutex::new(Practice::file_in(&data_dir)),
            sessions: Sessions::new(library, journal, limits, crash_folder),
            places: Places::new(&settings.limits),
            reads: Reads::new(settings.limits.reads),
            searches: Searches::new(settings.coach.nodes),
            overlay: OverlayLooks::open(&data_dir, settings.limits.delay_ms),
            settings,
            tokens,
            metrics: Metrics::new(),
            stop: CancellationToken::new(),
            tasks: TaskTracker::new(),
            doors: Mutex::default(),
            connections_made: AtomicUsize::new(0),
        })
    }

    /// Cards and decks of Queen's Blood.
    pub fn library(&self) -> &Library {
        &self.sessions.library().queens_blood
    }

    /// The number of a new connection.
    pub(crate) fn next_connection(&self) -> usize {
        self.connections_made.fetch_add(1, Ordering::Relaxed)
    }

    pub(crate) fn connections(&self) -> u64 {
        self.metrics.number_of_connections()
    }

    fn open_doors(&self) -> std::sync::MutexGuard<'_, Vec<Door>> {
        self.doors.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn add_door(&self, door: Door) {
        let mut doors = self.open_doors();
        doors.push(door);
        doors.sort_unstable();
        doors.dedup();
    }

    pub fn doors(&self) -> Vec<String> {
        let doors = self.open_doors();
        doors.iter().map(|door| door.word().to_owned()).collect()
    }

    pub(crate) fn metrics_text(&self) -> String {
        let counts = self.sessions.journal().counts();
        self.metrics.text(Readings {
            sessions: self.sessions.number(),
            sessions_in_memory: self.sessions.number_open() as u64,
            journal_events: counts.events.load(Ordering::Relaxed),
            journal_commits: counts.commits.load(Ordering::Relaxed),
            journal_failures: counts.failures.load(Ordering::Relaxed),
        })
    }
}
