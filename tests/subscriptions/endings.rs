//! A session that ends while it is followed: the subscription says so, the
//! connection lives on.

use qbcoach::simulation::chance::Chance;
use serde_json::{Value, json};

use crate::client::{Client, Door, Failed};
use crate::follower::Follower;
use crate::player::Player;
use crate::{CONTROL, House};

const UNKNOWN_SESSION: i64 = 1001;

#[test]
fn the_end_of_a_session_is_told_once_and_the_connection_lives_on() {
    let house = House::open();
    let mut chance = Chance::new(1, 300);
    for method in ["session/close", "session/delete"] {
        for door in Door::ALL {
            for delay in [0, 50] {
                let mut control = Client::with_token(&house.doors, Door::Tcp, CONTROL);
                let player = Player::begin(&mut control, "live", &mut chance);
                let player = player.expect("it begins");
                let named = json!({ "sessionId": player.session });
                let client = Client::with_token(&house.doors, door, CONTROL);
                let topics = ["state", "coach"];
                let session = &player.session;
                let mut follower = Follower::subscribe(client, session, &topics, "player", delay);
                control.ask(method, &named).expect("it ends");
                // A delayed one hears of the end after all that came before it.
                follower.hear_until(0);
                let told = follower.client.receive().expect("the connection lives");
                let told: Value = serde_json::from_str(&told).expect("JSON");
                assert_eq!(told["method"], "session/update");
                assert_eq!(told["params"]["subscription"], json!(follower.subscription));
                assert!(told["params"]["error"].is_string(), "{told}");
                let Follower {
                    mut client,
                    subscription,
                    ..
                } = follower;
                let again = client.ask("session/get", &named);
                match method {
                    "session/close" => assert!(again.is_ok(), "{again:?}"),
                    _ => assert_eq!(again.unwrap_err().code(), Some(UNKNOWN_SESSION)),
                }
                let gone = json!({ "subscription": subscription, "delayMs": 5 });
                let refused = client.ask("session/setDelay", &gone);
                assert!(matches!(refused, Err(Failed::Refused(_))), "{refused:?}");
            }
        }
    }
}

#[test]
fn after_unsubscribing_nothing_more_comes() {
    let house = House::open();
    let mut chance = Chance::new(2, 300);
    for door in Door::ALL {
        let mut control = Client::with_token(&house.doors, Door::Socket, CONTROL);
        let mut player = Player::begin(&mut control, "live", &mut chance).expect("it begins");
        let client = Client::with_token(&house.doors, door, CONTROL);
        let mut follower = Follower::subscribe(client, &player.session, &["state"], "player", 0);
        follower.hear_until(0);
        let mut client = follower.unsubscribe();
        for _ in 0..20 {
            let (method, params) = player.set_hand(&mut chance);
            let answer = control.ask(method, &params).expect("hands may be set");
            player.now = answer["snapshot"].clone();
        }
        // Had there been an update, it would have come before this answer.
        client.ask("server/info", &json!({})).expect("an answer");
        assert_eq!(client.heard_between(), 0);
    }
}

#[test]
fn a_closed_session_can_be_followed_from_the_start_of_the_end() {
    let house = House::open();
    let mut chance = Chance::new(3, 300);
    let mut control = Client::with_token(&house.doors, Door::Socket, CONTROL);
    let player = Player::begin(&mut control, "simulated", &mut chance).expect("it begins");
    let named = json!({ "sessionId": player.session });
    control.ask("session/close", &named).expect("it ends");
    let client = Client::with_token(&house.doors, Door::WebSocket, CONTROL);
    let mut late = Follower::subscribe(client, &player.session, &["state"], "player", 0);
    late.hear_until(0);
    assert_eq!(late.documents["state"].1, player.now);
}
