//! Texts that an editor has open take little memory and little time.

use std::time::Duration;

use serde_json::{Value, json};

use crate::client::{Client, ErrorAnswer, Transport};
use crate::daemon::TestDaemon;
use crate::serving::check::{computed_by, peak_memory_of, session};

const MIB: u64 = 1024 * 1024;

fn open(client: &mut Client, uri: &str, text: &str) -> Result<Value, ErrorAnswer> {
    let document = json!({ "uri": uri, "languageId": "qb", "version": 1, "text": text });
    client.ask("textDocument/didOpen", json!({ "textDocument": document }))
}

/// The diagnostics of a document, when they come.
fn diagnostics(client: &mut Client, uri: &str, version: u64) -> Vec<Value> {
    let found = client.wait_for(|message| {
        message["method"] == "textDocument/publishDiagnostics"
            && message["params"]["uri"] == uri
            && message["params"]["version"] == version
    });
    found["params"]["diagnostics"]
        .as_array()
        .expect("a list")
        .clone()
}

#[test]
fn a_text_full_of_unknown_names_is_answered_soon_and_briefly() {
    let daemon = TestDaemon::start();
    let mut client = Client::connect(&daemon, Transport::Socket);
    let text = "you play Crawlex MID-1\n".repeat(11_000);
    let before = computed_by(daemon.child.id());
    open(&mut client, "file:///a.qb", &text).expect("it is opened");
    let found = diagnostics(&mut client, "file:///a.qb", 1);
    let computed = computed_by(daemon.child.id()) - before;
    assert_eq!(found.len(), 201);
    assert!(computed < Duration::from_secs(3), "{computed:?}");
}

#[test]
fn texts_of_one_editor_are_bounded_and_what_was_found_in_them_is_not_kept_for_all() {
    let daemon = TestDaemon::start();
    let mut client = Client::connect(&daemon, Transport::Socket);
    let text = "you play Crawler MID-1\n".repeat(11_000);
    let mut opened = 0;
    let refused = loop {
        let uri = format!("file:///{opened}.qb");
        match open(&mut client, &uri, &text) {
            Ok(_) => opened += 1,
            Err(refused) => break refused,
        }
        assert!(opened < 100, "nothing is refused");
    };
    assert_eq!(refused.data["limit"], "openDocumentBytes");
    assert_eq!(opened, 4 * MIB as usize / text.len());
    let told = diagnostics(&mut client, &format!("file:///{opened}.qb"), 1);
    assert_eq!(told[0]["code"], "notRead");
    let peak = peak_memory_of(daemon.child.id());
    assert!(peak < 250 * MIB, "{} MiB", peak / MIB);
    // Another editor is not concerned, and a player even less.
    let mut other = Client::connect(&daemon, Transport::Socket);
    open(&mut other, "file:///b.qb", "you play Crawler MID-1\n").expect("it is opened");
    session(&mut other, json!({ "mode": "live" }));
    // A text that was closed gives its room back.
    let closed = json!({ "textDocument": { "uri": "file:///0.qb" } });
    client.ask("textDocument/didClose", closed).expect("closed");
    open(&mut client, "file:///c.qb", &text).expect("there is room again");
}

#[test]
fn a_text_that_is_too_long_is_refused_until_it_is_shorter() {
    let daemon = TestDaemon::start();
    let mut client = Client::connect(&daemon, Transport::Socket);
    let uri = "file:///a.qb";
    open(&mut client, uri, "you pass\n").expect("it is opened");
    let change = |client: &mut Client, version: u64, changes: Value| {
        let document = json!({ "uri": uri, "version": version });
        let params = json!({ "textDocument": document, "contentChanges": changes });
        client.ask("textDocument/didChange", params)
    };
    let long = json!([{ "text": "#".repeat(300_000) }]);
    let refused = change(&mut client, 2, long).expect_err("too long");
    assert_eq!(
        (refused.code, refused.reason()),
        (1008, "the document is too long for a match text")
    );
    assert_eq!(diagnostics(&mut client, uri, 2)[0]["code"], "notRead");
    let edits = vec![json!({ "text": "" }); 1_001];
    let refused = change(&mut client, 3, json!(edits)).expect_err("too many");
    assert_eq!(
        (refused.code, refused.reason()),
        (1008, "a change has too many edits; send the whole text")
    );
    change(&mut client, 4, json!([{ "text": "you pas\n" }])).expect("it is read");
    assert_eq!(diagnostics(&mut client, uri, 4)[0]["code"], "notAnAction");
}
