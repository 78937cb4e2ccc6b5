//! The log never contains tokens or cards of hands.

use std::fs;

use serde_json::json;

use crate::client::{Client, Transport};
use crate::daemon::{CONTROL, STREAM, TestDaemon, VIEW};

#[test]
fn at_level_trace_the_log_has_no_token_and_no_card_of_a_hand() {
    for json_lines in [false, true] {
        let mut arguments = vec!["--log-level", "trace", "--log-to", "files"];
        arguments.extend(json_lines.then_some("--log-json"));
        let mut daemon = TestDaemon::with_tokens("", &arguments);
        let mut cards = Vec::new();
        for transport in Transport::ALL {
            cards.extend(play_a_match(
                &mut Client::with_token(&daemon, transport, Some(CONTROL)),
                transport,
            ));
            let mut wrong = Client::with_token(&daemon, transport, None);
            let guess = format!("{VIEW}-guessed");
            let _ = wrong.ask("initialize", json!({ "token": guess }));
        }
        let mut reading = Client::with_token(&daemon, Transport::WebSocket, Some(VIEW));
        reading.ask("server/info", json!({})).expect("an answer");
        daemon.stop("TERM");
        let log: String = fs::read_dir(daemon.folder().join("data/logs"))
            .expect("the logs")
            .map(|file| fs::read_to_string(file.expect("a file").path()).expect("the log is UTF-8"))
            .collect();
        assert!(log.contains("stopping"), "the log is empty: {log}");
        assert!(
            log.contains("disconnected"),
            "the log has no debug lines: {log}"
        );
        for token in [CONTROL, VIEW, STREAM] {
            assert!(!log.contains(token), "{token} is in the log");
        }
        assert!(cards.len() > 20, "only {} cards were in hands", cards.len());
        for card in cards {
            assert!(!log.contains(&card), "{card} is in the log:\n{log}");
        }
    }
}

/// Plays a match with the first offered action each time. Returns the names of all
/// cards in hands.
fn play_a_match(client: &mut Client, transport: Transport) -> Vec<String> {
    let params = json!({ "mode": "simulated", "seed": transport as u64 });
    let created = client
        .ask("session/create", params)
        .expect("the session is created");
    let session = &created["sessionId"];
    let mut held = Vec::new();
    for side in ["you", "enemy"] {
        let action = json!({ "type": "mulligan", "side": side, "replace": [] });
        let params = json!({ "sessionId": session, "action": action });
        client
            .ask("match/act", params)
            .expect("a mulligan of nothing");
    }
    loop {
        let snapshot = client
            .ask("session/get", json!({ "sessionId": session }))
            .expect("the session exists");
        for hand in [&snapshot["you"]["hand"], &snapshot["enemy"]["hand"]] {
            let cards = hand.as_array().expect("a hand").iter();
            held.extend(cards.map(|card| card["name"].as_str().expect("a name").to_owned()));
        }
        if snapshot["phase"] == "over" {
            return held;
        }
        let offered = client
            .ask("match/actions", json!({ "sessionId": session }))
            .expect("actions");
        let action = &offered["actions"][0]["action"];
        // Illegal plays: errors must not put cards into the log either.
        let wrong = json!({ "sessionId": session, "action": { "type": "play", "card": held[0], "tile": "MID-3" } });
        let _ = client.ask("match/act", wrong);
        let params = json!({ "sessionId": session, "action": action, "ifSeq": snapshot["seq"] });
        let _ = client.ask("match/act", params);
    }
}
