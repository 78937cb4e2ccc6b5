//! What is offered may be done.

use qbcoach::simulation::chance::Chance;
use serde_json::{Value, json};

use crate::Table;
use crate::fighter::{Fighter, any_combat, but_for};

const COMBATS: u64 = 30;
const LONGEST: usize = 25;

#[test]
fn every_offer_is_accepted_as_it_is_and_can_be_taken_back() {
    let mut table = Table::open();
    let client = &mut table.client;
    let mut tried = 0;
    for number in 0..COMBATS {
        let mut chance = Chance::new(number, 700);
        let mut fighter = Fighter::begin(client, &any_combat(&mut chance));
        for _ in 0..LONGEST {
            let before = but_for(&fighter.now, &["seq"]);
            for action in fighter.offered(client) {
                let accepted = fighter.act(client, &action);
                assert_eq!(accepted, Ok(()), "{action} was offered in {before}");
                fighter.undo(client, 1);
                assert_eq!(but_for(&fighter.now, &["seq"]), before, "{action}");
                tried += 1;
            }
            if fighter.step(client, &mut chance).is_none() {
                break;
            }
        }
    }
    assert!(tried > 500, "{tried} offers are no test");
}

#[test]
fn nothing_is_offered_exactly_when_the_combat_is_over() {
    let mut table = Table::open();
    let client = &mut table.client;
    for number in 0..COMBATS {
        let mut chance = Chance::new(number, 701);
        let mut fighter = Fighter::begin(client, &any_combat(&mut chance));
        while !fighter.offered(client).is_empty() {
            assert!(!fighter.is_over(), "{}", fighter.now);
            fighter.step(client, &mut chance);
        }
        assert!(fighter.is_over(), "{}", fighter.now);
    }
}

#[test]
fn while_a_choice_is_pending_its_options_are_all_there_is() {
    let mut table = Table::open();
    let client = &mut table.client;
    let mut choices = 0;
    for number in 0..COMBATS {
        let mut chance = Chance::new(number, 702);
        let mut fighter = Fighter::begin(client, &any_combat(&mut chance));
        while !fighter.is_over() {
            let offered = fighter.offered(client);
            let resolving = |action: &Value| action["type"] == "resolveChoice";
            match fighter.now["pendingChoice"]["options"].as_array() {
                None => assert!(!offered.iter().any(resolving), "{offered:?}"),
                Some(options) => {
                    choices += 1;
                    assert!(offered.iter().all(resolving), "{offered:?}");
                    for action in &offered {
                        let option = action["option"].as_u64().expect("a number") as usize;
                        assert_eq!(options[option]["option"], action["option"]);
                    }
                }
            }
            fighter.step(client, &mut chance);
        }
    }
    assert!(choices > 20, "{choices} choices are no test");
}

#[test]
fn advice_can_be_followed_to_the_end() {
    let mut table = Table::open();
    let client = &mut table.client;
    for number in 0..COMBATS {
        let mut chance = Chance::new(number, 703);
        let mut fighter = Fighter::begin(client, &any_combat(&mut chance));
        while !fighter.is_over() {
            let params = json!({
                "sessionId": fighter.session, "top": 1, "budget": { "nodes": 2000 },
            });
            let advice = client
                .ask("coach/recommend", &params)
                .expect("there is advice");
            assert_eq!(advice["seq"], fighter.now["seq"]);
            let action = advice["moves"][0]["action"].clone();
            let accepted = fighter.act(client, &action);
            assert_eq!(accepted, Ok(()), "{action} was advised in {}", fighter.now);
        }
    }
}
