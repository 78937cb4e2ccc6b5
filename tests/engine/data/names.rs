//! The names of cards in other languages.

use qbcoach_engine::rules::data::embedded;
use serde_json::Value;

const NAMES: &str = include_str!("../../../data/names.json");
const SCHEMA: &str = include_str!("../../../data/names.schema.json");

#[test]
fn the_names_satisfy_their_schema() {
    let schema: Value = serde_json::from_str(SCHEMA).expect("the schema is JSON");
    let names: Value = serde_json::from_str(NAMES).expect("the names are JSON");
    if let Err(error) = jsonschema::draft202012::meta::validate(&schema) {
        panic!("{error}");
    }
    let validator = jsonschema::draft202012::new(&schema).expect("a schema");
    let errors: Vec<String> = validator
        .iter_errors(&names)
        .map(|error| format!("{}: {error}", error.instance_path()))
        .collect();
    assert!(errors.is_empty(), "{errors:#?}");
    assert_eq!(names["$schema"], "./names.schema.json");
}

#[test]
fn every_card_has_a_japanese_name_and_is_found_by_it() {
    let catalogue = embedded();
    for card in catalogue.cards() {
        let name = catalogue.japanese_name(card.id);
        let name = name.unwrap_or_else(|| panic!("{} has no Japanese name", card.number));
        match catalogue.find(name) {
            Ok(found) => assert_eq!(found, card.id, "{name}"),
            // Some tokens share their name in English, too.
            Err(error) => assert!(
                error
                    .suggestions()
                    .iter()
                    .any(|one| one.starts_with(&card.number)),
                "{name}: {error}"
            ),
        }
    }
}
