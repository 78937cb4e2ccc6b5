//! Floods: everything is answered, nothing falls over.

use std::thread;

use serde_json::json;

use crate::check::{daemon, memory_of, session, simulated};
use crate::client::{Client, Way, request};

#[test]
fn a_flood_of_requests_is_answered_one_by_one() {
    const FLOOD: u64 = 3000;
    let (daemon, _folder) = daemon();
    for way in Way::LASTING {
        let mut client = Client::connect(&daemon, way);
        client.pipeline((0..FLOOD).map(|_| ("no/such/method", json!({}))));
        for id in 1..=FLOOD {
            let message = client.wait_for(|_| true);
            assert_eq!(message["id"], id, "{way:?}: in order");
        }
    }
}

#[test]
fn a_flood_of_connections_comes_and_goes() {
    let (daemon, _folder) = daemon();
    let mut staying = Client::connect(&daemon, Way::Socket);
    thread::scope(|scope| {
        for way in Way::ALL {
            let daemon = &daemon;
            scope.spawn(move || {
                for _ in 0..100 {
                    let mut client = Client::connect(daemon, way);
                    client.ask("session/list", json!({})).expect("an answer");
                }
            });
        }
        for _ in 0..100 {
            staying.ask("session/list", json!({})).expect("an answer");
        }
    });
    // All that came have gone: only this one is left, once the daemon has noticed.
    while staying.ask("server/info", json!({})).expect("an answer")["connections"] != 1 {}
}

#[test]
fn sessions_of_many_players_at_once_do_not_mix() {
    let (daemon, _folder) = daemon();
    thread::scope(|scope| {
        for way in Way::ALL.repeat(2) {
            let daemon = &daemon;
            scope.spawn(move || {
                let mut client = Client::connect(daemon, way);
                let session = session(&mut client, json!({ "mode": "live" }));
                for seq in 1..=30 {
                    let act = crate::check::set_hand(&session, &["001", "003"]);
                    let acted = client.ask("match/act", act).expect("it is taken");
                    assert_eq!(acted["seq"], seq, "{way:?}");
                }
            });
        }
    });
}

#[test]
fn what_is_sent_and_left_behind_takes_no_memory() {
    let (daemon, _folder) = daemon();
    let session = simulated(&mut Client::connect(&daemon, Way::Socket));
    let visit = |times: usize| {
        for _ in 0..times {
            let mut client = Client::connect(&daemon, Way::Socket);
            client
                .ask("session/subscribe", json!([session]))
                .expect("a subscription");
            // Gone in the middle of a request and of a message.
            client.say(&request(9, "prediction/threatMap", json!([session])));
            client.wire.send(b"{\"jsonrpc\":");
        }
    };
    visit(50);
    let before = memory_of(daemon.child.id());
    visit(300);
    let after = memory_of(daemon.child.id());
    assert!(
        after < before + 32 * 1024 * 1024,
        "{before} became {after} bytes"
    );
}
