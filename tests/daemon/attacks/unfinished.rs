//! Large messages that never end, or whose connection stays: all together they take little
//! memory, and nobody else waits.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tokio_tungstenite::tungstenite::Message;

use crate::client::{Client, Transport, open_websocket, request, tcp};
use crate::daemon::TestDaemon;
use crate::serving::check::{memory_of, peak_memory_of, session, set_hand};

const MIB: u64 = 1024 * 1024;
/// So many connections send a message of almost a megabyte each.
const CONNECTIONS: usize = 100;
/// The messages together have many times as much.
const ROOM: &str = "[limits]\nincomingBytes = 4194304\n";

fn message() -> String {
    request(1, "server/info", json!({ "unknown": "a".repeat(900_000) }))
}

/// Sends bytes that the daemon may refuse to read, and returns the connection.
fn send(stream: TcpStream, bytes: &[u8]) -> TcpStream {
    let mut sending = &stream;
    // The daemon may close the connection meanwhile.
    let _ = sending.write_all(bytes);
    stream
}

/// Makes many connections while a player acts, and checks what it costs.
fn check<C>(connect: impl Fn(&TestDaemon) -> C) {
    let daemon = TestDaemon::with(ROOM, &[]);
    let mut player = Client::connect(&daemon, Transport::Socket);
    let match_id = session(&mut player, json!({ "mode": "live" }));
    let before = memory_of(daemon.child.id());
    let mut fastest = Duration::MAX;
    let mut connections = Vec::new();
    for number in 0..CONNECTIONS {
        connections.push(connect(&daemon));
        if number % 10 == 9 {
            let began = Instant::now();
            let acted = player.ask("match/act", set_hand(&match_id, &["001", "003"]));
            acted.expect("the action is accepted");
            fastest = fastest.min(began.elapsed());
        }
    }
    // Other programs may use the machine, too, but not at every act.
    assert!(fastest < Duration::from_millis(100), "{fastest:?}");
    let grown = peak_memory_of(daemon.child.id()) - before;
    // All messages together have 90 MiB, and their buffers up to twice as much.
    assert!(grown < 64 * MIB, "{} MiB more", grown / MIB);
    // Whoever sends a large message all at once still gets its answer.
    player.send_text(&message());
    let answer = player.wait_for(|answer| answer["result"]["warnings"].is_array());
    assert_eq!(answer["id"], 1);
    drop(connections);
}

#[test]
fn messages_that_never_end_take_little_memory_over_tcp() {
    check(|daemon| send(tcp(&daemon.tcp()), message().as_bytes()));
}

#[test]
fn messages_that_never_end_take_little_memory_over_a_websocket() {
    check(|daemon| {
        let mut socket = open_websocket(daemon, "/", &[]).expect("the WebSocket opens");
        // The header of a frame that has a megabyte, and less than that.
        let mut frame = vec![0x81, 0x80 | 127];
        frame.extend_from_slice(&1_000_000_u64.to_be_bytes());
        frame.extend_from_slice(&[0; 4]);
        frame.extend_from_slice(message().as_bytes());
        let _ = socket.get_mut().write_all(&frame);
        socket
    });
}

#[test]
fn messages_that_never_end_take_little_memory_over_http() {
    check(|daemon| {
        let mut bytes = b"POST /rpc HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000000\r\n\
            Content-Type: application/json\r\n\r\n"
            .to_vec();
        bytes.extend_from_slice(message().as_bytes());
        send(tcp(&daemon.http()), &bytes)
    });
}

#[test]
fn websockets_that_have_sent_large_messages_take_little_memory() {
    check(|daemon| {
        let mut socket = open_websocket(daemon, "/", &[]).expect("the WebSocket opens");
        let _ = socket.send(Message::text(message()));
        let _ = socket.read();
        socket
    });
}

#[test]
fn whoever_loses_the_place_of_a_message_is_told_why() {
    let daemon = TestDaemon::with(ROOM, &[]);
    let mut slow = send(tcp(&daemon.tcp()), message().as_bytes());
    let others: Vec<TcpStream> = (0..10)
        .map(|_| send(tcp(&daemon.tcp()), message().as_bytes()))
        .collect();
    let mut last = String::new();
    let _ = slow.read_to_string(&mut last);
    let last: Value = serde_json::from_str(&last).expect("a last message");
    let refusal = &last["error"];
    assert_eq!(refusal["code"], 1008, "{refusal}");
    assert_eq!(refusal["data"]["limit"], "incomingBytes", "{refusal}");
    drop(others);
}
