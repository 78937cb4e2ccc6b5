//! Match texts that editors have open: greeting, marks, hints that come later, and
//! sessions that follow what is typed.

use std::process::Command;

use qbcoach_basics::chance::Chance;
use serde_json::{Value, json};

use crate::client::{Client, Framing, StdioDaemon, Transport};
use crate::daemon::TestDaemon;
use crate::edited_lines::EditedLines;

const URI: &str = "file:///match.qb";

fn open(client: &mut Client, text: &str) {
    let document = json!({ "uri": URI, "languageId": "qb", "version": 1, "text": text });
    client.notify("textDocument/didOpen", json!({ "textDocument": document }));
}

fn change(client: &mut Client, version: u64, changes: Value) {
    let document = json!({ "uri": URI, "version": version });
    let params = json!({ "textDocument": document, "contentChanges": changes });
    client.notify("textDocument/didChange", params);
}

/// The marks of a version, when they come.
fn marks(client: &mut Client, version: u64) -> Value {
    let found = client.wait_for(|message| {
        message["method"] == "textDocument/publishDiagnostics"
            && message["params"]["version"] == version
    });
    found["params"]["diagnostics"].clone()
}

fn editor(options: Value) -> Value {
    json!({
        "processId": null,
        "rootUri": null,
        "initializationOptions": options,
        "capabilities": {
            "general": { "positionEncodings": ["utf-8", "utf-16"] },
            "workspace": { "inlayHint": { "refreshSupport": true } },
        },
    })
}

#[test]
fn every_lasting_door_greets_an_editor_and_marks_its_texts() {
    let daemon = TestDaemon::start();
    for transport in Transport::LASTING {
        let mut client = Client::connect(&daemon, transport);
        let greeting = client
            .ask("initialize", editor(json!({})))
            .expect("a greeting");
        assert_eq!(greeting["capabilities"]["positionEncoding"], "utf-8");
        assert_eq!(greeting.get("warnings"), None);
        let own = &greeting["capabilities"]["experimental"]["qbcoach"];
        assert_eq!(own["games"], json!(["queens-blood", "mage-knight"]));
        open(&mut client, "you play Crawlr MID-1\nyou pas\n");
        let found = marks(&mut client, 1);
        let codes: Vec<&str> = found
            .as_array()
            .expect("a list")
            .iter()
            .filter_map(|mark| mark["code"].as_str())
            .collect();
        assert_eq!(codes, ["unknownCard", "notAnAction"]);
    }
}

#[test]
fn edits_of_a_part_give_the_same_marks_as_the_whole_text() {
    let daemon = TestDaemon::start();
    let mut client = Client::connect(&daemon, Transport::WebSocket);
    open(&mut client, "# 🐛\nyou play Crawler MID-1\nenemy pass\n");
    assert_eq!(marks(&mut client, 1), json!([]));
    // Columns are units of UTF-16 unless something else was agreed.
    let range =
        json!({ "start": { "line": 1, "character": 17 }, "end": { "line": 1, "character": 22 } });
    let part = json!([{ "range": range, "text": "MID-3" }]);
    change(&mut client, 2, part);
    let by_part = marks(&mut client, 2);
    let whole = "# 🐛\nyou play Crawler MID-3\nenemy pass\n";
    change(&mut client, 3, json!([{ "text": whole }]));
    assert_eq!(marks(&mut client, 3), by_part);
    assert_eq!(by_part[0]["code"], "tileNotOwned");
}

/// Many edits at random places, and after each a second document is opened with the text
/// that the editor has.
#[test]
fn random_edits_give_the_same_marks_as_opening_the_text_anew() {
    let daemon = TestDaemon::start();
    let text = "title 🐛\nyou play Crawler MID-1 # 🐛\r\nenemy play クローラー MID-5\nyou pass\n";
    for (offered, width) in [
        ("utf-8", char::len_utf8 as fn(char) -> usize),
        ("utf-16", char::len_utf16),
    ] {
        let mut client = Client::connect(&daemon, Transport::Tcp);
        let capabilities = json!({ "general": { "positionEncodings": [offered] } });
        let greeting = client.ask("initialize", json!({ "capabilities": capabilities }));
        let capabilities = &greeting.expect("a greeting")["capabilities"];
        assert_eq!(capabilities["positionEncoding"], offered);
        let mut chance = Chance::new(7, 0);
        let mut faulty = 0;
        for _ in 0..8 {
            let mut lines = EditedLines::new(text, width);
            open(&mut client, text);
            marks(&mut client, 1);
            for version in 2..10 {
                let edit = lines.edit(&mut chance);
                let [start, end] = [edit.start, edit.end]
                    .map(|(line, character)| json!({ "line": line, "character": character }));
                let range = json!({ "start": start, "end": end });
                change(
                    &mut client,
                    version,
                    json!([{ "range": range, "text": edit.new }]),
                );
                let by_parts = marks(&mut client, version);
                let version = 100 + version;
                let anew =
                    json!({ "uri": "file:///other.qb", "version": version, "text": lines.text() });
                client.notify("textDocument/didOpen", json!({ "textDocument": anew }));
                assert_eq!(by_parts, marks(&mut client, version), "{}", lines.text());
                faulty += usize::from(by_parts != json!([]));
            }
        }
        assert!(faulty > 10, "most of these texts have faults");
    }
}

