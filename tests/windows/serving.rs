//! The doors, the journal, and what a person without a terminal does.

use std::fs;
use std::process::Stdio;

use serde_json::json;

use crate::client::{Client, Transport, http};
use crate::daemon::TempFolder;
use crate::wine::{self, WindowsDaemon, windows_path};

/// Characters of another alphabet, and a space.
const FOLDER: &str = "my data 日本語";

#[test]
fn pages_and_websocket_answer() {
    let daemon = WindowsDaemon::start(&["--data-dir", ":memory:"]);
    let address = daemon.as_ref().http.clone();
    let page = http(&address, "GET", "/", &[], b"");
    assert_eq!(page.status, 200);
    assert!(page.body.contains("<!doctype html>"), "{}", page.body);
    let script = http(&address, "GET", "/desk/app.js", &[], b"");
    assert!(
        !script.body.contains('\r'),
        "line ends are those of the repository"
    );
    let mut client = Client::connect(&daemon, Transport::WebSocket);
    let info = client.ask("server/info", json!({})).expect("an answer");
    assert_eq!(info["role"], "control");
    let mut client = Client::connect(&daemon, Transport::Tcp);
    let card = client
        .ask("cards/get", json!(["crawler"]))
        .expect("an answer");
    assert_eq!(card["id"], "019");
}

#[test]
fn two_clients_share_the_named_pipe() {
    let name = format!("qbcoach test {}", std::process::id());
    // As clients write it.
    let door = format!("pipe:{name}");
    let daemon = WindowsDaemon::start(&["--data-dir", ":memory:", "--socket", &door]);
    let pipe = format!(r"\\.\pipe\{name}");
    assert_eq!(daemon.ready["socket"], pipe);
    let mut watch = wine::program("qbcoach.exe");
    watch.args(["watch", &door, "--updates", "3"]);
    let watching = watch.stdin(Stdio::null()).stdout(Stdio::piped()).spawn();
    let mut watching = watching.expect("wine starts");
    let lines = "crawler m1\r\ne levrikon m5\r\n";
    let path = format!("//./PIPE/{name}");
    let arguments = ["play", "--connect", &path, "--hand", "001 002 007 019 021"];
    let played = wine::printed(&wine::run(&arguments, lines));
    assert!(
        played.contains("the enemy plays Levrikon to MID-5"),
        "{played}"
    );
    // The watching client came before or after the plays, and a slow one skips updates:
    // there are new ones until it has seen three.
    let mut client = Client::connect(&daemon, Transport::WebSocket);
    let act = json!({ "sessionId": "s1", "action": { "type": "draw", "card": "zu" } });
    client.ask("match/act", act).expect("the draw is reported");
    while watching.try_wait().expect("it runs").is_none() {
        let undone = client.ask("session/undo", json!({ "sessionId": "s1" }));
        undone.expect("the last action is taken back");
        let redone = client.ask("session/redo", json!({ "sessionId": "s1" }));
        redone.expect("and made again");
    }
    let watched = watching
        .wait_with_output()
        .expect("it ends after three updates");
    let watched = String::from_utf8_lossy(&watched.stdout);
    assert!(watched.contains("TOP"), "{watched}");
    let second = [
        "serve",
        "--listen",
        "none",
        "--data-dir",
        ":memory:",
        "--socket",
        &name,
    ];
    let refused = wine::error_text(&wine::run(&second, ""));
    assert!(refused.contains("in use by another daemon"), "{refused}");
}

#[test]
fn nothing_is_lost_when_the_process_is_terminated() {
    let folder = TempFolder::new();
    let data = windows_path(&folder.path().join(FOLDER));
    let mut daemon = WindowsDaemon::start(&["--data-dir", &data]);
    let mut client = Client::connect(&daemon, Transport::WebSocket);
    let hand = json!({ "you": { "hand": ["001", "019"] }, "title": "日本" });
    client.ask("session/create", hand).expect("a session");
    let play = json!({ "type": "play", "side": "you", "card": "019", "tile": "MID-1" });
    let act = json!({ "sessionId": "s1", "action": play });
    client.ask("match/act", act).expect("the play is legal");
    let before = client
        .ask("session/get", json!(["s1"]))
        .expect("a snapshot");
    daemon.terminate();
    let daemon = WindowsDaemon::start(&["--data-dir", &data]);
    let mut client = Client::connect(&daemon, Transport::WebSocket);
    let after = client
        .ask("session/get", json!(["s1"]))
        .expect("a snapshot");
    assert_eq!(after, before);
    assert!(folder.path().join(FOLDER).join("journal.sqlite3").is_file());
    // A folder has one daemon.
    let second = ["serve", "--listen", "127.0.0.1:0", "--data-dir", &data];
    let refused = wine::error_text(&wine::run(&second, ""));
    assert!(
        refused.contains("in use") || refused.contains("another daemon"),
        "{refused}"
    );
}

