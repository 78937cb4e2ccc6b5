//! One mistake gives one fault: entries that refer to a broken entry get no faults of their
//! own.

use serde_json::{Value, json};

use crate::data::documents::{
    card, card_with, cards, effect, faults_of, lowering, only, token, with, without,
};

#[track_caller]
fn assert_one_fault(document: &Value, field: &str) {
    assert_eq!(only(&faults_of(document)).field, field);
}

fn egg() -> Value {
    with(with(card(), "number", json!("901")), "name", json!("Egg"))
}

/// A card that adds a second one to the hand.
fn with_egg(egg: Value) -> Value {
    let add = json!({"type": "add_to_hand", "cards": ["901"]});
    let mut document = card_with(effect("on_play", "hand", add));
    let list = document["cards"].as_array_mut().expect("it is a list");
    list.push(egg);
    document
}

#[test]
fn a_broken_effect_is_not_also_a_missing_one() {
    let broken = with(lowering(), "trigger", json!("on_pley"));
    assert_one_fault(&card_with(broken), "trigger");
    let mut nameless = card_with(lowering());
    nameless["effects"] = json!([without(lowering(), "id")]);
    assert_one_fault(&nameless, "id");
    nameless["effects"] = json!([7]);
    assert_one_fault(&nameless, "");
}

#[test]
fn a_broken_card_is_not_also_a_missing_one() {
    assert_one_fault(&with_egg(without(egg(), "power")), "power");
    assert_one_fault(&with_egg(without(egg(), "number")), "number");
    assert_one_fault(&with_egg(json!(7)), "");
}

#[test]
fn the_effects_of_a_broken_card_are_not_also_unused() {
    let document = card_with(lowering());
    for (field, value, faulty) in [
        ("rank", json!(4), "rank"),
        ("number", json!(4), "number"),
        ("effects", json!("test-effect"), "effects"),
        ("effects", json!(["test-effect", 4]), "effects[1]"),
    ] {
        let mut document = document.clone();
        document["cards"][0][field] = value;
        assert_one_fault(&document, faulty);
    }
    let mut twice = document.clone();
    twice["cards"] = json!([document["cards"][0], with(card(), "power", json!(3))]);
    assert_one_fault(&twice, "number");
}

#[test]
fn a_list_that_cannot_be_read_is_not_also_missing() {
    for section in ["cards", "effects"] {
        let mut document = card_with(lowering());
        document[section] = json!("none");
        assert_one_fault(&document, section);
        let misspelt = format!("{section}z");
        let mut document = card_with(lowering());
        let list = document[section].take();
        assert_one_fault(
            &with(without(document, section), &misspelt, list),
            &misspelt,
        );
    }
}

#[test]
fn a_broken_override_removes_the_shipped_card() {
    let renamed = with(with(card(), "number", json!("088")), "rank", json!(4));
    let taker = with(card(), "name", json!("Tifa"));
    let renamed = with(renamed, "name", json!("Somebody Else"));
    assert_one_fault(&cards([renamed, taker]), "rank");
    // Three ranks spawn it.
    let token = with(with(token(), "number", json!("T09")), "power", json!(-1));
    assert_one_fault(&cards([token]), "power");
}

#[test]
fn the_tokens_of_a_broken_spawn_are_not_also_named_alike() {
    let tokens = json!({"1": "T90", "2": "T91", "3": "T91"});
    let spawn = json!({"type": "spawn_token", "tokens": tokens});
    let mut document = card_with(effect("on_pley", "empty_positions", spawn));
    let list = document["cards"].as_array_mut().expect("it is a list");
    list.push(token());
    list.push(with(token(), "number", json!("T91")));
    assert_one_fault(&document, "trigger");
}

#[test]
fn an_independent_fault_is_reported_beside_a_broken_entry() {
    let broken = with(lowering(), "trigger", json!("on_pley"));
    let mut document = card_with(broken);
    document["cards"][0]["effects"] = json!(["test-effect", "no-such-effect"]);
    let faults = faults_of(&document);
    let fields: Vec<&str> = faults.iter().map(|fault| fault.field.as_str()).collect();
    assert_eq!(fields, ["trigger", "effects[1]"]);
}
