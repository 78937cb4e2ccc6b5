//! How connections end, over each transport.

use crate::daemon::TestDaemon;
use crate::protocol::conversation::Conversation;
use crate::protocol::endpoint::{ConnectedClient, Endpoint};
use crate::protocol::schemas::json_of;

const SHUTDOWN: &str = r#"{"jsonrpc":"2.0","id":1,"method":"shutdown"}"#;
const EXIT: &str = r#"{"jsonrpc":"2.0","method":"exit"}"#;

/// Sends these messages and waits for the end. Returns the exit status of a stdio
/// daemon.
fn exit_status(endpoint: Endpoint, messages: &[&str]) -> Option<i32> {
    let mut conversation = Conversation::start(endpoint);
    for message in messages {
        conversation.exchange(message);
    }
    conversation.end()
}

#[test]
fn exit_ends_every_connection_and_a_stdio_daemon() {
    for endpoint in Endpoint::LASTING {
        let is_stdio = matches!(endpoint, Endpoint::StdioHeaders | Endpoint::StdioLines);
        let status = is_stdio.then_some(0);
        assert_eq!(
            exit_status(endpoint, &[SHUTDOWN, EXIT]),
            status,
            "{endpoint:?}"
        );
    }
}

#[test]
fn exit_without_shutdown_is_a_failure() {
    assert_eq!(exit_status(Endpoint::StdioHeaders, &[EXIT]), Some(1));
    assert_eq!(exit_status(Endpoint::StdioLines, &[EXIT]), Some(1));
}

#[test]
fn a_stdio_daemon_ends_with_its_input() {
    assert_eq!(exit_status(Endpoint::StdioLines, &[]), Some(0));
}

#[test]
fn an_idle_connection_is_closed_with_the_name_of_the_limit() {
    let daemon = TestDaemon::with("[limits]\nidleSeconds = 1\n", &[]);
    let mut connected = ConnectedClient::to(daemon, Endpoint::Socket);
    connected.client.send_text(SHUTDOWN);
    assert_eq!(json_of(&connected.client.receive_text())["id"], 1);
    let last = json_of(&connected.client.receive_text());
    assert_eq!(last["error"]["code"], 1008);
    assert_eq!(last["error"]["data"]["limit"], "idleSeconds");
    assert_eq!(last["error"]["data"]["most"], 1);
    connected.end();
}
