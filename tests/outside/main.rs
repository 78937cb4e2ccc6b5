//! Tests that need other programs: the pages in Chromium, the clients in Python and for
//! editors, and JSON-RPC libraries of other projects. `tests/all` runs them; plain
//! `cargo test` does not.

use std::path::PathBuf;
use std::process::Command;

mod assistants;
mod clients;
#[path = "../support/daemon.rs"]
mod daemon;
mod language;
mod pages;
mod peers;

/// The folder of the repository.
fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Runs a command, which must succeed, and returns its output.
#[track_caller]
fn run(command: &mut Command) -> String {
    let run = command.output();
    let run = run.unwrap_or_else(|error| panic!("{command:?} did not start: {error}"));
    let printed = String::from_utf8_lossy(&run.stdout).into_owned();
    let errors = String::from_utf8_lossy(&run.stderr);
    assert!(run.status.success(), "{}:\n{printed}\n{errors}", run.status);
    printed
}
