//! The Windows program under Wine. `tests/windows/run` builds it and runs these tests; it
//! is in the folder that the variable `QBCOACH_WINDOWS` names.

use std::path::PathBuf;

mod bot;
// These tests use only a part of what the others share.
#[allow(dead_code, unused_imports)]
#[path = "../support/client/mod.rs"]
mod client;
#[path = "../support/daemon.rs"]
mod daemon;
mod protocol;
mod serving;
mod texts;
mod wine;

/// The folder of the repository.
fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..")
}
