//! A card's modifiers of enemies last at most until the end of the combat.

use serde_json::{Value, json};

use crate::client::{Client, Transport};
use crate::combats::fighter::{Fighter, without_fields};
use crate::daemon::TestDaemon;

fn combat() -> Value {
    json!({ "game": "mage-knight", "seed": 1, "setup": {
        "enemies": ["prowlers", "guardsmen"], "hand": ["tremor", "chill"],
    } })
}

fn with_weakened_enemies(client: &mut Client) -> Fighter {
    let mut fighter = Fighter::begin(client, &combat());
    for action in [
        json!({ "type": "playCard", "card": "tremor" }),
        json!({ "type": "resolveChoice", "option": 1 }),
    ] {
        fighter.act(client, &action).expect("the action is legal");
    }
    assert_eq!(fighter.now["modifiers"].as_array().map(Vec::len), Some(1));
    assert_eq!(fighter.now["enemies"][0]["armor"], 1);
    fighter
}

#[test]
fn a_new_combat_with_the_same_enemies_has_no_modifiers() {
    let daemon = TestDaemon::start();
    let client = &mut Client::connect(&daemon, Transport::Socket);
    let untouched = Fighter::begin(client, &combat());
    let fighter = with_weakened_enemies(client);
    let next = Fighter::begin(client, &combat());
    assert_eq!(next.now["modifiers"], json!([]));
    let same = |fighter: &Fighter| without_fields(&fighter.now, &["sessionId"]);
    assert_eq!(same(&next), same(&untouched));
    assert_ne!(
        same(&next),
        same(&fighter),
        "the other combat still has its modifier"
    );
}

#[test]
fn modifiers_end_with_the_combat_and_with_an_undo_of_their_action() {
    let daemon = TestDaemon::start();
    let client = &mut Client::connect(&daemon, Transport::Socket);
    let mut fighter = with_weakened_enemies(client);
    fighter.undo(client, 1);
    assert_eq!(fighter.now["modifiers"], json!([]));
    assert_eq!(fighter.now["enemies"][0]["armor"], 3);
    let mut fighter = with_weakened_enemies(client);
    while !fighter.is_over() {
        let offered = fighter.offered(client);
        let damage = offered
            .iter()
            .find(|action| action["type"] == "assignDamage");
        let end = json!({ "type": "endPhase" });
        let action = damage.unwrap_or(&end).clone();
        fighter.act(client, &action).expect("the action is legal");
    }
    assert_eq!(fighter.now["modifiers"], json!([]));
    assert_eq!(fighter.now["enemies"][0]["armor"], 3);
}
