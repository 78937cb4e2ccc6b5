//! The commands of all chats: parsing, permission, answers.

mod asker;
mod channels;
mod command;
mod cooldown;
mod desk;
mod lookup;
mod polls;
mod reports;
mod word;

pub use asker::{
    Asker, Channel, ChannelPrivacy, Chat, ChatAnswer, ChatContext, Privilege, Visibility,
};
pub use channels::Channels;
pub use command::{ChatCommand, PollStep, Report, Usage};
pub use cooldown::Cooldowns;
pub use desk::{Admission, Desk, session_of};
pub use word::{CommandWord, Need, Param, ParamKind};
