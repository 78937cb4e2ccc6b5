//! Bytes that are no messages: an error that says so, and nobody else notices.

use std::io::Write;
use std::net::Shutdown;

use qbcoach_protocol::error::{INVALID_PARAMS, INVALID_REQUEST, LIMIT_REACHED, PARSE_ERROR};
use serde_json::{Value, json};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::protocol::frame::Frame;
use tokio_tungstenite::tungstenite::protocol::frame::coding::{Data, OpCode};

use crate::check::{daemon, limited, well_formed};
use crate::client::{Bytes, Client, Framing, Way, bytes, http, outcome, unix, upgrade, web};
use crate::stdio::StdioDaemon;

const MIB: usize = 1024 * 1024;

/// Bytes after which a stream cannot be understood, and the error they end it with.
fn hopeless() -> Vec<(&'static str, Vec<u8>, i32)> {
    let line = |bytes: usize| [b"{".to_vec(), vec![b' '; bytes]].concat();
    vec![
        (
            "a giant length",
            b"Content-Length: 99999999999999\r\n\r\n".to_vec(),
            LIMIT_REACHED,
        ),
        (
            "a length beyond numbers",
            b"Content-Length: 99999999999999999999999999\r\n\r\n".to_vec(),
            INVALID_REQUEST,
        ),
        (
            "a negative length",
            b"Content-Length: -5\r\n\r\n{}".to_vec(),
            INVALID_REQUEST,
        ),
        (
            "a length in words",
            b"Content-Length: many\r\n\r\n{}".to_vec(),
            INVALID_REQUEST,
        ),
        (
            "a length in parts",
            b"Content-Length: 1 0\r\n\r\n{}".to_vec(),
            INVALID_REQUEST,
        ),
        (
            "no length",
            b"Content-Type: x\r\n\r\n{}".to_vec(),
            INVALID_REQUEST,
        ),
        ("no header", b"hello\r\n\r\n".to_vec(), INVALID_REQUEST),
        ("an endless header", vec![b'a'; 64 * 1024], LIMIT_REACHED),
        (
            "endless headers",
            b"A: b\r\n".repeat(8 * 1024),
            LIMIT_REACHED,
        ),
        ("zeros", vec![0; 64 * 1024], LIMIT_REACHED),
        ("an endless line", line(2 * MIB), LIMIT_REACHED),
        (
            "another protocol",
            b"\x16\x03\x01\x02\x00\x01\x00\n".to_vec(),
            INVALID_REQUEST,
        ),
    ]
}

#[test]
fn what_cannot_be_understood_ends_the_connection_with_a_reason() {
    let (daemon, _folder) = daemon();
    let mut other = Client::connect(&daemon, Way::Socket);
    for way in [Way::Socket, Way::Tcp] {
        for (name, sent, code) in hopeless() {
            let framing = match sent[0] {
                b'{' => Framing::Lines,
                _ => Framing::Headers,
            };
            let mut stream = bytes(&daemon, way, framing);
            stream.raw(&sent);
            let (messages, _) = Client::over(stream).until_the_end();
            assert_eq!(messages.len(), 1, "{name} at {way:?}");
            let refusal = outcome(&messages[0]).expect_err(name);
            well_formed(&refusal, name);
            assert_eq!(refusal.code, i64::from(code), "{name} at {way:?}");
            other.ask("session/list", json!({})).expect("others go on");
        }
    }
}

#[test]
fn what_cannot_be_understood_ends_a_stdio_daemon_with_a_reason() {
    for (name, sent, code) in hopeless() {
        let framing = match sent[0] {
            b'{' => Framing::Lines,
            _ => Framing::Headers,
        };
        let (process, mut client, mut input) = StdioDaemon::start(framing);
        let _ = input.write_all(&sent);
        let (messages, _) = client.until_the_end();
        assert_eq!(
            outcome(&messages[0]).expect_err(name).code,
            i64::from(code),
            "{name}"
        );
        process.end();
    }
}

