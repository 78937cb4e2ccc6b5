//! The log tells what happened, never who holds what.

use std::fs;

use serde_json::json;

use crate::check::{CONTROL, STREAM, VIEW, text_of};
use crate::client::{Client, Way};
use crate::support::{Running, TempFolder};

#[test]
fn at_its_loudest_the_log_has_no_token_and_no_card_of_a_hand() {
    for json_lines in [false, true] {
        let folder = TempFolder::new();
        let tokens = folder.path().join("tokens");
        fs::write(
            &tokens,
            format!("control {CONTROL}\nview {VIEW}\nstream {STREAM}\n"),
        )
        .expect("written");
        let tokens = text_of(&tokens);
        let mut arguments = vec![
            "--token-file",
            &tokens,
            "--log-level",
            "trace",
            "--log-to",
            "files",
        ];
        arguments.extend(json_lines.then_some("--log-json"));
        let daemon = Running::start(folder.path(), &arguments);
        let mut cards = Vec::new();
        for way in Way::ALL {
            cards.extend(play_a_match(
                &mut Client::with_token(&daemon, way, Some(CONTROL)),
                way,
            ));
            let mut wrong = Client::with_token(&daemon, way, None);
            let guess = format!("{VIEW}-guessed");
            let _ = wrong.ask("initialize", json!({ "token": guess }));
        }
        let mut reading = Client::with_token(&daemon, Way::WebSocket, Some(VIEW));
        reading.ask("server/info", json!({})).expect("an answer");
        assert_eq!(daemon.stop("TERM").code(), Some(0));
        let log: String = fs::read_dir(folder.path().join("data/logs"))
            .expect("the logs")
            .map(|file| fs::read_to_string(file.expect("a file").path()).expect("text"))
            .collect();
        assert!(log.contains("stopping"), "the log is there: {log}");
        assert!(log.contains("disconnected"), "and loud: {log}");
        for token in [CONTROL, VIEW, STREAM] {
            assert!(!log.contains(token), "{token} stands in the log");
        }
        assert!(cards.len() > 20, "the match had hands");
        for card in cards {
            assert!(!log.contains(&card), "{card} stands in the log:\n{log}");
        }
    }
}

/// Plays by taking the first move each time; the names of all cards it held.
fn play_a_match(client: &mut Client, way: Way) -> Vec<String> {
    let params = json!({ "mode": "simulated", "seed": way as u64 });
    let created = client.ask("session/create", params).expect("it is created");
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
            .expect("it is there");
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
        // A mistake now and then: errors must not be more talkative.
        let wrong = json!({ "sessionId": session, "action": { "type": "play", "card": held[0], "tile": "MID-3" } });
        let _ = client.ask("match/act", wrong);
        let params = json!({ "sessionId": session, "action": action, "ifSeq": snapshot["seq"] });
        let _ = client.ask("match/act", params);
    }
}
