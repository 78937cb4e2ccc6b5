//! Converts wire types to the types of the games. Only this module does so.

pub mod combat;
mod match_action;
mod match_setup;

pub use match_setup::setup;

use qbcoach_protocol as wire;
use qbcoach_protocol::error;
use serde_json::Value;

use super::params::{Read, brief, read_action};
use super::rpc_error::{RpcError, unknown_card, unread_deck};
use qbcoach_basics::shorten::{LONGEST_NAME, shortened};
use qbcoach_engine::rules::{CardId, Catalogue, Rules, Side, TileId};
use qbcoach_engine::simulation::deck::MOST_ENTRIES;
use qbcoach_engine::simulation::deck_library::{DeckLibrary, ReadDeckError};
use qbcoach_engine::simulation::game_state::MatchMode;
use qbcoach_sessions::session_id::SessionId;
use qbcoach_sessions::{AnyAction, AnyGame};

pub fn session_id(text: &str) -> Result<SessionId, RpcError> {
    text.parse().map_err(|_| {
        let reason = format!("there is no session `{}`", shortened(text));
        RpcError::new(error::UNKNOWN_SESSION, reason).hint("`session/list` lists all sessions")
    })
}

/// An action in the current state of a game, with warnings about unknown fields.
pub fn action(
    decks: &DeckLibrary,
    game: &AnyGame,
    json: &wire::UnreadJson,
) -> Result<(AnyAction, Vec<wire::Warning>), RpcError> {
    match game {
        AnyGame::QueensBlood(game) => {
            let Read { params, warnings } = read_action::<wire::MatchAction>(json)?;
            let action = match_action::action(decks, game, params)?;
            Ok((AnyAction::QueensBlood(action), warnings))
        }
        AnyGame::MageKnight(game) => {
            let Read { params, warnings } = read_action::<wire::CombatAction>(json)?;
            let action = combat::action(game, params)?;
            Ok((AnyAction::MageKnight(action), warnings))
        }
    }
}

pub(crate) fn side(side: wire::Side) -> Side {
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
) -> Result<CardId, RpcError> {
    let text = match &input.0 {
        Value::String(text) => text,
        Value::Object(card) => match card.get("id") {
            Some(Value::String(id)) => id,
            _ => return Err(RpcError::params(field, "a card as an object has an `id`")),
        },
        other => {
            let reason = format!(
                "{} is not a card: give its number or name as a text",
                brief(other)
            );
            return Err(RpcError::params(field, reason));
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
) -> Result<Vec<CardId>, RpcError> {
    if inputs.len() > MOST_ENTRIES {
        let reason = format!("a list has at most {MOST_ENTRIES} cards");
        return Err(RpcError::params(field, reason));
    }
    (0..)
        .zip(inputs)
        .map(|(index, input): (usize, _)| card(catalogue, &format!("{field}[{index}]"), input))
        .collect()
}

pub fn tile(field: &str, input: &wire::TileInput) -> Result<TileId, RpcError> {
    let text = match &input.0 {
        Value::String(text) => text.clone(),
        Value::Object(tile) => match (tile.get("lane"), tile.get("col")) {
            (Some(Value::String(lane)), Some(Value::Number(column))) => format!("{lane}-{column}"),
            _ => {
                let reason = "a tile as an object has a `lane` and a `col`";
                return Err(RpcError::params(field, reason));
            }
        },
        other => {
            let reason = format!("{} is not a tile: write it like \"MID-4\"", brief(other));
            return Err(RpcError::params(field, reason));
        }
    };
    text.parse()
        .map_err(|error: qbcoach_engine::rules::tile::ParseTileError| {
            RpcError::params(field, error)
        })
}

/// The cards of a deck. The rules check later whether they make a legal deck.
pub fn deck(
    catalogue: &Catalogue,
    decks: &DeckLibrary,
    field: &str,
    input: &wire::DeckInput,
) -> Result<Vec<CardId>, RpcError> {
    match &input.0 {
        Value::Array(list) => {
            let inputs = list.iter().take(MOST_ENTRIES + 1).cloned();
            let inputs: Vec<wire::CardInput> = inputs.map(wire::CardInput).collect();
            cards(catalogue, field, &inputs)
        }
        Value::String(text) => {
            let read = decks.read(catalogue, text);
            read.map_err(|error| match error {
                ReadDeckError::Tag(unknown) => RpcError::params(field, &unknown)
                    .with("suggestions", unknown.suggestions.clone())
                    .hint("`decks/list` names the decks; cards are separated by commas"),
                ReadDeckError::Text(error) => unread_deck(field, &error),
            })
        }
        other => {
            let reason = format!(
                "{} is not a deck: give a tag, a code or a list of cards",
                brief(other)
            );
            Err(RpcError::params(field, reason))
        }
    }
}

pub fn rules(field: &str, input: Option<&wire::RulesInput>) -> Result<Rules, RpcError> {
    let Some(input) = input else {
        return Ok(Rules::default());
    };
    let wrong = |error: qbcoach_engine::rules::knobs::RulesError| RpcError::params(field, error);
    match &input.0 {
        Value::String(text) => Rules::parse(text).map_err(wrong),
        Value::Object(knobs) => {
            let preset = match knobs.get("preset") {
                None => "canon",
                Some(Value::String(name)) => name,
                Some(other) => {
                    let reason = format!("{} is not a preset: canon or rebirth", brief(other));
                    return Err(RpcError::params(&format!("{field}.preset"), reason));
                }
            };
            let mut rules = Rules::preset(preset).map_err(wrong)?;
            for (knob, value) in knobs.iter().filter(|(knob, _)| *knob != "preset") {
                let text = match value {
                    Value::String(text) => text.clone(),
                    other => other.to_string(),
                };
                rules.set(knob, &text).map_err(|error| {
                    let field = format!("{field}.{}", shortened(knob));
                    RpcError::params(&field, error)
                })?;
            }
            Ok(rules)
        }
        other => {
            let reason = format!("{} are not rules: name a preset", brief(other));
            Err(RpcError::params(field, reason))
        }
    }
}

const LONGEST_TITLE: usize = 200;

/// A title: one line of moderate length.
pub(crate) fn title(field: &str, text: Option<String>) -> Result<Option<String>, RpcError> {
    line(field, text, LONGEST_TITLE)
}

/// The name of a person, of an opponent or of a deck.
pub(crate) fn name(field: &str, text: Option<String>) -> Result<Option<String>, RpcError> {
    line(field, text, LONGEST_NAME)
}

fn line(field: &str, text: Option<String>, longest: usize) -> Result<Option<String>, RpcError> {
    let Some(text) = text else {
        return Ok(None);
    };
    let text = text.trim();
    if text.chars().count() > longest || text.chars().any(char::is_control) {
        let reason = format!("a text of one line, at most {longest} characters, is needed");
        return Err(RpcError::params(field, reason));
    }
    Ok(Some(text.to_owned()).filter(|text| !text.is_empty()))
}
