//! The configuration file, and what the bot makes of it.

mod file;
mod resolve;
mod secret;

pub use file::{Advice, ConfigError, ConfigFile};
pub use resolve::{AnswerSettings, DiscordSettings, Fault, IrcSettings, Network, Settings};
pub use secret::{Secret, SecretSource};

/// What `qbcoach-bot config` prints.
pub const TEMPLATE: &str = include_str!("../../bot.example.toml");
