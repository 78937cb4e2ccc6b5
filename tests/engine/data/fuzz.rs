//! Loading any file either works or reports faults with their positions.

use proptest::prelude::*;
use proptest::sample::{Index, select};
use proptest::test_runner::FileFailurePersistence;
use qbcoach_engine::rules::FindCardError;
use qbcoach_engine::rules::data::{DataFault, EMBEDDED};
use qbcoach_engine::rules::effect::{Count, OperationKind, Scope, Trigger};
use qbcoach_engine::rules::words::describe;
use serde_json::{Map, Value, json};

use crate::data::documents::{MINE, card, load_text, token, validator, with};

/// A correct file in which every operation and most fields occur.
fn rich_document() -> Value {
    let effect = |id: &str, trigger: &str, scope: &str, operation: Value| json!({"id": id, "trigger": trigger, "scope": scope, "operations": [operation]});
    let tokens = json!({"1": "T90", "2": "T91", "3": "T91"});
    let mut threshold = effect(
        "threshold",
        "on_power_threshold",
        "allies_global",
        json!({"type": "modify_power", "amount": 2}),
    );
    threshold["threshold"] = json!(7);
    let mut watcher = effect(
        "watcher",
        "on_card_played",
        "self",
        json!({"type": "modify_power_scale", "amount": 1}),
    );
    watcher["watches"] = json!("enemies");
    let effects = vec![
        threshold,
        watcher,
        effect(
            "count",
            "while_in_play",
            "self",
            json!({"type": "modify_power_scale", "amount": 1, "per": "enhanced_all"}),
        ),
        effect(
            "destroy",
            "on_destroy",
            "all_cards_in_lane",
            json!({"type": "destroy_cards"}),
        ),
        effect(
            "replace",
            "on_play",
            "enemies_on_affected_tiles",
            json!({"type": "replace_ally", "mode": "lower"}),
        ),
        effect(
            "add",
            "on_first_enhanced",
            "hand",
            json!({"type": "add_to_hand", "cards": ["T90", "019"]}),
        ),
        effect(
            "spawn",
            "on_play",
            "empty_positions",
            json!({"type": "spawn_token", "tokens": tokens}),
        ),
        effect(
            "pawns",
            "on_play",
            "positions",
            json!({"type": "modify_tile_ranks", "amount": 3}),
        ),
        effect(
            "bonus",
            "on_lane_win",
            "lane_owner",
            json!({"type": "score_bonus", "amount": 5}),
        ),
        effect(
            "transfer",
            "on_round_end",
            "lane_owner",
            json!({"type": "score_bonus", "mode": "lane_min_transfer"}),
        ),
        effect(
            "expand",
            "on_enfeebled",
            "positions",
            json!({"type": "expand_positions"}),
        ),
    ];
    let ids: Vec<Value> = effects.iter().map(|effect| effect["id"].clone()).collect();
    let (first, second) = ids.split_at(6);
    let other = with(
        with(card(), "number", json!("901")),
        "name",
        json!("Other Turtle"),
    );
    json!({
        "cards": [
            with(card(), "effects", json!(first)),
            with(other, "effects", json!(second)),
            token(),
            with(token(), "number", json!("T91")),
        ],
        "effects": effects,
    })
}

/// Words with a meaning in some field, so that mutated files are nearly correct.
fn some_word() -> impl Strategy<Value = String> {
    let mut words = vec![
        "card",
        "token",
        "standard",
        "legendary",
        "R",
        "",
        " ",
        "019",
        "T01",
        "T09",
        "900",
        "Tifa",
        "TIFA",
        "C2P B3X",
        "C3P",
        "F9P",
        "C2P C2E",
        "pawns-2",
        "count",
        "allies",
        "all",
        "neutral",
        "raise",
        "replaced_pawns",
        "lane_min_transfer",
        "cards",
        "effects",
        "tokens",
        "amount",
        "per",
        "mode",
        "type",
        "threshold",
        "watches",
        "operations",
        "number",
        "name",
        "1",
        "3",
    ];
    words.extend(Trigger::WORDS.map(|(word, _)| word));
    words.extend(Scope::WORDS.map(|(word, _)| word));
    words.extend(OperationKind::WORDS.map(|(word, _)| word));
    words.extend(Count::WORDS.map(|(word, _)| word));
    prop_oneof![
        4 => select(words).prop_map(str::to_owned),
        1 => "\\PC{0,12}",
        1 => any::<String>(),
    ]
}

fn some_json() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        (-5..15i64).prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<u64>().prop_map(Value::from),
        (-999..999i32).prop_map(|whole| Value::from(f64::from(whole) + 0.5)),
        some_word().prop_map(Value::from),
        some_word().prop_map(Value::from),
    ];
    leaf.prop_recursive(4, 24, 6, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..12).prop_map(Value::from),
            prop::collection::vec((some_word(), inner), 0..6)
                .prop_map(|fields| Value::Object(fields.into_iter().collect())),
        ]
    })
}

#[derive(Clone, Debug)]
enum Mutation {
    Replace(Value),
    Remove,
    Rename(String),
    Repeat,
}

fn some_mutation() -> impl Strategy<Value = Mutation> {
    prop_oneof![
        4 => some_json().prop_map(Mutation::Replace),
        2 => Just(Mutation::Remove),
        1 => some_word().prop_map(Mutation::Rename),
        1 => Just(Mutation::Repeat),
    ]
}