#[test]
fn a_message_that_is_cut_off_is_told_so() {
    let (daemon, _folder) = daemon();
    for sent in [
        "Content-Length: 100\r\n\r\n{}",
        "Content-Length: 100\r\n",
        "Content-Le",
    ] {
        let stream = unix(&daemon.socket());
        let (mut output, half) = (
            stream.try_clone().expect("a handle"),
            stream.try_clone().expect("a handle"),
        );
        output.write_all(sent.as_bytes()).expect("it is sent");
        half.shutdown(Shutdown::Write).expect("no more is sent");
        let (messages, _) =
            Client::over(Bytes::new(stream, output, Framing::Headers)).until_the_end();
        let refusal = outcome(&messages[0]).expect_err("it is cut off");
        well_formed(&refusal, sent);
    }
}

#[test]
fn a_last_line_without_an_end_is_a_message() {
    let (daemon, _folder) = daemon();
    let stream = unix(&daemon.socket());
    let (mut output, half) = (
        stream.try_clone().expect("a handle"),
        stream.try_clone().expect("a handle"),
    );
    output
        .write_all(br#"{"jsonrpc":"2.0","id":1,"method":"session/list"}"#)
        .expect("sent");
    half.shutdown(Shutdown::Write).expect("no more is sent");
    let (messages, _) = Client::over(Bytes::new(stream, output, Framing::Lines)).until_the_end();
    assert_eq!(messages.len(), 1);
    assert_eq!(messages[0]["id"], 1);
}

/// Messages that arrive whole and are wrong all the same.
fn wrong_messages() -> Vec<(&'static str, String, i32)> {
    let call = |params: &str| {
        format!(r#"{{"jsonrpc":"2.0","id":1,"method":"session/get","params":{params}}}"#)
    };
    let deep = |open: &str, close: &str| open.repeat(100_000) + &close.repeat(100_000);
    vec![
        ("no JSON", "{nonsense}".to_owned(), PARSE_ERROR),
        (
            "half a JSON",
            r#"{"jsonrpc":"2.0","id":1"#.to_owned(),
            PARSE_ERROR,
        ),
        (
            "two in one",
            r#"{"jsonrpc":"2.0"}{"jsonrpc":"2.0"}"#.to_owned(),
            PARSE_ERROR,
        ),
        ("an empty object", "{}".to_owned(), INVALID_REQUEST),
        ("an empty batch", "[]".to_owned(), INVALID_REQUEST),
        ("an open batch", "[".repeat(100_000), PARSE_ERROR),
        (
            "another version",
            r#"{"jsonrpc":"1.0","id":1,"method":"session/list"}"#.to_owned(),
            INVALID_REQUEST,
        ),
        (
            "no version",
            r#"{"id":1,"method":"session/list"}"#.to_owned(),
            INVALID_REQUEST,
        ),
        (
            "a method that is no text",
            r#"{"jsonrpc":"2.0","id":1,"method":7}"#.to_owned(),
            INVALID_REQUEST,
        ),
        (
            "an id that is a list",
            r#"{"jsonrpc":"2.0","id":[1],"method":"session/list"}"#.to_owned(),
            INVALID_REQUEST,
        ),
        (
            "an id beyond numbers",
            r#"{"jsonrpc":"2.0","id":1e999,"method":"session/list"}"#.to_owned(),
            INVALID_REQUEST,
        ),
        (
            "two ids",
            r#"{"jsonrpc":"2.0","id":1,"id":2,"method":"session/list"}"#.to_owned(),
            INVALID_REQUEST,
        ),
        (
            "two methods",
            r#"{"jsonrpc":"2.0","id":1,"method":"shutdown","method":"session/list"}"#.to_owned(),
            INVALID_REQUEST,
        ),
        ("params that are a text", call("\"s1\""), INVALID_REQUEST),
        ("params that are a number", call("7"), INVALID_REQUEST),
        ("deep lists", call(&deep("[", "]")), INVALID_PARAMS),
        (
            "deep objects",
            call(&(r#"{"a":"#.repeat(100_000) + "1" + &"}".repeat(100_000))),
            INVALID_PARAMS,
        ),
        (
            "a number beyond numbers",
            call(r#"{"sessionId":"s1","seq":1e999}"#),
            INVALID_PARAMS,
        ),
        (
            "a number of many digits",
            call(&format!(
                r#"{{"sessionId":"s1","seq":{}}}"#,
                "9".repeat(5000)
            )),
            INVALID_PARAMS,
        ),
        (
            "half a surrogate",
            call(r#"{"sessionId":"\ud800"}"#),
            INVALID_PARAMS,
        ),
    ]
}

#[test]
fn a_wrong_message_is_refused_and_the_connection_goes_on() {
    let (daemon, _folder) = daemon();
    for way in Way::ALL {
        let mut client = Client::connect(&daemon, way);
        for (name, text, code) in wrong_messages() {
            client.say(&text);
            let message = client.wait_for(|_| true);
            let refusal = outcome(&message).expect_err(name);
            well_formed(&refusal, name);
            assert_eq!(
                refusal.code,
                i64::from(code),
                "{name} at {way:?}: {refusal:?}"
            );
            assert!(
                message.to_string().len() < 2000,
                "{name}: it is not sent back"
            );
        }
        client.begin("session/list", json!({}));
        client.wait_for(|message| message.get("result").is_some());
    }
}

#[test]
fn a_batch_of_nonsense_is_refused_call_by_call() {
    let (daemon, _folder) = daemon();
    for way in Way::ALL {
        let mut client = Client::connect(&daemon, way);
        client.say(r#"[1, "a", null, [], ["2.0", 1, "session/list"], {}, {"jsonrpc":"2.0","id":5,"method":"session/list"}]"#);
        let answers = client.wait_for(Value::is_array);
        let answers = answers.as_array().expect("a list");
        assert_eq!(answers.len(), 7, "{way:?}");
        for answer in &answers[..6] {
            assert_eq!(answer["error"]["code"], INVALID_REQUEST, "{way:?} {answer}");
        }
        assert!(answers[6].get("result").is_some());
    }
}

#[test]
fn bytes_that_are_no_text_are_refused() {
    let (daemon, _folder) = daemon();
    let sent = b"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"\xff\xfe\"}";
    for way in [Way::Socket, Way::Tcp] {
        for framing in [Framing::Headers, Framing::Lines] {
            let mut client = Client::over(bytes(&daemon, way, framing));
            client.wire.send(sent);
            let refusal = outcome(&client.wait_for(|_| true)).expect_err("no text");
            assert_eq!(refusal.code, i64::from(PARSE_ERROR));
            client.ask("session/list", json!({})).expect("it goes on");
        }
    }
    let kind = [("Content-Type".to_owned(), "application/json".to_owned())];
    let answer = http(&daemon.http(), "POST", "/rpc", &kind, sent);
    assert!(answer.body.contains("-32700"), "{answer:?}");
    let mut socket = web(&daemon.http(), upgrade(&daemon.websocket(), &[])).expect("it opens");
    let frame = Frame::message(sent.to_vec(), OpCode::Data(Data::Text), true);
    socket.send(Message::Frame(frame)).expect("it is sent");
    let _ = Client::over_web(socket).until_the_end();
    Client::connect(&daemon, Way::WebSocket)
        .ask("session/list", json!({}))
        .expect("others go on");
}

#[test]
fn a_websocket_message_that_is_too_large_closes_it_with_a_reason() {
    let (daemon, _folder) = daemon();
    let mut client = Client::connect(&daemon, Way::WebSocket);
    client.say(&" ".repeat(2 * MIB));
    let (messages, closing) = client.until_the_end();
    limited(
        outcome(messages.last().expect("a last message")),
        "messageBytes",
        MIB as u64,
    );
    let (code, reason) = closing.expect("a close frame");
    assert_eq!(code, 1009, "message too big");
    assert!(reason.contains("too large"), "{reason}");
}

#[test]
fn a_post_that_is_too_large_is_refused() {
    let (daemon, _folder) = daemon();
    let kind = [("Content-Type".to_owned(), "application/json".to_owned())];
    let answer = http(&daemon.http(), "POST", "/rpc", &kind, &vec![b' '; 2 * MIB]);
    assert_eq!(answer.status, 413);
    let answer: Value = serde_json::from_str(&answer.body).expect("JSON");
    limited(outcome(&answer), "messageBytes", MIB as u64);
}
