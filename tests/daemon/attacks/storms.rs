//! Clients that do the same cheap thing again and again, each time with work for the
//! daemon.

use std::fs;

use serde_json::json;
use tokio_tungstenite::tungstenite::Message;

use crate::client::{Client, Transport, open_websocket};
use crate::daemon::{CONTROL, STREAM, TestDaemon};
use crate::serving::check::{peak_memory_of, session, set_hand, simulated};

const MIB: u64 = 1024 * 1024;

fn threads_of(daemon: &TestDaemon) -> usize {
    let tasks = format!("/proc/{}/task", daemon.child.id());
    fs::read_dir(tasks).expect("the daemon runs").count()
}

#[test]
fn subscribing_and_leaving_again_and_again_takes_few_threads() {
    const TIMES: usize = 300;
    let daemon = TestDaemon::with_tokens("", &[]);
    let mut player = Client::with_token(&daemon, Transport::Socket, CONTROL);
    // Its hand takes long to predict.
    let session = session(&mut player, json!({ "mode": "live" }));
    let mut viewer = Client::with_token(&daemon, Transport::WebSocket, STREAM);
    let follow = json!({ "sessionId": session, "topics": ["hand", "threat", "evaluation"] });
    let calls = (1..=TIMES).flat_map(|number| {
        [
            ("session/subscribe", follow.clone()),
            ("session/unsubscribe", json!([format!("sub-{number}")])),
        ]
    });
    let asked: Vec<(&str, serde_json::Value)> = calls.collect();
    let mut most_threads = 0;
    // A connection may have so many requests under way.
    for some in asked.chunks(60) {
        for id in viewer.pipeline(some.to_vec()) {
            viewer.answer(id).expect("an answer");
        }
        most_threads = most_threads.max(threads_of(&daemon));
        let acted = player.ask("match/act", set_hand(&session, &["001", "003"]));
        acted.expect("the action is accepted");
    }
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    assert!(most_threads <= 10 * cores + 10, "{most_threads} threads");
    // Whoever stays gets the documents that the others have left.
    let follow = json!({ "sessionId": session, "topics": ["hand"] });
    let own = viewer.ask("session/subscribe", follow);
    let own = own.expect("a subscription");
    let update = viewer.wait_for(|message| message["params"]["subscription"] == own);
    assert_eq!(update["params"]["result"]["seq"], 10);
}

#[test]
fn readers_with_a_delay_share_the_past() {
    const READERS: u64 = 100;
    let daemon = TestDaemon::start();
    let mut player = Client::connect(&daemon, Transport::Socket);
    let text = format!("you play 001 MID-1\n{}", "undo 1\nredo 1\n".repeat(1500));
    let imported = player.ask("session/import", json!({ "content": text }));
    let session = imported.expect("the text can be read")["sessionId"].clone();
    let follow = json!({ "sessionId": session, "topics": ["state"], "delayMs": 600_000 });
    for _ in 0..READERS {
        player
            .ask("session/subscribe", &follow)
            .expect("a subscription");
    }
    let peak = peak_memory_of(daemon.child.id());
    assert!(peak < 250 * MIB, "{} MiB", peak / MIB);
}

#[test]
fn a_client_that_sends_only_pings_is_closed() {
    let daemon = TestDaemon::start();
    let session = simulated(&mut Client::connect(&daemon, Transport::Socket));
    for path in ["/".to_owned(), format!("/tap?session={session}")] {
        let mut flooding = open_websocket(&daemon, &path, &[]).expect("the WebSocket opens");
        let ping = || Message::Ping(vec![b'p'; 125].into());
        // The answers are not read.
        let is_closed = (0..200_000).any(|_| flooding.send(ping()).is_err());
        assert!(is_closed, "{path} takes any number of pings");
    }
    let peak = peak_memory_of(daemon.child.id());
    assert!(peak < 250 * MIB, "{} MiB", peak / MIB);
}
