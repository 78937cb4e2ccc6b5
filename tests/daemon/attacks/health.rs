//! `/healthz` says whether events can be written, and nothing is acknowledged that would
//! be lost.

use std::fs;

use qbcoach_protocol::error::INTERNAL_ERROR;
use serde_json::{Value, json};

use crate::client::{Client, Transport, http};
use crate::daemon::TestDaemon;
use crate::serving::check::{session, set_hand};

#[track_caller]
fn check_health(daemon: &TestDaemon, status: u16, word: &str) {
    let answer = http(&daemon.http(), "GET", "/healthz", &[], b"");
    assert_eq!(answer.status, status, "{answer:?}");
    let body: Value = serde_json::from_str(&answer.body).expect("JSON");
    assert_eq!(body["status"], word, "{body}");
}

/// A file of the journal is moved away under the daemon, or another one is put in its
/// place, and then the right one comes back.
fn check_missing(file: &str, in_its_place: Option<&str>) {
    let daemon = TestDaemon::start();
    let mut player = Client::connect(&daemon, Transport::Socket);
    let session = session(&mut player, json!({ "mode": "live" }));
    let mut act = || player.ask("match/act", set_hand(&session, &["001"]));
    act().expect("the action is accepted");
    check_health(&daemon, 200, "ok");
    let path = daemon.folder().join("data").join(file);
    let aside = daemon.folder().join("aside");
    fs::rename(&path, &aside).expect("the file is there");
    if let Some(text) = in_its_place {
        fs::write(&path, text).expect("the file can be written");
    }
    check_health(&daemon, 503, "failing");
    let refused = act().expect_err("the action would be lost");
    assert_eq!(refused.code, i64::from(INTERNAL_ERROR));
    assert!(refused.reason().contains(file), "{refused:?}");
    check_health(&daemon, 503, "failing");
    fs::rename(&aside, &path).expect("the file comes back");
    check_health(&daemon, 200, "ok");
    assert_eq!(act().expect("the action is accepted")["seq"], 2);
}

#[test]
fn a_journal_that_vanished_is_noticed() {
    check_missing("journal.sqlite3", None);
}

#[test]
fn a_journal_that_was_replaced_is_noticed() {
    check_missing("journal.sqlite3", Some("another file"));
}

#[test]
fn a_log_of_the_journal_that_vanished_is_noticed() {
    check_missing("journal.sqlite3-wal", None);
}
