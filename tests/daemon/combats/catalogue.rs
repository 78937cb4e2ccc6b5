//! Every enemy and card of the catalogue can be used in a combat, as described.

use serde_json::{Value, json};

use crate::client::{Client, Transport};
use crate::daemon::TestDaemon;

fn list<'a>(value: &'a Value, field: &str) -> &'a [Value] {
    value[field].as_array().expect("the field is a list")
}

#[test]
fn a_combat_shows_every_enemy_as_the_catalogue_describes_it() {
    let daemon = TestDaemon::start();
    let mut client = Client::connect(&daemon, Transport::Socket);
    let catalogue = client
        .ask("combat/catalogue", json!({}))
        .expect("the catalogue");
    let enemies = list(&catalogue, "enemies");
    assert!(enemies.len() >= 20, "{}", enemies.len());
    for enemy in enemies {
        let setup = json!({"enemies": [enemy["id"]]});
        let params = json!({"game": "mage-knight", "setup": setup});
        let created = client
            .ask("session/create", &params)
            .expect("the combat begins");
        let in_combat = &created["snapshot"]["enemies"][0];
        for field in ["id", "name", "fame", "resistances", "abilities"] {
            assert_eq!(in_combat[field], enemy[field], "{enemy}");
        }
        assert_eq!(in_combat["baseArmor"], enemy["armor"], "{enemy}");
        let attacks = list(in_combat, "attacks").iter();
        for (attack, listed) in attacks.zip(list(enemy, "attacks")) {
            for field in ["value", "element", "summons"] {
                assert_eq!(attack[field], listed[field], "{enemy}");
            }
        }
    }
}

#[test]
fn every_card_of_the_catalogue_can_be_in_the_hand_and_has_a_text() {
    let daemon = TestDaemon::start();
    let mut client = Client::connect(&daemon, Transport::Socket);
    let catalogue = client
        .ask("combat/catalogue", json!({}))
        .expect("the catalogue");
    let cards = list(&catalogue, "cards");
    for card in cards {
        for rules in list(card, "rules") {
            let setup = json!({"enemies": ["prowlers"], "hand": [card["id"]]});
            let params = json!({"game": "mage-knight", "rules": rules, "setup": setup});
            let created = client
                .ask("session/create", &params)
                .expect("the combat begins");
            let held = &created["snapshot"]["hero"]["hand"][0];
            assert_eq!(*held, json!({"id": card["id"], "name": card["name"]}));
        }
        let modes = [&card["basic"], &card["powered"]];
        assert!(
            modes.iter().any(|mode| mode.is_object()),
            "{card} has no effect"
        );
        for mode in modes.into_iter().filter(|mode| mode.is_object()) {
            let text = mode["text"].as_str().unwrap_or_default();
            assert!(text.len() > 10, "{card} has no text");
        }
    }
    let tremors = cards.iter().filter(|card| card["id"] == "tremor");
    let rules: Vec<&Value> = tremors.map(|card| &card["rules"]).collect();
    assert_eq!(
        rules,
        [&json!(["seed"]), &json!(["printed"])],
        "one Tremor for each card set"
    );
}
