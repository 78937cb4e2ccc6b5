//! `qbcoach watch` shows a combat as one.

use std::process::Command;

use serde_json::json;

use crate::Table;
use crate::fighter::Fighter;

/// The first thing it shows of the newest session.
fn watched(table: &Table, more: &[&str]) -> String {
    let watch = Command::new(env!("CARGO_BIN_EXE_qbcoach"))
        .args(["watch", &table.running.socket(), "--updates", "1"])
        .args(more)
        .output()
        .expect("it runs");
    String::from_utf8(watch.stdout).expect("it prints text")
}

#[test]
fn a_combat_is_drawn_and_a_stream_does_not_see_the_hand() {
    let mut table = Table::open();
    let setup = json!({ "enemies": ["prowlers"], "hand": ["tremor"] });
    let params = json!({ "game": "mage-knight", "setup": setup });
    Fighter::begin(&mut table.client, &params);
    let shown = watched(&table, &[]);
    assert!(shown.contains("── s1  combat  fame gained 0"), "{shown}");
    assert!(shown.contains("Ranged & Siege phase"), "{shown}");
    assert!(shown.contains("tremor"), "{shown}");
    assert!(!shown.contains("null"), "{shown}");
    let streamed = watched(&table, &["--stream"]);
    assert!(streamed.contains("Prowlers (enemy_0)"), "{streamed}");
    assert!(!streamed.contains("tremor"), "{streamed}");
}
