//! Everything that can be set, with its defaults: from a file, then from flags.

use std::collections::BTreeMap;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub struct Settings {
    /// HOST:PORT of the HTTP and WebSocket door; port 0 picks a free one, an empty
    /// text closes the door.
    pub listen: String,
    /// HOST:PORT of the plain TCP door; empty for none.
    pub tcp: String,
    /// The path of the Unix socket; empty for none.
    pub socket: String,
    /// Where the journal, logs and crash reports are kept; `:memory:` for nowhere.
    pub data_dir: String,
    /// A file of tokens and roles; empty for none.
    pub token_file: String,
    /// Cards of your own over the embedded ones; empty for none.
    pub cards: String,
    /// A file that is written when the doors are open; empty for none.
    pub ready_file: String,
    /// A folder whose files take the place of the built-in pages of the same name;
    /// empty for none.
    pub pages: String,
    /// Pages from elsewhere that may connect, as `https://example.org`.
    pub allowed_origins: Vec<String>,
    /// Names under which this machine may be reached beside localhost.
    pub allowed_hosts: Vec<String>,
    /// Whether a demonstration match is played on a loop.
    pub demo: bool,
    /// The time between the moves of the demonstration.
    pub demo_pace_ms: u64,
    pub log: LogSettings,
    pub limits: Limits,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub struct LogSettings {
    /// `error`, `warn`, `info`, `debug` or `trace`.
    pub level: String,
    /// Whether lines are JSON.
    pub json: bool,
    /// Where to: `stderr`, or `files` in the data directory, a new one each day.
    pub to: LogTarget,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum LogTarget {
    Stderr,
    Files,
}

/// What one client, or all together, may take. Whoever reaches one is told which.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub struct Limits {
    /// Bytes of one message.
    pub message_bytes: u64,
    /// Bytes of the headers before it.
    pub header_bytes: u64,
    /// Bytes of one answer.
    pub answer_bytes: u64,
    pub connections: u64,
    /// Requests of one connection that are worked on at a time.
    pub requests_in_flight: u64,
    pub sessions: u64,
    /// Subscriptions of one connection.
    pub subscriptions: u64,
    pub events_per_session: u64,
    /// Calls in one batch.
    pub batch: u64,
    /// Seconds after which a connection that does nothing is closed.
    pub idle_seconds: u64,
    /// Seconds after which a session that nobody uses leaves memory.
    pub session_idle_seconds: u64,
    /// The longest delay of a subscription.
    pub delay_ms: u64,
    /// Seconds that a client may take to accept a message.
    pub write_seconds: u64,
}

pub const DEFAULT_LISTEN: &str = "127.0.0.1:7117";

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            listen: DEFAULT_LISTEN.to_owned(),
            tcp: String::new(),
            socket: String::new(),
            data_dir: default_data_dir(),
            token_file: String::new(),
            cards: String::new(),
            ready_file: String::new(),
            pages: String::new(),
            allowed_origins: Vec::new(),
            allowed_hosts: Vec::new(),
            demo: false,
            demo_pace_ms: 2500,
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
        }
    }
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            message_bytes: 1024 * 1024,
            header_bytes: 16 * 1024,
            answer_bytes: 16 * 1024 * 1024,
            connections: 1024,
            requests_in_flight: 64,
            sessions: 10_000,
            subscriptions: 256,
            events_per_session: 5_000,
            batch: 100,
            idle_seconds: 600,
            session_idle_seconds: 300,
            delay_ms: 600_000,
            write_seconds: 30,
        }
    }
}

/// Where programs of a user keep their data.
fn default_data_dir() -> String {
    let from = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty());
    let share = from("XDG_DATA_HOME")
        .map(PathBuf::from)
        .or_else(|| from("HOME").map(|home| PathBuf::from(home).join(".local/share")));
    match share {
        Some(share) => share.join("qbcoach").display().to_string(),
        None => crate::sessions::journal::DataDir::MEMORY.to_owned(),
    }
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

    /// Whether every value makes sense.
    pub fn check(&self) -> Result<(), SettingsError> {
        let wrong = |name: &str, allowed: &str, found: &dyn ToString| SettingsError::OutOfRange {
            name: name.to_owned(),
            allowed: allowed.to_owned(),
            found: found.to_string(),
        };
        const LEVELS: [&str; 5] = ["error", "warn", "info", "debug", "trace"];
        if !LEVELS.contains(&self.log.level.as_str()) {
            let allowed = "error, warn, info, debug or trace";
            return Err(wrong("log.level", allowed, &self.log.level));
        }
        if self.demo_pace_ms < 10 {
            return Err(wrong("demoPaceMs", "at least 10", &self.demo_pace_ms));
        }
        for (name, (least, most)) in Limits::RANGES {
            let found = self.limits.by_name().get(name).copied().unwrap_or(least);
            if !(least..=most).contains(&found) {
                let allowed = format!("from {least} to {most}");
                return Err(wrong(&format!("limits.{name}"), &allowed, &found));
            }
        }
        Ok(())
    }
}

const MIB: u64 = 1024 * 1024;

impl Limits {
    /// What each limit may be set to: nothing that would make the daemon useless,
    /// nothing that would overflow a machine's own limits.
    const RANGES: [(&'static str, (u64, u64)); 13] = [
        ("messageBytes", (1024, 256 * MIB)),
        ("headerBytes", (256, MIB)),
        ("answerBytes", (64 * 1024, 1024 * MIB)),
        ("connections", (1, 1_000_000)),
        ("requestsInFlight", (1, 10_000)),
        ("sessions", (1, 1_000_000_000)),
        ("subscriptions", (1, 1_000_000)),
        ("eventsPerSession", (1, 1_000_000)),
        ("batch", (1, 100_000)),
        ("idleSeconds", (1, 31_536_000)),
        ("sessionIdleSeconds", (1, 31_536_000)),
        ("delayMs", (0, 86_400_000)),
        ("writeSeconds", (1, 3600)),
    ];

    /// Every limit by the name that errors and the settings file use.
    pub fn by_name(&self) -> BTreeMap<String, u64> {
        let values = [
            self.message_bytes,
            self.header_bytes,
            self.answer_bytes,
            self.connections,
            self.requests_in_flight,
            self.sessions,
            self.subscriptions,
            self.events_per_session,
            self.batch,
            self.idle_seconds,
            self.session_idle_seconds,
            self.delay_ms,
            self.write_seconds,
        ];
        let names = Limits::RANGES.into_iter().map(|(name, _)| name.to_owned());
        names.zip(values).collect()
    }
}
