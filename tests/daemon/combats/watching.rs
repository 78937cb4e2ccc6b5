//! `qbcoach watch` draws combats.

use std::process::Command;

use serde_json::json;

use crate::client::{Client, Transport};
use crate::combats::fighter::Fighter;
use crate::daemon::TestDaemon;

/// The first update that `qbcoach watch` prints of the newest session.
fn watched(daemon: &TestDaemon, more: &[&str]) -> String {
    let watch = Command::new(env!("CARGO_BIN_EXE_qbcoach"))
        .args(["watch", &daemon.socket(), "--updates", "1"])
        .args(more)
        .output()
        .expect("the program runs");
    String::from_utf8(watch.stdout).expect("the output is UTF-8")
}

#[test]
fn a_combat_is_drawn_and_a_stream_does_not_see_the_hand() {
    let daemon = TestDaemon::start();
    let mut client = Client::connect(&daemon, Transport::Socket);
    let setup = json!({ "enemies": ["prowlers"], "hand": ["tremor"] });
    let params = json!({ "game": "mage-knight", "setup": setup });
    Fighter::begin(&mut client, &params);
    let shown = watched(&daemon, &[]);
    assert!(shown.contains("── s1  combat  fame gained 0"), "{shown}");
    assert!(shown.contains("Ranged & Siege phase"), "{shown}");
    assert!(shown.contains("tremor"), "{shown}");
    assert!(!shown.contains("null"), "{shown}");
    let streamed = watched(&daemon, &["--stream"]);
    assert!(streamed.contains("Prowlers (enemy_0)"), "{streamed}");
    assert!(!streamed.contains("tremor"), "{streamed}");
}
