//! The clients of this repository pass their own tests against this very daemon.

mod python;

use std::path::{Path, PathBuf};
use std::process::Command;

/// Runs a client's `tests/run`, which fetches its tools into a folder of the target.
#[track_caller]
fn passes_its_tests(client: &str) {
    let script = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("clients")
        .join(client)
        .join("tests/run");
    let target = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    let tools = target
        .parent()
        .expect("the target folder")
        .join("peers")
        .join(format!("{client}-client"));
    let run = Command::new(&script)
        .arg(tools)
        .env("QBCOACH", env!("CARGO_BIN_EXE_qbcoach"))
        .output();
    let run = run.unwrap_or_else(|error| panic!("{} needs bash: {error}", script.display()));
    assert!(
        run.status.success(),
        "{}\n{}{}",
        run.status,
        String::from_utf8_lossy(&run.stdout),
        String::from_utf8_lossy(&run.stderr),
    );
}
