//! Files that are not data files, and faults of whole files.

use serde_json::{Value, json};

use crate::data::documents::{
    CARD, EFFECT, ExpectedFault, MINE, among, card, card_with, cards, effect, effects, faults_of,
    faults_of_text, loaded, lowering, only, refused, with, without,
};

const WHOLE: &str = "";

#[test]
fn bad_json_is_reported_with_line_and_column() {
    let faults = faults_of_text("{\n  \"cards\": [,]\n}");
    let [fault] = faults.as_slice() else {
        panic!("one fault is expected, not {faults:#?}");
    };
    assert_eq!((fault.file.as_str(), fault.item.as_str()), (MINE, WHOLE));
    assert_eq!(fault.field, "line 2, column 13");
    assert!(
        fault.problem.starts_with("this is not JSON: "),
        "{}",
        fault.problem
    );
    assert_eq!(fault.allowed, "a JSON object with `cards` and `effects`");
}

#[test]
fn invalid_or_truncated_json_is_reported_with_line_and_column() {
    for (text, position) in [
        ("", "line 1, column 0"),
        ("cards", "line 1, column 1"),
        ("{\"cards\": [\n", "line 2, column 0"),
        ("{} {}", "line 1, column 4"),
        ("{\"cards\": [1e999]}", "line 1, column 16"),
    ] {
        let faults = faults_of_text(text);
        let fields: Vec<&str> = faults.iter().map(|fault| fault.field.as_str()).collect();
        assert_eq!(fields, [position], "{text:?}");
    }
}

#[test]
fn very_deep_nesting_is_a_fault_and_not_a_crash() {
    let faults = faults_of_text(&"[".repeat(100_000));
    assert_eq!(faults.len(), 1);
    assert!(faults[0].problem.contains("recursion limit"), "{faults:?}");
}

#[test]
fn a_byte_order_mark_is_explained() {
    let faults = faults_of_text(&format!("\u{feff}{}", cards([card()])));
    assert_eq!(
        only(&faults).to_string(),
        "mine.json: line 1, column 1: the text starts with a byte order mark; \
         allowed: UTF-8 text without a byte order mark"
    );
}

/// The text of a correct file, with a field put before another of the same name.
fn with_repeated(field: &str, before: &str) -> String {
    let text = card_with(lowering()).to_string();
    assert!(text.contains(before), "{text}");
    text.replacen(before, &format!("{field},{before}"), 1)
}

