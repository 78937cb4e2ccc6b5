//! What the tests share: one helper for each kind of check.

use std::path::Path;
use std::process::{Command, Stdio};

use qbcoach_protocol::error::{CODES, INTERNAL_ERROR};
use serde_json::{Value, json};

use crate::client::{Client, Refusal};
use crate::stdio::end_of;
use crate::support::{Running, TempFolder};

/// A daemon with these lines in its settings file.
pub fn daemon_with(settings: &str, arguments: &[&str]) -> (Running, TempFolder) {
    let folder = TempFolder::new();
    let config = folder.path().join("settings.toml");
    std::fs::write(&config, settings).expect("the settings can be written");
    let config = config.display().to_string();
    let arguments = [&["--config", config.as_str()], arguments].concat();
    (Running::start(folder.path(), &arguments), folder)
}

/// A daemon as it is without being told anything.
pub fn daemon() -> (Running, TempFolder) {
    daemon_with("", &[])
}

pub const CONTROL: &str = "control-token-of-the-tests";
pub const VIEW: &str = "view-token-of-the-tests";
pub const STREAM: &str = "stream-token-of-the-tests";

/// A daemon that asks for tokens.
pub fn guarded_daemon(settings: &str) -> (Running, TempFolder) {
    let folder = TempFolder::new();
    let tokens = format!("control {CONTROL}\nview {VIEW}\nstream {STREAM}\n");
    let (file, config) = (folder.path().join("tokens"), folder.path().join("settings"));
    std::fs::write(&file, tokens).expect("the tokens can be written");
    std::fs::write(&config, settings).expect("the settings can be written");
    let (file, config) = (file.display().to_string(), config.display().to_string());
    let arguments = ["--token-file", &file, "--config", &config];
    (Running::start(folder.path(), &arguments), folder)
}

/// A refusal as the protocol promises it: a code of the table, a reason in words,
/// and never a fault of the daemon.
#[track_caller]
pub fn well_formed(refusal: &Refusal, about: &str) {
    let known = CODES
        .iter()
        .any(|(code, _)| i64::from(*code) == refusal.code);
    assert!(known, "{about}: {} is no code of ours", refusal.code);
    assert_ne!(
        refusal.code,
        i64::from(INTERNAL_ERROR),
        "{about}: {refusal:?}"
    );
    assert!(
        !refusal.reason().is_empty(),
        "{about}: {refusal:?} says why"
    );
}

#[track_caller]
pub fn refused(outcome: Result<Value, Refusal>, code: i32, about: &str) -> Refusal {
    match outcome {
        Err(refusal) => {
            well_formed(&refusal, about);
            assert_eq!(refusal.code, i64::from(code), "{about}: {refusal:?}");
            refusal
        }
        Ok(result) => panic!("{about} was answered: {result}"),
    }
}

/// A refusal because of this limit, which names the setting and its value.
#[track_caller]
pub fn limited(outcome: Result<Value, Refusal>, limit: &str, most: u64) {
    let refusal = refused(outcome, qbcoach_protocol::error::LIMIT_REACHED, limit);
    assert_eq!(refusal.data["limit"], limit);
    let hint = refusal.data["hint"].as_str().unwrap_or_default();
    assert!(
        hint.contains(&format!("limits.{limit}` is {most}")),
        "{refusal:?}"
    );
}

/// A new session's name.
#[track_caller]
pub fn session(client: &mut Client, params: Value) -> String {
    let created = client.ask("session/create", params).expect("it is created");
    created["sessionId"].as_str().expect("a name").to_owned()
}

/// A match that costs little to think about.
#[track_caller]
pub fn simulated(client: &mut Client) -> String {
    session(client, json!({ "mode": "simulated", "seed": 7 }))
}

/// A position whose advice takes a second or more: every card in hand, and every
/// tile at rank three.
#[track_caller]
pub fn hard_to_coach(client: &mut Client) -> String {
    let hand: Vec<String> = (1..=145).map(|number| format!("{number:03}")).collect();
    let lane = "y3,y3,y3,e3,e3";
    session(
        client,
        json!({
            "mode": "analysis",
            "position": format!("{lane}/{lane}/{lane} you"),
            "you": { "hand": hand },
            "enemy": { "hand": 8 },
        }),
    )
}

/// A question about it, with a token to hear of its progress.
pub fn advice(session: &str, token: &str) -> Value {
    json!({ "sessionId": session, "top": 1, "workDoneToken": token })
}

#[track_caller]
pub fn set_hand(session: &str, cards: &[&str]) -> Value {
    json!({ "sessionId": session, "action": { "type": "setHand", "cards": cards } })
}

/// The memory a process holds, in bytes.
pub fn memory_of(pid: u32) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{pid}/status")).expect("it runs");
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    let kib = line.and_then(|line| line.split_whitespace().next()?.parse::<u64>().ok());
    kib.expect("its memory in KiB") * 1024
}

/// A start of the program that must be refused; what it said. It ends by itself.
#[track_caller]
pub fn start_refused(arguments: &[&str]) -> String {
    let mut child = Command::new(env!("CARGO_BIN_EXE_qbcoach"))
        .args(arguments)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it starts");
    let mut said = child.stderr.take().expect("its stderr");
    let reading = std::thread::spawn(move || {
        let mut text = String::new();
        std::io::Read::read_to_string(&mut said, &mut text).map(|_| text)
    });
    let status = end_of(child);
    let said = reading.join().expect("no panic").expect("it says text");
    assert!(
        matches!(status.code(), Some(1 | 2)),
        "{arguments:?}: {status} {said}"
    );
    assert!(!said.contains("panicked"), "{said}");
    said
}

pub fn text_of(path: &Path) -> String {
    path.display().to_string()
}
