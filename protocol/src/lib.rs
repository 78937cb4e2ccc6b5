//! The words qbcoach and its clients use on the wire.
//!
//! These types say what JSON looks like and nothing else: the rules do not know
//! them, and a rule that changes its shape does not change them.

mod board;
mod catalogue;
mod coaching;
mod combat;
pub mod error;
mod event;
mod history;
mod input;
mod measure;
pub mod method;
mod observation;
mod overlay;
mod prediction;
mod server;
mod session;
mod update;

pub use board::*;
pub use catalogue::*;
pub use coaching::*;
pub use combat::*;
pub use event::*;
pub use history::*;
pub use input::*;
pub use measure::*;
pub use observation::*;
pub use overlay::*;
pub use prediction::*;
pub use server::*;
pub use session::*;
pub use update::*;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The version of this protocol.
pub const PROTOCOL_VERSION: u32 = 1;

/// What a tile is called in every answer.
pub(crate) const TILE: &str = "^(TOP|MID|BOT)-[1-5]$";

/// How many events a session has taken in.
pub type Seq = u64;

/// Something in the params that was not understood and did no harm.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Warning {
    pub field: String,
    pub message: String,
}

/// Who plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Side {
    You,
    Enemy,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "UPPERCASE")]
pub enum Lane {
    Top,
    Mid,
    Bot,
}

/// A card as it is named in every answer: always number and name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct CardName {
    pub id: String,
    pub name: String,
}
