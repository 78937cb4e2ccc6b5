//! The program as people and scripts run it: its commands, live coaching in a
//! terminal, self-play, and what the repository promises about itself.

use std::path::PathBuf;

mod allocation;
mod commands;
#[path = "../support/daemon.rs"]
mod daemon;
mod play;
mod repository;
mod selfplay;

/// The folder of the repository.
fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..")
}
