//! The catalogue lists what a combat can be made of: all of it can be, as it says.

use serde_json::{Value, json};

use crate::Table;

fn list<'a>(value: &'a Value, field: &str) -> &'a [Value] {
    value[field].as_array().expect("it is a list")
}

#[test]
fn every_enemy_of_the_catalogue_can_be_met_and_is_as_it_says() {
    let mut table = Table::open();
    let catalogue = table
        .client
        .ask("combat/catalogue", &json!({}))
        .expect("it answers");
    let enemies = list(&catalogue, "enemies");
    assert!(enemies.len() >= 20, "{}", enemies.len());
    for enemy in enemies {
        let setup = json!({"enemies": [enemy["id"]]});
        let params = json!({"game": "mage-knight", "setup": setup});
        let created = table
            .client
            .ask("session/create", &params)
            .expect("it can be met");
        let met = &created["snapshot"]["enemies"][0];
        for field in ["id", "name", "fame", "resistances", "abilities"] {
            assert_eq!(met[field], enemy[field], "{enemy}");
        }
        assert_eq!(met["baseArmor"], enemy["armor"], "{enemy}");
        for (met, told) in list(met, "attacks").iter().zip(list(enemy, "attacks")) {
            for field in ["value", "element", "summons"] {
                assert_eq!(met[field], told[field], "{enemy}");
            }
        }
    }
}

#[test]
fn every_card_of_the_catalogue_can_be_held_and_says_what_it_does() {
    let mut table = Table::open();
    let catalogue = table
        .client
        .ask("combat/catalogue", &json!({}))
        .expect("it answers");
    let cards = list(&catalogue, "cards");
    for card in cards {
        for rules in list(card, "rules") {
            let setup = json!({"enemies": ["prowlers"], "hand": [card["id"]]});
            let params = json!({"game": "mage-knight", "rules": rules, "setup": setup});
            let created = table
                .client
                .ask("session/create", &params)
                .expect("it can be held");
            let held = &created["snapshot"]["hero"]["hand"][0];
            assert_eq!(*held, json!({"id": card["id"], "name": card["name"]}));
        }
        let modes = [&card["basic"], &card["powered"]];
        assert!(
            modes.iter().any(|mode| mode.is_object()),
            "{card} does nothing"
        );
        for mode in modes.into_iter().filter(|mode| mode.is_object()) {
            let text = mode["text"].as_str().unwrap_or_default();
            assert!(text.len() > 10, "{card} does not say what it does");
        }
    }
    let tremors = cards.iter().filter(|card| card["id"] == "tremor");
    let rules: Vec<&Value> = tremors.map(|card| &card["rules"]).collect();
    assert_eq!(
        rules,
        [&json!(["seed"]), &json!(["printed"])],
        "one for each set"
    );
}
