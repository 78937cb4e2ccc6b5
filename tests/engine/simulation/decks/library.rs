//! Named decks: the shipped file, a player's own, and the schema of both.

use std::collections::BTreeSet;
use std::sync::OnceLock;

use jsonschema::Validator;
use proptest::prelude::*;
use qbcoach_engine::rules::Rules;
use qbcoach_engine::rules::data::{DataFault, DataFile, embedded, load};
use qbcoach_engine::simulation::deck_library::{DeckLibrary, EMBEDDED_DECKS};
use serde_json::{Value, json};

use super::{LEGAL, config, library, numbers};

const SCHEMA: &str = include_str!("../../../../data/decks/decks.schema.json");
const MINE: &str = "mine.json";

#[test]
fn a_deck_is_found_by_its_tag_or_a_near_one_is_named() {
    let library = library();
    let named = library.get("land-grab").expect("it is shipped");
    assert_eq!(named.name, "Land Grab");
    let error = library.get("land-grap").expect_err("it is misspelt");
    assert_eq!(error.suggestions[0], "land-grab");
    assert_eq!(
        error.to_string(),
        "there is no deck `land-grap`; did you mean land-grab?"
    );
}

#[test]
fn decks_are_listed_by_tag() {
    let library = library();
    let tags: Vec<&str> = library.list().map(|deck| deck.tag.as_str()).collect();
    assert!(tags.is_sorted(), "{tags:?}");
}

fn mine() -> Value {
    json!({"tag": "mine", "name": "Mine", "style": "Plays what it draws.", "cards": numbers(LEGAL)})
}

fn with(field: &str, value: Value) -> Value {
    let mut deck = mine();
    deck[field] = value;
    deck
}

fn added(text: &str, rules: &Rules) -> Result<DeckLibrary, Vec<DataFault>> {
    let file = DataFile { name: MINE, text };
    let added = library().with_added(file, &embedded(), rules);
    added.map_err(|error| error.faults)
}

fn faults_of(decks: &[Value]) -> Vec<String> {
    let text = json!({"decks": decks}).to_string();
    let faults = added(&text, &Rules::rebirth()).err().unwrap_or_default();
    faults.iter().map(DataFault::to_string).collect()
}

#[test]
fn own_decks_are_added_to_the_shipped_ones_and_replace_equal_tags() {
    let shipped = library().list().len();
    let text = json!({"$schema": "x", "decks": [mine(), with("tag", json!("land-grab"))]});
    let library = added(&text.to_string(), &Rules::rebirth()).expect("both are right");
    assert_eq!(library.list().len(), shipped + 1);
    assert_eq!(library.get("land-grab").map(|deck| &*deck.name), Ok("Mine"));
    assert_eq!(library.get("mine").map(|deck| deck.cards.len()), Ok(15));
}

#[test]
fn own_decks_are_checked_under_the_rules_given() {
    let ten = with(
        "cards",
        json!(["Crawler", "19", "019", "1", "2", "3", "4", "5", "6", "7"]),
    );
    let text = json!({"decks": [ten]}).to_string();
    let rules = Rules::parse("canon deckSize=10").expect("these are rules");
    added(&text, &rules).expect("three copies and ten cards are right");
    let faults = added(&text, &Rules::rebirth()).expect_err("not here");
    assert_eq!(faults.len(), 2, "{faults:#?}");
}

#[test]
fn each_fault_of_a_deck_file_names_deck_and_field() {
    let long = "y".repeat(200);
    let no_field = |field: &str| {
        let mut deck = mine();
        deck.as_object_mut().map(|deck| deck.remove(field));
        deck
    };
    for (deck, expected) in [
        (
            no_field("tag"),
            "mine.json: deck at position 1: tag: the field is missing",
        ),
        (
            no_field("name"),
            "mine.json: deck mine: name: the field is missing",
        ),
        (
            no_field("style"),
            "mine.json: deck mine: style: the field is missing",
        ),
        (
            no_field("cards"),
            "mine.json: deck mine: cards: the field is missing",
        ),
        (
            with("tag", json!("Land Grab")),
            "mine.json: deck at position 1: tag: `\"Land Grab\"` is not a tag",
        ),
        (
            with("tag", json!("a--b")),
            "mine.json: deck at position 1: tag: `\"a--b\"` is not a tag",
        ),
        (
            with("tag", json!("")),
            "mine.json: deck at position 1: tag: `\"\"` is not a tag",
        ),
        (
            with("tag", json!(7)),
            "mine.json: deck at position 1: tag: `7` is not a text",
        ),
        (
            with("name", json!("")),
            "mine.json: deck mine: name: `\"\"` is no such line",
        ),
        (with("name", json!("a\nb")), "mine.json: deck mine: name: "),
        (
            with("style", json!(long)),
            "mine.json: deck mine: style: `\"yyy",
        ),
        (
            with("cards", json!("019")),
            "mine.json: deck mine: cards: `\"019\"` is not a list",
        ),
        (
            with("cards", json!([])),
            "mine.json: deck mine: cards: the deck has 0 of 15 cards",
        ),
        (
            with("colour", json!(1)),
            "mine.json: deck mine: colour: the field is unknown",
        ),
        (
            json!(3),
            "mine.json: deck at position 1: `3` is not an object",
        ),
    ] {
        let faults = faults_of(&[deck]);
        assert_eq!(faults.len(), 1, "{expected}: {faults:#?}");
        assert!(
            faults[0].starts_with(expected),
            "{} is not {expected}",
            faults[0]
        );
        assert!(faults[0].contains("; allowed: "), "{}", faults[0]);
    }
}

