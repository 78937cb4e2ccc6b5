//! The settings and their defaults. They come from a file; flags override it.

use std::collections::BTreeMap;
use std::path::Path;

use qbcoach_basics::shorten::shortened;
use qbcoach_platform::refuse_device;
use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub struct Settings {
    /// HOST:PORT for HTTP and WebSocket; port 0 picks a free port, an empty text
    /// disables both.
    pub listen: String,
    /// HOST:PORT for plain TCP; empty for none.
    pub tcp: String,
    /// The path of the Unix socket, on Windows the name of a pipe; empty for none.
    pub socket: String,
    /// The folder of the journal, logs and crash reports; `:memory:` to keep nothing.
    pub data_dir: String,
    /// `postgres://USER@HOST/DATABASE`, a journal that many nodes share; empty for SQLite
    /// in the data directory.
    pub journal: String,
    /// A file with the password of the database; empty for none.
    pub journal_password_file: String,
    /// A file of certificates that the database is believed by (PEM); empty for those of
    /// the public authorities.
    pub journal_ca: String,
    /// A file of tokens and roles; empty for none.
    pub token_file: String,
    /// A file of cards that replace or extend the embedded ones; empty for none.
    pub cards: String,
    /// A file that is written when the daemon accepts connections; empty for none.
    pub ready_file: String,
    /// A folder whose files replace the embedded pages of the same name; empty for
    /// none.
    pub pages: String,
    /// Other origins whose pages may connect, such as `https://example.org`.
    pub allowed_origins: Vec<String>,
    /// Host names of this machine, beside localhost, that requests may use.
    pub allowed_hosts: Vec<String>,
    /// Whether the daemon plays demonstration matches in an endless loop.
    pub demo: bool,
    /// The time between the moves of the demonstration.
    pub demo_pace_ms: u64,
    pub coach: CoachSettings,
    pub nodes: NodeSettings,
    pub log: LogSettings,
    pub limits: Limits,
}

/// How long the coach thinks.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub struct CoachSettings {
    /// How many plays the advice for a followed session simulates, and `coach/recommend`
    /// if it is asked for no other number.
    pub nodes: u64,
}

impl Default for CoachSettings {
    fn default() -> CoachSettings {
        CoachSettings { nodes: 200_000 }
    }
}

/// Daemons that share a PostgreSQL journal.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub struct NodeSettings {
    /// HOST:PORT for the other nodes; empty for none.
    pub listen: String,
    /// HOST:PORT where the others reach it, if that is not `listen`.
    pub address: String,
    /// What people call this node; empty for the name of the machine.
    pub name: String,
    /// A file with the secret by which the nodes know each other.
    pub secret_file: String,
    /// How long a node that has fallen silent keeps its sessions.
    pub lease_ms: u64,
    /// The most connections to the database.
    pub connections: u32,
    /// How long the database may take for one statement.
    pub statement_ms: u64,
}

