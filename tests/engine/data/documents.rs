//! Small data files for the tests, and the faults that broken ones must have.

use std::sync::OnceLock;

use jsonschema::Validator;
use qbcoach_engine::rules::Catalogue;
use qbcoach_engine::rules::data::{DataError, DataFault, DataFile, load};
use serde_json::{Value, json};

/// The name of a player's own file in the tests.
pub const MINE: &str = "mine.json";
pub const SCHEMA: &str = include_str!("../../../data/cards.schema.json");

/// The item of [`card`] in messages.
pub const CARD: &str = "card 900 Test Turtle";
/// The item of [`effect`] in messages.
pub const EFFECT: &str = "effect test-effect";

/// A correct card without abilities, unlike any shipped one.
pub fn card() -> Value {
    json!({
        "number": "900", "name": "Test Turtle", "kind": "card", "rank": 1, "power": 2,
        "rarity": "standard", "range": "C2P B3X", "effects": []
    })
}

/// A correct token for [`card`] to make.
pub fn token() -> Value {
    json!({
        "number": "T90", "name": "Test Turtle Egg", "kind": "token", "rank": 1, "power": 1,
        "rarity": "standard", "range": "", "effects": []
    })
}

/// A correct effect with one operation.
pub fn effect(trigger: &str, scope: &str, operation: Value) -> Value {
    json!({
        "id": "test-effect", "trigger": trigger, "scope": scope, "operations": [operation]
    })
}

/// An effect that lowers enemies when played.
pub fn lowering() -> Value {
    effect(
        "on_play",
        "enemies_on_affected_tiles",
        json!({"type": "modify_power", "amount": -1}),
    )
}

/// The value with one field put in or changed.
pub fn with(mut value: Value, field: &str, to: Value) -> Value {
    value[field] = to;
    value
}

/// The value with one field left out.
pub fn without(mut value: Value, field: &str) -> Value {
    let object = value.as_object_mut().expect("tests change objects");
    object.remove(field).expect("tests remove what is there");
    value
}

pub fn cards(cards: impl Into<Vec<Value>>) -> Value {
    json!({"cards": cards.into()})
}

pub fn effects(effects: impl Into<Vec<Value>>) -> Value {
    json!({"effects": effects.into()})
}

/// A file with [`card`], which has the one ability `effect`.
pub fn card_with(effect: Value) -> Value {
    let user = with(card(), "effects", json!([effect["id"]]));
    json!({"cards": [user], "effects": [effect]})
}

/// Loads a text over the shipped files.
pub fn load_text(text: &str) -> Result<Catalogue, DataError> {
    load(&[DataFile { name: MINE, text }])
}

pub fn load_document(document: &Value) -> Result<Catalogue, DataError> {
    load_text(&document.to_string())
}

#[track_caller]
pub fn loaded(document: &Value) -> Catalogue {
    load_document(document).unwrap_or_else(|error| panic!("it should load:\n{error}"))
}

#[track_caller]
pub fn faults_of_text(text: &str) -> Vec<DataFault> {
    let error = load_text(text).expect_err("it should not load");
    error.faults
}

#[track_caller]
pub fn faults_of(document: &Value) -> Vec<DataFault> {
    faults_of_text(&document.to_string())
}

pub fn validator() -> &'static Validator {
    static VALIDATOR: OnceLock<Validator> = OnceLock::new();
    VALIDATOR.get_or_init(|| {
        let schema = serde_json::from_str(SCHEMA).expect("the schema is JSON");
        jsonschema::draft202012::new(&schema).expect("the schema is a schema")
    })
}

/// The contents that a fault must have.
pub struct ExpectedFault<'a> {
    pub item: &'a str,
    pub field: &'a str,
    pub problem: &'a str,
    pub allowed: &'a str,
}

impl ExpectedFault<'_> {
    #[track_caller]
    fn matches(&self, fault: &DataFault) {
        assert_eq!(
            (fault.file.as_str(), fault.item.as_str()),
            (MINE, self.item),
            "{fault}"
        );
        assert_eq!(fault.field, self.field, "{fault}");
        assert_eq!(fault.problem, self.problem, "{fault}");
        assert_eq!(fault.allowed, self.allowed, "{fault}");
        let shown = fault.to_string();
        for part in [
            MINE,
            self.item,
            self.field,
            self.problem,
            "allowed: ",
            self.allowed,
        ] {
            assert!(shown.contains(part), "`{part}` is not in `{shown}`");
        }
    }
}

/// The only fault.
#[track_caller]
pub fn only(faults: &[DataFault]) -> &DataFault {
    match faults {
        [fault] => fault,
        _ => panic!("one fault is expected, not {faults:#?}"),
    }
}

/// Checks the only fault of a file with wrong fields, which the schema refuses too.
#[track_caller]
pub fn refused(document: Value, expected: ExpectedFault<'_>) {
    let faults = faults_of(&document);
    expected.matches(only(&faults));
    assert!(
        !validator().is_valid(&document),
        "the schema allows {document:#}"
    );
}

/// Checks the only fault of a file whose entries do not fit together; the schema allows
/// it.
#[track_caller]
pub fn misfit(document: Value, expected: ExpectedFault<'_>) {
    let faults = faults_of(&document);
    expected.matches(only(&faults));
    let errors: Vec<String> = validator()
        .iter_errors(&document)
        .map(|error| error.to_string())
        .collect();
    assert!(errors.is_empty(), "the schema refuses it: {errors:?}");
}

/// Checks one fault among others.
#[track_caller]
pub fn among(faults: &[DataFault], expected: ExpectedFault<'_>) {
    let found = faults
        .iter()
        .find(|fault| fault.item == expected.item && fault.field == expected.field);
    let Some(fault) = found else {
        panic!(
            "no fault is about {}: {}: {faults:#?}",
            expected.item, expected.field
        );
    };
    expected.matches(fault);
}