#[test]
fn all_faults_of_a_deck_file_are_reported_at_once() {
    let mut wrong = with("cards", json!(["crawlr", 5, "T01", "019", "019", "019"]));
    wrong["tag"] = json!("wrong");
    wrong["name"] = json!(" ");
    let faults = faults_of(&[with("name", json!("")), mine(), wrong]);
    let expected = [
        "mine.json: deck mine: name: ",
        "mine.json: deck mine: tag: two decks of the file have the tag `mine`",
        "mine.json: deck wrong: name: ",
        "mine.json: deck wrong: cards[0]: there is no card `crawlr`; did you mean 019 Crawler",
        "mine.json: deck wrong: cards[1]: `5` is not a text",
        "mine.json: deck wrong: cards: the deck has 6 of 15 cards: add 9",
        "mine.json: deck wrong: cards: 019 Crawler is there 3 times",
        "mine.json: deck wrong: cards: T01 Mandragora Minion is a token",
    ];
    assert_eq!(faults.len(), expected.len(), "{faults:#?}");
    for (fault, expected) in faults.iter().zip(expected) {
        assert!(fault.starts_with(expected), "{fault} is not {expected}");
    }
}

#[test]
fn the_fault_of_a_file_that_is_no_deck_file_describes_one() {
    for (text, field) in [
        ("{", "line 1"),
        ("[]", ""),
        ("{}", "decks"),
        (r#"{"decks":1}"#, "decks"),
    ] {
        let faults = added(text, &Rules::canon()).expect_err("it holds no decks");
        assert_eq!(faults.len(), 1, "{text}: {faults:#?}");
        assert!(faults[0].field.starts_with(field), "{text}: {faults:#?}");
    }
}

#[test]
fn shipped_decks_that_own_cards_make_illegal_are_faults() {
    let text = json!({"cards": [{"number": "001", "name": "Security Officer", "kind": "card",
        "rank": 1, "power": 1, "rarity": "legendary", "range": "", "effects": []}]});
    let text = text.to_string();
    let catalogue = load(&[DataFile {
        name: MINE,
        text: &text,
    }])
    .expect("the card is right");
    let error = DeckLibrary::embedded(&catalogue).expect_err("rebirth allows one legendary");
    // Canon allows three copies of any card, so each deck has one fault, under rebirth.
    let items: BTreeSet<&str> = error.faults.iter().map(|f| f.item.as_str()).collect();
    assert_eq!(items.len(), error.faults.len());
    assert!(
        error
            .faults
            .iter()
            .all(|f| f.allowed.contains("rules rebirth"))
    );
}

fn schema_errors(document: &Value) -> Vec<String> {
    static VALIDATOR: OnceLock<Validator> = OnceLock::new();
    let validator = VALIDATOR.get_or_init(|| {
        let schema: Value = serde_json::from_str(SCHEMA).expect("the schema is JSON");
        jsonschema::draft202012::new(&schema).expect("it is a schema")
    });
    let errors = validator.iter_errors(document);
    errors
        .map(|error| format!("{}: {error}", error.instance_path()))
        .collect()
}

#[test]
fn the_deck_schema_is_a_schema() {
    let schema: Value = serde_json::from_str(SCHEMA).expect("the schema is JSON");
    if let Err(error) = jsonschema::draft202012::meta::validate(&schema) {
        panic!("{error}");
    }
}

#[test]
fn the_shipped_file_satisfies_the_schema_and_names_cards_by_number() {
    let document: Value = serde_json::from_str(EMBEDDED_DECKS.text).expect("it is JSON");
    assert_eq!(document["$schema"], "./decks.schema.json");
    assert_eq!(schema_errors(&document), [""; 0]);
    let catalogue = embedded();
    for deck in document["decks"].as_array().expect("a list") {
        for card in deck["cards"].as_array().expect("a list") {
            let number = card.as_str().and_then(|text| catalogue.by_number(text));
            assert!(
                number.is_some(),
                "{card} of {} is not a number",
                deck["tag"]
            );
        }
    }
}

#[test]
fn the_schema_refuses_what_the_loader_refuses_of_one_field() {
    assert_eq!(schema_errors(&json!({"decks": [mine()]})), [""; 0]);
    for (field, value) in [
        ("tag", json!("Land Grab")),
        ("tag", json!("a--b")),
        ("tag", json!("y".repeat(41))),
        ("name", json!("")),
        ("name", json!(" a")),
        ("name", json!("a\nb")),
        ("style", json!("y".repeat(161))),
        ("cards", json!("019")),
        ("cards", json!([19])),
        ("colour", json!(1)),
    ] {
        let deck = with(field, value);
        assert!(!faults_of(std::slice::from_ref(&deck)).is_empty(), "{deck}");
        assert!(
            !schema_errors(&json!({"decks": [deck]})).is_empty(),
            "{deck}"
        );
    }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn any_file_loads_or_gives_faults(text in any::<String>()) {
        prop_assert!(added(&text, &Rules::canon()).is_err());
    }

    #[test]
    fn any_deck_loads_or_gives_faults_and_the_schema_agrees_on_its_words(
        tag in "[a-zA-Z0-9 -]{0,8}",
        name in any::<String>(),
        cards in prop::collection::vec("[0-9a-z]{0,4}", 0..4),
    ) {
        let deck = json!({"tag": tag, "name": name, "style": "s", "cards": cards});
        prop_assert!(!faults_of(std::slice::from_ref(&deck)).is_empty());
        let document = json!({"decks": [with("tag", json!(tag))]});
        let refused = added(&document.to_string(), &Rules::rebirth()).is_err();
        prop_assert_eq!(refused, !schema_errors(&document).is_empty());
    }
}
