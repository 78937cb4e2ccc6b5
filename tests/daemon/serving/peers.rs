//! The Rust client of the jsonrpsee project, and plain lines on the socket.

use std::io::{BufRead, BufReader, Write};

use jsonrpsee::core::client::{ClientT, Error, Subscription, SubscriptionClientT};
use jsonrpsee::core::params::ObjectParams;
use jsonrpsee_ws_client::WsClientBuilder;
use serde_json::{Value, json};

use crate::client::{PATIENCE, unix};
use crate::daemon::TestDaemon;

fn by_name(params: &Value) -> ObjectParams {
    let mut named = ObjectParams::new();
    for (name, value) in params.as_object().expect("params by name") {
        named.insert(name, value).expect("the value is JSON");
    }
    named
}

#[tokio::test]
async fn the_client_of_jsonrpsee_plays_and_subscribes() {
    let daemon = TestDaemon::start();
    let builder = WsClientBuilder::default().request_timeout(PATIENCE);
    let client = builder
        .build(daemon.websocket())
        .await
        .expect("the client connects");
    let ask = async |method: &str, params: Value| -> Result<Value, Error> {
        client.request(method, by_name(&params)).await
    };
    let created = ask("session/create", json!({ "mode": "simulated", "seed": 7 }))
        .await
        .expect("the session is created");
    let session = created["sessionId"].clone();
    let topics = by_name(&json!({ "sessionId": session, "topics": ["state"] }));
    let mut updates: Subscription<Value> = client
        .subscribe("session/subscribe", topics, "session/unsubscribe")
        .await
        .expect("a subscription");
    let next = async |updates: &mut Subscription<Value>| {
        let next = tokio::time::timeout(PATIENCE, updates.next()).await;
        next.expect("an update in time")
            .expect("the connection stays open")
            .expect("the body is JSON")
    };
    assert_eq!(next(&mut updates).await["kind"], "snapshot");
    let action = json!({ "type": "mulligan", "side": "you", "replace": [] });
    let acted = ask(
        "match/act",
        json!({ "sessionId": session, "action": action }),
    )
    .await
    .expect("the action is accepted");
    assert_eq!(acted["seq"], 1);
    assert_eq!(next(&mut updates).await["seq"], 1);
    updates.unsubscribe().await.expect("the subscription ends");
    match ask(
        "match/act",
        json!({ "sessionId": session, "action": { "type": "dance" } }),
    )
    .await
    {
        Err(Error::Call(refusal)) => assert_eq!(refusal.code(), -32602),
        other => panic!("{other:?} is not an error answer"),
    }
    let listed: Value = client
        .request("session/list", ObjectParams::new())
        .await
        .expect("a list");
    assert_eq!(listed["sessions"][0]["seq"], 1);
}

#[test]
fn plain_lines_on_the_socket_are_answered() {
    let daemon = TestDaemon::start();
    let mut stream = unix(&daemon.socket());
    stream
        .write_all(
            b"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"session/create\",\"params\":{\"mode\":\"live\"}}\n\n\
              {\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"session/get\",\"params\":[\"s1\"]}\n",
        )
        .expect("the bytes are sent");
    stream
        .shutdown(std::net::Shutdown::Write)
        .expect("the write side can be closed");
    let answers: Vec<Value> = BufReader::new(stream)
        .lines()
        .map(|line| serde_json::from_str(&line.expect("a line")).expect("the body is JSON"))
        .collect();
    assert_eq!(answers.len(), 2);
    assert_eq!(answers[0]["result"]["sessionId"], "s1");
    assert_eq!(answers[1]["result"], answers[0]["result"]["snapshot"]);
}
