//! A refused action changes nothing, and its error says why.

use qbcoach_basics::chance::Chance;
use serde_json::{Value, json};

use crate::client::{Client, ErrorAnswer, Transport};
use crate::combats::fighter::{Fighter, any_combat};
use crate::daemon::TestDaemon;

/// Actions that are refused in every combat.
fn illegal_actions() -> Vec<Value> {
    let siege = json!([{ "amount": 3, "kind": "siege" }]);
    vec![
        json!({ "type": "resolveChoice", "option": 99 }),
        json!({ "type": "resolveChoice", "option": -1 }),
        json!({ "type": "playCard", "card": "nobody" }),
        json!({ "type": "playCard" }),
        json!({ "type": "declareAttack", "enemies": ["enemy_99"], "attack": siege }),
        json!({ "type": "declareAttack", "enemies": ["enemy_0", "enemy_0"], "attack": siege }),
        json!({ "type": "declareAttack", "enemies": [], "attack": siege }),
        json!({ "type": "declareAttack", "enemies": ["enemy_0"], "attack": [] }),
        json!({ "type": "declareAttack", "enemies": ["enemy_0"], "attack": [{ "amount": -1 }] }),
        json!({ "type": "declareBlock", "enemy": "enemy_0", "attackIndex": 99, "block": [{ "amount": 3 }] }),
        json!({ "type": "declareBlock", "enemy": "prowlers", "block": [{ "amount": 3 }] }),
        json!({ "type": "assignDamage", "enemy": "enemy_0", "attackIndex": 99 }),
        json!({ "type": "assignDamage", "enemy": "enemy_99" }),
        json!({ "type": "pass" }),
        json!("endPhase"),
    ]
}

/// Sends an action, which must be refused, and returns the error.
#[track_caller]
fn refused(client: &mut Client, fighter: &Fighter, action: &Value) -> ErrorAnswer {
    let answer = client.ask("match/act", fighter.request(action));
    let error = match answer {
        Err(error) => error,
        Ok(result) => panic!("{action} gave {result} in {}", fighter.now),
    };
    let codes = [-32602, 1002, 1003, 1004, 1007];
    assert!(codes.contains(&error.code), "{error:?}");
    assert!(error.reason().len() > 10, "no reason: {error:?}");
    let after = client.ask("session/get", json!([fighter.session]));
    assert_eq!(
        after.as_ref(),
        Ok(&fighter.now),
        "{action} changed the combat"
    );
    error
}

#[test]
fn a_refused_action_leaves_the_combat_as_it_was() {
    let daemon = TestDaemon::start();
    let client = &mut Client::connect(&daemon, Transport::Socket);
    for number in 0..8 {
        let mut chance = Chance::new(number, 710);
        let mut fighter = Fighter::begin(client, &any_combat(&mut chance));
        loop {
            // Where the combat counts points, an attack may be made with those gathered.
            let counts = fighter.now["holdings"].is_object();
            let gathered = |action: &Value| action["attack"] == json!([]);
            let illegal = illegal_actions().into_iter();
            for action in illegal.filter(|action| !(counts && gathered(action))) {
                refused(client, &fighter, &action);
            }
            if fighter.act_randomly(client, &mut chance).is_none() {
                break;
            }
        }
    }
}

#[test]
fn while_a_choice_is_pending_everything_else_is_out_of_turn() {
    let daemon = TestDaemon::start();
    let client = &mut Client::connect(&daemon, Transport::Socket);
    let setup = json!({ "enemies": ["prowlers", "hydra"], "hand": ["whirlwind", "chill"] });
    let mut fighter = Fighter::begin(client, &json!({ "game": "mage-knight", "setup": setup }));
    let play = json!({ "type": "playCard", "card": "whirlwind" });
    fighter.act(client, &play).expect("the card is in the hand");
    for action in [
        json!({ "type": "endPhase" }),
        json!({ "type": "playCard", "card": "chill" }),
        json!({ "type": "playCard", "card": "tremor" }),
        json!({ "type": "declareAttack", "enemies": ["enemy_0"], "attack": [{ "amount": 9, "kind": "siege" }] }),
        json!({ "type": "declareBlock", "enemy": "enemy_0", "block": [{ "amount": 9 }] }),
        json!({ "type": "assignDamage", "enemy": "enemy_0" }),
    ] {
        let error = refused(client, &fighter, &action);
        assert_eq!(error.code, 1003, "{action}");
        assert_eq!(error.data["expected"], json!(["resolveChoice"]));
    }
    let error = refused(
        client,
        &fighter,
        &json!({ "type": "resolveChoice", "option": 2 }),
    );
    assert_eq!(error.code, 1002);
    assert_eq!(error.data["rule"], "noSuchOption");
}

#[test]
fn a_setup_without_enemies_or_with_unknown_names_creates_no_session() {
    let daemon = TestDaemon::start();
    let client = &mut Client::connect(&daemon, Transport::Socket);
    for (setup, code) in [
        (json!({ "enemies": [] }), -32602),
        (json!({ "enemies": ["prowlrs"] }), 1004),
        (json!({ "enemies": ["prowlers"], "hand": ["tremer"] }), 1004),
        (json!({}), -32602),
    ] {
        let params = json!({ "game": "mage-knight", "setup": setup });
        let error = client
            .ask("session/create", &params)
            .expect_err("the setup is refused");
        assert_eq!(error.code, code, "{setup}: {error:?}");
    }
    let listed = client.ask("session/list", json!({}));
    assert_eq!(listed, Ok(json!({ "sessions": [] })));
}