impl Default for NodeSettings {
    fn default() -> NodeSettings {
        NodeSettings {
            listen: String::new(),
            address: String::new(),
            name: String::new(),
            secret_file: String::new(),
            lease_ms: 10_000,
            connections: 8,
            statement_ms: 5_000,
        }
    }
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub struct LogSettings {
    /// `error`, `warn`, `info`, `debug` or `trace`.
    pub level: String,
    /// Whether each line of the log is a JSON object.
    pub json: bool,
    /// `stderr`, or `files`: one file a day in the data directory.
    pub to: LogTarget,
    /// Files older than so many days are removed.
    pub days: u64,
    /// The oldest files are removed when all together have more bytes than this.
    pub bytes: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum LogTarget {
    Stderr,
    Files,
}

/// Limits for one client or for all together. An error names the limit that was
/// reached.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub struct Limits {
    /// Bytes of one message.
    pub message_bytes: u64,
    /// Bytes of all large messages that are being received or answered. If more are
    /// needed, the message that was begun first and has not ended is refused.
    pub incoming_bytes: u64,
    /// Bytes of the headers of a message.
    pub header_bytes: u64,
    /// Bytes of one answer.
    pub answer_bytes: u64,
    /// Bytes of the answers to one batch.
    pub batch_answer_bytes: u64,
    /// Bytes that may wait to be sent to one client.
    pub waiting_bytes: u64,
    /// Bytes that may wait to be sent to all clients that do not read. If more have to
    /// wait, the client that leaves the most unread is cut off.
    pub unread_bytes: u64,
    /// Connections that have a role.
    pub connections: u64,
    /// More connections, for the local socket and tokens of the role `control` only.
    pub kept_connections: u64,
    /// Connections that have sent no token yet, or over TCP nothing at all. The oldest is
    /// closed for a new one.
    pub connections_without_role: u64,
    /// Seconds after which a connection that has sent no token is closed.
    pub role_seconds: u64,
    /// Requests of one connection that run at the same time.
    pub requests_in_flight: u64,
    /// Requests of all connections whose answers wait to be computed.
    pub reads: u64,
    pub sessions: u64,
    /// Subscriptions of one connection.
    pub subscriptions: u64,
    pub events_per_session: u64,
    /// Calls in one batch.
    pub batch: u64,
    /// Seconds after which an idle connection is closed.
    pub idle_seconds: u64,
    /// Seconds after which an unused session is removed from memory.
    pub session_idle_seconds: u64,
    /// The longest delay of a subscription.
    pub delay_ms: u64,
    /// Seconds that a client may take to accept a message.
    pub write_seconds: u64,
    /// Plays that one search for advice may simulate.
    pub search_nodes: u64,
}

pub(crate) const DEFAULT_LISTEN: &str = "127.0.0.1:7117";

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            listen: DEFAULT_LISTEN.to_owned(),
            tcp: String::new(),
            socket: String::new(),
            data_dir: default_data_dir(),
            journal: String::new(),
            journal_password_file: String::new(),
            journal_ca: String::new(),
            token_file: String::new(),
            cards: String::new(),
            ready_file: String::new(),
            pages: String::new(),
            allowed_origins: Vec::new(),
            allowed_hosts: Vec::new(),
            demo: false,
            demo_pace_ms: 2500,
            coach: CoachSettings::default(),
            nodes: NodeSettings::default(),
            log: LogSettings::default(),
            limits: Limits::default(),
        }
    }
}

impl Default for LogSettings {
    fn default() -> LogSettings {
        LogSettings {
            level: "info".to_owned(),
            json: false,
            to: LogTarget::Stderr,
            days: 14,
            bytes: 64 * MIB,
        }
    }
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            message_bytes: MIB,
            incoming_bytes: 32 * MIB,
            header_bytes: 16 * 1024,
            answer_bytes: 16 * MIB,
            batch_answer_bytes: 4 * MIB,
            waiting_bytes: MIB,
            unread_bytes: 32 * MIB,
            connections: 1024,
            kept_connections: 16,
            connections_without_role: 128,
            role_seconds: 5,
            requests_in_flight: 64,
            reads: 1024,
            sessions: 10_000,
            subscriptions: 256,
            events_per_session: 5_000,
            batch: 100,
            idle_seconds: 600,
            session_idle_seconds: 300,
            delay_ms: 600_000,
            write_seconds: 30,
            search_nodes: 2_000_000,
        }
    }
}

/// The user's folder for data of programs. Empty if there is none: then a folder has to
/// be given.
fn default_data_dir() -> String {
    let folder = qbcoach_platform::data_folder();
    folder.map_or_else(String::new, |folder| folder.display().to_string())
}

/// A settings file that cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SettingsError {
    #[error("{0}")]
    Unreadable(String),
    #[error("`{name}` must be {allowed}, not {found}")]
    OutOfRange {
        name: String,
        allowed: String,
        found: String,
    },
    #[error("`{name}`: {problem}")]
    Device { name: &'static str, problem: String },
}

impl Settings {
    pub fn parse(text: &str) -> Result<Settings, SettingsError> {
        let settings: Settings = toml::from_str(text)
            .map_err(|error| SettingsError::Unreadable(error.to_string().trim().to_owned()))?;
        settings.check()?;
        Ok(settings)
    }

    pub fn to_text(&self) -> String {
        toml::to_string_pretty(self).unwrap_or_default()
    }

