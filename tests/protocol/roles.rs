//! Who may do what, with tokens.

use std::fs;

use qbcoach_protocol::method::{METHODS, Role};
use serde_json::{Value, json};

use crate::daemon::TempFolder;
use crate::doors::{Client, Door};
use crate::schemas::json_of;

fn token(role: Role) -> String {
    format!("a-token-of-the-role-{}", role.word())
}

/// A connection to a daemon that asks for tokens.
fn connect(door: Door) -> Client {
    let folder = TempFolder::new();
    let path = folder.path().join("tokens");
    let lines = Role::ALL.map(|role| format!("{} {}\n", role.word(), token(role)));
    fs::write(&path, lines.concat()).expect("it can be written");
    let path = path.display().to_string();
    Client::connect_with(door, &["--token-file", &path])
}

fn ask(client: &mut Client, method: &str, params: Value) -> Value {
    let request = json!({ "jsonrpc": "2.0", "id": 1, "method": method, "params": params });
    client.send(&request.to_string());
    json_of(&client.receive())
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
        let mut client = connect(Door::Tcp);
        if let Some(role) = own {
            let answer = ask(&mut client, "initialize", json!({ "token": token(role) }));
            assert_eq!(answer["result"]["protocolVersion"], 1);
        }
        // Goodbyes last, and unsubscribing does no harm to anybody.
        let left_out = ["shutdown", "session/unsubscribe", "server/unsubscribe"];
        for method in METHODS.iter().filter(|m| !left_out.contains(&m.name)) {
            let answer = ask(&mut client, method.name, json!({}));
            let expected = method.role.is_none_or(|needed| own >= Some(needed));
            assert_eq!(is_allowed(&answer), expected, "{} for {own:?}", method.name);
        }
    }
}

#[test]
fn whoever_owns_the_socket_needs_no_token() {
    let mut client = connect(Door::Socket);
    let answer = ask(&mut client, "session/create", json!({}));
    assert_eq!(answer["result"]["sessionId"], "s1");
}

#[test]
fn an_unknown_token_is_refused() {
    let mut client = connect(Door::Tcp);
    let answer = ask(
        &mut client,
        "initialize",
        json!({ "token": "a-token-nobody-has" }),
    );
    assert!(!is_allowed(&answer));
}

#[test]
fn a_stream_reads_no_hand() {
    let mut client = connect(Door::Tcp);
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
