//! Following a combat: patches lead to what the methods answer, and a stream
//! learns nothing of the hand.

use qbcoach::simulation::chance::Chance;
use serde_json::{Value, json};

use crate::Table;
use crate::client::{Client, Door};
use crate::fighter::{Fighter, any_combat};
use crate::follower::Follower;

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
fn patches_lead_to_what_the_methods_answer_at_that_seq() {
    let mut table = Table::open();
    let client = &mut table.client;
    for number in 0..8 {
        let mut chance = Chance::new(number, 750);
        let mut fighter = Fighter::begin(client, &any_combat(&mut chance));
        let theirs = Client::open(&table.doors, Door::WebSocket).expect("the door is open");
        let mut follower = Follower::subscribe(theirs, &fighter.session, &TOPICS, "player", 0);
        loop {
            for heard in follower.hear_until(fighter.seq()) {
                let params = json!({ "sessionId": fighter.session, "seq": heard.seq });
                let answer = client.ask(method(&heard.topic), &params);
                assert_eq!(answer, Ok(heard.document), "{}", heard.topic);
            }
            if fighter.seq() > 3 && chance.below(8) == 0 {
                fighter.undo(client, 1);
            } else if fighter.step(client, &mut chance).is_none() {
                break;
            }
        }
    }
}

#[test]
fn a_stream_never_hears_of_a_card_that_stays_in_the_hand() {
    let mut table = Table::open();
    let client = &mut table.client;
    let setup = json!({ "enemies": ["medusa", "orc_summoners"], "hand": ["whirlwind", "taunt"] });
    let params = json!({ "game": "mage-knight", "setup": setup });
    let mut fighter = Fighter::begin(client, &params);
    let theirs = Client::open(&table.doors, Door::Tcp).expect("the door is open");
    let topics = ["state", "observation", "threat", "coach", "history"];
    let mut stream = Follower::subscribe(theirs, &fighter.session, &topics, "stream", 0);
    let mut chance = Chance::new(1, 751);
    loop {
        for heard in stream.hear_until(fighter.seq()) {
            let said = heard.bytes.to_lowercase();
            assert!(!said.contains("taunt"), "{said}");
            assert_eq!(heard.document["hero"].get("hand"), None);
        }
        let keeps = |action: &Value| action["card"] != "taunt";
        let offered = fighter.offered(client);
        let kept: Vec<Value> = offered.into_iter().filter(keeps).collect();
        let Some(action) = chance.pick(&kept) else {
            break;
        };
        fighter.act(client, action).expect("it is offered");
    }
    assert!(fighter.is_over());
}
