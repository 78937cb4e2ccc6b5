//! Bytes that are not valid messages get an error, and other clients are not affected.

use std::io::Write;
use std::net::Shutdown;

use qbcoach_protocol::error::{INVALID_PARAMS, INVALID_REQUEST, LIMIT_REACHED, PARSE_ERROR};
use serde_json::{Value, json};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::protocol::frame::Frame;
use tokio_tungstenite::tungstenite::protocol::frame::coding::{Data, OpCode};

use crate::client::{
    ByteStream, Client, Framing, StdioDaemon, Transport, byte_stream, http, open_websocket,
    result_of, unix,
};
use crate::daemon::TestDaemon;
use crate::serving::check::{check_error, limited};

const MIB: usize = 1024 * 1024;

/// Bytes that break the framing, and the code of the error that ends the connection.
fn broken_framing() -> Vec<(&'static str, Vec<u8>, i32)> {
    let line = |bytes: usize| [b"{".to_vec(), vec![b' '; bytes]].concat();
    vec![
        (
            "a huge length",
            b"Content-Length: 99999999999999\r\n\r\n".to_vec(),
            LIMIT_REACHED,
        ),
        (
            "a length that is no 64-bit number",
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
fn broken_framing_ends_the_connection_with_a_reason() {
    let daemon = TestDaemon::start();
    let mut other = Client::connect(&daemon, Transport::Socket);
    for transport in [Transport::Socket, Transport::Tcp] {
        for (name, sent, code) in broken_framing() {
            let framing = match sent[0] {
                b'{' => Framing::Lines,
                _ => Framing::Headers,
            };
            let mut stream = byte_stream(&daemon, transport, framing);
            stream.write_raw(&sent);
            let (messages, _) = Client::over(stream).read_to_end();
            assert_eq!(messages.len(), 1, "{name} over {transport:?}");
            let refusal = result_of(&messages[0]).expect_err(name);
            check_error(&refusal, name);
            assert_eq!(refusal.code, i64::from(code), "{name} over {transport:?}");
            other
                .ask("session/list", json!({}))
                .expect("other clients are served");
        }
    }
}

#[test]
fn broken_framing_ends_a_stdio_daemon_with_a_reason() {
    for (name, sent, code) in broken_framing() {
        let framing = match sent[0] {
            b'{' => Framing::Lines,
            _ => Framing::Headers,
        };
        let (mut process, mut client) = StdioDaemon::start(framing);
        process.write_raw(&sent);
        let (messages, _) = client.read_to_end();
        assert_eq!(
            result_of(&messages[0]).expect_err(name).code,
            i64::from(code),
            "{name}"
        );
        process.wait();
    }
}

#[test]
fn a_message_that_is_cut_off_gets_an_error() {
    let daemon = TestDaemon::start();
    for sent in [
        "Content-Length: 100\r\n\r\n{}",
        "Content-Length: 100\r\n",
        "Content-Le",
    ] {
        let stream = unix(&daemon.socket());
        let (mut output, half) = (
            stream.try_clone().expect("a second handle"),
            stream.try_clone().expect("a second handle"),
        );
        output
            .write_all(sent.as_bytes())
            .expect("the bytes are sent");
        half.shutdown(Shutdown::Write)
            .expect("the write side can be closed");
        let (messages, _) =
            Client::over(ByteStream::new(stream, output, Framing::Headers)).read_to_end();
        let refusal = result_of(&messages[0]).expect_err("the message is cut off");
        check_error(&refusal, sent);
    }
}

#[test]
fn a_last_line_without_a_line_break_is_a_message() {
    let daemon = TestDaemon::start();
    let stream = unix(&daemon.socket());
    let (mut output, half) = (
        stream.try_clone().expect("a second handle"),
        stream.try_clone().expect("a second handle"),
    );
    output
        .write_all(br#"{"jsonrpc":"2.0","id":1,"method":"session/list"}"#)
        .expect("the bytes are sent");
    half.shutdown(Shutdown::Write)
        .expect("the write side can be closed");
    let (messages, _) = Client::over(ByteStream::new(stream, output, Framing::Lines)).read_to_end();
    assert_eq!(messages.len(), 1);
    assert_eq!(messages[0]["id"], 1);
}

/// Invalid messages in valid framing, and the codes of their errors.
fn invalid_messages() -> Vec<(&'static str, String, i32)> {
    let call = |params: &str| {
        format!(r#"{{"jsonrpc":"2.0","id":1,"method":"session/get","params":{params}}}"#)
    };
    let deep = |open: &str, close: &str| open.repeat(100_000) + &close.repeat(100_000);
    vec![
        ("no JSON", "{nonsense}".to_owned(), PARSE_ERROR),
        (
            "half a JSON text",
            r#"{"jsonrpc":"2.0","id":1"#.to_owned(),
            PARSE_ERROR,
        ),
        (
            "two messages in one",
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
            "a method that is not a string",
            r#"{"jsonrpc":"2.0","id":1,"method":7}"#.to_owned(),
            INVALID_REQUEST,
        ),
        (
            "an id that is a list",
            r#"{"jsonrpc":"2.0","id":[1],"method":"session/list"}"#.to_owned(),
            INVALID_REQUEST,
        ),
        (
            "an id that is too large for a number",
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
        ("params that are a string", call("\"s1\""), INVALID_REQUEST),
        ("params that are a number", call("7"), INVALID_REQUEST),
        ("deep lists", call(&deep("[", "]")), INVALID_PARAMS),
        (
            "deep objects",
            call(&(r#"{"a":"#.repeat(100_000) + "1" + &"}".repeat(100_000))),
            INVALID_PARAMS,
        ),
        (
            "a number that is too large",
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
fn an_invalid_message_is_refused_and_the_connection_stays_open() {
    let daemon = TestDaemon::start();
    for transport in Transport::ALL {
        let mut client = Client::connect(&daemon, transport);
        for (name, text, code) in invalid_messages() {
            client.send_text(&text);
            let message = client.wait_for(|_| true);
            let refusal = result_of(&message).expect_err(name);
            check_error(&refusal, name);
            assert_eq!(
                refusal.code,
                i64::from(code),
                "{name} over {transport:?}: {refusal:?}"
            );
            assert!(
                message.to_string().len() < 2000,
                "{name}: the error repeats the message"
            );
        }
        client.send_request("session/list", json!({}));
        client.wait_for(|message| message.get("result").is_some());
    }
}

#[test]
fn each_invalid_call_of_a_batch_is_refused() {
    let daemon = TestDaemon::start();
    for transport in Transport::ALL {
        let mut client = Client::connect(&daemon, transport);
        client.send_text(r#"[1, "a", null, [], ["2.0", 1, "session/list"], {}, {"jsonrpc":"2.0","id":5,"method":"session/list"}]"#);
        let answers = client.wait_for(Value::is_array);
        let answers = answers.as_array().expect("a list");
        assert_eq!(answers.len(), 7, "{transport:?}");
        for answer in &answers[..6] {
            assert_eq!(
                answer["error"]["code"], INVALID_REQUEST,
                "{transport:?} {answer}"
            );
        }
        assert!(answers[6].get("result").is_some());
    }
}

#[test]
fn bytes_that_are_not_utf_8_are_refused() {
    let daemon = TestDaemon::start();
    let sent = b"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"\xff\xfe\"}";
    for transport in [Transport::Socket, Transport::Tcp] {
        for framing in [Framing::Headers, Framing::Lines] {
            let mut client = Client::over(byte_stream(&daemon, transport, framing));
            client.send_bytes(sent);
            let refusal =
                result_of(&client.wait_for(|_| true)).expect_err("the message is not UTF-8");
            assert_eq!(refusal.code, i64::from(PARSE_ERROR));
            client
                .ask("session/list", json!({}))
                .expect("the connection stays open");
        }
    }
    let kind = [("Content-Type", "application/json")];
    let answer = http(&daemon.http(), "POST", "/rpc", &kind, sent);
    assert!(answer.body.contains("-32700"), "{answer:?}");
    let mut socket = open_websocket(&daemon, "/", &[]).expect("the WebSocket opens");
    let frame = Frame::message(sent.to_vec(), OpCode::Data(Data::Text), true);
    socket
        .send(Message::Frame(frame))
        .expect("the bytes are sent");
    let _ = Client::over_websocket(socket).read_to_end();
    Client::connect(&daemon, Transport::WebSocket)
        .ask("session/list", json!({}))
        .expect("other clients are served");
}

#[test]
fn a_websocket_message_that_is_too_large_closes_the_connection_with_a_reason() {
    let daemon = TestDaemon::start();
    let mut client = Client::connect(&daemon, Transport::WebSocket);
    client.send_text(&" ".repeat(2 * MIB));
    let (messages, closing) = client.read_to_end();
    limited(
        result_of(messages.last().expect("a last message")),
        "messageBytes",
        MIB as u64,
    );
    let (code, reason) = closing.expect("a close frame");
    assert_eq!(code, 1009, "message too big");
    assert!(reason.contains("too large"), "{reason}");
}

#[test]
fn a_post_that_is_too_large_is_refused() {
    let daemon = TestDaemon::start();
    let kind = [("Content-Type", "application/json")];
    let answer = http(&daemon.http(), "POST", "/rpc", &kind, &vec![b' '; 2 * MIB]);
    assert_eq!(answer.status, 413);
    let answer: Value = serde_json::from_str(&answer.body).expect("the body is JSON");
    limited(result_of(&answer), "messageBytes", MIB as u64);
}
