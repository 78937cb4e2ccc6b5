//! Assistants: the official clients of the Model Context Protocol use the real program.

use std::process::Command;

use crate::daemon::TempFolder;
use crate::peers::{check, libraries};

const PROGRAM: &str = env!("CARGO_BIN_EXE_qbcoach");

#[test]
fn the_client_for_node_follows_a_match_through_a_kill_of_the_daemon() {
    let data = TempFolder::new();
    check(
        Command::new("node")
            .arg(crate::root().join("tests/outside/assistants/node_client.mjs"))
            .arg(libraries().join("node"))
            .arg(PROGRAM)
            .arg(data.path()),
    );
}

#[test]
fn the_client_for_python_uses_every_tool_in_the_newest_protocol() {
    check(
        Command::new(libraries().join("python/bin/python"))
            .arg(crate::root().join("tests/outside/assistants/python_client.py"))
            .arg(PROGRAM),
    );
}
