//! Faults between cards and effects whose own fields are correct.

use qbcoach_engine::rules::data::embedded;
use serde_json::{Value, json};

use crate::data::documents::{
    CARD, EFFECT, ExpectedFault, MINE, card, card_with, cards, effect, effects, faults_of,
    load_document, loaded, lowering, misfit, only, token, validator, with,
};

const OWN_NAME: &str = "a name of its own; only the tokens of one spawn_token share theirs";

#[test]
fn two_cards_of_one_number() {
    misfit(
        cards([card(), with(card(), "name", json!("Other Turtle"))]),
        ExpectedFault {
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
        ExpectedFault {
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
        ExpectedFault {
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
        ExpectedFault {
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
            ExpectedFault {
                item: &format!("card 900 {name}"),
                field: "name",
                problem: "the name differs from `Tifa` of card 088 only by case or punctuation",
                allowed: OWN_NAME,
            },
        );
    }
}

#[test]
fn a_taken_name_is_the_fault_of_the_added_card() {
    for number in ["000", "0", "01A"] {
        let taker = with(with(card(), "number", json!(number)), "name", json!("Tifa"));
        misfit(
            cards([taker]),
            ExpectedFault {
                item: &format!("card {number} Tifa"),
                field: "name",
                problem: &format!("cards 088 and {number} have one name"),
                allowed: OWN_NAME,
            },
        );
    }
}

#[test]
fn a_number_that_differs_by_zeros_in_front() {
    for (number, shipped) in [("19", "019"), ("1", "001"), ("01", "001"), ("0019", "019")] {
        misfit(
            cards([with(card(), "number", json!(number))]),
            ExpectedFault {
                item: &format!("card {number} Test Turtle"),
                field: "number",
                problem: &format!(
                    "the number differs from that of card {shipped} only by zeros in front"
                ),
                allowed: &format!(
                    "a number of its own, or `{shipped}` to take the place of that card"
                ),
            },
        );
    }
    // An override with the zero left out has the shipped card's name, too.
    let meant = with(
        with(card(), "number", json!("19")),
        "name",
        json!("Crawler"),
    );
    assert_eq!(only(&faults_of(&cards([meant]))).field, "number");
    let other = with(with(card(), "number", json!("0900")), "name", json!("Egg"));
    assert_eq!(only(&faults_of(&cards([card(), other]))).field, "number");
}

#[test]
fn a_name_that_is_a_number() {
    for name in ["t01", "T01", "T-01"] {
        misfit(
            cards([with(card(), "name", json!(name))]),
            ExpectedFault {
                item: &format!("card 900 {name}"),
                field: "name",
                problem: "the name is the number of card T01",
                allowed: "a name that is not the number of another card",
            },
        );
    }
    let itself = with(with(card(), "number", json!("EGG")), "name", json!("Egg"));
    loaded(&cards([itself]));
}

#[test]
fn a_number_that_is_a_name() {
    misfit(
        cards([with(card(), "number", json!("TIFA"))]),
        ExpectedFault {
            item: "card TIFA Test Turtle",
            field: "number",
            problem: "the number is the name of card 088",
            allowed: "a number that is not the name of another card",
        },
    );
}

#[test]
fn tokens_that_nothing_spawns_together_may_not_share_a_name() {
    misfit(
        cards([token(), with(token(), "number", json!("T91"))]),
        ExpectedFault {
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
    loaded(&document);
}

#[test]
fn an_effect_that_does_not_exist() {
    misfit(
        cards([with(card(), "effects", json!(["pawn-2"]))]),
        ExpectedFault {
            item: CARD,
            field: "effects[0]",
            problem: "there is no effect `pawn-2`, did you mean `pawns-2`?",
            allowed: "the id of an effect in this file or in the embedded ones",
        },
    );
}

#[test]
fn an_effect_that_no_card_uses() {
    misfit(
        effects([lowering()]),
        ExpectedFault {
            item: EFFECT,
            field: "id",
            problem: "no card uses this effect",
            allowed: "an effect that at least one card names in `effects`",
        },
    );
}

#[test]
fn a_card_for_the_hand_that_does_not_exist() {
    let add = json!({"type": "add_to_hand", "cards": ["T01", "T99"]});
    misfit(
        card_with(effect("on_play", "hand", add)),
        ExpectedFault {
            item: EFFECT,
            field: "operations[0].cards[1]",
            problem: "there is no card `T99`, did you mean `T09`?",
            allowed: "the number of a card in this file or in the embedded ones",
        },
    );
}

#[test]
fn a_token_that_does_not_exist() {
    let spawn = json!({"type": "spawn_token", "tokens": {"1": "T09", "2": "T10", "3": "T111"}});
    misfit(
        card_with(effect("on_play", "empty_positions", spawn)),
        ExpectedFault {
            item: EFFECT,
            field: "operations[0].tokens.3",
            problem: "there is no card `T111`, did you mean `T11`?",
            allowed: "the number of a card in this file or in the embedded ones",
        },
    );
}

#[test]
fn a_card_is_no_token() {
    let spawn = json!({"type": "spawn_token", "tokens": {"1": "T09", "2": "019", "3": "T11"}});
    misfit(
        card_with(effect("on_play", "empty_positions", spawn)),
        ExpectedFault {
            item: EFFECT,
            field: "operations[0].tokens.2",
            problem: "card 019 is not a token",
            allowed: "cards whose kind is `token`",
        },
    );
}

#[test]
fn every_missing_token_is_a_fault() {
    let spawn = json!({"type": "spawn_token", "tokens": {"1": "X1", "2": "X2", "3": "X3"}});
    let faults = faults_of(&card_with(effect("on_play", "empty_positions", spawn)));
    let fields: Vec<&str> = faults.iter().map(|fault| fault.field.as_str()).collect();
    let rank = |rank: u8| format!("operations[0].tokens.{rank}");
    assert_eq!(fields, [rank(1), rank(2), rank(3)]);
    for fault in faults {
        assert!(fault.problem.starts_with("there is no card `X"), "{fault}");
    }
}

#[test]
fn a_wrong_reference_names_its_operation() {
    let right = json!({"type": "add_to_hand", "cards": ["T01"]});
    let wrong = json!({"type": "add_to_hand", "cards": ["T99"]});
    let both = with(
        effect("on_play", "hand", right.clone()),
        "operations",
        json!([right, wrong]),
    );
    let faults = faults_of(&card_with(both));
    assert_eq!(only(&faults).field, "operations[1].cards[0]");
}

#[test]
fn the_number_of_cards_is_limited_as_the_message_says() {
    let filler = |number: usize| {
        let numbered = with(card(), "number", json!(number.to_string()));
        with(numbered, "name", json!(format!("Filler {number}")))
    };
    let shipped = embedded().cards().len();
    let list =
        |total: usize| -> Vec<Value> { (shipped..total).map(|n| filler(100_000 + n)).collect() };
    const MOST: usize = 65_535;
    assert!(load_document(&cards(list(MOST))).is_ok());
    let faults = faults_of(&cards(list(MOST + 1)));
    let fault = only(&faults);
    assert_eq!(fault.file, MINE);
    assert!(fault.item.starts_with("card 1"), "{fault}");
    assert_eq!(fault.problem, "there are too many cards");
    assert_eq!(fault.allowed, format!("at most {MOST} cards"));
}
