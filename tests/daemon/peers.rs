//! Clients that other people wrote, each as its users use it.

use std::io::{BufRead, BufReader, Write};
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::OnceLock;

use jsonrpsee::core::client::{ClientT, Error, Subscription, SubscriptionClientT};
use jsonrpsee::core::params::ObjectParams;
use jsonrpsee_ws_client::WsClientBuilder;
use serde_json::{Value, json};

use crate::check::daemon;
use crate::client::{PATIENCE, unix};
use crate::stdio::end_of;

fn scripts() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/daemon/peers")
}

/// Where the peers' libraries are, fetched if they are not there yet.
fn libraries() -> PathBuf {
    static PREPARED: OnceLock<PathBuf> = OnceLock::new();
    let prepare = || {
        let target = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
        let folder = target.parent().expect("the target folder").join("peers");
        let run = Command::new(scripts().join("prepare"))
            .arg(&folder)
            .output();
        let run = run.expect("tests/daemon/peers/prepare needs bash");
        let said = String::from_utf8_lossy(&run.stderr);
        assert!(
            run.status.success(),
            "the peers could not be prepared:\n{said}"
        );
        folder
    };
    PREPARED.get_or_init(prepare).clone()
}

/// Runs a peer to its end, which must be a good one.
#[track_caller]
fn run(command: &mut Command) {
    let mut child = command
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the peer starts");
    let mut said = BufReader::new(child.stderr.take().expect("its stderr"));
    let reading = std::thread::spawn(move || {
        let mut text = String::new();
        std::io::Read::read_to_string(&mut said, &mut text).map(|_| text)
    });
    let lines: Vec<String> = BufReader::new(child.stdout.take().expect("its stdout"))
        .lines()
        .map(|line| line.expect("it prints text"))
        .collect();
    let status = end_of(child);
    let said = reading.join().expect("no panic").expect("text");
    assert!(status.success(), "{status}:\n{said}");
    assert_eq!(lines.last().map(String::as_str), Some("done"), "{said}");
}

#[test]
fn pythons_websockets_plays_a_match() {
    let (daemon, _folder) = daemon();
    let python = libraries().join("python/bin/python");
    run(Command::new(python)
        .arg(scripts().join("websockets_peer.py"))
        .arg(daemon.websocket()));
}

#[test]
fn vscode_jsonrpc_takes_the_daemon_for_a_language_server() {
    run(Command::new("node")
        .arg(scripts().join("stdio_peer.mjs"))
        .arg(libraries().join("node"))
        .arg(env!("CARGO_BIN_EXE_qbcoach")));
}

fn by_name(params: &Value) -> ObjectParams {
    let mut named = ObjectParams::new();
    for (name, value) in params.as_object().expect("params by name") {
        named.insert(name, value).expect("a value that is JSON");
    }
    named
}

#[tokio::test]
async fn jsonrpsees_own_client_plays_and_follows() {
    let (daemon, _folder) = daemon();
    let builder = WsClientBuilder::default().request_timeout(PATIENCE);
    let client = builder
        .build(daemon.websocket())
        .await
        .expect("it connects");
    let ask = async |method: &str, params: Value| -> Result<Value, Error> {
        client.request(method, by_name(&params)).await
    };
    let created = ask("session/create", json!({ "mode": "simulated", "seed": 7 }))
        .await
        .expect("created");
    let session = created["sessionId"].clone();
    let topics = by_name(&json!({ "sessionId": session, "topics": ["state"] }));
    let mut updates: Subscription<Value> = client
        .subscribe("session/subscribe", topics, "session/unsubscribe")
        .await
        .expect("a subscription");
    let next = async |updates: &mut Subscription<Value>| {
        let next = tokio::time::timeout(PATIENCE, updates.next()).await;
        next.expect("an update in time")
            .expect("it goes on")
            .expect("JSON")
    };
    assert_eq!(next(&mut updates).await["kind"], "snapshot");
    let action = json!({ "type": "mulligan", "side": "you", "replace": [] });
    let acted = ask(
        "match/act",
        json!({ "sessionId": session, "action": action }),
    )
    .await
    .expect("acted");
    assert_eq!(acted["seq"], 1);
    assert_eq!(next(&mut updates).await["seq"], 1);
    updates.unsubscribe().await.expect("it ends");
    match ask(
        "match/act",
        json!({ "sessionId": session, "action": { "type": "dance" } }),
    )
    .await
    {
        Err(Error::Call(refusal)) => assert_eq!(refusal.code(), -32602),
        other => panic!("{other:?} is no refusal"),
    }
    let listed: Value = client
        .request("session/list", ObjectParams::new())
        .await
        .expect("a list");
    assert_eq!(listed["sessions"][0]["seq"], 1);
}

#[test]
fn lines_through_the_socket_need_no_library_at_all() {
    let (daemon, _folder) = daemon();
    let mut stream = unix(&daemon.socket());
    stream
        .write_all(
            b"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"session/create\",\"params\":{\"mode\":\"live\"}}\n\n\
              {\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"session/get\",\"params\":[\"s1\"]}\n",
        )
        .expect("it is sent");
    stream
        .shutdown(std::net::Shutdown::Write)
        .expect("no more is sent");
    let answers: Vec<Value> = BufReader::new(stream)
        .lines()
        .map(|line| serde_json::from_str(&line.expect("a line")).expect("JSON"))
        .collect();
    assert_eq!(answers.len(), 2);
    assert_eq!(answers[0]["result"]["sessionId"], "s1");
    assert_eq!(answers[1]["result"], answers[0]["result"]["snapshot"]);
}
