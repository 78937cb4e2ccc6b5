//! The clients of this repository pass their own tests against this very daemon.

mod editors;
mod python;

use std::path::{Path, PathBuf};
use std::process::Command;

const DAEMON: &str = env!("CARGO_BIN_EXE_qbcoach");

fn clients() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("clients")
}

/// Runs to the end, which must be a good one, and gives back what was printed.
#[track_caller]
fn run(command: &mut Command) -> String {
    let run = command.output();
    let run = run.unwrap_or_else(|error| panic!("{command:?} did not start: {error}"));
    let printed = String::from_utf8_lossy(&run.stdout).into_owned();
    let said = String::from_utf8_lossy(&run.stderr);
    assert!(run.status.success(), "{}:\n{printed}\n{said}", run.status);
    printed
}

/// A client's `tests/run`, which fetches its tools into a folder of the target and
/// keeps them there.
#[track_caller]
fn run_script(client: &str) -> String {
    let target = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    let peers = target.parent().expect("the target folder").join("peers");
    run(Command::new(clients().join(client).join("tests/run"))
        .arg(peers.join(format!("{client}-client")))
        .env("QBCOACH", DAEMON))
}
