//! The daemon: doors, one dispatcher behind them, one method table behind that.

pub mod demo;
pub mod dispatcher;
pub mod documents;
pub mod doors;
pub mod failure;
pub mod feed;
pub mod from_wire;
pub mod logging;
pub mod methods;
pub mod metrics;
pub mod openrpc;
pub mod overlay_look;
pub mod params;
pub mod patch;
pub mod peer;
pub mod settings;
pub mod to_wire;
pub mod tokens;

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use jsonrpsee::ConnectionId;
use tokio::sync::Semaphore;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use crate::sessions::journal::{DataDir, Journal, OpenError};
use crate::sessions::queens_blood::Library;
use crate::sessions::{AnyGame, Libraries, SessionLimits, Sessions};
use metrics::{Metrics, Readings};
use overlay_look::OverlayLooks;
use peer::Door;
use settings::Settings;
use tokens::Tokens;

pub const NAME: &str = "qbcoach";
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// A session of either game at one moment.
pub type Moment = crate::sessions::Moment<AnyGame>;

/// What all connections share.
pub struct Daemon {
    pub sessions: Sessions<AnyGame>,
    pub settings: Settings,
    pub tokens: Tokens,
    pub metrics: Arc<Metrics>,
    pub overlay: OverlayLooks,
    /// Cancelled when the daemon is to end.
    pub stop: CancellationToken,
    /// Everything that should end well before the process does.
    pub tasks: TaskTracker,
    /// Room for connections.
    pub room: Arc<Semaphore>,
    doors: Mutex<Vec<Door>>,
    connections_made: AtomicUsize,
}

impl Daemon {
    pub fn new(
        settings: Settings,
        library: impl Into<Libraries>,
        tokens: Tokens,
    ) -> Result<Daemon, OpenError> {
        let place = DataDir::parse(&settings.data_dir);
        let journal = Journal::open(&place)?;
        let limits = SessionLimits {
            sessions: settings.limits.sessions,
            events_per_session: settings.limits.events_per_session,
            idle: Duration::from_secs(settings.limits.session_idle_seconds),
        };
        let crash_folder = match &place {
            DataDir::Folder(folder) => folder.clone(),
            DataDir::Memory => std::env::temp_dir(),
        };
        Ok(Daemon {
            sessions: Sessions::new(library.into(), journal, limits, crash_folder),
            room: Arc::new(Semaphore::new(settings.limits.connections as usize)),
            overlay: OverlayLooks::open(&place, settings.limits.delay_ms),
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

    pub fn next_connection(&self) -> ConnectionId {
        ConnectionId(self.connections_made.fetch_add(1, Ordering::Relaxed))
    }

    pub fn connections(&self) -> u64 {
        self.metrics.number_of_connections()
    }

    fn open_doors(&self) -> std::sync::MutexGuard<'_, Vec<Door>> {
        self.doors.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub fn add_door(&self, door: Door) {
        let mut doors = self.open_doors();
        doors.push(door);
        doors.sort_unstable();
        doors.dedup();
    }

    pub fn doors(&self) -> Vec<String> {
        let doors = self.open_doors();
        doors.iter().map(|door| door.word().to_owned()).collect()
    }

    pub fn metrics_text(&self) -> String {
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
