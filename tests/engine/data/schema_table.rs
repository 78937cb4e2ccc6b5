//! The allowed combinations of operation, trigger and scope: schema, loader and code agree
//! on every combination.

use std::collections::BTreeSet;

use qbcoach_engine::rules::effect::{OperationKind, Scope, Trigger};
use serde_json::{Value, json};

use crate::data::documents::{effects, faults_of, validator};

/// An operation with the fields that it has under the trigger.
fn operation(kind: OperationKind, trigger: Trigger) -> Value {
    use OperationKind as Op;
    let mut operation = match kind {
        Op::ModifyPower => json!({"amount": 1}),
        Op::ModifyPowerScale if trigger == Trigger::WhileInPlay => {
            json!({"amount": 1, "per": "enhanced_all"})
        }
        Op::ModifyPowerScale => json!({"amount": 1}),
        Op::DestroyCards | Op::ExpandPositions => json!({}),
        Op::ReplaceAlly => json!({"mode": "neutral"}),
        Op::AddToHand => json!({"cards": ["T01"]}),
        Op::SpawnToken => json!({"tokens": {"1": "T09", "2": "T10", "3": "T11"}}),
        Op::ModifyTileRanks => json!({"amount": 2}),
        Op::ScoreBonus if trigger == Trigger::OnRoundEnd => json!({"mode": "lane_min_transfer"}),
        Op::ScoreBonus => json!({"amount": 2}),
    };
    operation["type"] = json!(kind.word());
    operation
}

fn effect(id: &str, trigger: Trigger, scope: Scope, operations: &[Value]) -> Value {
    let mut effect = json!({
        "id": id, "trigger": trigger.word(), "scope": scope.word(), "operations": operations
    });
    if trigger == Trigger::OnPowerThreshold {
        effect["threshold"] = json!(7);
    }
    if trigger.is_watcher() {
        effect["watches"] = json!("all");
    }
    effect
}

struct Combination {
    id: String,
    effect: Value,
    allowed: bool,
}

fn combinations() -> Vec<Combination> {
    let mut all = Vec::new();
    for (kind_word, kind) in OperationKind::WORDS {
        for (trigger_word, trigger) in Trigger::WORDS {
            for (scope_word, scope) in Scope::WORDS {
                let id = format!("{kind_word} {trigger_word} {scope_word}");
                all.push(Combination {
                    effect: effect(&id, trigger, scope, &[operation(kind, trigger)]),
                    allowed: kind.allows(trigger, scope),
                    id,
                });
            }
        }
    }
    all
}

#[test]
fn the_schema_allows_what_the_table_allows() {
    for combination in combinations() {
        let document = effects([combination.effect]);
        assert_eq!(
            validator().is_valid(&document),
            combination.allowed,
            "{}",
            combination.id
        );
    }
}

#[test]
fn the_loader_allows_what_the_table_allows() {
    let all = combinations();
    let list: Vec<Value> = all.iter().map(|one| one.effect.clone()).collect();
    // No card uses these effects, so every allowed combination has just that fault.
    let faults = faults_of(&effects(list));
    assert_eq!(faults.len(), all.len());
    let refused: BTreeSet<&str> = faults
        .iter()
        .filter(|fault| fault.field == "operations[0].type")
        .filter_map(|fault| fault.item.strip_prefix("effect "))
        .collect();
    for combination in &all {
        assert_eq!(
            refused.contains(combination.id.as_str()),
            !combination.allowed,
            "{}",
            combination.id
        );
    }
}

#[test]
fn every_operation_and_every_trigger_has_a_use() {
    for (word, kind) in OperationKind::WORDS {
        let used = Trigger::WORDS
            .iter()
            .any(|(_, trigger)| Scope::WORDS.iter().any(|(_, s)| kind.allows(*trigger, *s)));
        assert!(used, "{word}");
    }
    for (word, trigger) in Trigger::WORDS {
        let used = OperationKind::WORDS
            .iter()
            .any(|(_, kind)| Scope::WORDS.iter().any(|(_, s)| kind.allows(trigger, *s)));
        assert!(used, "{word}");
    }
}

#[test]
fn one_wrong_operation_among_right_ones_is_refused() {
    let right = operation(OperationKind::DestroyCards, Trigger::OnPlay);
    for (word, kind) in OperationKind::WORDS {
        let both = [right.clone(), operation(kind, Trigger::OnPlay)];
        let document = effects([effect(word, Trigger::OnPlay, Scope::ItSelf, &both)]);
        assert_eq!(
            validator().is_valid(&document),
            kind.allows(Trigger::OnPlay, Scope::ItSelf),
            "{word}"
        );
    }
}
