//! Clients for editors, and the whole client that the page for client authors shows.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

const DAEMON: &str = env!("CARGO_BIN_EXE_qbcoach");

fn clients() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("clients")
}

/// A folder for what a script fetches, kept from run to run.
fn packages(client: &str) -> PathBuf {
    let target = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    let peers = target.parent().expect("the target folder").join("peers");
    peers.join(client)
}

/// Runs to the end, which must be a good one, and gives back what was printed.
#[track_caller]
fn run(command: &mut Command) -> String {
    let run = command.output().expect("it can be started");
    let printed = String::from_utf8_lossy(&run.stdout).into_owned();
    let said = String::from_utf8_lossy(&run.stderr);
    assert!(run.status.success(), "{}:\n{printed}\n{said}", run.status);
    printed
}

#[track_caller]
fn run_script(client: &str) -> String {
    let script = clients().join(client).join("tests/run");
    run(Command::new(script)
        .arg(packages(client))
        .env("QBCOACH", DAEMON))
}

#[test]
fn the_extension_for_vs_code_plays_recovers_and_escapes() {
    let printed = run_script("vscode");
    assert!(printed.contains("# fail 0"), "{printed}");
    assert!(!printed.contains("# pass 0"), "{printed}");
}

#[test]
fn neovim_plays_a_match_and_the_page_for_editors_is_true() {
    let printed = run_script("editors");
    assert!(printed.contains("done"), "{printed}");
    assert!(
        printed.contains("commands do what the page shows"),
        "{printed}"
    );
}

#[test]
fn the_whole_client_on_the_page_plays_a_match() {
    let page = fs::read_to_string(clients().join("README.md")).expect("the page is there");
    let (_, after) = page
        .split_once("```python\n")
        .expect("the page has a client");
    let (client, _) = after.split_once("```").expect("the client ends");
    let folder = Path::new(DAEMON).parent().expect("it is in a folder");
    let path = std::env::var("PATH").unwrap_or_default();
    let printed = run(Command::new("python3")
        .args(["-c", client])
        .env("PATH", format!("{}:{path}", folder.display())));
    let last = printed.lines().last().unwrap_or_default();
    assert!(last.starts_with("score "), "it ends with the score: {last}");
}
