//! The JSON Schema of the data agrees with the shipped files and with the code.

use qbcoach_engine::rules::data::EMBEDDED;
use qbcoach_engine::rules::effect::{Count, OperationKind, ReplaceMode, Scope, Trigger, Whose};
use qbcoach_engine::rules::{CardKind, Rarity};
use serde_json::{Value, json};

use crate::data::documents::{SCHEMA, card, card_with, cards, effect, lowering, validator, with};

fn schema() -> Value {
    serde_json::from_str(SCHEMA).expect("the schema is JSON")
}

#[test]
fn the_schema_is_a_schema() {
    let schema = schema();
    assert_eq!(
        schema["$schema"],
        "https://json-schema.org/draft/2020-12/schema"
    );
    if let Err(error) = jsonschema::draft202012::meta::validate(&schema) {
        panic!("{error}");
    }
}

#[test]
fn the_shipped_files_satisfy_the_schema() {
    for file in EMBEDDED {
        let document: Value = serde_json::from_str(file.text).expect("the file is JSON");
        let errors: Vec<String> = validator()
            .iter_errors(&document)
            .map(|error| format!("{}: {error}", error.instance_path()))
            .collect();
        assert!(errors.is_empty(), "{}: {errors:#?}", file.name);
        assert_eq!(document["$schema"], "./cards.schema.json", "{}", file.name);
    }
}

/// The words a definition allows, in its order.
#[track_caller]
fn words(definition: &str) -> Vec<String> {
    let schema = schema();
    let choices = schema["$defs"][definition]["oneOf"]
        .as_array()
        .unwrap_or_else(|| panic!("{definition} is a choice"));
    choices
        .iter()
        .map(|choice| {
            let described = choice["description"]
                .as_str()
                .is_some_and(|d| !d.is_empty());
            assert!(described, "{choice} of {definition} has no description");
            choice["const"].as_str().expect("a word").to_owned()
        })
        .collect()
}

fn of_code<T>(words: &[(&str, T)]) -> Vec<String> {
    words.iter().map(|(word, _)| (*word).to_owned()).collect()
}

#[test]
fn the_words_of_the_schema_are_those_of_the_code() {
    assert_eq!(words("trigger"), of_code(&Trigger::WORDS));
    assert_eq!(words("scope"), of_code(&Scope::WORDS));
    assert_eq!(words("operationType"), of_code(&OperationKind::WORDS));
    assert_eq!(words("whose"), of_code(&Whose::WORDS));
    assert_eq!(words("count"), of_code(&Count::WORDS));
    assert_eq!(words("replaceMode"), of_code(&ReplaceMode::WORDS));
    assert_eq!(words("kind"), of_code(&CardKind::WORDS));
    assert_eq!(words("rarity"), of_code(&Rarity::WORDS));
}

fn listed(definition: &str) -> Vec<String> {
    let schema = schema();
    let list = schema["$defs"][definition]["enum"].as_array().cloned();
    list.unwrap_or_default()
        .iter()
        .filter_map(|word| word.as_str().map(str::to_owned))
        .collect()
}

#[test]
fn the_groups_of_the_schema_are_those_of_the_code() {
    let triggers = |wanted: fn(Trigger) -> bool| -> Vec<String> {
        let all = Trigger::WORDS.iter();
        all.filter(|(_, trigger)| wanted(*trigger))
            .map(|(word, _)| (*word).to_owned())
            .collect()
    };
    assert_eq!(listed("discreteTrigger"), triggers(Trigger::is_discrete));
    assert_eq!(listed("watchingTrigger"), triggers(Trigger::is_watcher));
    let card_scopes: Vec<String> = Scope::WORDS
        .iter()
        .filter(|(_, scope)| matches!(scope, Scope::Cards(..)))
        .map(|(word, _)| (*word).to_owned())
        .collect();
    assert_eq!(listed("cardScope"), card_scopes);
}

#[test]
fn single_words_of_the_schema_are_those_the_loader_reads() {
    for (definition, effect) in [
        (
            "multiplier",
            effect(
                "on_spawned",
                "self",
                json!({"type": "modify_power", "amount": 1, "per": "WORD"}),
            ),
        ),
        (
            "scoreMode",
            effect(
                "on_round_end",
                "lane_owner",
                json!({"type": "score_bonus", "mode": "WORD"}),
            ),
        ),
    ] {
        let words = words(definition);
        for word in &words {
            let text = card_with(effect.clone()).to_string().replace("WORD", word);
            crate::data::documents::load_text(&text).unwrap_or_else(|error| panic!("{error}"));
        }
        let faults = crate::data::documents::faults_of(&card_with(effect));
        let is_listed = faults.iter().any(|fault| fault.allowed == words.join(", "));
        assert!(is_listed, "{definition}: {faults:#?}");
    }
}

/// Every object of the schema forbids unknown fields and describes every field.
#[test]
fn the_schema_is_strict_and_explains_every_field() {
    let schema = schema();
    let definitions = schema["$defs"].as_object().expect("there are definitions");
    let mut shapes: Vec<(&str, &Value)> = definitions
        .iter()
        .filter(|(_, shape)| shape.get("required").is_some() && shape.get("properties").is_some())
        .filter(|(name, _)| *name != "operation")
        .map(|(name, shape)| (name.as_str(), shape))
        .collect();
    shapes.push(("the file", &schema));
    assert_eq!(shapes.len(), 1 + 2 + OperationKind::WORDS.len());
    for (name, shape) in shapes {
        assert_eq!(
            shape["additionalProperties"], false,
            "{name} allows unknown fields"
        );
        assert!(
            shape["description"].is_string(),
            "{name} has no description"
        );
        let fields = shape["properties"].as_object().expect("it has fields");
        for (field, is) in fields {
            let explained = is["$ref"].as_str().map_or(is, |path| {
                let definition = path.trim_start_matches("#/$defs/");
                &definitions[definition]
            });
            let says = explained["description"].is_string()
                || explained["oneOf"].is_array()
                || explained["const"].is_string();
            assert!(says, "{name}.{field} has no description");
        }
    }
}

/// The loader and the schema accept the same documents.
#[test]
fn right_documents_satisfy_the_schema_and_load() {
    for document in [
        json!({}),
        cards([card()]),
        cards([with(card(), "rank", json!("R"))]),
        cards([with(card(), "range", json!(""))]),
        cards([with(card(), "power", json!(999))]),
        card_with(lowering()),
        card_with(with(
            with(lowering(), "trigger", json!("on_power_threshold")),
            "threshold",
            json!(-999),
        )),
        card_with(with(
            lowering(),
            "operations",
            json!([{"type": "destroy_cards"}, {"type": "modify_power", "amount": 0}]),
        )),
    ] {
        let errors: Vec<String> = validator()
            .iter_errors(&document)
            .map(|error| error.to_string())
            .collect();
        assert!(errors.is_empty(), "{document}: {errors:?}");
        crate::data::documents::loaded(&document);
    }
}
