//! The JSON Schemas of the data files agree with the shipped files and the code.

use qbcoach_mage_knight::card::{CardKind, CardSet, ManaColor};
use qbcoach_mage_knight::data::EMBEDDED;
use qbcoach_mage_knight::effect::{Condition, PlannedScope, TargetKind, TargetPrice};
use qbcoach_mage_knight::element::{Element, Resistance};
use qbcoach_mage_knight::enemy::{AttackAbility, EnemyAbility, EnemyColor};
use qbcoach_mage_knight::modifier::{Duration, LosableAbility, Trait};
use qbcoach_mage_knight::phase::Phase;
use qbcoach_mage_knight::points_plan::CountOf;
use qbcoach_mage_knight::{AttackKind, Mana};
use serde_json::Value;

const ENEMIES: &str = include_str!("../../data/mage_knight/enemies.schema.json");
const CARDS: &str = include_str!("../../data/mage_knight/cards.schema.json");

fn schema(text: &str) -> Value {
    serde_json::from_str(text).expect("the schema is JSON")
}

#[test]
fn the_schemas_are_valid_json_schemas() {
    for text in [ENEMIES, CARDS] {
        if let Err(error) = jsonschema::draft202012::meta::validate(&schema(text)) {
            panic!("{error}");
        }
    }
}

#[test]
fn the_shipped_files_satisfy_their_schemas() {
    for (file, (name, text)) in EMBEDDED.iter().zip([
        ("./enemies.schema.json", ENEMIES),
        ("./cards.schema.json", CARDS),
        ("./cards.schema.json", CARDS),
    ]) {
        let validator = jsonschema::draft202012::new(&schema(text)).expect("the schema is valid");
        let document: Value = serde_json::from_str(file.text).expect("the file is JSON");
        let errors: Vec<String> = validator
            .iter_errors(&document)
            .map(|error| format!("{}: {error}", error.instance_path()))
            .collect();
        assert!(errors.is_empty(), "{}: {errors:#?}", file.name);
        assert_eq!(document["$schema"], name);
    }
}

fn check_words<T>(text: &str, definition: &str, code: &[(&str, T)]) {
    let schema = schema(text);
    let choices = schema["$defs"][definition]["oneOf"].as_array().cloned();
    let words: Vec<String> = choices
        .unwrap_or_else(|| panic!("{definition} is a choice"))
        .iter()
        .map(|choice| {
            assert!(
                choice["description"].is_string(),
                "{choice} has no description"
            );
            choice["const"].as_str().expect("a word").to_owned()
        })
        .collect();
    let code: Vec<&str> = code.iter().map(|(word, _)| *word).collect();
    assert_eq!(words, code, "{definition}");
}

#[test]
fn the_schemas_and_the_code_have_the_same_words() {
    check_words(ENEMIES, "resistance", &Resistance::WORDS);
    check_words(ENEMIES, "enemyColor", &EnemyColor::WORDS);
    check_words(ENEMIES, "element", &Element::WORDS);
    check_words(ENEMIES, "attackAbility", &AttackAbility::WORDS);
    check_words(ENEMIES, "enemyAbility", &EnemyAbility::WORDS);
    check_words(CARDS, "resistance", &Resistance::WORDS);
    check_words(CARDS, "element", &Element::WORDS);
    check_words(CARDS, "losableAbility", &LosableAbility::WORDS);
    check_words(CARDS, "targetPrice", &TargetPrice::WORDS);
    check_words(CARDS, "trait", &Trait::WORDS);
    check_words(CARDS, "cardSet", &CardSet::WORDS);
    check_words(CARDS, "cardKind", &CardKind::WORDS);
    check_words(CARDS, "manaColor", &ManaColor::WORDS);
    check_words(CARDS, "phase", &Phase::WORDS);
    check_words(CARDS, "duration", &Duration::WORDS);
    check_words(CARDS, "scope", &PlannedScope::WORDS);
    check_words(CARDS, "targetKind", &TargetKind::WORDS);
    check_words(CARDS, "mana", &Mana::WORDS);
    check_words(CARDS, "attackKind", &AttackKind::WORDS);
    check_words(CARDS, "countOf", &CountOf::WORDS);
    check_words(CARDS, "condition", &Condition::WORDS);
}

#[test]
fn the_schemas_allow_no_unknown_field_and_describe_every_field() {
    for text in [ENEMIES, CARDS] {
        let schema = schema(text);
        let definitions = schema["$defs"].as_object().expect("there are definitions");
        let shapes = definitions.values().chain([&schema]);
        for shape in shapes.filter(|shape| shape.get("properties").is_some()) {
            assert_eq!(shape["additionalProperties"], false, "{shape}");
            assert!(shape["description"].is_string(), "{shape}");
            for (field, is) in shape["properties"].as_object().expect("it has fields") {
                let explained = is["$ref"].is_string()
                    || is["description"].is_string()
                    || is["const"].is_string();
                assert!(explained, "{field} has no description");
            }
        }
    }
}
