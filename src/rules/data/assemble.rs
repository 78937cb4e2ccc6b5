//! From entries to cards: what cards, tokens and effects say of each other.

use std::collections::{BTreeMap, BTreeSet};

use super::super::card::{Card, CardId, CardKind};
use super::super::catalogue::letters_of;
use super::super::effect::{Effect, Operation};
use super::super::suggest::closest;
use super::DataFault;
use super::document::{CardEntry, Document, EffectEntry, OperationEntry};

/// The cards of a merged document, the collectible ones first. `excused` are
/// effects that need no card.
pub(super) fn assemble(
    document: &Document,
    excused: &BTreeSet<String>,
    faults: &mut Vec<DataFault>,
) -> Vec<Card> {
    let mut entries: Vec<&CardEntry> = document.cards.values().collect();
    entries.sort_by_key(|card| (card.kind, card.number.as_str()));
    let mut ids = BTreeMap::new();
    for (index, entry) in entries.iter().enumerate() {
        match CardId::from_index(index) {
            Some(id) => {
                ids.insert(entry.number.as_str(), id);
            }
            None => faults.push(DataFault {
                file: entry.file.clone(),
                item: entry.item(),
                field: String::new(),
                problem: "there are too many cards".to_owned(),
                allowed: format!("at most {} cards", u16::MAX - 1),
            }),
        }
    }
    check_names(&entries, document, faults);
    check_usage(&entries, document, excused, faults);
    let effects = resolve_effects(document, &ids, faults);
    let makers = makers(&entries, &effects, &ids);
    entries
        .iter()
        .filter_map(|entry| {
            let id = *ids.get(entry.number.as_str())?;
            let effects: Vec<Effect> = entry
                .effects
                .iter()
                .filter_map(|effect| effects.get(effect.as_str()).cloned())
                .collect();
            let made_by = match makers.get(&id).map(Vec::as_slice) {
                Some([maker]) => Some(*maker),
                _ => None,
            };
            Some(Card {
                id,
                number: entry.number.clone(),
                name: entry.name.clone(),
                kind: entry.kind,
                cost: entry.cost,
                power: entry.power,
                rarity: entry.rarity,
                range: entry.range.clone(),
                effects,
                made_by,
            })
        })
        .collect()
}

/// Names are unique however they are written, except that the forms one card
/// spawns by rank share theirs.
fn check_names(entries: &[&CardEntry], document: &Document, faults: &mut Vec<DataFault>) {
    let forms: Vec<&[String; 3]> = document
        .effects
        .values()
        .flat_map(|effect| &effect.operations)
        .filter_map(|operation| match operation {
            OperationEntry::SpawnToken(tokens) => Some(tokens),
            _ => None,
        })
        .collect();
    let one_spawn = |a: &CardEntry, b: &CardEntry| {
        let both_tokens = a.kind == CardKind::Token && b.kind == CardKind::Token;
        both_tokens
            && a.name == b.name
            && forms
                .iter()
                .any(|tokens| tokens.contains(&a.number) && tokens.contains(&b.number))
    };
    let mut seen: BTreeMap<String, &CardEntry> = BTreeMap::new();
    for entry in entries {
        let Some(other) = seen.insert(letters_of(&entry.name), entry) else {
            continue;
        };
        if one_spawn(entry, other) {
            continue;
        }
        let problem = if entry.name == other.name {
            format!("cards {} and {} have one name", other.number, entry.number)
        } else {
            format!(
                "the name differs from `{}` of card {} only by case or punctuation",
                other.name, other.number
            )
        };
        faults.push(DataFault {
            file: entry.file.clone(),
            item: entry.item(),
            field: "name".to_owned(),
            problem,
            allowed: "a name of its own; only the tokens of one spawn_token share theirs"
                .to_owned(),
        });
    }
}

/// Every effect a card names exists, and every effect has a card.
fn check_usage(
    entries: &[&CardEntry],
    document: &Document,
    excused: &BTreeSet<String>,
    faults: &mut Vec<DataFault>,
) {
    let mut used = BTreeSet::new();
    for entry in entries {
        for id in &entry.effects {
            if document.effects.contains_key(id) {
                used.insert(id.as_str());
                continue;
            }
            let known = document.effects.keys().map(String::as_str);
            let near = closest(id, known, 1).concat();
            faults.push(DataFault {
                file: entry.file.clone(),
                item: entry.item(),
                field: "effects".to_owned(),
                problem: format!("there is no effect `{id}`, did you mean `{near}`?"),
                allowed: "the id of an effect in this file or in the embedded ones".to_owned(),
            });
        }
    }
    for effect in document.effects.values() {
        if !used.contains(effect.id.as_str()) && !excused.contains(&effect.id) {
            faults.push(DataFault {
                file: effect.file.clone(),
                item: effect.item(),
                field: "id".to_owned(),
                problem: "no card uses this effect".to_owned(),
                allowed: "an effect that at least one card names in `effects`".to_owned(),
            });
        }
    }
}

