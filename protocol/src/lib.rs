//! The words qbcoach and its clients use on the wire.
//!
//! These types say what JSON looks like and nothing else: the rules do not know
//! them, and a rule that changes its shape does not change them.

mod board;
mod coaching;
mod event;
mod measure;
mod prediction;

pub use board::{Board, Card, LaneScore, Origin, Owner, PlacedCard, Score, Status, Tile};
pub use coaching::{Action, Advice, AdvisedMove, Evaluation, LaneValue, Reason};
pub use event::{Event, Source};
pub use measure::{Bench, Check, Diagnostics};
pub use prediction::{Basis, Outcome, ThreatMap};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

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
