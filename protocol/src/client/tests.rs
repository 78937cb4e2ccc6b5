//! The client against a scripted daemon at the other end of an in-memory stream.

use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader, DuplexStream, Lines, ReadHalf};
use tokio::io::{WriteHalf, duplex, split};

use qbcoach_platform::local_name;

use super::*;
use crate::method::{SessionExport, SessionListAll};
use crate::{ExportFormat, ExportParams, ListParams, SubscribeParams, Topic};

struct ScriptedDaemon {
    input: Lines<BufReader<ReadHalf<DuplexStream>>>,
    output: WriteHalf<DuplexStream>,
}

impl ScriptedDaemon {
    fn connected() -> (Client, ScriptedDaemon) {
        let (ours, theirs) = duplex(64 * 1024);
        let (input, output) = split(theirs);
        let daemon = ScriptedDaemon {
            input: BufReader::new(input).lines(),
            output,
        };
        (Client::over_lines(ours), daemon)
    }

    async fn receive(&mut self) -> Value {
        let line = self.input.next_line().await.expect("it can be read");
        serde_json::from_str(&line.expect("a message")).expect("JSON")
    }

    async fn send(&mut self, message: Value) {
        let line = format!("{message}\n");
        let sent = self.output.write_all(line.as_bytes()).await;
        sent.expect("it can be written");
    }
}

#[tokio::test]
async fn a_call_sends_typed_params_and_reads_a_typed_result() {
    let (client, mut daemon) = ScriptedDaemon::connected();
    let params = ExportParams {
        session_id: "s1".to_owned(),
        format: ExportFormat::Text,
    };
    let (result, ()) = tokio::join!(client.call::<SessionExport>(&params), async {
        let request = daemon.receive().await;
        assert_eq!(request["method"], "session/export");
        assert_eq!(
            request["params"],
            json!({ "sessionId": "s1", "format": "text" })
        );
        let result = json!({ "format": "text", "content": "turn 1" });
        let answer = json!({ "jsonrpc": "2.0", "id": request["id"], "result": result });
        daemon.send(answer).await;
    });
    assert_eq!(result.expect("a result").content, "turn 1");
}

#[tokio::test]
async fn an_error_keeps_its_code_message_and_data() {
    let (client, mut daemon) = ScriptedDaemon::connected();
    let data = json!({ "reason": "there is no s9", "hint": "session/list names all" });
    let (result, ()) = tokio::join!(client.call::<SessionListAll>(&ListParams {}), async {
        let id = daemon.receive().await["id"].clone();
        let error = json!({ "code": 1001, "message": "unknown session", "data": data });
        let answer = json!({ "jsonrpc": "2.0", "id": id, "error": error });
        daemon.send(answer).await;
    });
    let Err(ClientError::Refused(error)) = result else {
        panic!("{result:?} is not a refusal");
    };
    assert_eq!(error.code, crate::error::UNKNOWN_SESSION);
    assert_eq!(
        (error.message.as_str(), &error.data),
        ("unknown session", &data)
    );
    assert_eq!(error.reason(), "there is no s9");
    assert_eq!(
        error.to_string(),
        "unknown session: there is no s9 (session/list names all)"
    );
}

#[tokio::test]
async fn a_result_of_another_shape_is_unreadable() {
    let (client, mut daemon) = ScriptedDaemon::connected();
    let (result, ()) = tokio::join!(client.call::<SessionListAll>(&ListParams {}), async {
        let id = daemon.receive().await["id"].clone();
        daemon
            .send(json!({ "jsonrpc": "2.0", "id": id, "result": 7 }))
            .await;
    });
    assert!(matches!(result, Err(ClientError::Unreadable(_))));
}

#[tokio::test]
async fn a_dropped_call_is_cancelled() {
    let (client, mut daemon) = ScriptedDaemon::connected();
    let id = tokio::select! {
        _ = client.call::<SessionListAll>(&ListParams {}) => panic!("nobody answers"),
        request = daemon.receive() => request["id"].clone(),
    };
    let cancel = daemon.receive().await;
    assert_eq!(cancel["method"], "$/cancelRequest");
    assert_eq!(cancel["params"], json!({ "id": id }));
}

#[tokio::test]
async fn the_end_of_the_connection_fails_calls_and_ends_subscriptions() {
    let (client, mut daemon) = ScriptedDaemon::connected();
    let mut subscription = subscribed(&client, &mut daemon).await;
    let params = ListParams {};
    let (result, ()) = tokio::join!(client.call::<SessionListAll>(&params), async {
        daemon.receive().await;
        drop(daemon);
    });
    assert_eq!(result, Err(ClientError::ConnectionEnded));
    client.ended().await;
    assert_eq!(
        subscription.next().await,
        Err(SubscriptionEnd::ConnectionEnded)
    );
    let later = client.call::<SessionListAll>(&params).await;
    assert_eq!(later, Err(ClientError::ConnectionEnded));
}

