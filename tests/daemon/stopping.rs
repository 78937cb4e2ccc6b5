//! SIGTERM and SIGINT: everybody is told, nothing is lost, the status is 0.

use std::process::Command;
use std::thread;

use serde_json::{Value, json};

use crate::check::{advice, daemon, hard_to_coach, session, set_hand, simulated};
use crate::client::{Client, Framing, Way, upgrade, web};
use crate::stdio::StdioDaemon;
use crate::support::Running;

const REASON: &str = "the daemon is stopping";

fn signal(pid: u32, name: &str) {
    let sent = Command::new("kill")
        .args(["-s", name, &pid.to_string()])
        .status();
    assert!(sent.expect("kill runs").success());
}

/// Asks the daemon to stop and waits for its end.
fn stop(running: &mut Running, name: &str) {
    signal(running.child.id(), name);
    let status = running.child.wait().expect("it ends");
    assert_eq!(status.code(), Some(0), "{name}");
}

#[test]
fn every_connection_is_told_why_it_ends() {
    for name in ["TERM", "INT"] {
        let (mut daemon, _folder) = daemon();
        let mut clients = Way::LASTING.map(|way| (way, Client::connect(&daemon, way)));
        for (_, client) in &mut clients {
            let session = simulated(client);
            client
                .ask("session/subscribe", json!([session]))
                .expect("a subscription");
        }
        let tap = format!("{}/tap", daemon.websocket());
        let tap = web(&daemon.http(), upgrade(&tap, &[])).expect("the tap opens");
        stop(&mut daemon, name);
        for (way, client) in &mut clients {
            let (messages, closing) = client.until_the_end();
            match way {
                Way::WebSocket => assert_eq!(closing, Some((1001, REASON.to_owned())), "{name}"),
                _ => {
                    let last = messages.last().expect("a last message");
                    assert_eq!(last["error"]["data"]["reason"], REASON, "{way:?} {name}");
                    assert_eq!(last["id"], Value::Null, "{way:?} {name}");
                }
            }
        }
        let closing = Client::over_web(tap).until_the_end().1;
        assert_eq!(closing, Some((1001, REASON.to_owned())), "the tap, {name}");
    }
}

#[test]
fn a_stdio_daemon_stops_too() {
    let (process, mut client, _input) = StdioDaemon::start(Framing::Headers);
    client.ask("session/list", json!({})).expect("an answer");
    signal(process.pid(), "TERM");
    let (messages, _) = client.until_the_end();
    assert_eq!(messages[0]["error"]["data"]["reason"], REASON);
    assert_eq!(process.end().code(), Some(0));
}

#[test]
fn a_long_computation_does_not_keep_a_stopping_daemon() {
    let (mut daemon, _folder) = daemon();
    let mut client = Client::connect(&daemon, Way::Tcp);
    let session = hard_to_coach(&mut client);
    let asked: Vec<u64> = (0..30)
        .map(|place| client.begin("coach/recommend", advice(&session, &format!("{place}"))))
        .collect();
    client.wait_for(|message| message["params"]["token"] == "0");
    stop(&mut daemon, "TERM");
    let (messages, _) = client.until_the_end();
    let count = |id: u64| messages.iter().filter(|m| m["id"] == id).count();
    assert_eq!(count(asked[0]), 1, "what was under way is answered");
    // What still waited to be read has not begun.
    assert!(
        asked.iter().all(|id| count(*id) <= 1),
        "nothing is answered twice"
    );
}

/// Acts of all doors at once, a signal in their midst: what was answered is in the
/// journal, and what is in the journal was answered.
#[test]
fn an_act_is_answered_or_it_has_not_happened() {
    let folder = crate::support::TempFolder::new();
    let mut daemon = Running::start(folder.path(), &[]);
    let players: Vec<(String, thread::JoinHandle<u64>)> = Way::LASTING
        .into_iter()
        .map(|way| {
            let mut client = Client::connect(&daemon, way);
            let session = session(&mut client, json!({ "mode": "live" }));
            let acts = set_hand(&session, &["001", "003"]);
            client.pipeline((0..400).map(|_| ("match/act", acts.clone())));
            client.wait_for(|message| message["result"]["seq"] == 20);
            let reading = thread::spawn(move || {
                let (messages, _) = client.until_the_end();
                let seqs = messages
                    .iter()
                    .filter_map(|message| message["result"]["seq"].as_u64());
                seqs.fold(20, u64::max)
            });
            (session, reading)
        })
        .collect();
    stop(&mut daemon, "TERM");
    let again = Running::start(folder.path(), &[]);
    let mut client = Client::connect(&again, Way::Socket);
    for (session, reading) in players {
        let answered = reading.join().expect("it reads to the end");
        let kept = client
            .ask("session/get", json!({ "sessionId": session }))
            .expect("it is kept");
        assert_eq!(kept["seq"], answered, "the journal and the answers agree");
    }
}

#[test]
fn a_killed_daemon_has_kept_what_it_answered() {
    let folder = crate::support::TempFolder::new();
    let daemon = Running::start(folder.path(), &[]);
    let mut client = Client::connect(&daemon, Way::WebSocket);
    let session = session(&mut client, json!({ "mode": "live" }));
    let act = set_hand(&session, &["001", "003"]);
    let asked = client.pipeline((0..200).map(|_| ("match/act", act.clone())));
    let answered = client.answer(asked[50]).expect("it was answered")["seq"].clone();
    daemon.kill();
    let again = Running::start(folder.path(), &[]);
    let mut client = Client::connect(&again, Way::Socket);
    let kept = client
        .ask("session/get", json!({ "sessionId": session }))
        .expect("it is kept");
    assert!(
        kept["seq"].as_u64() >= answered.as_u64(),
        "{} and {answered}",
        kept["seq"]
    );
}

#[test]
fn the_socket_file_is_gone_after_a_stop() {
    let (mut daemon, _folder) = daemon();
    let socket = daemon.socket();
    stop(&mut daemon, "INT");
    assert!(!std::path::Path::new(&socket).exists());
}