/// What `stopper` lets happen, see there.
const STOPPING_EVENTS: [(&str, &str); 6] = [
    ("key", "Ctrl-C is pressed"),
    ("0", "Ctrl-C"),
    ("1", "Ctrl-Break"),
    ("2", "the console is closed"),
    ("5", "the user logs off"),
    ("6", "the system shuts down"),
];

#[test]
fn every_console_event_stops_the_daemon_in_order() {
    for (event, name) in STOPPING_EVENTS {
        let folder = TempFolder::new();
        let ready = windows_path(&folder.path().join("ready"));
        let data = windows_path(&folder.path().join("data"));
        let mut stopper = wine::program("stopper.exe");
        stopper.args([event, &ready]);
        stopper.arg(windows_path(&wine::folder().join("qbcoach.exe")));
        stopper.args(["serve", "--listen", "127.0.0.1:0", "--data-dir", &data]);
        stopper.args(["--ready-file", &ready]).stdin(Stdio::null());
        let stopped = stopper.output().expect("wine starts");
        assert_eq!(stopped.status.code(), Some(0), "{name}: {stopped:?}");
        let data = folder.path().join("data");
        assert!(data.join("journal.sqlite3").is_file(), "{name}");
        // A daemon that was killed leaves both.
        assert!(!data.join("running.json").exists(), "{name}");
        let log = data.join("journal.sqlite3-wal");
        let left = fs::metadata(log).map_or(0, |log| log.len());
        assert_eq!(left, 0, "{name}: the journal's log is folded in");
    }
}

#[test]
fn a_double_click_shows_the_page_of_the_daemon_that_runs() {
    let folder = TempFolder::new();
    // The data folder of the user, which the double click takes, too.
    let daemon = WindowsDaemon::start(&[]);
    let opened = folder.path().join("opened");
    let mut desktop = wine::program("explorer.exe");
    desktop.arg("qbcoach.exe");
    desktop.env("BROWSER", windows_path(&wine::folder().join("browser.exe")));
    desktop.env("OPENED", windows_path(&opened));
    let clicked = desktop.stdin(Stdio::null()).output().expect("wine starts");
    assert!(clicked.status.success(), "{clicked:?}");
    let page = format!("http://{}/", daemon.as_ref().http);
    let said = String::from_utf8_lossy(&clicked.stdout);
    assert!(
        said.contains(&format!("qbcoach runs already: {page}")),
        "{said}"
    );
    let begun = std::time::Instant::now();
    // The browser is a process of its own, which nobody waits for.
    while fs::read_to_string(&opened).unwrap_or_default() != format!("{page}\n") {
        assert!(
            begun.elapsed() < crate::client::PATIENCE,
            "no page was opened"
        );
        std::thread::yield_now();
    }
}

/// Commands that are given the name of a file or folder, written as FILE.
const NAMING_FILES: [&str; 19] = [
    "serve --data-dir FILE",
    "serve --ready-file FILE",
    "serve --config FILE",
    "serve --token-file FILE",
    "serve --pages FILE",
    "serve --cards FILE",
    "serve --journal-password-file FILE",
    "serve --journal-ca FILE",
    "serve --node-secret-file FILE",
    "stdio --data-dir FILE",
    "play --data-dir FILE",
    "play --import FILE",
    "replay FILE",
    "review FILE",
    "combat FILE",
    "puzzle --answer pass --data-dir FILE",
    "journal copy FILE copy",
    "journal copy original FILE",
    "measure calibration --forecasts FILE",
];

#[test]
fn names_of_devices_are_refused() {
    const DEVICES: [&str; 5] = ["NUL", "nul.txt", r"C:\games\com1.d", "aux", "./Con"];
    for (command, device) in NAMING_FILES.into_iter().zip(DEVICES.iter().cycle()) {
        let command = command.replace("FILE", device);
        let arguments: Vec<&str> = command.split(' ').collect();
        let refused = wine::error_text(&wine::run(&arguments, ""));
        assert!(
            refused.contains("is a device of Windows"),
            "{command}: {refused}"
        );
    }
    let played = wine::run(&["play", "--hand", "001 002 007 019 021"], "save lpt1\r\n");
    let refused = wine::error_text(&played);
    assert!(
        refused.contains("`lpt1` is a device of Windows"),
        "{refused}"
    );
}
