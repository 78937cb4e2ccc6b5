//! Commands: who asks what where, and what is answered. Every chat comes through here.

mod asker;
mod channels;
mod command;
mod cooldown;
mod desk;
mod lookup;
mod reports;
mod word;

pub use asker::{Answer, Asker, Channel, Chat, Manner, Place, Privacy, Rank};
pub use channels::Channels;
pub use command::{Command, Report, Usage};
pub use cooldown::Cooldowns;
pub use desk::{Admission, Desk, session_of};
pub use word::{Need, Param, ParamKind, Word};
