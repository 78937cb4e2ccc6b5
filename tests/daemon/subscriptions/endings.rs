//! When a session ends, its subscribers are notified once and their connections stay
//! open.

use qbcoach_basics::chance::Chance;
use serde_json::{Value, json};

use crate::client::{Client, Transport};
use crate::daemon::CONTROL;
use crate::player::Player;
use crate::subscriptions::follower::Follower;
use crate::subscriptions::patient_daemon;

const UNKNOWN_SESSION: i64 = 1001;

#[test]
fn the_end_of_a_session_is_sent_once_and_the_connection_stays_open() {
    let daemon = patient_daemon();
    let mut chance = Chance::new(1, 300);
    for method in ["session/close", "session/delete"] {
        for transport in Transport::LASTING {
            for delay in [0, 50] {
                let mut control = Client::with_token(&daemon, Transport::Tcp, CONTROL);
                let player = Player::begin(&mut control, "live", &mut chance);
                let player = player.expect("the session begins");
                let session_params = json!({ "sessionId": player.session });
                let client = Client::with_token(&daemon, transport, CONTROL);
                // The coach would stop thinking when the session ends.
                let topics = ["state", "threat"];
                let session = &player.session;
                let mut follower = Follower::subscribe(client, session, &topics, "player", delay);
                control
                    .ask(method, &session_params)
                    .expect("the session ends");
                // A delayed subscriber gets the end after all earlier updates.
                follower.updates_until(0);
                let end = follower.client.receive_text();
                let end: Value = serde_json::from_str(&end).expect("messages are JSON");
                assert_eq!(end["method"], "session/update");
                assert_eq!(end["params"]["subscription"], json!(follower.subscription));
                assert!(end["params"]["error"].is_string(), "{end}");
                let Follower {
                    mut client,
                    subscription,
                    ..
                } = follower;
                let again = client.ask("session/get", &session_params);
                match method {
                    "session/close" => assert!(again.is_ok(), "{again:?}"),
                    _ => assert_eq!(again.unwrap_err().code, UNKNOWN_SESSION),
                }
                let params = json!({ "subscription": subscription, "delayMs": 5 });
                let refused = client.ask("session/setDelay", &params);
                assert!(refused.is_err(), "{refused:?}");
            }
        }
    }
}

#[test]
fn after_unsubscribing_no_more_updates_come() {
    let daemon = patient_daemon();
    let mut chance = Chance::new(2, 300);
    for transport in Transport::LASTING {
        let mut control = Client::with_token(&daemon, Transport::Socket, CONTROL);
        let mut player =
            Player::begin(&mut control, "live", &mut chance).expect("the session begins");
        let client = Client::with_token(&daemon, transport, CONTROL);
        let mut follower = Follower::subscribe(client, &player.session, &["state"], "player", 0);
        follower.updates_until(0);
        let mut client = follower.unsubscribe();
        for _ in 0..20 {
            let (method, params) = player.set_hand(&mut chance);
            let answer = control.ask(method, &params).expect("the hand can be set");
            player.now = answer["snapshot"].clone();
        }
        // An update would have come before this answer.
        client.ask("server/info", json!({})).expect("an answer");
        assert_eq!(client.unread().count(), 0);
    }
}

#[test]
fn a_subscription_to_a_closed_session_gets_its_snapshot() {
    let daemon = patient_daemon();
    let mut chance = Chance::new(3, 300);
    let mut control = Client::with_token(&daemon, Transport::Socket, CONTROL);
    let player = Player::begin(&mut control, "simulated", &mut chance).expect("the session begins");
    let session_params = json!({ "sessionId": player.session });
    control
        .ask("session/close", &session_params)
        .expect("the session ends");
    let client = Client::with_token(&daemon, Transport::WebSocket, CONTROL);
    let mut late = Follower::subscribe(client, &player.session, &["state"], "player", 0);
    late.updates_until(0);
    assert_eq!(late.documents["state"].1, player.now);
}
