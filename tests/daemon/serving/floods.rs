//! Many requests, connections and sessions at once are all served.

use std::thread;

use serde_json::json;

use crate::client::{Client, Transport, request};
use crate::daemon::TestDaemon;
use crate::serving::check::{memory_of, session, set_hand, simulated};

#[test]
fn a_flood_of_requests_is_answered_in_order() {
    const FLOOD: u64 = 3000;
    let daemon = TestDaemon::start();
    for transport in Transport::LASTING {
        let mut client = Client::connect(&daemon, transport);
        client.pipeline((0..FLOOD).map(|_| ("no/such/method", json!({}))));
        for id in 1..=FLOOD {
            let message = client.wait_for(|_| true);
            assert_eq!(message["id"], id, "{transport:?}");
        }
    }
}

#[test]
fn a_flood_of_connections_is_served_and_forgotten() {
    let daemon = TestDaemon::start();
    let mut staying = Client::connect(&daemon, Transport::Socket);
    thread::scope(|scope| {
        for transport in Transport::ALL {
            let daemon = &daemon;
            scope.spawn(move || {
                for _ in 0..100 {
                    let mut client = Client::connect(daemon, transport);
                    client.ask("session/list", json!({})).expect("an answer");
                }
            });
        }
        for _ in 0..100 {
            staying.ask("session/list", json!({})).expect("an answer");
        }
    });
    // The daemon needs a moment to notice that only this connection is left.
    while staying.ask("server/info", json!({})).expect("an answer")["connections"] != 1 {}
}

#[test]
fn sessions_of_concurrent_clients_do_not_mix() {
    let daemon = TestDaemon::start();
    thread::scope(|scope| {
        for transport in Transport::ALL.repeat(2) {
            let daemon = &daemon;
            scope.spawn(move || {
                let mut client = Client::connect(daemon, transport);
                let session = session(&mut client, json!({ "mode": "live" }));
                for seq in 1..=30 {
                    let act = set_hand(&session, &["001", "003"]);
                    let acted = client
                        .ask("match/act", act)
                        .expect("the action is accepted");
                    assert_eq!(acted["seq"], seq, "{transport:?}");
                }
            });
        }
    });
}

#[test]
fn closed_connections_take_no_memory() {
    let daemon = TestDaemon::start();
    let session = simulated(&mut Client::connect(&daemon, Transport::Socket));
    let connect_and_leave = |times: usize| {
        for _ in 0..times {
            let mut client = Client::connect(&daemon, Transport::Socket);
            client
                .ask("session/subscribe", json!([session]))
                .expect("a subscription");
            // The client disconnects during a request and in the middle of a message.
            client.send_text(&request(9, "prediction/threatMap", json!([session])));
            client.send_bytes(b"{\"jsonrpc\":");
        }
    };
    connect_and_leave(50);
    let before = memory_of(daemon.child.id());
    connect_and_leave(300);
    let after = memory_of(daemon.child.id());
    assert!(
        after < before + 32 * 1024 * 1024,
        "memory grew from {before} to {after} bytes"
    );
}
