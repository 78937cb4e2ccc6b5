//! Clients that ask for much and read nothing take little memory.

use std::io::Write;
use std::net::TcpStream;
use std::time::Duration;

use serde_json::{Value, json};

use crate::client::{Client, Transport, request, result_of, tcp, unix};
use crate::daemon::{CONTROL, TestDaemon};
use crate::serving::check::{limited, peak_memory_of};

const MIB: u64 = 1024 * 1024;

/// Batches of a hundred calls of a method, 1.15 MB of them.
fn batches(method: &str) -> Vec<u8> {
    let call = request(1, method, json!({}));
    let batch = format!("[{}]\n", vec![call; 100].join(","));
    batch.repeat(1_150_000 / batch.len()).into_bytes()
}

/// Sends until the daemon reads no more, and reads nothing.
fn send_and_read_nothing(daemon: &TestDaemon, bytes: &[u8]) -> TcpStream {
    let mut stream = tcp(&daemon.tcp());
    let patience = Some(Duration::from_secs(2));
    stream.set_write_timeout(patience).expect("a timeout");
    // The daemon may close the connection meanwhile.
    let _ = stream.write_all(bytes);
    stream
}

#[test]
fn unread_answers_of_clients_without_a_token_take_little_memory() {
    let daemon = TestDaemon::with_tokens("", &[]);
    let mut owner = Client::with_token(&daemon, Transport::Socket, CONTROL);
    let bytes = batches("rpc.discover");
    let _unread: Vec<TcpStream> = std::thread::scope(|scope| {
        let senders: Vec<_> = (0..3)
            .map(|_| scope.spawn(|| send_and_read_nothing(&daemon, &bytes)))
            .collect();
        senders
            .into_iter()
            .map(|sender| sender.join().expect("no panic"))
            .collect()
    });
    // The daemon closes connections that send no token.
    while owner.ask("server/info", json!({})).expect("an answer")["connections"] != 1 {}
    let peak = peak_memory_of(daemon.child.id());
    assert!(peak < 250 * MIB, "{} MiB", peak / MIB);
}

#[test]
fn unread_answers_of_batches_take_little_memory() {
    let daemon = TestDaemon::start();
    for method in ["rpc.discover", "cards/list"] {
        let bytes = batches(method);
        let unread: Vec<TcpStream> = (0..3)
            .map(|_| send_and_read_nothing(&daemon, &bytes))
            .collect();
        let peak = peak_memory_of(daemon.child.id());
        assert!(peak < 250 * MIB, "{method}: {} MiB", peak / MIB);
        drop(unread);
    }
}

/// Many clients together must not take more than a few, whatever one may take.
#[test]
fn unread_answers_of_batches_of_many_clients_take_little_memory() {
    const CLIENTS: usize = 60;
    let batch = batches("rpc.discover");
    let batch = batch.split_inclusive(|byte| *byte == b'\n').next();
    let batch = batch.expect("a batch");
    let mut post = format!(
        "POST /rpc HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n\
         Content-Length: {}\r\n\r\n",
        batch.len()
    )
    .into_bytes();
    post.extend_from_slice(batch);
    let daemon = TestDaemon::start();
    let mut owner = Client::connect(&daemon, Transport::Socket);
    for (address, bytes) in [(daemon.tcp(), batch), (daemon.http(), &post)] {
        let unread: Vec<TcpStream> = (0..CLIENTS)
            .map(|_| {
                let mut stream = tcp(&address);
                stream.write_all(bytes).expect("the daemon reads");
                stream
            })
            .collect();
        for stream in &unread {
            stream.peek(&mut [0]).expect("an answer begins");
        }
        // A batch of a player has its answer all the same.
        let call = request(1, "server/info", json!({}));
        owner.send_text(&format!("[{call},{call}]"));
        let answers = owner.wait_for(Value::is_array);
        let is_answered = |answer: &Value| answer["result"]["sessions"] == 0;
        assert!(answers.as_array().expect("a list").iter().all(is_answered));
        let peak = peak_memory_of(daemon.child.id());
        assert!(peak < 250 * MIB, "{address}: {} MiB", peak / MIB);
        drop(unread);
    }
}

/// Each client leaves less unread than it may, but all of them together far more.
#[test]
fn unread_answers_of_very_many_clients_take_little_memory() {
    const CLIENTS: usize = 300;
    let asked = format!("{}\n", request(1, "rpc.discover", json!({}))).repeat(7);
    let daemon = TestDaemon::start();
    let mut player = Client::connect(&daemon, Transport::Tcp);
    let created = player.ask("session/create", json!({ "mode": "live" }));
    let session = &created.expect("a session")["sessionId"];
    // The system keeps little of what is sent over a local socket and not read.
    let unread: Vec<_> = (0..CLIENTS)
        .map(|_| {
            let mut stream = unix(&daemon.socket());
            // The daemon may close the connection meanwhile.
            let _ = stream.write_all(asked.as_bytes());
            stream
        })
        .collect();
    // Who reads what players read is not cut off.
    for seq in 1..=50 {
        let set_hand = json!({ "type": "setHand", "cards": ["001"] });
        let act = json!({ "sessionId": session, "action": set_hand });
        assert_eq!(player.ask("match/act", act).expect("an answer")["seq"], seq);
    }
    let peak = peak_memory_of(daemon.child.id());
    drop(unread);
    assert!(peak < 250 * MIB, "{} MiB", peak / MIB);
}

#[test]
fn calls_beyond_the_answer_of_a_batch_are_refused_and_change_nothing() {
    let daemon = TestDaemon::with("[limits]\nbatchAnswerBytes = 65536\n", &[]);
    for transport in Transport::ALL {
        let mut client = Client::connect(&daemon, transport);
        let before = client.ask("server/info", json!({})).expect("an answer")["sessions"].clone();
        let mut calls = vec![json!({ "jsonrpc": "2.0", "id": 1, "method": "rpc.discover" })];
        calls.push(json!({ "jsonrpc": "2.0", "id": 2, "method": "session/create" }));
        // A notification that is not carried out has no answer either.
        calls.push(json!({ "jsonrpc": "2.0", "method": "session/create" }));
        client.send_text(&Value::from(calls).to_string());
        let answers = client.wait_for(Value::is_array);
        let answers = answers.as_array().expect("a list");
        assert_eq!(answers.len(), 2, "{transport:?}");
        assert_eq!(answers[0]["result"]["openrpc"], "1.3.2", "{transport:?}");
        assert_eq!(answers[1]["id"], 2, "{transport:?}");
        limited(result_of(&answers[1]), "batchAnswerBytes", 65536);
        let after = client.ask("server/info", json!({})).expect("an answer");
        assert_eq!(after["sessions"], before, "{transport:?}");
    }
}
