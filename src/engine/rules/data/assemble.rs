//! From entries to cards: checks and resolves the references between cards, tokens and
//! effects.

use std::collections::BTreeMap;

use super::super::card::{Card, CardId, CardKind};
use super::super::effect::{Effect, Operation};
use super::DataFault;
use super::card_entry::CardEntry;
use super::document::CardDocument;
use super::effect_entry::EffectEntry;
use super::names;
use super::operation_entry::OperationEntry;
use qbcoach_basics::suggest::closest;

type Ids<'a> = BTreeMap<&'a str, CardId>;

/// The cards of a document, the collectible ones first.
pub(super) fn assemble(document: &CardDocument, faults: &mut Vec<DataFault>) -> Vec<Card> {
    names::check(document, faults);
    check_usage(document, faults);
    let mut entries: Vec<&CardEntry> = document.cards.values().collect();
    entries.sort_by_key(|card| (card.kind, card.number.as_str()));
    let Some(ids) = number(&entries, faults) else {
        // Without ids every reference to a card would seem to be a fault.
        return Vec::new();
    };
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

/// An id for each card in order; `None`, with a fault, if there are too many cards.
fn number<'a>(entries: &[&'a CardEntry], faults: &mut Vec<DataFault>) -> Option<Ids<'a>> {
    let ids: Option<Ids<'a>> = entries
        .iter()
        .enumerate()
        .map(|(index, entry)| Some((entry.number.as_str(), CardId::from_index(index)?)))
        .collect();
    let last_added = entries.iter().max_by_key(|entry| entry.source.layer);
    if let (None, Some(entry)) = (&ids, last_added) {
        faults.push(entry.fault(
            "",
            "there are too many cards".to_owned(),
            format!("at most {} cards", u16::MAX),
        ));
    }
    ids
}

/// Checks that every effect a card names exists, and that a card names every effect.
fn check_usage(document: &CardDocument, faults: &mut Vec<DataFault>) {
    for entry in document.cards.values() {
        for (index, id) in entry.effects.iter().enumerate() {
            if document.effects.contains_key(id) || document.gaps.may_hold_effect(id) {
                continue;
            }
            let known = document.effects.keys().map(String::as_str);
            let near = closest(id, known, 1).concat();
            faults.push(entry.fault(
                &format!("effects[{index}]"),
                format!("there is no effect `{id}`, did you mean `{near}`?"),
                "the id of an effect in this file or in the embedded ones",
            ));
        }
    }
    if document.gaps.may_use_effects() {
        return;
    }
    for effect in document.effects.values() {
        if !document.named_effects.contains(&effect.id) {
            faults.push(effect.fault(
                "id",
                "no card uses this effect".to_owned(),
                "an effect that at least one card names in `effects`",
            ));
        }
    }
}

fn resolve_effects<'a>(
    document: &'a CardDocument,
    ids: &Ids<'_>,
    faults: &mut Vec<DataFault>,
) -> BTreeMap<&'a str, Effect> {
    let mut effects = BTreeMap::new();
    for entry in document.effects.values() {
        let mut operations = Vec::new();
        for (index, operation) in entry.operations.iter().enumerate() {
            let mut references = References {
                effect: entry,
                path: format!("operations[{index}]"),
                document,
                ids,
                faults,
            };
            operations.extend(references.resolve(operation));
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

/// Resolves the card numbers of one operation.
struct References<'a> {
    effect: &'a EffectEntry,
    path: String,
    document: &'a CardDocument,
    ids: &'a Ids<'a>,
    faults: &'a mut Vec<DataFault>,
}

impl References<'_> {
    /// `None` if the operation names a card that does not exist.
    fn resolve(&mut self, operation: &OperationEntry) -> Option<Operation> {
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
                    .enumerate()
                    .map(|(index, number)| self.card(&format!("cards[{index}]"), number))
                    .collect();
                Operation::AddToHand(cards.into_iter().collect::<Option<_>>()?)
            }
            OperationEntry::SpawnToken([one, two, three]) => {
                let tokens = [
                    self.token("tokens.1", one),
                    self.token("tokens.2", two),
                    self.token("tokens.3", three),
                ];
                let [one, two, three] = tokens;
                Operation::SpawnToken([one?, two?, three?])
            }
            OperationEntry::ModifyTileRanks { amount } => {
                Operation::ModifyTileRanks { amount: *amount }
            }
            OperationEntry::ScoreBonus { points } => Operation::ScoreBonus { points: *points },
            OperationEntry::LaneMinTransfer => Operation::LaneMinTransfer,
            OperationEntry::ExpandPositions => Operation::ExpandPositions,
        })
    }

    fn card(&mut self, field: &str, number: &str) -> Option<CardId> {
        let id = self.ids.get(number).copied();
        if id.is_none() && !self.document.gaps.may_hold_card(number) {
            let near = closest(number, self.ids.keys().copied(), 1).concat();
            self.faults.push(self.effect.fault(
                &format!("{}.{field}", self.path),
                format!("there is no card `{number}`, did you mean `{near}`?"),
                "the number of a card in this file or in the embedded ones",
            ));
        }
        id
    }

    fn token(&mut self, field: &str, number: &str) -> Option<CardId> {
        let id = self.card(field, number)?;
        let card = self.document.cards.get(number)?;
        if card.kind == CardKind::Token {
            return Some(id);
        }
        let fault = if card.source.layer > self.effect.source.layer {
            // The effect was right until a later file changed the card.
            card.fault(
                "kind",
                format!(
                    "effect {} spawns the card, which is not a token",
                    self.effect.id
                ),
                "token",
            )
        } else {
            self.effect.fault(
                &format!("{}.{field}", self.path),
                format!("card {number} is not a token"),
                "cards whose kind is `token`",
            )
        };
        // One card may be spawned on several ranks; the fault is noted once.
        if !self.faults.contains(&fault) {
            self.faults.push(fault);
        }
        None
    }
}

/// The makers of each card: the cards that spawn it or add it to a hand.
fn makers(
    entries: &[&CardEntry],
    effects: &BTreeMap<&str, Effect>,
    ids: &Ids<'_>,
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
