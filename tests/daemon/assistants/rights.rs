//! What an assistant may do: everything, only read, or only see what a stream sees.

use serde_json::{Value, json};

use super::Assistant;
use crate::client::{Client, Transport};
use crate::daemon::{STREAM, TestDaemon, VIEW};

const CHANGES: [&str; 7] = [
    "start_match",
    "report",
    "correct",
    "undo",
    "redo",
    "start_combat",
    "combat_step",
];

fn live_match(client: &mut Client) -> String {
    let hand = ["001", "002", "007", "019", "021"];
    let created = client.ask("session/create", json!({ "you": { "hand": hand } }));
    let created = created.expect("a session");
    created["sessionId"].as_str().expect("an id").to_owned()
}

#[test]
fn started_to_read_only_it_changes_nothing() {
    let daemon = TestDaemon::start();
    let mut client = Client::connect(&daemon, Transport::WebSocket);
    let session = live_match(&mut client);
    let mut assistant = Assistant::start(&["--read-only", "--connect", &daemon.websocket()]);
    let tools = assistant.tools();
    for tool in CHANGES {
        assert!(
            !tools.iter().any(|listed| listed == tool),
            "{tool} is listed"
        );
    }
    let before = client.ask("session/get", json!([session]));
    let tries = [
        ("start_match", json!({})),
        (
            "report",
            json!({ "lines": "you play crawler m1", "match": session }),
        ),
        ("correct", json!({ "your_hand": ["001"], "match": session })),
        ("undo", json!({ "match": session })),
        ("redo", json!({ "match": session })),
        ("start_combat", json!({ "enemies": ["prowlers"] })),
        ("combat_step", json!({ "number": 1, "match": session })),
        ("puzzle", json!({ "puzzle": "p001", "answer": "pass" })),
    ];
    for (tool, input) in tries {
        let answer = assistant.call(tool, input);
        assert!(answer.is_refused, "{tool}: {}", answer.text);
        assert!(answer.text.contains("read"), "{tool}: {}", answer.text);
    }
    assert_eq!(client.ask("session/get", json!([session])), before);
    let listed = client.ask("session/list", json!({})).expect("a list");
    assert_eq!(listed["sessions"].as_array().map(Vec::len), Some(1));
    let shown = assistant.call("show_match", json!({ "match": session }));
    assert!(shown.text.contains("Your hand: "), "{}", shown.text);
}

fn with_token(daemon: &TestDaemon, token: &str) -> Assistant {
    let file = daemon.folder().join("assistant-token");
    std::fs::write(&file, token).expect("the file can be written");
    let file = file.display().to_string();
    Assistant::start(&["--connect", &daemon.websocket(), "--token-file", &file])
}

#[test]
fn a_token_to_view_makes_it_read_only() {
    let daemon = TestDaemon::with_tokens("", &[]);
    let mut assistant = with_token(&daemon, VIEW);
    let tools = assistant.tools();
    assert!(tools.iter().all(|tool| !CHANGES.contains(&tool.as_str())));
    assert!(assistant.call("start_match", json!({})).is_refused);
}

#[test]
fn with_a_token_for_streams_it_tells_no_hand() {
    let daemon = TestDaemon::with_tokens("", &[]);
    let mut client =
        Client::connect(&daemon, Transport::WebSocket).authenticated(crate::daemon::CONTROL);
    let session = live_match(&mut client);
    let mut assistant = with_token(&daemon, STREAM);
    let tools = assistant.tools();
    for hidden in ["best_move", "legal_moves", "review_match", "report"] {
        assert!(
            !tools.iter().any(|tool| tool == hidden),
            "{hidden} is listed"
        );
        let input = match hidden {
            "report" => json!({ "lines": "you pass", "match": session }),
            _ => json!({ "match": session }),
        };
        assert!(assistant.call(hidden, input).is_refused, "{hidden}");
    }
    let mut said = Vec::new();
    for tool in [
        "show_match",
        "enemy_threat",
        "is_it_locked",
        "continue_match",
    ] {
        let answer = assistant.call(tool, json!({ "match": session }));
        assert!(!answer.is_refused, "{tool}: {}", answer.text);
        said.push(format!("{} {}", answer.text, answer.data));
    }
    for part in ["board", "stream"] {
        let uri = format!("qbcoach://matches/{session}/{part}");
        let read = assistant.ask("resources/read", json!({ "uri": uri }));
        said.push(read.expect("a board").to_string());
    }
    for text in said {
        assert!(!text.contains("Your hand: "), "{text}");
    }
    for part in ["text", "review"] {
        let uri = format!("qbcoach://matches/{session}/{part}");
        let read: Result<Value, String> = assistant.ask("resources/read", json!({ "uri": uri }));
        assert!(read.is_err(), "{part}");
    }
}

#[test]
fn inside_one_program_it_keeps_matches_where_it_is_told_to() {
    let folder = crate::daemon::TempFolder::new();
    let data = folder.path().display().to_string();
    let arguments = ["--data-dir", data.as_str()];
    let mut assistant = Assistant::start(&arguments);
    let started = assistant.call("start_match", json!({ "kind": "practice" }));
    assert_eq!(started.data["match"], "s1", "{}", started.text);
    assistant.leave();
    let mut assistant = Assistant::start(&arguments);
    let shown = assistant.call("show_match", json!({ "match": "1" }));
    assert_eq!(shown.data["position"], started.data["position"]);
}
