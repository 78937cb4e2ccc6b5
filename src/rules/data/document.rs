//! One data file as it is written: cards and effects whose own fields are right,
//! while what they say of each other is still to be checked.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use super::super::card::{CardKind, Cost, Rank, Rarity};
use super::super::effect::{Count, Multiplier, OperationKind, ReplaceMode, Scope, Trigger, Whose};
use super::super::range::{Range, RangeError};
use super::fields::{Fields, shown};
use super::{DataFault, DataFile};

/// The power, bonus or threshold a card may name.
const AMOUNTS: std::ops::RangeInclusive<i32> = -999..=999;
/// As many abilities as an instance has marks for those already fired.
pub(super) const MOST_EFFECTS: usize = 8;

#[derive(Clone, Debug)]
pub(super) struct CardEntry {
    pub file: String,
    pub number: String,
    pub name: String,
    pub kind: CardKind,
    pub cost: Cost,
    pub power: i32,
    pub rarity: Rarity,
    pub range: Range,
    pub effects: Vec<String>,
}

impl CardEntry {
    pub fn item(&self) -> String {
        format!("card {} {}", self.number, self.name)
    }
}

#[derive(Clone, Debug)]
pub(super) struct EffectEntry {
    pub file: String,
    pub id: String,
    pub trigger: Trigger,
    pub scope: Scope,
    pub watches: Option<Whose>,
    pub threshold: Option<i32>,
    pub operations: Vec<OperationEntry>,
}

impl EffectEntry {
    pub fn item(&self) -> String {
        format!("effect {}", self.id)
    }
}

/// An operation whose cards are still numbers.
#[derive(Clone, Debug)]
pub(super) enum OperationEntry {
    ModifyPower { amount: i32, times: Multiplier },
    GrowPower { amount: i32 },
    CountPower { amount: i32, per: Count },
    DestroyCards,
    ReplaceAlly(ReplaceMode),
    AddToHand(Vec<String>),
    SpawnToken([String; 3]),
    ModifyTileRanks { amount: u8 },
    ScoreBonus { points: i32 },
    LaneMinTransfer,
    ExpandPositions,
}

#[derive(Clone, Debug, Default)]
pub(super) struct Document {
    pub cards: BTreeMap<String, CardEntry>,
    pub effects: BTreeMap<String, EffectEntry>,
}

impl Document {
    pub fn effect_ids(&self) -> BTreeSet<String> {
        self.effects.keys().cloned().collect()
    }

    /// Puts a later file over this one.
    pub fn lay_over(&mut self, later: Lists, faults: &mut Vec<DataFault>) {
        let mut numbers = BTreeSet::new();
        for card in later.cards {
            if !numbers.insert(card.number.clone()) {
                faults.push(DataFault {
                    file: card.file.clone(),
                    item: card.item(),
                    field: "number".to_owned(),
                    problem: format!("two cards of the file have the number `{}`", card.number),
                    allowed: "a number of its own for each card".to_owned(),
                });
            }
            self.cards.insert(card.number.clone(), card);
        }
        let mut ids = BTreeSet::new();
        for effect in later.effects {
            if !ids.insert(effect.id.clone()) {
                faults.push(DataFault {
                    file: effect.file.clone(),
                    item: effect.item(),
                    field: "id".to_owned(),
                    problem: format!("two effects of the file have the id `{}`", effect.id),
                    allowed: "an id of its own for each effect".to_owned(),
                });
            }
            self.effects.insert(effect.id.clone(), effect);
        }
    }
}

/// What one file holds, in its own order.
#[derive(Default)]
pub(super) struct Lists {
    cards: Vec<CardEntry>,
    effects: Vec<EffectEntry>,
}

pub(super) fn read(file: DataFile<'_>, faults: &mut Vec<DataFault>) -> Lists {
    let mut lists = Lists::default();
    let root: Value = match serde_json::from_str(file.text) {
        Ok(root) => root,
        Err(error) => {
            faults.push(DataFault {
                file: file.name.to_owned(),
                item: String::new(),
                field: format!("line {}, column {}", error.line(), error.column()),
                problem: format!("this is not JSON: {error}"),
                allowed: "a JSON object with `cards` and `effects`".to_owned(),
            });
            return lists;
        }
    };
    let Some(mut fields) = Fields::of(file.name, String::new(), String::new(), &root, faults)
    else {
        return lists;
    };
    fields.optional("$schema");
    let mut section = |name: &'static str| -> &[Value] {
        if fields.has(name) {
            fields.list(name, "a list").unwrap_or_default()
        } else {
            fields.optional(name);
            &[]
        }
    };
    let (cards, effects) = (section("cards"), section("effects"));
    fields.finish();
    for (place, value) in cards.iter().enumerate() {
        lists
            .cards
            .extend(read_card(file.name, place, value, faults));
    }
    for (place, value) in effects.iter().enumerate() {
        lists
            .effects
            .extend(read_effect(file.name, place, value, faults));
    }
    lists
}

