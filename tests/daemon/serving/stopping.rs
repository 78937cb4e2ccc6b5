//! SIGTERM and SIGINT: every client gets the reason, nothing is lost, and the exit
//! status is 0.

use std::thread;

use serde_json::{Value, json};

use crate::client::{Client, Framing, StdioDaemon, Transport, open_websocket};
use crate::daemon::{TestDaemon, send_signal};
use crate::serving::check::{advice_params, hard_to_coach, session, set_hand, simulated};

const REASON: &str = "the daemon is stopping";

#[test]
fn every_connection_ends_with_a_reason() {
    for name in ["TERM", "INT"] {
        let mut daemon = TestDaemon::start();
        let mut clients =
            Transport::LASTING.map(|transport| (transport, Client::connect(&daemon, transport)));
        let sessions = clients.each_mut().map(|(_, client)| {
            let session = simulated(client);
            client
                .ask("session/subscribe", json!([session]))
                .expect("a subscription");
            session
        });
        let tap = format!("/tap?session={}", sessions[0]);
        let tap = open_websocket(&daemon, &tap, &[]).expect("the tap opens");
        daemon.stop(name);
        for (transport, client) in &mut clients {
            let (messages, closing) = client.read_to_end();
            match transport {
                Transport::WebSocket => {
                    assert_eq!(closing, Some((1001, REASON.to_owned())), "{name}")
                }
                _ => {
                    let last = messages.last().expect("a last message");
                    assert_eq!(
                        last["error"]["data"]["reason"], REASON,
                        "{transport:?} {name}"
                    );
                    assert_eq!(last["id"], Value::Null, "{transport:?} {name}");
                }
            }
        }
        let closing = Client::over_websocket(tap).read_to_end().1;
        assert_eq!(closing, Some((1001, REASON.to_owned())), "the tap, {name}");
    }
}

#[test]
fn a_stdio_daemon_stops_on_sigterm() {
    let (process, mut client) = StdioDaemon::start(Framing::Headers);
    client.ask("session/list", json!({})).expect("an answer");
    send_signal(process.pid(), "TERM");
    let (messages, _) = client.read_to_end();
    assert_eq!(messages[0]["error"]["data"]["reason"], REASON);
    assert_eq!(process.wait().code(), Some(0));
}

#[test]
fn a_long_computation_does_not_keep_the_daemon_from_stopping() {
    let mut daemon = TestDaemon::start();
    let mut client = Client::connect(&daemon, Transport::Tcp);
    let session = hard_to_coach(&mut client);
    let asked: Vec<u64> = (0..30)
        .map(|index| {
            client.send_request(
                "coach/recommend",
                advice_params(&session, &format!("{index}")),
            )
        })
        .collect();
    client.wait_for(|message| message["params"]["token"] == "0");
    daemon.stop("TERM");
    let (messages, _) = client.read_to_end();
    let count = |id: u64| messages.iter().filter(|m| m["id"] == id).count();
    assert_eq!(count(asked[0]), 1, "a running request is answered");
    // Requests that the daemon has not read are not answered.
    assert!(
        asked.iter().all(|id| count(*id) <= 1),
        "a request was answered twice"
    );
}

/// Clients of all transports act while the signal comes: the journal has exactly the
/// answered actions.
#[test]
fn exactly_the_answered_actions_are_kept() {
    let mut daemon = TestDaemon::start();
    let players: Vec<(String, thread::JoinHandle<u64>)> = Transport::LASTING
        .into_iter()
        .map(|transport| {
            let mut client = Client::connect(&daemon, transport);
            let session = session(&mut client, json!({ "mode": "live" }));
            let acts = set_hand(&session, &["001", "003"]);
            client.pipeline((0..400).map(|_| ("match/act", acts.clone())));
            client.wait_for(|message| message["result"]["seq"] == 20);
            let reading = thread::spawn(move || {
                let (messages, _) = client.read_to_end();
                let seqs = messages
                    .iter()
                    .filter_map(|message| message["result"]["seq"].as_u64());
                seqs.fold(20, u64::max)
            });
            (session, reading)
        })
        .collect();
    daemon.stop("TERM");
    daemon.restart();
    let mut client = Client::connect(&daemon, Transport::Socket);
    for (session, reading) in players {
        let answered = reading.join().expect("the reading thread ends");
        let kept = client
            .ask("session/get", json!({ "sessionId": session }))
            .expect("the session is kept");
        assert_eq!(kept["seq"], answered, "the journal and the answers agree");
    }
}

#[test]
fn a_killed_daemon_has_kept_the_answered_actions() {
    let mut daemon = TestDaemon::start();
    let mut client = Client::connect(&daemon, Transport::WebSocket);
    let session = session(&mut client, json!({ "mode": "live" }));
    let act = set_hand(&session, &["001", "003"]);
    let asked = client.pipeline((0..200).map(|_| ("match/act", act.clone())));
    let answered = client.answer(asked[50]).expect("an answer")["seq"].clone();
    daemon.kill();
    daemon.restart();
    let mut client = Client::connect(&daemon, Transport::Socket);
    let kept = client
        .ask("session/get", json!({ "sessionId": session }))
        .expect("the session is kept");
    assert!(
        kept["seq"].as_u64() >= answered.as_u64(),
        "{} and {answered}",
        kept["seq"]
    );
}

#[test]
fn the_socket_file_is_removed_on_stop() {
    let mut daemon = TestDaemon::start();
    let socket = daemon.socket();
    daemon.stop("INT");
    assert!(!std::path::Path::new(&socket).exists());
}
