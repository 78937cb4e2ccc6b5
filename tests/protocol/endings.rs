//! How a conversation ends at each door.

use std::fs;

use crate::conversation::Conversation;
use crate::daemon::TempFolder;
use crate::doors::{Client, Door};
use crate::schemas::json_of;

const GOODBYE: &str = r#"{"jsonrpc":"2.0","id":1,"method":"shutdown"}"#;
const EXIT: &str = r#"{"jsonrpc":"2.0","method":"exit"}"#;

/// Says these, and gives the status of the process if it was one of its own.
fn ended(door: Door, said: &[&str]) -> Option<i32> {
    let mut conversation = Conversation::start(door);
    for said in said {
        conversation.say(said);
    }
    conversation.end()
}

#[test]
fn exit_ends_every_connection_and_a_stdio_daemon() {
    for door in Door::LASTING {
        let is_stdio = matches!(door, Door::StdioHeaders | Door::StdioLines);
        let status = is_stdio.then_some(0);
        assert_eq!(ended(door, &[GOODBYE, EXIT]), status, "{door:?}");
    }
}

#[test]
fn exit_without_a_goodbye_is_a_failure() {
    assert_eq!(ended(Door::StdioHeaders, &[EXIT]), Some(1));
    assert_eq!(ended(Door::StdioLines, &[EXIT]), Some(1));
}

#[test]
fn a_stdio_daemon_ends_with_its_input() {
    assert_eq!(ended(Door::StdioLines, &[]), Some(0));
}

#[test]
fn whoever_is_silent_for_too_long_is_told_the_limit() {
    let folder = TempFolder::new();
    let config = folder.path().join("settings.toml");
    fs::write(&config, "[limits]\nidleSeconds = 1\n").expect("it can be written");
    let config = config.display().to_string();
    let mut client = Client::connect_with(Door::Socket, &["--config", &config]);
    client.send(GOODBYE);
    assert_eq!(json_of(&client.receive())["id"], 1);
    let last = json_of(&client.receive());
    assert_eq!(last["error"]["code"], 1008);
    assert_eq!(last["error"]["data"]["limit"], "idleSeconds");
    assert_eq!(last["error"]["data"]["most"], 1);
    client.end();
}
