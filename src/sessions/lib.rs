//! Sessions: matches and combats that many clients share and that outlive the
//! process.
//!
//! Each session has an actor, the only task that changes it. The actor makes the
//! next state of an action beside the current one, writes the event to the journal,
//! and only then publishes the new moment. If any of this fails, the current moment
//! stays.

pub(crate) mod act_id;
pub(crate) mod actor;
pub(crate) mod any_game;
pub(crate) mod course;
pub(crate) mod crash_report;
pub mod error;
mod event_times;
pub mod export;
pub mod game;
pub mod history;
pub mod journal;
pub mod mage_knight;
pub mod moment;
pub mod nodes;
pub mod queens_blood;
pub(crate) mod registry;
pub mod roster;
pub mod session_id;
pub(crate) mod session_store;
mod stored;
pub mod text;
pub mod undo_line;
pub mod workers;

pub use act_id::{ActId, ActIdError};
pub use actor::{ActCondition, Acted, SessionStep};
pub use any_game::{AnyAction, AnyEvent, AnyGame, AnyRefusal, AnySetup, AnyStanding, Libraries};
pub use course::{Course, Mark, Played};
pub use error::{ListRefused, RequestError, SessionError};
pub use game::{FinalTotals, Game, Summary};
pub use history::{Entry, Seq, SessionChange};
pub use moment::{Derived, Moment};
pub use registry::{Listed, Sessions};
pub use roster::Roster;
pub use session_id::SessionId;
pub use session_store::{SessionHandle, SessionLimits};
