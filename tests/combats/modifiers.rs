//! What a card does to enemies ends with the combat.

use serde_json::{Value, json};

use crate::Table;
use crate::client::Client;
use crate::fighter::{Fighter, but_for};

fn combat() -> Value {
    json!({ "game": "mage-knight", "seed": 1, "setup": {
        "enemies": ["prowlers", "guardsmen"], "hand": ["tremor", "chill"],
    } })
}

fn all_enemies_are_weaker(client: &mut Client) -> Fighter {
    let mut fighter = Fighter::begin(client, &combat());
    for action in [
        json!({ "type": "playCard", "card": "tremor" }),
        json!({ "type": "resolveChoice", "option": 1 }),
    ] {
        fighter.act(client, &action).expect("it is offered");
    }
    assert_eq!(fighter.now["modifiers"].as_array().map(Vec::len), Some(1));
    assert_eq!(fighter.now["enemies"][0]["armor"], 1);
    fighter
}

#[test]
fn a_new_combat_with_the_same_enemies_has_none() {
    let mut table = Table::open();
    let client = &mut table.client;
    let untouched = Fighter::begin(client, &combat());
    let fighter = all_enemies_are_weaker(client);
    let next = Fighter::begin(client, &combat());
    assert_eq!(next.now["modifiers"], json!([]));
    let same = |fighter: &Fighter| but_for(&fighter.now, &["sessionId"]);
    assert_eq!(same(&next), same(&untouched));
    assert_ne!(same(&next), same(&fighter), "the other one is still weaker");
}

#[test]
fn they_end_with_the_combat_and_go_with_what_made_them() {
    let mut table = Table::open();
    let client = &mut table.client;
    let mut fighter = all_enemies_are_weaker(client);
    fighter.undo(client, 1);
    assert_eq!(fighter.now["modifiers"], json!([]));
    assert_eq!(fighter.now["enemies"][0]["armor"], 3);
    let mut fighter = all_enemies_are_weaker(client);
    while !fighter.is_over() {
        let offered = fighter.offered(client);
        let damage = offered
            .iter()
            .find(|action| action["type"] == "assignDamage");
        let end = json!({ "type": "endPhase" });
        let action = damage.unwrap_or(&end).clone();
        fighter.act(client, &action).expect("it is offered");
    }
    assert_eq!(fighter.now["modifiers"], json!([]));
    assert_eq!(fighter.now["enemies"][0]["armor"], 3);
}