fn read_card(
    file: &str,
    place: usize,
    value: &Value,
    faults: &mut Vec<DataFault>,
) -> Option<CardEntry> {
    const NUMBER: &str = "a short text of capital letters and digits, such as \"019\" or \"T01\"";
    const NAME: &str = "a text of 1 to 40 characters with a letter in it";
    const RANK: &str = "1, 2, 3 or \"R\"";
    let mut fields = Fields::of(
        file,
        format!("card at place {}", place + 1),
        String::new(),
        value,
        faults,
    )?;
    let number = fields.text("number", NUMBER);
    let name = fields.text("name", NAME);
    if let (Some(number), Some(name)) = (number, name) {
        fields.rename_item(format!("card {number} {name}"));
    }
    let number = number.filter(|number| {
        let right = (1..=6).contains(&number.len())
            && number
                .bytes()
                .all(|b| b.is_ascii_digit() || b.is_ascii_uppercase());
        if !right {
            fields.fault("number", format!("`{number}` is no card number"), NUMBER);
        }
        right
    });
    let name = name.filter(|name| {
        let right = (1..=40).contains(&name.chars().count())
            && name.chars().any(char::is_alphabetic)
            && !name.chars().any(|c| c.is_control() || c == '"' || c == '#')
            && name.trim() == *name;
        if !right {
            fields.fault("name", format!("`{name}` is no card name"), NAME);
        }
        right
    });
    let kind = fields.word("kind", &CardKind::WORDS);
    let cost = fields.required("rank", RANK).and_then(|rank| {
        let cost = match rank {
            Value::String(text) if text == "R" => Some(Cost::Replacement),
            Value::Number(number) => number
                .as_u64()
                .and_then(|n| u8::try_from(n).ok())
                .filter(|n| *n >= 1)
                .and_then(Rank::new)
                .map(Cost::Pawns),
            _ => None,
        };
        if cost.is_none() {
            fields.fault("rank", format!("{} is no rank", shown(rank)), RANK);
        }
        cost
    });
    let power = fields.integer("power", 0..=*AMOUNTS.end());
    let rarity = fields.word("rarity", &Rarity::WORDS);
    let range =
        fields
            .text("range", RangeError::ALLOWED)
            .and_then(|text| match Range::parse(text) {
                Ok(range) => Some(range),
                Err(error) => {
                    fields.fault("range", error.to_string(), RangeError::ALLOWED);
                    None
                }
            });
    let effects = fields.texts("effects", "a list of effect ids, empty for none");
    if let Some(too_many) = effects.as_ref().filter(|list| list.len() > MOST_EFFECTS) {
        let problem = format!("{} effects on one card", too_many.len());
        fields.fault("effects", problem, format!("at most {MOST_EFFECTS}"));
    }
    fields.finish();
    Some(CardEntry {
        file: file.to_owned(),
        number: number?.to_owned(),
        name: name?.to_owned(),
        kind: kind?,
        cost: cost?,
        power: power?,
        rarity: rarity?,
        range: range?,
        effects: effects?,
    })
}

fn read_effect(
    file: &str,
    place: usize,
    value: &Value,
    faults: &mut Vec<DataFault>,
) -> Option<EffectEntry> {
    let mut fields = Fields::of(
        file,
        format!("effect at place {}", place + 1),
        String::new(),
        value,
        faults,
    )?;
    let id = fields.text("id", "a text of its own");
    if let Some(id) = id {
        fields.rename_item(format!("effect {id}"));
    }
    let trigger = fields.word("trigger", &Trigger::WORDS);
    let scope = fields.word("scope", &Scope::WORDS);
    let threshold = match trigger {
        Some(Trigger::OnPowerThreshold) => fields.integer("threshold", AMOUNTS).map(Some),
        _ => Some(None),
    };
    let watches = match trigger {
        Some(trigger) if trigger.is_watcher() => fields.word("watches", &Whose::WORDS).map(Some),
        _ => Some(None),
    };
    let list = fields.list("operations", "a list of at least one operation");
    if list.is_some_and(<[Value]>::is_empty) {
        fields.fault(
            "operations",
            "the list is empty".to_owned(),
            "at least one operation",
        );
    }
    let mut operations = Some(Vec::new());
    for (place, value) in list.unwrap_or_default().iter().enumerate() {
        let operation = fields
            .part(format!("operations[{place}]."), value)
            .and_then(|part| read_operation(part, trigger, scope));
        operations = operations.zip(operation).map(|(mut list, operation)| {
            list.push(operation);
            list
        });
    }
    fields.finish();
    Some(EffectEntry {
        file: file.to_owned(),
        id: id?.to_owned(),
        trigger: trigger?,
        scope: scope?,
        watches: watches?,
        threshold: threshold?,
        operations: operations.filter(|_| list.is_some())?,
    })
}

