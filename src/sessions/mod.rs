//! Sessions: matches that many clients share and that outlive the process.
//!
//! Each is an actor which alone changes its match: it tries an action, writes it
//! to the journal, and only then shows the new moment to everybody. What is tried
//! is built aside, so that whatever goes wrong leaves the last moment standing.

pub mod actor;
pub mod any_game;
pub mod course;
pub mod crash_report;
pub mod error;
pub mod export;
pub mod game;
pub mod history;
pub mod journal;
pub mod mage_knight;
pub mod moment;
pub mod queens_blood;
pub mod registry;
pub mod roster;
pub mod session_id;
mod stored;
pub mod text;

pub use actor::{Acted, Step};
pub use any_game::{AnyAction, AnyEvent, AnyGame, AnyRefusal, AnySetup, AnyStanding, Libraries};
pub use course::{Course, Mark, Played};
pub use error::SessionError;
pub use game::{Game, Summary};
pub use history::{Change, Entry, Seq};
pub use moment::Moment;
pub use registry::{Listed, SessionHandle, SessionLimits, Sessions};
pub use roster::Roster;
pub use session_id::SessionId;