fn resolve_effects<'a>(
    document: &'a Document,
    ids: &BTreeMap<&str, CardId>,
    faults: &mut Vec<DataFault>,
) -> BTreeMap<&'a str, Effect> {
    let mut effects = BTreeMap::new();
    for entry in document.effects.values() {
        let mut operations = Vec::new();
        for operation in &entry.operations {
            operations.extend(resolve_operation(entry, operation, document, ids, faults));
        }
        effects.insert(
            entry.id.as_str(),
            Effect {
                id: entry.id.clone(),
                trigger: entry.trigger,
                scope: entry.scope,
                watches: entry.watches,
                threshold: entry.threshold,
                operations,
            },
        );
    }
    effects
}

fn resolve_operation(
    effect: &EffectEntry,
    operation: &OperationEntry,
    document: &Document,
    ids: &BTreeMap<&str, CardId>,
    faults: &mut Vec<DataFault>,
) -> Option<Operation> {
    let mut fault = |field: &str, problem: String, allowed: &str| {
        faults.push(DataFault {
            file: effect.file.clone(),
            item: effect.item(),
            field: field.to_owned(),
            problem,
            allowed: allowed.to_owned(),
        });
    };
    let mut known = |field: &str, number: &String| {
        let id = ids.get(number.as_str()).copied();
        if id.is_none() {
            let near = closest(number, ids.keys().copied(), 1).concat();
            fault(
                field,
                format!("there is no card `{number}`, did you mean `{near}`?"),
                "the number of a card in this file or in the embedded ones",
            );
        }
        id
    };
    Some(match operation {
        OperationEntry::ModifyPower { amount, times } => Operation::ModifyPower {
            amount: *amount,
            times: *times,
        },
        OperationEntry::GrowPower { amount } => Operation::GrowPower { amount: *amount },
        OperationEntry::CountPower { amount, per } => Operation::CountPower {
            amount: *amount,
            per: *per,
        },
        OperationEntry::DestroyCards => Operation::DestroyCards,
        OperationEntry::ReplaceAlly(mode) => Operation::ReplaceAlly(*mode),
        OperationEntry::AddToHand(numbers) => {
            let cards: Vec<Option<CardId>> = numbers
                .iter()
                .map(|number| known("operations.cards", number))
                .collect();
            Operation::AddToHand(cards.into_iter().collect::<Option<_>>()?)
        }
        OperationEntry::SpawnToken(numbers) => {
            let [one, two, three] = numbers
                .each_ref()
                .map(|number| known("operations.tokens", number));
            let tokens = [one?, two?, three?];
            for number in numbers {
                if document.cards[number].kind != CardKind::Token {
                    fault(
                        "operations.tokens",
                        format!("card {number} is no token"),
                        "cards whose kind is `token`",
                    );
                }
            }
            Operation::SpawnToken(tokens)
        }
        OperationEntry::ModifyTileRanks { amount } => {
            Operation::ModifyTileRanks { amount: *amount }
        }
        OperationEntry::ScoreBonus { points } => Operation::ScoreBonus { points: *points },
        OperationEntry::LaneMinTransfer => Operation::LaneMinTransfer,
        OperationEntry::ExpandPositions => Operation::ExpandPositions,
    })
}

/// Which cards make which: by spawning or by adding to a hand.
fn makers(
    entries: &[&CardEntry],
    effects: &BTreeMap<&str, Effect>,
    ids: &BTreeMap<&str, CardId>,
) -> BTreeMap<CardId, Vec<CardId>> {
    let mut makers: BTreeMap<CardId, Vec<CardId>> = BTreeMap::new();
    for entry in entries {
        let Some(&maker) = ids.get(entry.number.as_str()) else {
            continue;
        };
        let operations = entry
            .effects
            .iter()
            .filter_map(|id| effects.get(id.as_str()))
            .flat_map(|effect| &effect.operations);
        for operation in operations {
            let made: &[CardId] = match operation {
                Operation::AddToHand(cards) => cards,
                Operation::SpawnToken(tokens) => tokens,
                _ => &[],
            };
            for card in made {
                let list = makers.entry(*card).or_default();
                if !list.contains(&maker) {
                    list.push(maker);
                }
            }
        }
    }
    makers
}
