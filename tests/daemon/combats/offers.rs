//! Every offered action is legal.

use qbcoach_basics::chance::Chance;
use serde_json::{Value, json};

use crate::client::{Client, Transport};
use crate::combats::fighter::{Fighter, any_combat, without_fields};
use crate::daemon::TestDaemon;

const COMBATS: u64 = 30;
const LONGEST: usize = 25;

#[test]
fn every_offered_action_is_accepted_and_can_be_undone() {
    let daemon = TestDaemon::start();
    let client = &mut Client::connect(&daemon, Transport::Socket);
    let mut tried = 0;
    for number in 0..COMBATS {
        let mut chance = Chance::new(number, 700);
        let mut fighter = Fighter::begin(client, &any_combat(&mut chance));
        for _ in 0..LONGEST {
            let before = without_fields(&fighter.now, &["seq"]);
            for action in fighter.offered(client) {
                let accepted = fighter.act(client, &action);
                assert_eq!(accepted, Ok(()), "{action} was offered in {before}");
                fighter.undo(client, 1);
                assert_eq!(without_fields(&fighter.now, &["seq"]), before, "{action}");
                tried += 1;
            }
            if fighter.act_randomly(client, &mut chance).is_none() {
                break;
            }
        }
    }
    assert!(tried > 500, "only {tried} offers were tried");
}

#[test]
fn actions_are_offered_until_the_combat_is_over() {
    let daemon = TestDaemon::start();
    let client = &mut Client::connect(&daemon, Transport::Socket);
    for number in 0..COMBATS {
        let mut chance = Chance::new(number, 701);
        let mut fighter = Fighter::begin(client, &any_combat(&mut chance));
        while !fighter.offered(client).is_empty() {
            assert!(!fighter.is_over(), "{}", fighter.now);
            fighter.act_randomly(client, &mut chance);
        }
        assert!(fighter.is_over(), "{}", fighter.now);
    }
}

#[test]
fn while_a_choice_is_pending_only_its_options_are_offered() {
    let daemon = TestDaemon::start();
    let client = &mut Client::connect(&daemon, Transport::Socket);
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
            fighter.act_randomly(client, &mut chance);
        }
    }
    assert!(choices > 20, "only {choices} choices came up");
}

#[test]
fn following_the_advice_is_legal_until_the_combat_is_over() {
    let daemon = TestDaemon::start();
    let client = &mut Client::connect(&daemon, Transport::Socket);
    for number in 0..COMBATS {
        let mut chance = Chance::new(number, 703);
        let mut fighter = Fighter::begin(client, &any_combat(&mut chance));
        while !fighter.is_over() {
            let params = json!({
                "sessionId": fighter.session, "top": 1, "budget": { "nodes": 2000 },
            });
            let advice = client.ask("coach/recommend", &params).expect("the advice");
            assert_eq!(advice["seq"], fighter.now["seq"]);
            let action = advice["moves"][0]["action"].clone();
            let accepted = fighter.act(client, &action);
            assert_eq!(accepted, Ok(()), "{action} was advised in {}", fighter.now);
        }
    }
}