fn read_operation(
    mut fields: Fields<'_, '_>,
    trigger: Option<Trigger>,
    scope: Option<Scope>,
) -> Option<OperationEntry> {
    use OperationKind as Op;
    let kind = fields.word("type", &OperationKind::WORDS);
    let (Some(kind), Some(trigger), Some(scope)) = (kind, trigger, scope) else {
        // What the other fields must be is unknown while one of these is wrong.
        return None;
    };
    if !kind.allows(trigger, scope) {
        let problem = format!(
            "{} does not go with trigger {} and scope {}",
            kind.word(),
            trigger.word(),
            scope.word()
        );
        fields.fault("type", problem, combinations(kind));
        return None;
    }
    let operation = match kind {
        Op::ModifyPower => {
            let amount = fields.integer("amount", AMOUNTS);
            let times = if trigger != Trigger::WhileInPlay && fields.has("per") {
                fields.word("per", &[("replaced_pawns", Multiplier::ReplacedPawns)])
            } else {
                Some(Multiplier::Once)
            };
            amount
                .zip(times)
                .map(|(amount, times)| OperationEntry::ModifyPower { amount, times })
        }
        Op::ModifyPowerScale => {
            let amount = fields.integer("amount", AMOUNTS);
            if trigger == Trigger::WhileInPlay {
                let per = fields.word("per", &Count::WORDS);
                amount
                    .zip(per)
                    .map(|(amount, per)| OperationEntry::CountPower { amount, per })
            } else {
                amount.map(|amount| OperationEntry::GrowPower { amount })
            }
        }
        Op::DestroyCards => Some(OperationEntry::DestroyCards),
        Op::ReplaceAlly => fields
            .word("mode", &ReplaceMode::WORDS)
            .map(OperationEntry::ReplaceAlly),
        Op::AddToHand => {
            const ALLOWED: &str = "a list of 1 to 10 card numbers";
            let cards = fields.texts("cards", ALLOWED);
            if cards
                .as_ref()
                .is_some_and(|list| !(1..=10).contains(&list.len()))
            {
                fields.fault("cards", "too few or too many cards".to_owned(), ALLOWED);
            }
            cards.map(OperationEntry::AddToHand)
        }
        Op::SpawnToken => {
            const ALLOWED: &str =
                "an object with a token's number for each rank, \"1\", \"2\", \"3\"";
            let tokens = fields.required("tokens", ALLOWED);
            tokens.and_then(|tokens| {
                let mut part = fields.part("operations.tokens.".to_owned(), tokens)?;
                let (one, two, three) = (
                    part.text("1", ALLOWED),
                    part.text("2", ALLOWED),
                    part.text("3", ALLOWED),
                );
                part.finish();
                Some(OperationEntry::SpawnToken([
                    one?.to_owned(),
                    two?.to_owned(),
                    three?.to_owned(),
                ]))
            })
        }
        Op::ModifyTileRanks => {
            fields
                .integer("amount", 1..=3)
                .map(|amount| OperationEntry::ModifyTileRanks {
                    amount: amount as u8,
                })
        }
        Op::ScoreBonus if trigger == Trigger::OnLaneWin => fields
            .integer("amount", AMOUNTS)
            .map(|points| OperationEntry::ScoreBonus { points }),
        Op::ScoreBonus => fields
            .word("mode", &[("lane_min_transfer", ())])
            .map(|()| OperationEntry::LaneMinTransfer),
        Op::ExpandPositions => Some(OperationEntry::ExpandPositions),
    };
    fields.finish();
    operation
}

/// The triggers and scopes an operation may stand with, in words.
fn combinations(kind: OperationKind) -> String {
    let scopes_of = |trigger: Trigger| -> Vec<&str> {
        let allowed = Scope::WORDS
            .iter()
            .filter(|(_, scope)| kind.allows(trigger, *scope));
        allowed.map(|(word, _)| *word).collect()
    };
    // Triggers with the same scopes are told together.
    let mut groups: Vec<(Vec<&str>, Vec<&str>)> = Vec::new();
    for (word, trigger) in Trigger::WORDS {
        let scopes = scopes_of(trigger);
        if scopes.is_empty() {
            continue;
        }
        match groups.iter_mut().find(|(_, known)| *known == scopes) {
            Some((triggers, _)) => triggers.push(word),
            None => groups.push((vec![word], scopes)),
        }
    }
    let sentences: Vec<String> = groups
        .iter()
        .map(|(triggers, scopes)| format!("{} with {}", triggers.join("/"), scopes.join("/")))
        .collect();
    sentences.join("; or ")
}
