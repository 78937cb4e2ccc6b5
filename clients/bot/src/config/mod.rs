//! The configuration file and the settings made of it.

mod file;
mod resolve;
mod secret;

pub use file::{AdvicePolicy, ConfigError, ConfigFile};
pub use resolve::{AnswerSettings, BotSettings, DiscordSettings, Fault, IrcSettings, Network};
pub use secret::{Secret, SecretSource};

/// The example that `qbcoach-bot config` prints.
pub const TEMPLATE: &str = include_str!("../../bot.example.toml");
