//! The cards and effects of all files, laid one over the other.

use std::collections::{BTreeMap, BTreeSet};

use super::card_entry::CardEntry;
use super::effect_entry::EffectEntry;
use super::gaps::Gaps;
use super::operation_entry::OperationEntry;
use super::{DataFault, DataFile, EntrySource};
use qbcoach_basics::data::Fields;
use qbcoach_basics::data::Json;

/// The readable entries of all files. References between entries are not checked yet.
#[derive(Clone, Debug, Default)]
pub(super) struct CardDocument {
    pub cards: BTreeMap<String, CardEntry>,
    pub effects: BTreeMap<String, EffectEntry>,
    /// The effects that some card names, even a card that a later file overrides:
    /// overriding the last card of an effect is no fault.
    pub named_effects: BTreeSet<String>,
    /// The tokens of each spawn, even of one that a later file overrides: such tokens
    /// may still share a name.
    pub spawned_together: Vec<[String; 3]>,
    pub gaps: Gaps,
    layers: usize,
}

impl CardDocument {
    /// Adds files as a new layer over the earlier ones: a card of the same number or an
    /// effect of the same id replaces the earlier one. Files of one layer may not
    /// override each other.
    pub(crate) fn lay_over(&mut self, files: &[DataFile<'_>], faults: &mut Vec<DataFault>) {
        let (mut cards, mut effects) = (Vec::new(), Vec::new());
        for file in files {
            let source = EntrySource {
                file: file.name.to_owned(),
                layer: self.layers,
            };
            let lists = parse(*file, faults).and_then(|root| Lists::of(&source, root, faults));
            let lists = lists.unwrap_or_default();
            match lists.cards {
                Some(list) => cards.extend(self.read_cards(&source, &list, faults)),
                None => self.gaps.add_list_of_cards(),
            }
            match lists.effects {
                Some(list) => effects.extend(self.read_effects(&source, &list, faults)),
                None => self.gaps.add_list_of_effects(),
            }
        }
        self.lay_cards(cards, faults);
        self.lay_effects(effects, faults);
        self.layers += 1;
    }

    /// The cards of a list. A card that cannot be read leaves a gap, and so does the
    /// earlier card that it would have replaced.
    fn read_cards(
        &mut self,
        source: &EntrySource,
        list: &[Json],
        faults: &mut Vec<DataFault>,
    ) -> Vec<CardEntry> {
        let mut cards = Vec::new();
        for (index, value) in list.iter().enumerate() {
            match CardEntry::read(source, index, value, faults) {
                Ok(card) => {
                    self.named_effects.extend(card.effects.iter().cloned());
                    cards.push(card);
                }
                Err(gap) => {
                    self.named_effects
                        .extend(gap.effects.iter().flatten().cloned());
                    if let Some(number) = &gap.number {
                        self.cards.remove(number);
                    }
                    self.gaps.add_card(gap);
                }
            }
        }
        cards
    }

    fn read_effects(
        &mut self,
        source: &EntrySource,
        list: &[Json],
        faults: &mut Vec<DataFault>,
    ) -> Vec<EffectEntry> {
        let mut effects = Vec::new();
        for (index, value) in list.iter().enumerate() {
            match EffectEntry::read(source, index, value, faults) {
                Ok(effect) => {
                    for operation in &effect.operations {
                        if let OperationEntry::SpawnToken(tokens) = operation {
                            self.spawned_together.push(tokens.clone());
                        }
                    }
                    effects.push(effect);
                }
                Err(gap) => {
                    if let Some(id) = &gap.id {
                        self.effects.remove(id);
                    }
                    self.gaps.add_effect(gap);
                }
            }
        }
        effects
    }

    fn lay_cards(&mut self, cards: Vec<CardEntry>, faults: &mut Vec<DataFault>) {
        for card in cards {
            let beside = self.cards.get(&card.number);
            if let Some(other) = beside.filter(|other| other.source.layer == self.layers) {
                let problem = if other.source == card.source {
                    format!("two cards of the file have the number `{}`", card.number)
                } else {
                    format!("a card of {} has the same number", other.source.file)
                };
                let allowed = "a number of its own for each card";
                faults.push(card.fault("number", problem, allowed));
            }
            self.cards.insert(card.number.clone(), card);
        }
    }

    fn lay_effects(&mut self, effects: Vec<EffectEntry>, faults: &mut Vec<DataFault>) {
        for effect in effects {
            let beside = self.effects.get(&effect.id);
            if let Some(other) = beside.filter(|other| other.source.layer == self.layers) {
                let problem = if other.source == effect.source {
                    format!("two effects of the file have the id `{}`", effect.id)
                } else {
                    format!("an effect of {} has the same id", other.source.file)
                };
                let allowed = "an id of its own for each effect";
                faults.push(effect.fault("id", problem, allowed));
            }
            self.effects.insert(effect.id.clone(), effect);
        }
    }
}

fn parse(file: DataFile<'_>, faults: &mut Vec<DataFault>) -> Option<Json> {
    let mut fault = |position: String, problem: String, allowed: &str| {
        faults.push(DataFault {
            file: file.name.to_owned(),
            item: String::new(),
            field: position,
            problem,
            allowed: allowed.to_owned(),
        });
    };
    // A byte order mark is invisible, so the parser's `expected value` would not help.
    if file.text.starts_with('\u{feff}') {
        fault(
            "line 1, column 1".to_owned(),
            "the text starts with a byte order mark".to_owned(),
            "UTF-8 text without a byte order mark",
        );
        return None;
    }
    match serde_json::from_str(file.text) {
        Ok(root) => Some(root),
        Err(error) => {
            fault(
                format!("line {}, column {}", error.line(), error.column()),
                format!("this is not JSON: {error}"),
                "a JSON object with `cards` and `effects`",
            );
            None
        }
    }
}

/// The two lists of a file; `None` for a list that cannot be read.
#[derive(Default)]
struct Lists {
    cards: Option<Vec<Json>>,
    effects: Option<Vec<Json>>,
}

impl Lists {
    fn of(source: &EntrySource, root: Json, faults: &mut Vec<DataFault>) -> Option<Lists> {
        let mut fields = Fields::of(&source.file, String::new(), &root, faults)?;
        fields.skip("$schema");
        if fields.has("$schema") {
            fields.text("$schema", "a text: the path of the schema");
        }
        let [cards, effects] = ["cards", "effects"].map(|name| {
            if fields.has(name) {
                fields.list(name, "a list").map(<[Json]>::to_vec)
            } else {
                fields.skip(name);
                Some(Vec::new())
            }
        });
        // A list that seems to be missing may have a misspelt name.
        let misspelt = !fields.unknown().is_empty();
        let is_certain = |name: &str| !misspelt || fields.has(name);
        let lists = Lists {
            cards: cards.filter(|_| is_certain("cards")),
            effects: effects.filter(|_| is_certain("effects")),
        };
        fields.finish();
        Some(lists)
    }
}
