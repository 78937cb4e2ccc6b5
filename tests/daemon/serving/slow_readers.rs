//! A client that never reads takes little memory and does not slow other clients.

use std::io::Write;
use std::os::unix::net::UnixStream;
use std::time::{Duration, Instant};

use serde_json::json;
use tokio_tungstenite::tungstenite::Message;

use crate::client::{Client, Transport, open_websocket, request, tcp, unix};
use crate::daemon::{Running, TestDaemon};
use crate::serving::check::{memory_of, session, set_hand};

/// Writes until the daemon stops reading.
fn flood(daemon: &Running, text: &str) -> UnixStream {
    let mut stream = UnixStream::connect(daemon.socket()).expect("the socket is open");
    let patience = Some(Duration::from_secs(2));
    stream.set_write_timeout(patience).expect("a timeout");
    let line = format!("{text}\n");
    let most = 64 * 1024 * 1024 / line.len();
    let taken = (0..most)
        .take_while(|_| stream.write_all(line.as_bytes()).is_ok())
        .count();
    assert!(taken < most, "the daemon never stops reading");
    stream
}

/// Checks that a flood does not raise memory much, and that other clients are served.
fn check_flood(method: &str) {
    const ROOM: u64 = 64 * 1024 * 1024;
    let daemon = TestDaemon::start();
    let mut other = Client::connect(&daemon, Transport::WebSocket);
    let session = session(&mut other, json!({ "mode": "live" }));
    let before = memory_of(daemon.child.id());
    let params = json!({ "sessionId": session });
    let stuck: Vec<UnixStream> = (0..2)
        .map(|_| flood(&daemon, &request(1, method, params.clone())))
        .collect();
    let after = memory_of(daemon.child.id());
    assert!(
        after < before + ROOM,
        "{method}: memory grew from {before} to {after} bytes"
    );
    let began = Instant::now();
    for _ in 0..20 {
        other
            .ask("match/act", set_hand(&session, &["001", "003"]))
            .expect("the action is accepted");
    }
    let took = began.elapsed();
    assert!(
        took < Duration::from_secs(10),
        "{method}: other clients waited {took:?}"
    );
    drop(stuck);
}

#[test]
fn unread_answers_do_not_pile_up() {
    check_flood("cards/list");
}

#[test]
fn unread_computed_answers_do_not_pile_up() {
    check_flood("coach/evaluate");
}

#[test]
fn unread_errors_do_not_pile_up() {
    check_flood("no/such/method");
}

#[test]
fn a_subscriber_that_never_reads_delays_no_other_client() {
    let daemon = TestDaemon::start();
    let mut player = Client::connect(&daemon, Transport::Tcp);
    let session = session(&mut player, json!({ "mode": "live" }));
    let subscribe = request(1, "session/subscribe", json!([session]));
    let line = format!("{subscribe}\n").repeat(20);
    let mut unread = (unix(&daemon.socket()), tcp(&daemon.tcp()));
    unread
        .0
        .write_all(line.as_bytes())
        .expect("the bytes are sent");
    unread
        .1
        .write_all(line.as_bytes())
        .expect("the bytes are sent");
    let mut unread_websocket = open_websocket(&daemon, "/", &[]).expect("the WebSocket opens");
    for _ in 0..20 {
        let sent = unread_websocket.send(Message::text(subscribe.as_str()));
        sent.expect("the bytes are sent");
    }
    let mut follower = Client::connect(&daemon, Transport::WebSocket);
    follower
        .ask(
            "session/subscribe",
            json!({ "sessionId": session, "topics": ["state"] }),
        )
        .expect("a subscription");
    let before = memory_of(daemon.child.id());
    for round in 0..300 {
        let hand = [["001", "003"], ["005", "007"]][round % 2];
        player
            .ask("match/act", set_hand(&session, &hand))
            .expect("the action is accepted");
    }
    let newest = |message: &serde_json::Value| message["params"]["result"]["seq"] == 300;
    follower.wait_for(newest);
    let after = memory_of(daemon.child.id());
    assert!(
        after < before + 64 * 1024 * 1024,
        "memory grew from {before} to {after} bytes"
    );
}
