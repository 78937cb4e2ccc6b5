//! `serve --open`: the page in the browser, and the page of a daemon that runs already.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::Instant;

use crate::client::PATIENCE;
use crate::daemon::{TempFolder, TestDaemon};
use crate::serving::check::text_of;

/// A program that notes the address it is given in the file `opened` beside it.
fn browser(folder: &Path) -> PathBuf {
    let path = folder.join("my browser");
    let script = "#!/bin/sh\necho \"$1\" > \"$(dirname \"$0\")/opening\"\nmv \"$(dirname \"$0\")/opening\" \"$(dirname \"$0\")/opened\"\n";
    fs::write(&path, script).expect("the script can be written");
    fs::set_permissions(&path, fs::Permissions::from_mode(0o700)).expect("it may be run");
    path
}

/// The address that the browser was given.
fn opened(folder: &Path) -> String {
    let begun = Instant::now();
    loop {
        if let Ok(address) = fs::read_to_string(folder.join("opened")) {
            return address.trim().to_owned();
        }
        assert!(begun.elapsed() < PATIENCE, "no page was opened");
        std::thread::yield_now();
    }
}

fn second_start(browser: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_qbcoach"));
    command.args(["serve", "--open"]).args(arguments);
    command.env("BROWSER", browser).stdin(Stdio::null());
    command.output().expect("the program runs")
}

#[track_caller]
fn check_shows_the_first(output: &Output, page: &str) {
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{output:?}");
    assert_eq!(said, format!("qbcoach runs already: {page}\n"));
}

#[test]
fn a_second_start_finds_the_daemon_of_its_data_folder() {
    let folder = TempFolder::new();
    let browser = browser(folder.path());
    let daemon = TestDaemon::start();
    let page = format!("http://{}/", daemon.http());
    let data = text_of(&daemon.folder().join("data"));
    let output = second_start(&browser, &["--listen", "127.0.0.1:0", "--data-dir", &data]);
    check_shows_the_first(&output, &page);
    assert_eq!(opened(folder.path()), page);
}

#[test]
fn a_second_start_finds_the_daemon_at_its_address_also_one_with_tokens() {
    let folder = TempFolder::new();
    let browser = browser(folder.path());
    let daemon = TestDaemon::with_tokens("", &[]);
    let output = second_start(
        &browser,
        &["--listen", &daemon.http(), "--data-dir", ":memory:"],
    );
    check_shows_the_first(&output, &format!("http://{}/", daemon.http()));
}

#[test]
fn the_note_of_a_killed_daemon_does_not_keep_the_next_from_starting() {
    let folder = TempFolder::new();
    let browser = browser(folder.path());
    let mut daemon = TestDaemon::start();
    let note = daemon.folder().join("data/running.json");
    assert!(note.is_file());
    daemon.kill();
    assert!(note.is_file(), "a killed daemon leaves its note");
    daemon.restart();
    daemon.stop("TERM");
    assert!(!note.exists(), "a daemon that stops takes its note back");
    // With nobody there, the first start opens its own page.
    let mut command = Command::new(env!("CARGO_BIN_EXE_qbcoach"));
    command.args([
        "serve",
        "--open",
        "--listen",
        "127.0.0.1:0",
        "--data-dir",
        ":memory:",
    ]);
    let ready = folder.path().join("ready");
    command
        .arg("--ready-file")
        .arg(&ready)
        .env("BROWSER", &browser);
    command
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    let mut child = command.spawn().expect("the program starts");
    let page = opened(folder.path());
    let written = fs::read_to_string(&ready).expect("the ready file is written first");
    let written: serde_json::Value = serde_json::from_str(&written).expect("JSON");
    assert_eq!(
        page,
        format!(
            "http://{}/",
            written["listen"].as_str().expect("an address")
        )
    );
    child.kill().expect("it can be killed");
    child.wait().expect("it ends");
}

#[test]
fn a_daemon_without_pages_has_none_to_open() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_qbcoach"));
    command.args([
        "serve",
        "--open",
        "--listen",
        "none",
        "--tcp",
        "127.0.0.1:0",
    ]);
    command
        .args(["--data-dir", ":memory:"])
        .stdin(Stdio::null());
    let refused = command.output().expect("the program runs");
    let said = String::from_utf8_lossy(&refused.stderr);
    assert!(
        said.contains("--open shows a page: give --listen an address"),
        "{said}"
    );
}