#[test]
fn hints_that_need_a_search_come_after_a_refresh() {
    let daemon = TestDaemon::start();
    let mut client = Client::connect(&daemon, Transport::Tcp);
    let hints = json!({ "hints": { "score": false, "winChance": true, "review": true } });
    client.ask("initialize", editor(hints)).expect("a greeting");
    open(
        &mut client,
        "mode live\nyou hand Crawler, Riot Trooper\nyou play Crawler MID-1\nenemy play Crawler MID-5\n",
    );
    let range =
        json!({ "start": { "line": 0, "character": 0 }, "end": { "line": 9, "character": 0 } });
    let asked = json!({ "textDocument": { "uri": URI }, "range": range });
    let early = client.ask("textDocument/inlayHint", &asked).expect("hints");
    assert_eq!(early, json!([]));
    let refresh = client.wait_for(|message| message["method"] == "workspace/inlayHint/refresh");
    let answer = json!({ "jsonrpc": "2.0", "id": refresh["id"], "result": null });
    client.send_text(&answer.to_string());
    let late = client.ask("textDocument/inlayHint", &asked).expect("hints");
    assert_eq!(late.as_array().map(Vec::len), Some(2), "{late}");
}

#[test]
fn a_session_follows_what_is_typed() {
    let daemon = TestDaemon::start();
    let mut client = Client::connect(&daemon, Transport::Tcp);
    open(&mut client, "you play Crawler MID-1\nenemy pass\n");
    let made = client.ask("qbcoach/session", json!({ "uri": URI }));
    let session = made.expect("a session")["sessionId"].clone();
    let mut viewer = Client::connect(&daemon, Transport::WebSocket);
    // A second editor finds the session of the first.
    let found = viewer.ask("qbcoach/session", json!({ "uri": URI }));
    assert_eq!(found.expect("a session")["sessionId"], session);
    let follow = json!({ "sessionId": session, "topics": ["state"] });
    viewer
        .ask("session/subscribe", follow)
        .expect("a subscription");
    let two = "you play Crawler MID-1\nenemy play Crawler MID-5\n";
    change(&mut client, 2, json!([{ "text": two }]));
    // The pass was taken back, and the play made.
    viewer.wait_for(|message| message["params"]["result"]["seq"] == 4);
    let state = viewer
        .ask("session/get", json!({ "sessionId": session }))
        .expect("a snapshot");
    assert_eq!(state["mode"], "analysis");
    let tiles = state["board"]["tiles"].as_array().expect("a list");
    let taken = tiles.iter().filter(|tile| !tile["card"].is_null()).count();
    assert_eq!(taken, 2);
    // Another setup is another session.
    let other = format!("rules rebirth\n{two}");
    change(&mut client, 3, json!([{ "text": other }]));
    let replaced = client.wait_for(|message| message["method"] == "qbcoach/sessionReplaced");
    assert_eq!(replaced["params"]["uri"], URI);
    assert_ne!(replaced["params"]["sessionId"], session);
}

#[test]
fn the_session_of_a_document_holds_all_that_the_document_holds() {
    let daemon = TestDaemon::start();
    let mut client = Client::connect(&daemon, Transport::Tcp);
    let text = include_str!("../../language/examples/live.qb");
    open(&mut client, text);
    assert_eq!(marks(&mut client, 1), json!([]));
    let made = client.ask("qbcoach/session", json!({ "uri": URI }));
    let session = made.expect("a session")["sessionId"].clone();
    let exported = |client: &mut Client| {
        let asked = json!({ "sessionId": session, "format": "text" });
        let exported = client.ask("session/export", asked).expect("an export");
        exported["content"].as_str().expect("a text").to_owned()
    };
    let held = exported(&mut client);
    for line in [
        "mode live\n",
        "enemy tag Regina # 1\n",
        "you mulligan ",
        "you draw ",
        "set TOP-3 y1; BOT-3 .\n",
        "enemy pass\n",
        "you pass\n",
    ] {
        assert!(held.contains(line), "`{line}` is missing:\n{held}");
    }
    let mut viewer = Client::connect(&daemon, Transport::WebSocket);
    let follow = json!({ "sessionId": session, "topics": ["state"] });
    viewer
        .ask("session/subscribe", follow)
        .expect("a subscription");
    // The last two lines are taken back, and a hand is corrected.
    let corrected = text.replace("you draw Crawler\nyou pass\n", "hand Crawler, Levrikon\n");
    change(&mut client, 2, json!([{ "text": corrected }]));
    viewer.wait_for(|message| message["params"]["result"]["seq"] == 11);
    let held = exported(&mut client);
    assert!(
        held.ends_with("undo 2\nhand 019 Crawler, 007 Levrikon\n"),
        "{held}"
    );
    // What is typed is no evidence about the opponent.
    let met = client.ask("opponents/list", json!({})).expect("a list");
    assert_eq!(met["opponents"], json!([]), "{met}");
}

#[test]
fn lsp_passes_an_editor_on_to_a_running_daemon() {
    let daemon = TestDaemon::start();
    for address in [daemon.websocket(), format!("tcp://{}", daemon.tcp())] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_qbcoach"));
        command.args(["lsp", "--stdio", "--connect", &address]);
        let (relay, mut client) = StdioDaemon::spawn(command, Framing::Headers);
        client
            .ask("initialize", editor(json!({})))
            .expect("a greeting");
        open(&mut client, "you play Crawler MID-1\n");
        assert_eq!(marks(&mut client, 1), json!([]), "{address}");
        let made = client.ask("qbcoach/session", json!({ "uri": URI }));
        let session = made.expect("a session")["sessionId"].clone();
        let mut other = Client::connect(&daemon, Transport::Post);
        let found = other.ask("session/get", json!({ "sessionId": session }));
        assert_eq!(found.expect("a snapshot")["seq"], 1, "{address}");
        relay.close_input();
        relay.wait();
    }
}
