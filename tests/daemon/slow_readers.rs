//! A client that never reads costs the daemon little and the others nothing.

use std::io::Write;
use std::os::unix::net::UnixStream;
use std::time::{Duration, Instant};

use serde_json::json;
use tokio_tungstenite::tungstenite::Message;

use crate::check::{daemon, memory_of, session, set_hand};
use crate::client::{Client, Way, request, tcp, unix, upgrade, web};
use crate::support::Running;

/// Writes until the daemon takes no more.
fn flood(daemon: &Running, text: &str) -> UnixStream {
    let mut stream = UnixStream::connect(daemon.socket()).expect("the socket is open");
    let patience = Some(Duration::from_secs(2));
    stream.set_write_timeout(patience).expect("a timeout");
    let line = format!("{text}\n");
    let most = 64 * 1024 * 1024 / line.len();
    let taken = (0..most)
        .take_while(|_| stream.write_all(line.as_bytes()).is_ok())
        .count();
    assert!(
        taken < most,
        "the daemon takes everything and answers nobody"
    );
    stream
}

/// The daemon under such a flood: its memory stays, and others are served at once.
fn check_flood(method: &str) {
    const ROOM: u64 = 64 * 1024 * 1024;
    let (daemon, _folder) = daemon();
    let mut other = Client::connect(&daemon, Way::WebSocket);
    let session = session(&mut other, json!({ "mode": "live" }));
    let before = memory_of(daemon.child.id());
    let params = json!({ "sessionId": session });
    let stuck: Vec<UnixStream> = (0..2)
        .map(|_| flood(&daemon, &request(1, method, params.clone())))
        .collect();
    let after = memory_of(daemon.child.id());
    assert!(
        after < before + ROOM,
        "{method}: {before} became {after} bytes"
    );
    let began = Instant::now();
    for _ in 0..20 {
        other
            .ask("match/act", set_hand(&session, &["001", "003"]))
            .expect("it is taken");
    }
    let took = began.elapsed();
    assert!(
        took < Duration::from_secs(10),
        "{method}: others waited {took:?}"
    );
    drop(stuck);
}

#[test]
fn answers_that_nobody_reads_do_not_gather() {
    check_flood("cards/list");
}

#[test]
fn worked_out_answers_that_nobody_reads_do_not_gather() {
    check_flood("coach/evaluate");
}

#[test]
fn errors_that_nobody_reads_do_not_gather() {
    check_flood("no/such/method");
}

#[test]
fn a_subscriber_that_never_reads_delays_nobody() {
    let (daemon, _folder) = daemon();
    let mut player = Client::connect(&daemon, Way::Tcp);
    let session = session(&mut player, json!({ "mode": "live" }));
    let subscribe = request(1, "session/subscribe", json!([session]));
    let line = format!("{subscribe}\n").repeat(20);
    let mut deaf = (unix(&daemon.socket()), tcp(&daemon.tcp()));
    deaf.0.write_all(line.as_bytes()).expect("it is sent");
    deaf.1.write_all(line.as_bytes()).expect("it is sent");
    let request = upgrade(&daemon.websocket(), &[]);
    let mut deaf_web = web(&daemon.http(), request).expect("it opens");
    for _ in 0..20 {
        let sent = deaf_web.send(Message::text(subscribe.as_str()));
        sent.expect("it is sent");
    }
    let mut follower = Client::connect(&daemon, Way::WebSocket);
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
            .expect("it is taken");
    }
    let newest = |message: &serde_json::Value| message["params"]["result"]["seq"] == 300;
    follower.wait_for(newest);
    let after = memory_of(daemon.child.id());
    assert!(
        after < before + 64 * 1024 * 1024,
        "{before} became {after} bytes"
    );
}
