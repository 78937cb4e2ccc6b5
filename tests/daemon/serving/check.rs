//! Checks and sessions that several tests share.

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use qbcoach_protocol::error::{CODES, INTERNAL_ERROR};
use serde_json::{Value, json};

use crate::client::{Client, ErrorAnswer, wait_for_exit};

/// Checks that an error has a documented code other than an internal error, and a
/// reason.
#[track_caller]
pub fn check_error(refusal: &ErrorAnswer, about: &str) {
    let known = CODES
        .iter()
        .any(|(code, _)| i64::from(*code) == refusal.code);
    assert!(known, "{about}: {} is not a documented code", refusal.code);
    assert_ne!(
        refusal.code,
        i64::from(INTERNAL_ERROR),
        "{about}: {refusal:?}"
    );
    assert!(
        !refusal.reason().is_empty(),
        "{about}: no reason in {refusal:?}"
    );
}

#[track_caller]
pub fn refused(result: Result<Value, ErrorAnswer>, code: i32, about: &str) -> ErrorAnswer {
    match result {
        Err(refusal) => {
            check_error(&refusal, about);
            assert_eq!(refusal.code, i64::from(code), "{about}: {refusal:?}");
            refusal
        }
        Ok(accepted) => panic!("{about} was accepted: {accepted}"),
    }
}

/// Checks that a request was refused because of this limit, and that the error names
/// the setting and its value.
#[track_caller]
pub fn limited(result: Result<Value, ErrorAnswer>, limit: &str, most: u64) {
    let refusal = refused(result, qbcoach_protocol::error::LIMIT_REACHED, limit);
    assert_eq!(refusal.data["limit"], limit);
    let hint = refusal.data["hint"].as_str().unwrap_or_default();
    assert!(
        hint.contains(&format!("limits.{limit}` is {most}")),
        "{refusal:?}"
    );
}

/// Creates a session and returns its id.
#[track_caller]
pub fn session(client: &mut Client, params: Value) -> String {
    let created = client
        .ask("session/create", params)
        .expect("the session is created");
    created["sessionId"].as_str().expect("an id").to_owned()
}

/// Creates a simulated match, for which advice takes little time.
#[track_caller]
pub fn simulated(client: &mut Client) -> String {
    session(client, json!({ "mode": "simulated", "seed": 7 }))
}

/// Creates a session whose advice takes a second or more: every card is in the hand,
/// and every tile has rank three.
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

/// Params of `coach/recommend` with a token for progress.
pub fn advice_params(session: &str, token: &str) -> Value {
    json!({ "sessionId": session, "top": 1, "workDoneToken": token })
}

#[track_caller]
pub fn set_hand(session: &str, cards: &[&str]) -> Value {
    json!({ "sessionId": session, "action": { "type": "setHand", "cards": cards } })
}

/// The resident memory of a process, in bytes.
pub fn memory_of(pid: u32) -> u64 {
    memory(pid, "VmRSS:")
}

/// The most resident memory that a process has had, in bytes.
pub fn peak_memory_of(pid: u32) -> u64 {
    memory(pid, "VmHWM:")
}

fn memory(pid: u32, kind: &str) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{pid}/status")).expect("the process runs");
    let line = status.lines().find_map(|line| line.strip_prefix(kind));
    let kib = line.and_then(|line| line.split_whitespace().next()?.parse::<u64>().ok());
    kib.expect("its memory in KiB") * 1024
}

/// How long a process has computed, on all cores. Other programs do not change it.
pub fn computed_by(pid: u32) -> Duration {
    const TICKS_PER_SECOND: u64 = 100;
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).expect("the process runs");
    // The name of the program, in parentheses, may have blanks.
    let (_, fields) = stat.rsplit_once(')').expect("the name ends");
    let fields: Vec<&str> = fields.split_whitespace().collect();
    let ticks = |index: usize| fields[index].parse::<u64>().expect("a number");
    Duration::from_millis((ticks(11) + ticks(12)) * 1000 / TICKS_PER_SECOND)
}

/// Runs the program, which must end by itself with an error, and returns its stderr.
#[track_caller]
pub fn start_refused(arguments: &[&str]) -> String {
    let mut child = Command::new(env!("CARGO_BIN_EXE_qbcoach"))
        .args(arguments)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut stderr = child.stderr.take().expect("its stderr");
    let reading = std::thread::spawn(move || {
        let mut text = String::new();
        std::io::Read::read_to_string(&mut stderr, &mut text).map(|_| text)
    });
    let status = wait_for_exit(child);
    let message = reading.join().expect("no panic").expect("stderr is UTF-8");
    assert!(
        matches!(status.code(), Some(1 | 2)),
        "{arguments:?}: {status} {message}"
    );
    assert!(!message.contains("panicked"), "{message}");
    message
}

pub fn text_of(path: &Path) -> String {
    path.display().to_string()
}
