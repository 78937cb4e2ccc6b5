//! The daemon as the bot sees it: asked by method, followed by session, away at times.

mod connection;
mod error;
mod followed;
mod link;

pub use error::{CoachError, Refusal};
pub use followed::Followed;
pub use link::{Coach, CoachSettings, Presence};
