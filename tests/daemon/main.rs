//! Tests of sessions and of the daemon: the journal, every transport of the real program,
//! the documents and transcripts of the protocol, subscriptions, combats, and kills.

use std::path::PathBuf;

mod assistants;
mod attacks;
#[path = "../support/boards.rs"]
mod boards;
mod chaos;
#[path = "../support/client/mod.rs"]
mod client;
mod combats;
#[path = "../support/daemon.rs"]
mod daemon;
#[path = "../support/edited_lines.rs"]
mod edited_lines;
#[path = "../support/player.rs"]
mod player;
mod protocol;
mod serving;
mod sessions;
mod subscriptions;

/// The folder of the repository.
fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..")
}