/// The JSON pointer of each part of a value.
fn pointers(value: &Value, pointer: &str, all: &mut Vec<String>) {
    all.push(pointer.to_owned());
    match value {
        Value::Array(list) => {
            for (index, part) in list.iter().enumerate() {
                pointers(part, &format!("{pointer}/{index}"), all);
            }
        }
        Value::Object(fields) => {
            for (field, part) in fields {
                let field = field.replace('~', "~0").replace('/', "~1");
                pointers(part, &format!("{pointer}/{field}"), all);
            }
        }
        _ => {}
    }
}

fn mutate(document: &mut Value, at: Index, mutation: Mutation) {
    let mut all = Vec::new();
    pointers(document, "", &mut all);
    let pointer = at.get(&all);
    if let Mutation::Replace(new) = mutation {
        *document
            .pointer_mut(pointer)
            .expect("the pointer is of this document") = new;
        return;
    }
    let Some((parent, name)) = pointer.rsplit_once('/') else {
        return;
    };
    let name = name.replace("~1", "/").replace("~0", "~");
    match document
        .pointer_mut(parent)
        .expect("the pointer is of this document")
    {
        Value::Array(list) => {
            let index: usize = name.parse().expect("lists have indices");
            match mutation {
                Mutation::Remove => drop(list.remove(index)),
                _ => list.push(list[index].clone()),
            }
        }
        Value::Object(fields) => {
            let part = fields
                .remove(&name)
                .expect("the pointer is of this document");
            match mutation {
                Mutation::Rename(new) => drop(fields.insert(new, part)),
                Mutation::Repeat => *fields = Map::from_iter([(name, part)]),
                _ => {}
            }
        }
        _ => unreachable!("only lists and objects have parts"),
    }
}

/// Loads a text. A catalogue must be complete, and every fault must have its position.
fn load_and_check(text: &str) -> Result<(), Vec<DataFault>> {
    let catalogue = match load_text(text) {
        Ok(catalogue) => catalogue,
        Err(error) => {
            assert!(!error.faults.is_empty());
            for fault in &error.faults {
                let known = fault.file == MINE || EMBEDDED.iter().any(|f| f.name == fault.file);
                assert!(known, "{fault:?}");
                assert!(
                    !fault.problem.is_empty() && !fault.allowed.is_empty(),
                    "{fault:?}"
                );
                assert!(fault.to_string().starts_with(&fault.file), "{fault:?}");
            }
            return Err(error.faults);
        }
    };
    assert!(catalogue.cards().len() >= 145 + 21);
    for card in catalogue.cards() {
        assert_eq!(catalogue.find(&card.number), Ok(card.id));
        match catalogue.find(&card.name) {
            Ok(found) => assert_eq!(found, card.id),
            Err(error) => assert!(matches!(error, FindCardError::Ambiguous { .. }), "{error}"),
        }
        for effect in &card.effects {
            assert!(!describe(&catalogue, effect).is_empty());
        }
    }
    Ok(())
}

/// Whether a fault is about references between entries, which a schema cannot check.
fn is_misfit(fault: &DataFault) -> bool {
    [
        "two cards of the file have",
        "two effects of the file have",
        "the name differs from",
        "the name is the number of",
        "the number differs from",
        "the number is the name of",
        "there is no effect",
        "there is no card",
        "no card uses this effect",
    ]
    .iter()
    .any(|start| fault.problem.starts_with(start))
        || fault.problem.ends_with("have one name")
        || fault.problem.ends_with("is not a token")
}

fn config() -> ProptestConfig {
    ProptestConfig {
        failure_persistence: Some(Box::new(FileFailurePersistence::Off)),
        ..ProptestConfig::default()
    }
}

#[test]
fn the_document_before_mutation_has_no_faults() {
    let document = rich_document();
    assert!(validator().is_valid(&document));
    assert_eq!(load_and_check(&document.to_string()), Ok(()));
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn any_text_loads_or_gives_faults(text in any::<String>()) {
        let _ = load_and_check(&text);
    }

    #[test]
    fn any_json_loads_or_gives_faults(document in some_json()) {
        let _ = load_and_check(&document.to_string());
    }

    #[test]
    fn any_lists_load_or_give_faults(
        cards in prop::collection::vec(some_json(), 0..4),
        effects in prop::collection::vec(some_json(), 0..4),
    ) {
        let _ = load_and_check(&json!({"cards": cards, "effects": effects}).to_string());
    }

    #[test]
    fn a_damaged_text_loads_or_gives_faults(
        from in any::<Index>(),
        length in 0..20usize,
        put in "\\PC{0,5}",
    ) {
        let letters: Vec<char> = rich_document().to_string().chars().collect();
        let from = from.index(letters.len());
        let to = (from + length).min(letters.len());
        let text: String = letters[..from]
            .iter()
            .copied()
            .chain(put.chars())
            .chain(letters[to..].iter().copied())
            .collect();
        let _ = load_and_check(&text);
    }

    #[test]
    fn a_mutated_document_loads_or_gives_faults_and_the_schema_agrees(
        changes in prop::collection::vec((any::<Index>(), some_mutation()), 1..4),
    ) {
        let mut document = rich_document();
        for (at, what) in changes {
            mutate(&mut document, at, what);
        }
        let errors: Vec<String> = validator()
            .iter_errors(&document)
            .map(|error| error.instance_path().to_string())
            .collect();
        match load_and_check(&document.to_string()) {
            Ok(()) => {
                prop_assert!(errors.is_empty(), "only the schema refuses {:?} of {}", errors, document);
            }
            Err(faults) if errors.is_empty() => {
                for fault in faults {
                    prop_assert!(is_misfit(&fault), "only the loader reports {}", fault);
                }
            }
            Err(_) => {}
        }
    }
}
