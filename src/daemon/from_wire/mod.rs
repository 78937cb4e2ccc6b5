//! The only place where what clients wrote becomes cards, tiles, rules, actions.

pub mod combat;
mod match_action;
mod match_setup;

pub use match_action::action;
pub use match_setup::setup;

use qbcoach_protocol as wire;
use qbcoach_protocol::error;
use schemars::JsonSchema;
use serde_json::{Map, Value};

use super::failure::{Failure, unknown_card, unread_deck};
use super::params::{Read, read_object};
use crate::rules::suggest::closest;
use crate::rules::{CardId, Catalogue, Rules, Side, TileId};
use crate::sessions::queens_blood::Library;
use crate::sessions::session_id::SessionId;
use crate::simulation::deck_library::ReadDeckError;
use crate::simulation::game_state::MatchMode;

pub fn session_id(text: &str) -> Result<SessionId, Failure> {
    text.parse().map_err(|_| {
        let shown: String = text.chars().take(40).collect();
        let reason = format!("there is no session `{shown}`");
        Failure::new(error::UNKNOWN_SESSION, reason).hint("`session/list` lists all sessions")
    })
}

pub fn side(side: wire::Side) -> Side {
    match side {
        wire::Side::You => Side::You,
        wire::Side::Enemy => Side::Enemy,
    }
}

pub fn mode(mode: wire::Mode) -> MatchMode {
    match mode {
        wire::Mode::Live => MatchMode::Live,
        wire::Mode::Simulated => MatchMode::Simulated,
        wire::Mode::Analysis => MatchMode::Analysis,
    }
}

pub fn card(
    catalogue: &Catalogue,
    field: &str,
    input: &wire::CardInput,
) -> Result<CardId, Failure> {
    let text = match &input.0 {
        Value::String(text) => text,
        Value::Object(card) => match card.get("id") {
            Some(Value::String(id)) => id,
            _ => return Err(Failure::params(field, "a card as an object has an `id`")),
        },
        other => {
            let reason = format!(
                "{} is no card: give its number or name as a text",
                brief(other)
            );
            return Err(Failure::params(field, reason));
        }
    };
    catalogue
        .find(text)
        .map_err(|error| unknown_card(field, &error))
}

pub fn cards(
    catalogue: &Catalogue,
    field: &str,
    inputs: &[wire::CardInput],
) -> Result<Vec<CardId>, Failure> {
    (0..)
        .zip(inputs)
        .map(|(place, input): (usize, _)| card(catalogue, &format!("{field}[{place}]"), input))
        .collect()
}

pub fn tile(field: &str, input: &wire::TileInput) -> Result<TileId, Failure> {
    let text = match &input.0 {
        Value::String(text) => text.clone(),
        Value::Object(place) => match (place.get("lane"), place.get("col")) {
            (Some(Value::String(lane)), Some(Value::Number(column))) => format!("{lane}-{column}"),
            _ => {
                let reason = "a tile as an object has a `lane` and a `col`";
                return Err(Failure::params(field, reason));
            }
        },
        other => {
            let reason = format!("{} is no tile: write it like \"MID-4\"", brief(other));
            return Err(Failure::params(field, reason));
        }
    };
    text.parse()
        .map_err(|error: crate::rules::tile::ParseTileError| Failure::params(field, error))
}

/// A deck's cards; whether they are a deck is for the rules to say.
pub fn deck(
    library: &Library,
    field: &str,
    input: &wire::DeckInput,
) -> Result<Vec<CardId>, Failure> {
    match &input.0 {
        Value::Array(list) => {
            let inputs: Vec<wire::CardInput> = list.iter().cloned().map(wire::CardInput).collect();
            cards(&library.catalogue, field, &inputs)
        }
        Value::String(text) => {
            let read = library.decks.read(&library.catalogue, text);
            read.map_err(|error| match error {
                ReadDeckError::Tag(unknown) => Failure::params(field, &unknown)
                    .with("suggestions", unknown.suggestions.clone())
                    .hint("`decks/list` names the decks; cards are separated by commas"),
                ReadDeckError::Text(error) => unread_deck(field, &error),
            })
        }
        other => {
            let reason = format!(
                "{} is no deck: give a tag, a code or a list of cards",
                brief(other)
            );
            Err(Failure::params(field, reason))
        }
    }
}

