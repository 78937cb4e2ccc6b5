//! The log never contains tokens or cards of hands, and nobody waits for it.

use std::fs;
use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};

use serde_json::{Value, json};

use crate::client::{Client, Transport, wait_for_exit};
use crate::daemon::{Addresses, CONTROL, STREAM, TestDaemon, VIEW, send_signal};

#[test]
fn a_log_that_nobody_reads_does_not_hold_up_the_daemon() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_qbcoach"));
    command.args(["serve", "--listen", "none", "--tcp", "127.0.0.1:0"]);
    command.args(["--data-dir", ":memory:", "--log-level", "trace"]);
    command.stdin(Stdio::null()).stdout(Stdio::null());
    let child = command.stderr(Stdio::piped()).spawn();
    let mut child = child.expect("the daemon starts");
    let mut log = BufReader::new(child.stderr.take().expect("its stderr")).lines();
    let address = log.find_map(|line| {
        let ready: Value = serde_json::from_str(&line.ok()?).ok()?;
        Some(ready["tcp"].as_str()?.to_owned())
    });
    let addresses = Addresses {
        http: String::new(),
        tcp: address.expect("the daemon is ready"),
        socket: String::new(),
    };
    // Each connection is logged when it begins and when it ends, which makes more lines
    // than a pipe holds.
    for _ in 0..1_000 {
        let mut client = Client::connect(&addresses, Transport::Tcp);
        client.ask("server/info", json!({})).expect("an answer");
    }
    send_signal(child.id(), "TERM");
    assert_eq!(wait_for_exit(child).code(), Some(0));
    let rest = log.map_while(Result::ok).count();
    assert!(rest > 100, "only {rest} lines were waiting to be read");
}

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
