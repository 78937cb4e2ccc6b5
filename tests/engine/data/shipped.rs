//! The shipped files as a whole.

use std::collections::{BTreeMap, BTreeSet};

use qbcoach_engine::rules::data::{EMBEDDED, embedded, load};
use qbcoach_engine::rules::effect::Operation;
use qbcoach_engine::rules::{CardKind, Cost, words};
use serde_json::Value;

/// All entries of the shipped files under `section`.
fn listed(section: &str) -> Vec<Value> {
    EMBEDDED
        .iter()
        .filter_map(|file| {
            let document: Value = serde_json::from_str(file.text).expect("the file is JSON");
            document[section].as_array().cloned()
        })
        .flatten()
        .collect()
}

fn text<'a>(value: &'a Value, field: &str) -> &'a str {
    value[field].as_str().expect("the field is a text")
}

#[test]
fn the_shipped_data_has_no_fault() {
    if let Err(error) = load(&[]) {
        panic!("{error}");
    }
}

#[test]
fn there_are_145_cards_and_21_tokens() {
    let catalogue = embedded();
    let numbers = |kind: CardKind| -> Vec<&str> {
        let of_kind = catalogue.cards().iter().filter(|card| card.kind == kind);
        of_kind.map(|card| card.number.as_str()).collect()
    };
    let expected: Vec<String> = (1..=145).map(|n| format!("{n:03}")).collect();
    assert_eq!(numbers(CardKind::Collectible), expected);
    let expected: Vec<String> = (1..=21).map(|n| format!("T{n:02}")).collect();
    assert_eq!(numbers(CardKind::Token), expected);
    assert_eq!(catalogue.collectible().count(), 145);
}

#[test]
fn cards_are_in_the_order_of_their_ids_and_found_by_number() {
    let catalogue = embedded();
    for (index, card) in catalogue.cards().iter().enumerate() {
        assert_eq!(card.id.index(), index);
        assert_eq!(catalogue.by_number(&card.number), Some(card.id));
    }
}

/// Among shipped files one entry would silently replace the other.
#[test]
fn no_number_and_no_effect_is_listed_twice_in_any_file() {
    let cards = listed("cards");
    let numbers: BTreeSet<&str> = cards.iter().map(|card| text(card, "number")).collect();
    assert_eq!(cards.len(), 145 + 21);
    assert_eq!(numbers.len(), cards.len());
    let effects = listed("effects");
    let ids: BTreeSet<&str> = effects.iter().map(|effect| text(effect, "id")).collect();
    assert_eq!(ids.len(), effects.len());
}

#[test]
fn every_effect_has_a_card_and_every_card_its_effects() {
    let catalogue = embedded();
    let used: BTreeSet<&str> = catalogue
        .cards()
        .iter()
        .flat_map(|card| &card.effects)
        .map(|effect| effect.id.as_str())
        .collect();
    let effects = listed("effects");
    let known: BTreeSet<&str> = effects.iter().map(|effect| text(effect, "id")).collect();
    assert_eq!(used, known);
    for entry in listed("cards") {
        let card = &catalogue[catalogue.by_number(text(&entry, "number")).unwrap()];
        let ids: Vec<Value> = card.effects.iter().map(|e| e.id.as_str().into()).collect();
        assert_eq!(entry["effects"], Value::Array(ids), "{}", card.number);
    }
}

#[test]
fn every_card_equals_its_entry_in_the_files() {
    let catalogue = embedded();
    for entry in listed("cards") {
        let card = &catalogue[catalogue.by_number(text(&entry, "number")).unwrap()];
        assert_eq!(card.name, text(&entry, "name"));
        assert_eq!(Value::from(card.power), entry["power"], "{}", card.number);
        let rank: Value = match card.cost {
            Cost::Pawns(rank) => rank.get().into(),
            Cost::Replacement => "R".into(),
        };
        assert_eq!(entry["rank"], rank, "{}", card.number);
        let squares: Vec<String> = card
            .range
            .squares()
            .iter()
            .map(ToString::to_string)
            .collect();
        assert_eq!(squares.join(" "), text(&entry, "range"), "{}", card.number);
    }
}

#[test]
fn every_ability_has_a_sentence() {
    let catalogue = embedded();
    let mut sentences: BTreeMap<String, &str> = BTreeMap::new();
    for card in catalogue.cards() {
        for effect in &card.effects {
            let sentence = words::describe(&catalogue, effect);
            assert!(sentence.len() > 20, "{}: {sentence}", card.number);
            assert!(sentence.ends_with('.'), "{}: {sentence}", card.number);
            let first = sentence.chars().next();
            assert!(first.is_some_and(char::is_uppercase), "{sentence}");
            let tidy = !sentence.contains("  ") && !sentence.contains('_');
            assert!(tidy, "{}: {sentence}", card.number);
            // Two effects with equal sentences would be one effect with two ids.
            let id = sentences.entry(sentence).or_insert(&effect.id);
            assert_eq!(*id, effect.id);
        }
    }
}

#[test]
fn effects_in_the_data_have_no_sentences() {
    let known = [
        "id",
        "trigger",
        "scope",
        "watches",
        "threshold",
        "operations",
    ];
    for effect in listed("effects") {
        let fields = effect.as_object().expect("an effect is an object");
        for field in fields.keys() {
            assert!(known.contains(&field.as_str()), "{effect}");
        }
    }
}

#[test]
fn every_replacement_card_replaces_and_no_other_does() {
    for card in embedded().cards() {
        let replaces = card
            .effects
            .iter()
            .flat_map(|effect| &effect.operations)
            .any(|operation| matches!(operation, Operation::ReplaceAlly(_)));
        assert_eq!(
            replaces,
            card.cost == Cost::Replacement,
            "{} {}",
            card.number,
            card.name
        );
    }
}

#[test]
fn every_token_is_made_by_some_card_and_spawned_on_its_own_rank() {
    let catalogue = embedded();
    let mut made = BTreeSet::new();
    let operations = catalogue
        .cards()
        .iter()
        .flat_map(|card| &card.effects)
        .flat_map(|effect| &effect.operations);
    for operation in operations {
        match operation {
            Operation::AddToHand(cards) => made.extend(cards.iter().copied()),
            Operation::SpawnToken(tokens) => {
                made.extend(tokens.iter().copied());
                for (rank, token) in (1..).zip(tokens) {
                    let Cost::Pawns(printed) = catalogue[*token].cost else {
                        panic!("{} has no rank", catalogue[*token].number);
                    };
                    assert_eq!(printed.get(), rank);
                }
            }
            _ => {}
        }
    }
    let tokens: BTreeSet<_> = catalogue
        .cards()
        .iter()
        .filter(|card| card.kind == CardKind::Token)
        .map(|card| card.id)
        .collect();
    assert_eq!(made, tokens);
    for token in tokens {
        let maker = catalogue[token].made_by;
        assert!(maker.is_some(), "{} has one maker", catalogue[token].number);
    }
}