#[tokio::test]
async fn progress_reaches_who_waits_for_its_token() {
    let (client, mut daemon) = ScriptedDaemon::connected();
    let mut progress = client.progress("mine");
    for (token, percentage) in [("other", 1), ("mine", 2), ("mine", 3)] {
        let params = json!({ "token": token, "value": { "percentage": percentage } });
        let report = json!({ "jsonrpc": "2.0", "method": "$/progress", "params": params });
        daemon.send(report).await;
    }
    for percentage in [2, 3] {
        let expected = json!({ "percentage": percentage });
        assert_eq!(progress.next().await, Some(expected));
    }
    drop(daemon);
    assert_eq!(progress.next().await, None);
}

/// Subscribes as `sub-1`; the first update follows the answer immediately.
async fn subscribed(client: &Client, daemon: &mut ScriptedDaemon) -> Subscription {
    let params = SubscribeParams {
        session_id: "s1".to_owned(),
        ..SubscribeParams::default()
    };
    let (subscription, ()) = tokio::join!(client.subscribe(&params), async {
        let id = daemon.receive().await["id"].clone();
        daemon
            .send(json!({ "jsonrpc": "2.0", "id": id, "result": "sub-1" }))
            .await;
        daemon
            .send(update("snapshot", None, json!({ "seq": 4 })))
            .await;
    });
    let mut subscription = subscription.expect("a subscription");
    let first = subscription.next().await.expect("an update");
    assert_eq!(first.data, json!({ "seq": 4 }));
    subscription
}

fn update(kind: &str, base: Option<u64>, data: Value) -> Value {
    let update = json!({
        "sessionId": "s1", "topic": "state", "seq": 5, "kind": kind, "baseSeq": base, "data": data,
    });
    let params = json!({ "subscription": "sub-1", "result": update });
    json!({ "jsonrpc": "2.0", "method": "session/update", "params": params })
}

#[tokio::test]
async fn a_subscription_yields_its_updates_until_the_daemon_ends_it() {
    let (client, mut daemon) = ScriptedDaemon::connected();
    let mut subscription = subscribed(&client, &mut daemon).await;
    let patch = json!([{ "op": "replace", "path": "/seq", "value": 5 }]);
    daemon
        .send(json!({ "jsonrpc": "2.0", "method": "$/progress", "params": {} }))
        .await;
    daemon.send(update("patch", Some(4), patch)).await;
    assert_eq!(subscription.next().await.map(|update| update.seq), Ok(5));
    let ended = json!({ "subscription": "sub-1", "error": "the session was closed" });
    let ended = json!({ "jsonrpc": "2.0", "method": "session/update", "params": ended });
    daemon.send(ended).await;
    assert_eq!(
        subscription.next().await,
        Err(SubscriptionEnd::ByDaemon(
            "the session was closed".to_owned()
        ))
    );
}

#[test]
fn only_a_patch_of_the_current_document_is_applied() {
    let read = |kind: &str, base: Option<u64>, data: Value| {
        let update = update(kind, base, data)["params"]["result"].take();
        serde_json::from_value(update).expect("an update")
    };
    let patch = json!([{ "op": "replace", "path": "/seq", "value": 5 }]);
    let begun = || {
        let mut documents = Documents::default();
        let snapshot = read("snapshot", None, json!({ "seq": 4 }));
        documents.apply(snapshot).expect("a snapshot");
        documents
    };
    let mut documents = begun();
    let patched = documents.apply(read("patch", Some(4), patch.clone()));
    assert_eq!(patched, Ok(&json!({ "seq": 5 })));
    assert_eq!(documents.get(Topic::State), Some(&json!({ "seq": 5 })));
    assert_eq!(documents.get(Topic::Coach), None);
    for base in [None, Some(3)] {
        let wrong = UpdateError::WrongBase {
            base,
            have: Some(4),
        };
        let refused = begun().apply(read("patch", base, patch.clone())).cloned();
        assert_eq!(refused, Err(wrong));
    }
    for data in [
        json!([{ "op": "remove", "path": "/nowhere" }]),
        json!("no patch"),
    ] {
        let refused = begun().apply(read("patch", Some(4), data)).cloned();
        assert!(matches!(refused, Err(UpdateError::Patch(_))));
    }
    let refused = Documents::default()
        .apply(read("patch", Some(4), patch))
        .cloned();
    assert_eq!(refused, Err(UpdateError::NoDocument));
}

#[test]
fn addresses_are_read_as_the_page_says() {
    let cases: Value = serde_json::from_str(include_str!("../../addresses.json")).expect("JSON");
    let list = |name: &str| cases[name].as_array().cloned().expect("a list");
    for case in list("right") {
        let text = case["text"].as_str().expect("a text");
        let expected = if let Some(url) = case["websocket"].as_str() {
            DaemonAddress::WebSocket(url.to_owned())
        } else if let Some(name) = case["local"].as_str() {
            DaemonAddress::Local(local_name(name.as_ref()))
        } else {
            let (host, port) = (case["tcp"]["host"].as_str(), &case["tcp"]["port"]);
            let host = host.expect("a host");
            DaemonAddress::Tcp(match host.contains(':') {
                true => format!("[{host}]:{port}"),
                false => format!("{host}:{port}"),
            })
        };
        assert_eq!(DaemonAddress::parse(text), Ok(expected), "{text}");
    }
    for wrong in list("wrong") {
        let wrong = wrong.as_str().expect("a text");
        let read = DaemonAddress::parse(wrong);
        assert_eq!(read, Err(AddressError(wrong.to_owned())), "{wrong}");
    }
}
