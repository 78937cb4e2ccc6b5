//! The JSON messages that qbcoach and its clients exchange.
//!
//! These types only describe the JSON. The rules engine does not use them, so a
//! change inside the engine does not change the wire.

mod action;
mod board;
mod catalogue;
#[cfg(feature = "client")]
pub mod client;
mod coaching;
mod combat;
mod combat_advice;
mod combat_names;
pub mod error;
mod event;
mod history;
mod input;
mod language;
mod measure;
pub mod method;
mod observation;
mod opponents;
mod overlay;
mod poll;
mod prediction;
mod puzzle;
mod review;
mod server;
mod session;
mod update;

pub use action::*;
pub use board::*;
pub use catalogue::*;
pub use coaching::*;
pub use combat::*;
pub use combat_advice::*;
pub use combat_names::*;
pub use event::*;
pub use history::*;
pub use input::*;
pub use language::*;
pub use measure::*;
pub use observation::*;
pub use opponents::*;
pub use overlay::*;
pub use poll::*;
pub use prediction::*;
pub use puzzle::*;
pub use review::*;
pub use server::*;
pub use session::*;
pub use update::*;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The version of this protocol.
pub const PROTOCOL_VERSION: u32 = 2;

/// The pattern of a tile's name in every answer.
pub(crate) const TILE: &str = "^(TOP|MID|BOT)-[1-5]$";

/// The number of events in a session's journal.
pub type Seq = u64;

/// A part of the params that the daemon did not understand and ignored.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Warning {
    pub field: String,
    pub message: String,
}

/// A player of the match.
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

/// A card as every answer names it: its number and its name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct CardName {
    pub id: String,
    pub name: String,
}