#[test]
fn a_field_written_twice_is_reported_with_its_path() {
    for (field, before, item, path) in [
        (r#""cards":[]"#, r#""cards""#, WHOLE, "cards"),
        (r#""effects":[]"#, r#""effects":[{"#, WHOLE, "effects"),
        (r#""colour":1,"colour":1"#, r#""cards""#, WHOLE, "colour"),
        (r#""power":2"#, r#""power""#, CARD, "power"),
        (
            r#""number":"901""#,
            r#""number""#,
            "card 901 Test Turtle",
            "number",
        ),
        (r#""effects":[]"#, r#""effects":["test"#, CARD, "effects"),
        (r#""id":"other""#, r#""id""#, "effect other", "id"),
        (r#""scope":"self""#, r#""scope""#, EFFECT, "scope"),
        (
            r#""amount":-1"#,
            r#""amount""#,
            EFFECT,
            "operations[0].amount",
        ),
    ] {
        let faults = faults_of_text(&with_repeated(field, before));
        among(
            &faults,
            ExpectedFault {
                item,
                field: path,
                problem: "the field is written more than once",
                allowed: "each field once",
            },
        );
        let further_faults = if path == "colour" { 1 } else { 0 };
        assert_eq!(faults.len(), 1 + further_faults, "{faults:#?}");
    }
}

#[test]
fn a_token_written_twice_is_reported_with_its_path() {
    let spawn = json!({"type": "spawn_token", "tokens": {"1": "T09", "2": "T10", "3": "T11"}});
    let text = card_with(effect("on_play", "empty_positions", spawn)).to_string();
    let twice = text.replace(r#""2":"T10""#, r#""2":"T10","2":"T09","2":"T10""#);
    let faults = faults_of_text(&twice);
    assert_eq!(only(&faults).field, "operations[0].tokens.2");
}

#[test]
fn the_schema_field_is_a_text() {
    refused(
        json!({"$schema": 7}),
        ExpectedFault {
            item: WHOLE,
            field: "$schema",
            problem: "`7` is not a text",
            allowed: "a text: the path of the schema",
        },
    );
}

#[test]
fn the_root_must_be_an_object() {
    for (root, shown) in [
        (json!([]), "[]"),
        (json!(7), "7"),
        (json!(null), "null"),
        (json!("cards"), "\"cards\""),
    ] {
        refused(
            root,
            ExpectedFault {
                item: WHOLE,
                field: "",
                problem: &format!("`{shown}` is not an object"),
                allowed: "a JSON object, `{ … }`",
            },
        );
    }
}

#[test]
fn a_long_wrong_value_is_cut_in_the_message() {
    let root = Value::from("ö".repeat(500));
    let shown = format!("`\"{}…`", "ö".repeat(39));
    refused(
        root,
        ExpectedFault {
            item: WHOLE,
            field: "",
            problem: &format!("{shown} is not an object"),
            allowed: "a JSON object, `{ … }`",
        },
    );
}

#[test]
fn an_unknown_section_is_refused_with_the_nearest() {
    refused(
        json!({"card": []}),
        ExpectedFault {
            item: WHOLE,
            field: "card",
            problem: "the field is unknown, did you mean `cards`?",
            allowed: "$schema, cards, effects",
        },
    );
}

#[test]
fn a_section_must_be_a_list() {
    for section in ["cards", "effects"] {
        refused(
            json!({section: {"900": {}}}),
            ExpectedFault {
                item: WHOLE,
                field: section,
                problem: "`{\"900\":{}}` is not a list",
                allowed: "a list",
            },
        );
    }
}

#[test]
fn listed_cards_and_effects_must_be_objects() {
    for (section, item) in [
        ("cards", "card at position 2"),
        ("effects", "effect at position 2"),
    ] {
        // The first entry is wrong too, so that the second shows the counting.
        let faults = faults_of(&json!({section: [1, "two"]}));
        among(
            &faults,
            ExpectedFault {
                item,
                field: "",
                problem: "`\"two\"` is not an object",
                allowed: "a JSON object, `{ … }`",
            },
        );
        assert_eq!(faults.len(), 2);
    }
}

#[test]
fn every_section_may_be_left_out() {
    for empty in [
        json!({}),
        json!({"cards": []}),
        json!({"effects": []}),
        json!({"$schema": "./cards.schema.json", "cards": [], "effects": []}),
    ] {
        assert_eq!(loaded(&empty).cards().len(), 145 + 21);
    }
}

#[test]
fn all_faults_are_reported_at_once() {
    let wrong_card = with(
        with(
            with(
                with(without(card(), "kind"), "rank", json!(4)),
                "power",
                json!(-1),
            ),
            "range",
            json!("C3P"),
        ),
        "colour",
        json!("red"),
    );
    let mut document = effects([with(lowering(), "trigger", json!("on_pley"))]);
    document["cards"] = json!([
        wrong_card,
        with(card(), "effects", json!(["no-such-effect"]))
    ]);
    document["tokens"] = json!([]);
    let faults = faults_of(&document);
    let mut found: Vec<(&str, &str)> = faults
        .iter()
        .map(|fault| (fault.item.as_str(), fault.field.as_str()))
        .collect();
    found.sort_unstable();
    assert_eq!(
        found,
        [
            ("", "tokens"),
            ("card 900 Test Turtle", "colour"),
            ("card 900 Test Turtle", "effects[0]"),
            ("card 900 Test Turtle", "kind"),
            ("card 900 Test Turtle", "power"),
            ("card 900 Test Turtle", "range"),
            ("card 900 Test Turtle", "rank"),
            ("effect test-effect", "trigger"),
        ]
    );
    assert!(faults.iter().all(|fault| fault.file == MINE));
}

#[test]
fn the_error_has_a_line_for_each_fault() {
    let document = json!({"cards": [with(card(), "rank", json!(9))], "cardz": 1});
    let error = crate::data::documents::load_document(&document).expect_err("two things are wrong");
    assert_eq!(
        error.to_string(),
        "mine.json: cardz: the field is unknown, did you mean `cards`?; \
         allowed: $schema, cards, effects\n\
         mine.json: card 900 Test Turtle: rank: `9` is not a rank; allowed: 1, 2, 3 or \"R\""
    );
}
