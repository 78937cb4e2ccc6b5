//! Runs the tests of the clients in this repository against the daemon just built.

mod editors;
mod python;

use std::path::PathBuf;
use std::process::Command;

use crate::run;

const DAEMON: &str = env!("CARGO_BIN_EXE_qbcoach");

fn clients() -> PathBuf {
    crate::root().join("clients")
}

/// Runs the client's `tests/run`, which downloads its tools into the target folder.
#[track_caller]
fn run_script(client: &str) -> String {
    let target = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    let peers = target.parent().expect("the target folder").join("peers");
    run(Command::new(clients().join(client).join("tests/run"))
        .arg(peers.join(format!("{client}-client")))
        .env("QBCOACH", DAEMON))
}
