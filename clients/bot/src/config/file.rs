//! The sections and settings of the configuration file.

use std::collections::BTreeMap;
use std::path::PathBuf;

use serde::Deserialize;

#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub struct ConfigFile {
    pub daemon: DaemonSection,
    pub answers: AnswersSection,
    pub discord: Option<DiscordSection>,
    pub twitch: Option<TwitchSection>,
    pub irc: Option<IrcSection>,
}

#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub struct DaemonSection {
    pub address: String,
    pub token_file: Option<PathBuf>,
    pub token_env: Option<String>,
    pub delay_seconds: u64,
}

pub const DEFAULT_DAEMON: &str = "ws://127.0.0.1:7117";

impl Default for DaemonSection {
    fn default() -> DaemonSection {
        DaemonSection {
            address: DEFAULT_DAEMON.to_owned(),
            token_file: None,
            token_env: None,
            delay_seconds: 0,
        }
    }
}

/// Who may see what a stream may not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum AdvicePolicy {
    /// Moderators and owners, in private answers.
    Moderators,
    /// Everybody, in private answers.
    Private,
    /// Everybody, in public answers.
    Public,
    Off,
}

#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub struct AnswersSection {
    pub prefix: String,
    pub advice: AdvicePolicy,
    pub user_cooldown_seconds: u64,
    pub channel_cooldown_seconds: u64,
    pub announce_cooldown_seconds: u64,
}

impl Default for AnswersSection {
    fn default() -> AnswersSection {
        AnswersSection {
            prefix: "!".to_owned(),
            advice: AdvicePolicy::Moderators,
            user_cooldown_seconds: 5,
            channel_cooldown_seconds: 1,
            announce_cooldown_seconds: 20,
        }
    }
}

#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct DiscordSection {
    pub application_id: String,
    pub public_key: String,
    #[serde(default = "default_listen")]
    pub listen: String,
    #[serde(default)]
    pub owners: Vec<String>,
    pub bot_token_file: Option<PathBuf>,
    pub bot_token_env: Option<String>,
    #[serde(default)]
    pub announce: Vec<String>,
    #[serde(default)]
    pub sessions: BTreeMap<String, String>,
    #[serde(default = "default_api")]
    pub api: String,
}

fn default_listen() -> String {
    "127.0.0.1:7118".to_owned()
}

fn default_api() -> String {
    "https://discord.com/api/v10".to_owned()
}

#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct TwitchSection {
    pub nick: String,
    pub channels: Vec<String>,
    pub token_file: Option<PathBuf>,
    pub token_env: Option<String>,
    #[serde(default)]
    pub announce: Vec<String>,
    #[serde(default)]
    pub sessions: BTreeMap<String, String>,
    #[serde(default = "default_twitch")]
    pub server: String,
    #[serde(default = "default_tls")]
    pub tls: bool,
    #[serde(default = "default_pace")]
    pub pace_ms: u64,
}

fn default_twitch() -> String {
    "irc.chat.twitch.tv:6697".to_owned()
}

fn default_pace() -> u64 {
    1600
}

fn default_tls() -> bool {
    true
}

#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct IrcSection {
    pub server: String,
    #[serde(default = "default_tls")]
    pub tls: bool,
    #[serde(default = "default_pace")]
    pub pace_ms: u64,
    pub nick: String,
    pub channels: Vec<String>,
    pub password_file: Option<PathBuf>,
    pub password_env: Option<String>,
    #[serde(default)]
    pub owners: Vec<String>,
    #[serde(default)]
    pub announce: Vec<String>,
    #[serde(default)]
    pub sessions: BTreeMap<String, String>,
}

/// Why the file cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ConfigError {
    #[error("{0}\nhelp: `qbcoach-bot config` prints a file to start from")]
    Syntax(String),
    #[error(
        "`{0}` would be a secret, and this file must not contain secrets\n\
         help: write it into a file that only you can read and name that in `{0}File`, or \
         name an environment variable in `{0}Env`"
    )]
    Secret(String),
    #[error(
        "`{0}` is a secret, and this file must not contain secrets\n\
         help: write it into a file that only you can read and name that in `tokenFile`, or \
         name an environment variable in `tokenEnv`"
    )]
    LooksSecret(String),
}

impl ConfigFile {
    pub fn read(text: &str) -> Result<ConfigFile, ConfigError> {
        let table: toml::Table = toml::from_str(text).map_err(syntax_error)?;
        // Before all else, as another error could show the line with the secret.
        no_secrets(&table, "")?;
        toml::from_str(text).map_err(syntax_error)
    }
}

/// The message without the source line, which may contain a secret.
fn syntax_error(error: toml::de::Error) -> ConfigError {
    ConfigError::Syntax(error.message().to_owned())
}

/// Settings whose names end in one of these would contain a secret.
const SECRET_NAMES: [&str; 5] = ["token", "password", "pass", "oauth", "secret"];

fn no_secrets(table: &toml::Table, above: &str) -> Result<(), ConfigError> {
    for (key, value) in table {
        let name = format!("{above}{key}");
        match value {
            toml::Value::Table(inner) => no_secrets(inner, &format!("{name}."))?,
            toml::Value::String(text) => {
                let lower = key.to_lowercase();
                if SECRET_NAMES.iter().any(|secret| lower.ends_with(secret)) {
                    return Err(ConfigError::Secret(name));
                }
                if text.starts_with("oauth:") {
                    return Err(ConfigError::LooksSecret(name));
                }
            }
            _ => {}
        }
    }
    Ok(())
}
