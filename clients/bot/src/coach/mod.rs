//! The daemon as the bot uses it: called by method, sessions followed, and connected
//! again whenever the connection ends.

mod connection;
mod error;
mod link;
mod session_view;

pub use error::LinkError;
pub use link::{CoachSettings, DaemonLink, Presence};
pub use session_view::SessionView;
