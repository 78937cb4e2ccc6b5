//! The daemon: doors that take messages, the dispatcher that answers them, and the
//! table of methods that the dispatcher calls.

mod answer_room;
pub mod demo;
pub mod dispatcher;
pub(crate) mod documents;
pub mod doors;
pub(crate) mod feed;
pub(crate) mod from_wire;
mod kept_file;
pub(crate) mod language;
mod log_files;
pub mod logging;
pub mod method_table;
pub mod methods;
pub(crate) mod metrics;
mod nodes;
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
pub mod polls;
pub mod practice;
pub(crate) mod reads;
pub(crate) mod rpc_error;
pub mod settings;
mod tasks;
pub mod to_wire;
pub mod tokens;
mod unread_room;

use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use answer_room::AnswerRoom;
use documents::{Documents, Searches};
use doors::input_room::InputRoom;
use methods::{KeptChances, KeptResults};
use metrics::{Metrics, Readings};
use nodes::{NodeLinks, Nodes};
use opponents::OpponentMemory;
use overlay_look::OverlayLooks;
use own_decks::OwnDecks;
use peer::Door;
use places::Places;
use polls::Polls;
use practice::Practice;
use qbcoach_platform::private_files;
use qbcoach_sessions::journal::{self, DataDir, Journal, OpenError};
use qbcoach_sessions::queens_blood::Library;
use qbcoach_sessions::{AnyGame, Libraries, SessionLimits, Sessions};
use reads::Reads;
use settings::Settings;
use tokens::Tokens;
use unread_room::UnreadRoom;

pub const NAME: &str = "qbcoach";
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// A session of either game at one moment, with its documents for subscribers.
pub type Moment = qbcoach_sessions::Moment<AnyGame, Documents>;

/// The result of an action in a session of either game.
pub type Acted = qbcoach_sessions::Acted<AnyGame, Documents>;

/// What all connections share.
pub struct Daemon {
    pub sessions: Sessions<AnyGame, Documents>,
    /// The other nodes, where several share the journal.
    pub(crate) nodes: Option<Arc<Nodes>>,
    pub settings: Settings,
    pub tokens: Tokens,
    pub metrics: Arc<Metrics>,
    pub overlay: OverlayLooks,
    pub polls: Polls,
    results: Mutex<KeptResults>,
    chances: Mutex<KeptChances>,
    pub decks: OwnDecks,
    opponents: OpponentMemory,
    /// The file with the progress in puzzles, locked while it is read and written.
    practice: Mutex<Option<PathBuf>>,
    /// Cancelled when the daemon is to end.
    pub stop: CancellationToken,
    /// Tasks that should finish before the process ends.
    pub tasks: TaskTracker,
    pub places: Arc<Places>,
    /// The room for messages of clients.
    pub(crate) input_room: Arc<InputRoom>,
    /// The room for answers of batches.
    pub(crate) answer_room: Arc<AnswerRoom>,
    /// The room for messages that clients have not read yet.
    pub unread_room: Arc<UnreadRoom>,
    pub reads: Arc<Reads>,
    /// Thinking about followed sessions.
    pub(crate) searches: Arc<Searches>,
    /// Sessions that follow the documents of editors.
    pub(crate) followers: language::Followers,
    /// The room for texts that editors have open.
    pub(crate) text_room: Arc<language::TextRoom>,
    doors: Mutex<Vec<Door>>,
    connections_made: AtomicUsize,
}

impl Daemon {
    pub fn new(
        settings: Settings,
        library: Libraries,
        tokens: Tokens,
    ) -> Result<Daemon, OpenError> {
        let data_dir = DataDir::parse(&settings.data_dir);
        let journal = match settings.journal.as_str() {
            "" => Journal::open(&data_dir)?,
            _ => {
                // Logs, crash reports and the progress in puzzles stay on this machine.
                if let Some(folder) = data_dir.folder() {
                    let made = private_files::make_folder(folder, journal::FILE);
                    made.map_err(|error| OpenError::Folder {
                        path: folder.display().to_string(),
                        problem: error.to_string(),
                    })?;
                }
                Journal::open_postgres(&nodes::postgres_options(&settings, &library)?)?
            }
        };
        let nodes = Nodes::new(&settings, &journal)?;
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
        let daemon = Daemon {
            decks: OwnDecks::open(&journal, &library.queens_blood),
            overlay: OverlayLooks::open(&journal, settings.limits.delay_ms),
            opponents: OpponentMemory::default(),
            practice: Mutex::new(Practice::file_in(&data_dir)),
            sessions: Sessions::new(library, journal, limits, crash_folder),
            places: Places::new(&settings.limits),
            input_room: InputRoom::new(&settings.limits),
            answer_room: AnswerRoom::new(settings.limits.batch_answer_bytes),
            unread_room: UnreadRoom::new(&settings.limits),
            reads: Reads::new(settings.limits.reads),
            searches: Searches::new(settings.coach.nodes),
            nodes,
            polls: Polls::default(),
            results: Mutex::default(),
            chances: Mutex::default(),
            settings,
            tokens,
            metrics: Metrics::new(),
            stop: CancellationToken::new(),
            tasks: TaskTracker::new(),
            followers: language::Followers::default(),
            text_room: Arc::default(),
            doors: Mutex::default(),
            connections_made: AtomicUsize::new(0),
        };
        if let Some(nodes) = &daemon.nodes {
            daemon.sessions.connect(Arc::new(NodeLinks(nodes.clone())));
        }
        Ok(daemon)
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
        let mut text = self.metrics.text(Readings {
            sessions: self.sessions.number(),
            sessions_in_memory: self.sessions.number_open() as u64,
            journal_events: counts.events.load(Ordering::Relaxed),
            journal_commits: counts.commits.load(Ordering::Relaxed),
            journal_failures: counts.failures.load(Ordering::Relaxed),
        });
        if let Some(nodes) = &self.nodes {
            nodes.add_metrics(&mut text, &self.sessions);
        }
        text
    }
}
