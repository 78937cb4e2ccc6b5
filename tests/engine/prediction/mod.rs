//! The prediction layer: decks, hands, replies and the threat map. The engine counts
//! hands; an oracle that enumerates every hand checks its numbers.

use crate::rules::made_up;

pub mod fixtures;
mod oracle;
pub mod worlds;

mod agreement;
mod decks;
mod determinism;
mod evaluation;
mod hands;
mod knowledge;
mod large;
mod matches;
mod memory;
mod missing_data;
mod prediction_engine;
mod sizes;
