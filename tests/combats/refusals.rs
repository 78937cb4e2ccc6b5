//! What is refused changes nothing, and says why.

use qbcoach::simulation::chance::Chance;
use serde_json::{Value, json};

use crate::Table;
use crate::client::{Client, Failed};
use crate::fighter::{Fighter, any_combat};

/// Whatever the combat is, these are refused.
fn mistakes() -> Vec<Value> {
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

/// Sends it and checks what must hold of every refusal; returns its error.
#[track_caller]
fn refused(client: &mut Client, fighter: &Fighter, action: &Value) -> Value {
    let answer = client.ask("match/act", &fighter.request(action));
    let error = match answer {
        Err(Failed::Refused(error)) => error,
        other => panic!("{action} got {other:?} in {}", fighter.now),
    };
    let code = error["code"].as_i64().expect("a code");
    assert!([-32602, 1002, 1003, 1004, 1007].contains(&code), "{error}");
    let reason = error["data"]["reason"].as_str().unwrap_or_default();
    assert!(reason.len() > 10, "{error} says nothing");
    let after = client.ask("session/get", &json!([fighter.session]));
    assert_eq!(
        after.as_ref(),
        Ok(&fighter.now),
        "{action} changed something"
    );
    error
}

#[test]
fn a_refused_action_leaves_the_combat_as_it_was() {
    let mut table = Table::open();
    let client = &mut table.client;
    for number in 0..8 {
        let mut chance = Chance::new(number, 710);
        let mut fighter = Fighter::begin(client, &any_combat(&mut chance));
        loop {
            for action in mistakes() {
                refused(client, &fighter, &action);
            }
            if fighter.step(client, &mut chance).is_none() {
                break;
            }
        }
    }
}

#[test]
fn while_a_choice_is_pending_everything_else_is_out_of_turn() {
    let mut table = Table::open();
    let client = &mut table.client;
    let setup = json!({ "enemies": ["prowlers", "hydra"], "hand": ["whirlwind", "chill"] });
    let mut fighter = Fighter::begin(client, &json!({ "game": "mage-knight", "setup": setup }));
    let play = json!({ "type": "playCard", "card": "whirlwind" });
    fighter.act(client, &play).expect("it is in the hand");
    for action in [
        json!({ "type": "endPhase" }),
        json!({ "type": "playCard", "card": "chill" }),
        json!({ "type": "playCard", "card": "tremor" }),
        json!({ "type": "declareAttack", "enemies": ["enemy_0"], "attack": [{ "amount": 9, "kind": "siege" }] }),
        json!({ "type": "declareBlock", "enemy": "enemy_0", "block": [{ "amount": 9 }] }),
        json!({ "type": "assignDamage", "enemy": "enemy_0" }),
    ] {
        let error = refused(client, &fighter, &action);
        assert_eq!(error["code"], 1003, "{action}");
        assert_eq!(error["data"]["expected"], json!(["resolveChoice"]));
    }
    let error = refused(
        client,
        &fighter,
        &json!({ "type": "resolveChoice", "option": 2 }),
    );
    assert_eq!(error["code"], 1002);
    assert_eq!(error["data"]["rule"], "noSuchOption");
}

#[test]
fn a_setup_without_enemies_or_with_unknown_ones_begins_nothing() {
    let mut table = Table::open();
    let client = &mut table.client;
    for (setup, code) in [
        (json!({ "enemies": [] }), -32602),
        (json!({ "enemies": ["prowlrs"] }), 1004),
        (json!({ "enemies": ["prowlers"], "hand": ["tremer"] }), 1004),
        (json!({}), -32602),
    ] {
        let params = json!({ "game": "mage-knight", "setup": setup });
        let error = client
            .ask("session/create", &params)
            .expect_err("no combat");
        assert_eq!(error.code(), Some(code), "{setup}: {error:?}");
    }
    let listed = client.ask("session/list", &json!({}));
    assert_eq!(listed, Ok(json!({ "sessions": [] })));
}
