//! What can be wrong between cards and effects that are each right.

use serde_json::{Value, json};

use crate::documents::{
    CARD, EFFECT, MINE, Said, card, card_with, cards, effect, effects, faults_of, lowering, misfit,
    token, validator, with,
};

const OWN_NAME: &str = "a name of its own; only the tokens of one spawn_token share theirs";

#[test]
fn two_cards_of_one_number() {
    misfit(
        cards([card(), with(card(), "name", json!("Other Turtle"))]),
        Said {
            item: "card 900 Other Turtle",
            field: "number",
            problem: "two cards of the file have the number `900`",
            allowed: "a number of its own for each card",
        },
    );
}

#[test]
fn two_effects_of_one_id() {
    let mut document = card_with(lowering());
    document["effects"] = json!([lowering(), lowering()]);
    misfit(
        document,
        Said {
            item: EFFECT,
            field: "id",
            problem: "two effects of the file have the id `test-effect`",
            allowed: "an id of its own for each effect",
        },
    );
}

#[test]
fn two_cards_of_one_name() {
    misfit(
        cards([card(), with(card(), "number", json!("901"))]),
        Said {
            item: "card 901 Test Turtle",
            field: "name",
            problem: "cards 900 and 901 have one name",
            allowed: OWN_NAME,
        },
    );
}

#[test]
fn a_shipped_name_is_taken() {
    misfit(
        cards([with(card(), "name", json!("Tifa"))]),
        Said {
            item: "card 900 Tifa",
            field: "name",
            problem: "cards 088 and 900 have one name",
            allowed: OWN_NAME,
        },
    );
}

#[test]
fn names_that_differ_only_by_case_or_punctuation() {
    for name in ["TIFA", "tifa", "Ti-Fa", "Tifa!"] {
        misfit(
            cards([with(card(), "name", json!(name))]),
            Said {
                item: &format!("card 900 {name}"),
                field: "name",
                problem: "the name differs from `Tifa` of card 088 only by case or punctuation",
                allowed: OWN_NAME,
            },
        );
    }
}

#[test]
fn tokens_that_nothing_spawns_together_may_not_share_a_name() {
    misfit(
        cards([token(), with(token(), "number", json!("T91"))]),
        Said {
            item: "card T91 Test Turtle Egg",
            field: "name",
            problem: "cards T90 and T91 have one name",
            allowed: OWN_NAME,
        },
    );
}

#[test]
fn tokens_of_one_spawn_may_share_a_name() {
    let spawn = json!({"type": "spawn_token", "tokens": {"1": "T90", "2": "T91", "3": "T91"}});
    let mut document = card_with(effect("on_play", "empty_positions", spawn));
    let list = document["cards"].as_array_mut().expect("it is a list");
    list.push(token());
    list.push(with(token(), "number", json!("T91")));
    assert!(validator().is_valid(&document));
    crate::documents::loaded(&document);
}

#[test]
fn an_effect_that_does_not_exist() {
    misfit(
        cards([with(card(), "effects", json!(["pawn-2"]))]),
        Said {
            item: CARD,
            field: "effects",
            problem: "there is no effect `pawn-2`, did you mean `pawns-2`?",
            allowed: "the id of an effect in this file or in the embedded ones",
        },
    );
}

#[test]
fn an_effect_nobody_uses() {
    misfit(
        effects([lowering()]),
        Said {
            item: EFFECT,
            field: "id",
            problem: "no card uses this effect",
            allowed: "an effect that at least one card names in `effects`",
        },
    );
}

/// The one fault of an effect that names cards; where in its operation is told
/// by the last word of the field.
#[track_caller]
fn wrong_reference(document: Value, last_word: &str, problem: &str, allowed: &str) {
    assert!(validator().is_valid(&document));
    let faults = faults_of(&document);
    let [fault] = faults.as_slice() else {
        panic!("one fault is expected, not {faults:#?}");
    };
    assert_eq!((fault.file.as_str(), fault.item.as_str()), (MINE, EFFECT));
    assert!(fault.field.starts_with("operations"), "{fault}");
    assert!(fault.field.ends_with(last_word), "{fault}");
    assert_eq!(fault.problem, problem);
    assert_eq!(fault.allowed, allowed);
}

#[test]
fn a_card_for_the_hand_that_does_not_exist() {
    let add = json!({"type": "add_to_hand", "cards": ["T01", "T99"]});
    wrong_reference(
        card_with(effect("on_play", "hand", add)),
        "cards",
        "there is no card `T99`, did you mean `T09`?",
        "the number of a card in this file or in the embedded ones",
    );
}

#[test]
fn a_token_that_does_not_exist() {
    let spawn = json!({"type": "spawn_token", "tokens": {"1": "T09", "2": "T10", "3": "T111"}});
    wrong_reference(
        card_with(effect("on_play", "empty_positions", spawn)),
        "tokens",
        "there is no card `T111`, did you mean `T11`?",
        "the number of a card in this file or in the embedded ones",
    );
}

#[test]
fn a_card_is_no_token() {
    let spawn = json!({"type": "spawn_token", "tokens": {"1": "T09", "2": "019", "3": "T11"}});
    wrong_reference(
        card_with(effect("on_play", "empty_positions", spawn)),
        "tokens",
        "card 019 is no token",
        "cards whose kind is `token`",
    );
}

#[test]
fn every_missing_token_is_told() {
    let spawn = json!({"type": "spawn_token", "tokens": {"1": "X1", "2": "X2", "3": "X3"}});
    let faults = faults_of(&card_with(effect("on_play", "empty_positions", spawn)));
    let problems: Vec<bool> = faults
        .iter()
        .map(|fault| fault.problem.starts_with("there is no card `X"))
        .collect();
    assert_eq!(problems, [true, true, true], "{faults:#?}");
}

#[test]
fn more_cards_than_an_id_can_count() {
    let filler = |number: usize| {
        json!({
            "number": number.to_string(), "name": format!("Filler {number}"), "kind": "card",
            "rank": 1, "power": 1, "rarity": "standard", "range": "", "effects": []
        })
    };
    let list: Vec<Value> = (0..65_600).map(|n| filler(100_000 + n)).collect();
    let faults = faults_of(&cards(list));
    let too_many: Vec<_> = faults
        .iter()
        .filter(|fault| fault.problem == "there are too many cards")
        .collect();
    assert!(!too_many.is_empty(), "{:?}", faults.first());
    for fault in too_many {
        assert!(!fault.file.is_empty(), "{fault}");
        assert!(fault.item.starts_with("card "), "{fault}");
        assert!(fault.allowed.starts_with("at most 6553"), "{fault}");
    }
}
