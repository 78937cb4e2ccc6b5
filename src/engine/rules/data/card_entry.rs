//! One card of a file: its own fields are checked, its effects are still ids.

use super::super::card::{CardKind, Cost, Rank, Rarity};
use super::super::range::{Range, RangeError};
use super::gaps::CardGap;
use super::{DataFault, EntrySource};
use qbcoach_basics::data::Fields;
use qbcoach_basics::data::Json;

/// The power that may be printed on a card.
const POWERS: std::ops::RangeInclusive<i32> = 0..=999;
/// An instance has this many bits for abilities that have fired.
const MOST_EFFECTS: usize = 8;
const NUMBER: &str = "a text of 1 to 6 capital letters and digits, such as \"019\" or \"T01\"";
const NAME: &str = "a text of 1 to 40 characters, at least one of them a letter, \
    without \", # or control characters and without spaces at its ends";
const RANK: &str = "1, 2, 3 or \"R\"";

#[derive(Clone, Debug)]
pub(super) struct CardEntry {
    pub source: EntrySource,
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
    pub fn fault(&self, field: &str, problem: String, allowed: impl Into<String>) -> DataFault {
        DataFault {
            file: self.source.file.clone(),
            item: format!("card {} {}", self.number, self.name),
            field: field.to_owned(),
            problem,
            allowed: allowed.into(),
        }
    }

    /// Reads the card at `index` of a file's list.
    pub fn read(
        source: &EntrySource,
        index: usize,
        value: &Json,
        faults: &mut Vec<DataFault>,
    ) -> Result<CardEntry, CardGap> {
        let Some(mut fields) = Fields::of(&source.file, item(index, value), value, faults) else {
            return Err(CardGap {
                number: None,
                effects: None,
            });
        };
        let written_number = fields.text("number", NUMBER);
        let number = written_number.filter(|number| is_number(&mut fields, number));
        let name = fields.text("name", NAME);
        let name = name.filter(|name| is_name(&mut fields, name));
        let kind = fields.word("kind", &CardKind::WORDS);
        let cost = read_cost(&mut fields);
        let power = fields.integer("power", POWERS);
        let rarity = fields.word("rarity", &Rarity::WORDS);
        let range = read_range(&mut fields);
        let effects = read_effects(&mut fields);
        fields.finish();
        let complete = || {
            Some(CardEntry {
                source: source.clone(),
                number: number?.to_owned(),
                name: name?.to_owned(),
                kind: kind?,
                cost: cost?,
                power: power?,
                rarity: rarity?,
                range: range?,
                effects: effects.clone()?,
            })
        };
        complete().ok_or_else(|| CardGap {
            number: written_number.map(str::to_owned),
            effects: effects.clone(),
        })
    }
}

/// The name of a card in messages: its number and name, or its position in the list
/// and the one of the two that it has.
fn item(index: usize, value: &Json) -> String {
    let position = index + 1;
    match (value.text_of("number"), value.text_of("name")) {
        (Some(number), Some(name)) => format!("card {number} {name}"),
        (Some(one), None) | (None, Some(one)) => format!("card {one} at position {position}"),
        (None, None) => format!("card at position {position}"),
    }
}

fn is_number(fields: &mut Fields<'_, '_>, number: &str) -> bool {
    let right = (1..=6).contains(&number.len())
        && number
            .bytes()
            .all(|b| b.is_ascii_digit() || b.is_ascii_uppercase());
    if !right {
        fields.fault("number", format!("`{number}` is not a card number"), NUMBER);
    }
    right
}

fn is_name(fields: &mut Fields<'_, '_>, name: &str) -> bool {
    let right = (1..=40).contains(&name.chars().count())
        && name.chars().any(char::is_alphabetic)
        && !name.chars().any(|c| c.is_control() || c == '"' || c == '#')
        && name.trim() == name;
    if !right {
        fields.fault("name", format!("`{name}` is not a card name"), NAME);
    }
    right
}

fn read_cost(fields: &mut Fields<'_, '_>) -> Option<Cost> {
    let rank = fields.required("rank", RANK)?;
    let cost = match rank {
        Json::Text(text) if text == "R" => Some(Cost::Replacement),
        Json::Number(number) => number
            .as_u64()
            .and_then(|n| u8::try_from(n).ok())
            .filter(|n| *n >= 1)
            .and_then(Rank::new)
            .map(Cost::Pawns),
        _ => None,
    };
    if cost.is_none() {
        fields.fault("rank", format!("{} is not a rank", rank.shown()), RANK);
    }
    cost
}

fn read_range(fields: &mut Fields<'_, '_>) -> Option<Range> {
    let text = fields.text("range", RangeError::ALLOWED)?;
    match Range::parse(text) {
        Ok(range) => Some(range),
        Err(errors) => {
            for error in errors {
                fields.fault("range", error.to_string(), RangeError::ALLOWED);
            }
            None
        }
    }
}

fn read_effects(fields: &mut Fields<'_, '_>) -> Option<Vec<String>> {
    let effects = fields.texts("effects", "a list of effect ids, empty for none")?;
    if effects.len() > MOST_EFFECTS {
        let problem = format!("{} effects on one card", effects.len());
        fields.fault("effects", problem, format!("at most {MOST_EFFECTS}"));
    }
    Some(effects)
}