    /// Every setting that names a file or folder.
    fn paths(&self) -> [(&'static str, &str); 8] {
        [
            ("dataDir", &self.data_dir),
            ("journalPasswordFile", &self.journal_password_file),
            ("journalCa", &self.journal_ca),
            ("tokenFile", &self.token_file),
            ("cards", &self.cards),
            ("readyFile", &self.ready_file),
            ("pages", &self.pages),
            ("nodes.secretFile", &self.nodes.secret_file),
        ]
    }

    /// Checks that every value is in its range.
    pub fn check(&self) -> Result<(), SettingsError> {
        let wrong = |name: &str, allowed: &str, found: &dyn ToString| SettingsError::OutOfRange {
            name: name.to_owned(),
            allowed: allowed.to_owned(),
            found: found.to_string(),
        };
        const LEVELS: [&str; 5] = ["error", "warn", "info", "debug", "trace"];
        if !LEVELS.contains(&self.log.level.as_str()) {
            let allowed = "error, warn, info, debug or trace";
            return Err(wrong("log.level", allowed, &shortened(&self.log.level)));
        }
        if self.demo_pace_ms < 10 {
            return Err(wrong("demoPaceMs", "at least 10", &self.demo_pace_ms));
        }
        let nodes = [
            ("nodes.leaseMs", self.nodes.lease_ms, (400, 3_600_000)),
            (
                "nodes.connections",
                self.nodes.connections.into(),
                (1, 1_000),
            ),
            ("nodes.statementMs", self.nodes.statement_ms, (100, 600_000)),
        ];
        for (name, found, (least, most)) in nodes {
            if !(least..=most).contains(&found) {
                return Err(wrong(name, &format!("from {least} to {most}"), &found));
            }
        }
        if self.log.days < 1 {
            return Err(wrong("log.days", "at least 1", &self.log.days));
        }
        if self.log.bytes < MIB {
            return Err(wrong("log.bytes", "at least 1048576", &self.log.bytes));
        }
        for (name, path) in self.paths() {
            refuse_device(Path::new(path)).map_err(|error| SettingsError::Device {
                name,
                problem: error.to_string(),
            })?;
        }
        for (name, (least, most)) in Limits::RANGES {
            let found = self.limits.by_name().get(name).copied().unwrap_or(least);
            if !(least..=most).contains(&found) {
                let allowed = format!("from {least} to {most}");
                return Err(wrong(&format!("limits.{name}"), &allowed, &found));
            }
        }
        let most = self.limits.search_nodes;
        if !(1..=most).contains(&self.coach.nodes) {
            let allowed = format!("from 1 to {most}, the limit `searchNodes`");
            return Err(wrong("coach.nodes", &allowed, &self.coach.nodes));
        }
        Ok(())
    }
}

const MIB: u64 = 1024 * 1024;

impl Limits {
    /// The range of each limit.
    const RANGES: [(&'static str, (u64, u64)); 22] = [
        ("messageBytes", (1024, 256 * MIB)),
        ("incomingBytes", (MIB, 64 * 1024 * MIB)),
        ("headerBytes", (256, MIB)),
        ("answerBytes", (64 * 1024, 1024 * MIB)),
        ("batchAnswerBytes", (64 * 1024, 1024 * MIB)),
        ("waitingBytes", (64 * 1024, 1024 * MIB)),
        ("unreadBytes", (MIB, 64 * 1024 * MIB)),
        ("connections", (1, 1_000_000)),
        ("keptConnections", (0, 1_000_000)),
        ("connectionsWithoutRole", (1, 1_000_000)),
        ("roleSeconds", (1, 3600)),
        ("requestsInFlight", (1, 10_000)),
        ("reads", (1, 1_000_000)),
        ("sessions", (1, 1_000_000_000)),
        ("subscriptions", (1, 1_000_000)),
        ("eventsPerSession", (1, 1_000_000)),
        ("batch", (1, 100_000)),
        ("idleSeconds", (1, 31_536_000)),
        ("sessionIdleSeconds", (1, 31_536_000)),
        ("delayMs", (0, 86_400_000)),
        ("writeSeconds", (1, 3600)),
        ("searchNodes", (1_000, 1_000_000_000)),
    ];

    /// Every limit by its name in errors and in the settings file.
    pub fn by_name(&self) -> BTreeMap<String, u64> {
        let values = [
            self.message_bytes,
            self.incoming_bytes,
            self.header_bytes,
            self.answer_bytes,
            self.batch_answer_bytes,
            self.waiting_bytes,
            self.unread_bytes,
            self.connections,
            self.kept_connections,
            self.connections_without_role,
            self.role_seconds,
            self.requests_in_flight,
            self.reads,
            self.sessions,
            self.subscriptions,
            self.events_per_session,
            self.batch,
            self.idle_seconds,
            self.session_idle_seconds,
            self.delay_ms,
            self.write_seconds,
            self.search_nodes,
        ];
        let names = Limits::RANGES.into_iter().map(|(name, _)| name.to_owned());
        names.zip(values).collect()
    }
}
