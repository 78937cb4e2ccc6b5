//! Subscriptions to a combat: patches lead to what the get methods answer, and a
//! stream never sees the hand.

use qbcoach_basics::chance::Chance;
use serde_json::{Value, json};

use crate::client::{Client, Transport};
use crate::combats::fighter::{Fighter, any_combat};
use crate::daemon::TestDaemon;
use crate::subscriptions::follower::Follower;

const TOPICS: [&str; 4] = ["state", "observation", "threat", "history"];

fn method(topic: &str) -> &'static str {
    match topic {
        "state" => "session/get",
        "observation" => "observation/get",
        "history" => "session/history",
        _ => "prediction/threatMap",
    }
}

#[test]
fn patches_lead_to_what_the_get_methods_answer_at_that_seq() {
    let daemon = TestDaemon::start();
    let client = &mut Client::connect(&daemon, Transport::Socket);
    for number in 0..8 {
        let mut chance = Chance::new(number, 750);
        let mut fighter = Fighter::begin(client, &any_combat(&mut chance));
        let connection = Client::connect(&daemon, Transport::WebSocket);
        let mut follower = Follower::subscribe(connection, &fighter.session, &TOPICS, "player", 0);
        loop {
            for update in follower.updates_until(fighter.seq()) {
                let params = json!({ "sessionId": fighter.session, "seq": update.seq });
                let answer = client.ask(method(&update.topic), &params);
                assert_eq!(answer, Ok(update.document), "{}", update.topic);
            }
            if fighter.seq() > 3 && chance.below(8) == 0 {
                fighter.undo(client, 1);
            } else if fighter.act_randomly(client, &mut chance).is_none() {
                break;
            }
        }
    }
}

#[test]
fn a_stream_never_sees_a_card_that_stays_in_the_hand() {
    let daemon = TestDaemon::start();
    let client = &mut Client::connect(&daemon, Transport::Socket);
    let setup = json!({ "enemies": ["medusa", "orc_summoners"], "hand": ["whirlwind", "taunt"] });
    let params = json!({ "game": "mage-knight", "setup": setup });
    let mut fighter = Fighter::begin(client, &params);
    let connection = Client::connect(&daemon, Transport::Tcp);
    let topics = ["state", "observation", "threat", "coach", "history"];
    let mut stream = Follower::subscribe(connection, &fighter.session, &topics, "stream", 0);
    let mut chance = Chance::new(1, 751);
    loop {
        for update in stream.updates_until(fighter.seq()) {
            let text = update.bytes.to_lowercase();
            assert!(!text.contains("taunt"), "{text}");
            assert_eq!(update.document["hero"].get("hand"), None);
        }
        let keeps_taunt = |action: &Value| action["card"] != "taunt";
        let offered = fighter.offered(client);
        let others: Vec<Value> = offered.into_iter().filter(keeps_taunt).collect();
        let Some(action) = chance.pick(&others) else {
            break;
        };
        fighter.act(client, action).expect("the action is legal");
    }
    assert!(fighter.is_over());
}
