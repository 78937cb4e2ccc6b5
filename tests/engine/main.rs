//! Tests of the engine: rules and cards on drawn boards, an independent second
//! implementation of the rules (the oracle), matches, observations, predictions and advice.

use std::path::PathBuf;

mod agreement;
mod cards;
mod coaching;
mod data;
mod endgame;
mod locks;
mod mulligan;
mod observation;
mod prediction;
mod review;
mod rules;
mod search;
mod simulation;
#[path = "../support/boards.rs"]
mod support;

/// The root folder of the repository.
fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..")
}
