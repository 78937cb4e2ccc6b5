//! JSON-RPC libraries of other projects, for Python and Node.js.

use std::path::PathBuf;
use std::process::Command;
use std::sync::OnceLock;

use crate::daemon::TestDaemon;

fn scripts() -> PathBuf {
    crate::root().join("tests/outside/peers")
}

/// The folder of the libraries, which are downloaded if they are missing.
pub fn libraries() -> PathBuf {
    static PREPARED: OnceLock<PathBuf> = OnceLock::new();
    let prepare = || {
        let target = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
        let folder = target.parent().expect("the target folder").join("peers");
        crate::run(Command::new(scripts().join("prepare")).arg(&folder));
        folder
    };
    PREPARED.get_or_init(prepare).clone()
}

/// Runs a script, which must succeed and print `done` as its last line.
#[track_caller]
pub fn check(script: &mut Command) {
    let printed = crate::run(script);
    assert_eq!(printed.lines().last(), Some("done"), "{printed}");
}

#[test]
fn the_python_library_websockets_plays_a_match() {
    let daemon = TestDaemon::start();
    let python = libraries().join("python/bin/python");
    check(
        Command::new(python)
            .arg(scripts().join("websockets_peer.py"))
            .arg(daemon.websocket()),
    );
}

#[test]
fn vscode_jsonrpc_uses_the_daemon_like_a_language_server() {
    check(
        Command::new("node")
            .arg(scripts().join("stdio_peer.mjs"))
            .arg(libraries().join("node"))
            .arg(env!("CARGO_BIN_EXE_qbcoach")),
    );
}