pub fn rules(field: &str, input: Option<&wire::RulesInput>) -> Result<Rules, Failure> {
    let Some(input) = input else {
        return Ok(Rules::default());
    };
    let wrong = |error: crate::rules::knobs::RulesError| Failure::params(field, error);
    match &input.0 {
        Value::String(text) => Rules::parse(text).map_err(wrong),
        Value::Object(knobs) => {
            let preset = match knobs.get("preset") {
                None => "canon",
                Some(Value::String(name)) => name,
                Some(other) => {
                    let reason = format!("{} is no preset: canon or rebirth", brief(other));
                    return Err(Failure::params(&format!("{field}.preset"), reason));
                }
            };
            let mut rules = Rules::preset(preset).map_err(wrong)?;
            for (knob, value) in knobs.iter().filter(|(knob, _)| *knob != "preset") {
                let text = match value {
                    Value::String(text) => text.clone(),
                    other => other.to_string(),
                };
                rules
                    .set(knob, &text)
                    .map_err(|error| Failure::params(&format!("{field}.{knob}"), error))?;
            }
            Ok(rules)
        }
        other => {
            let reason = format!("{} are no rules: name a preset", brief(other));
            Err(Failure::params(field, reason))
        }
    }
}

const LONGEST_LINE: usize = 200;

/// A title or a name: one line of moderate length.
fn line(field: &str, text: Option<String>) -> Result<Option<String>, Failure> {
    let Some(text) = text else {
        return Ok(None);
    };
    let text = text.trim();
    if text.chars().count() > LONGEST_LINE || text.chars().any(char::is_control) {
        let reason = format!("a text of one line, at most {LONGEST_LINE} characters, is needed");
        return Err(Failure::params(field, reason));
    }
    Ok(Some(text.to_owned()).filter(|text| !text.is_empty()))
}

/// The type of an action, one of `known`, and its other fields.
fn action_type(
    input: wire::ActionInput,
    known: &[&'static str],
) -> Result<(&'static str, Map<String, Value>), Failure> {
    let wrong =
        |reason: String| Failure::params("action.type", reason).with("allowed", known.to_vec());
    let Value::Object(mut fields) = input.0 else {
        let reason = "an action is an object with a `type`: {\"type\": \"pass\"}";
        return Err(Failure::params("action", reason));
    };
    let kind = match fields.remove("type") {
        Some(Value::String(kind)) => kind,
        Some(other) => return Err(wrong(format!("{} is no type of action", brief(&other)))),
        None => return Err(wrong("missing field `type`".to_owned())),
    };
    match known.iter().find(|name| **name == kind) {
        Some(name) => Ok((name, fields)),
        None => {
            let near = closest(&kind, known.iter().copied(), 1).concat();
            let shown: String = kind.chars().take(40).collect();
            let reason = format!("there is no action `{shown}`; did you mean `{near}`?");
            Err(wrong(reason))
        }
    }
}

fn fields_of<F: serde::de::DeserializeOwned + JsonSchema>(
    fields: Map<String, Value>,
) -> Result<Read<F>, Failure> {
    read_object("action", Value::Object(fields))
}

impl<P> Read<P> {
    fn try_map<T>(self, map: impl FnOnce(P) -> Result<T, Failure>) -> Result<Read<T>, Failure> {
        Ok(Read {
            params: map(self.params)?,
            warnings: self.warnings,
        })
    }
}

/// A value short enough for a message.
fn brief(value: &Value) -> String {
    const LONGEST: usize = 40;
    let text = value.to_string();
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("`{}…`", &text[..end]),
        None => format!("`{text}`"),
    }
}
