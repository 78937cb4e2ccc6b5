//! What each role may do.

use qbcoach_protocol::method::{METHODS, Role};
use serde_json::{Value, json};

use crate::client::{Client, Transport, request};
use crate::daemon::{CONTROL, STREAM, TestDaemon, VIEW};

fn token(role: Role) -> &'static str {
    match role {
        Role::Stream => STREAM,
        Role::View => VIEW,
        Role::Control => CONTROL,
    }
}

fn daemon_with_tokens() -> TestDaemon {
    TestDaemon::with_tokens("", &["--data-dir", ":memory:"])
}

/// The whole answer.
fn ask(client: &mut Client, method: &str, params: Value) -> Value {
    client.send_text(&request(1, method, params));
    client.wait_for(|_| true)
}

fn is_allowed(answer: &Value) -> bool {
    answer["error"]["code"] != 1009
}

#[test]
fn a_method_is_open_to_its_role_and_those_above() {
    for own in [
        None,
        Some(Role::Stream),
        Some(Role::View),
        Some(Role::Control),
    ] {
        let daemon = daemon_with_tokens();
        let mut client = Client::connect(&daemon, Transport::Tcp);
        if let Some(role) = own {
            let answer = ask(&mut client, "initialize", json!({ "token": token(role) }));
            assert_eq!(answer["result"]["protocolVersion"], 2);
        }
        // `shutdown` would end the connection; every role may unsubscribe.
        let exceptions = ["shutdown", "session/unsubscribe", "server/unsubscribe"];
        for method in METHODS.iter().filter(|m| !exceptions.contains(&m.name)) {
            let answer = ask(&mut client, method.name, json!({}));
            let expected = method.role.is_none_or(|needed| own >= Some(needed));
            assert_eq!(is_allowed(&answer), expected, "{} for {own:?}", method.name);
        }
    }
}

#[test]
fn the_unix_socket_needs_no_token() {
    let daemon = daemon_with_tokens();
    let mut client = Client::connect(&daemon, Transport::Socket);
    let answer = ask(&mut client, "session/create", json!({}));
    assert_eq!(answer["result"]["sessionId"], "s1");
}

#[test]
fn an_unknown_token_is_refused() {
    let daemon = daemon_with_tokens();
    let mut client = Client::connect(&daemon, Transport::Tcp);
    let answer = ask(
        &mut client,
        "initialize",
        json!({ "token": "a-token-nobody-has" }),
    );
    assert!(!is_allowed(&answer));
}

#[test]
fn a_stream_cannot_read_the_hand() {
    let daemon = daemon_with_tokens();
    let mut client = Client::connect(&daemon, Transport::Tcp);
    ask(
        &mut client,
        "initialize",
        json!({ "token": token(Role::Control) }),
    );
    let hand = json!({ "hand": ["001", "019"] });
    let created = ask(&mut client, "session/create", json!({ "you": hand }));
    let shown = &created["result"]["snapshot"]["you"]["hand"];
    assert_eq!(shown.as_array().map(Vec::len), Some(2));
    ask(
        &mut client,
        "initialize",
        json!({ "token": token(Role::Stream) }),
    );
    let read = ask(&mut client, "session/get", json!(["s1"]));
    assert_eq!(read["result"]["you"].get("hand"), None);
    let player = json!({ "sessionId": "s1", "audience": "player" });
    assert!(!is_allowed(&ask(&mut client, "session/subscribe", player)));
}
