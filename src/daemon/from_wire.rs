//! The only place where what clients wrote becomes cards, tiles, rules, actions.

use qbcoach_protocol as wire;
use qbcoach_protocol::{Warning, error};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Map, Value};

use super::failure::{Failure, unknown_card, unread_deck};
use super::params::{Read, read_object};
use crate::rules::notation::read_position;
use crate::rules::setup::TileCorrection;
use crate::rules::suggest::closest;
use crate::rules::{
    BySide, CardId, CardInPlay, Catalogue, Move, Owner, Play, Rank, Rulebook, Rules, Side, TileId,
};
use crate::sessions::queens_blood::{EnemyHand, Library, Match, MatchSetup};
use crate::sessions::session_id::SessionId;
use crate::simulation::action::Action;
use crate::simulation::chance::Chance;
use crate::simulation::deck::cards_from_text;
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
            let unknown = match library.decks.get(text.trim()) {
                Ok(named) => return Ok(named.cards.clone()),
                Err(unknown) => unknown,
            };
            // One word is a tag that was mistyped; several are cards.
            if !text.trim().contains([' ', ',', ';', '\n']) {
                return Err(Failure::params(field, &unknown)
                    .with("suggestions", unknown.suggestions.clone())
                    .hint("`decks/list` names the decks; cards are separated by commas"));
            }
            cards_from_text(&library.catalogue, text).map_err(|error| unread_deck(field, &error))
        }
        other => {
            let reason = format!("{} is no deck: give a tag or a list of cards", brief(other));
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

/// The setup of a new session; what is left open depends on its number.
pub fn setup(
    library: &Library,
    params: wire::CreateParams,
    id: SessionId,
) -> Result<MatchSetup, Failure> {
    let catalogue = &library.catalogue;
    let mode = params.mode.map_or(MatchMode::Live, mode);
    let rules = rules("rules", params.rules.as_ref())?;
    let seed = params.seed.unwrap_or(id.number());
    if params.setup.is_some() {
        let reason = "`setup` is for Mage Knight combats; a match has `you`, `enemy`, `position`";
        return Err(Failure::params("setup", reason));
    }
    let position = params.position.as_deref().map(|text| {
        let book = Rulebook::new(catalogue.clone(), rules);
        read_position(&book, text).map_err(|error| Failure::params("position", error))
    });
    let position = position.transpose()?;
    let you = params.you.unwrap_or_default();
    let enemy = params.enemy.unwrap_or_default();
    let decks = BySide::new(
        you.deck
            .map(|d| deck(library, "you.deck", &d))
            .transpose()?,
        enemy
            .deck
            .map(|d| deck(library, "enemy.deck", &d))
            .transpose()?,
    );
    let hand = you.hand.map(|hand| cards(catalogue, "you.hand", &hand));
    let mut setup = MatchSetup {
        mode,
        rules,
        seed,
        first: params.first_player.map_or(Side::You, side),
        decks,
        hand: hand.transpose()?,
        enemy_hand: enemy
            .hand
            .map(|hand| enemy_hand(catalogue, &hand))
            .transpose()?,
        enemy_tag: line("enemy.tag", enemy.tag)?,
        position,
        title: line("title", params.title)?,
        autoplay: autoplay(params.autoplay.unwrap_or_default()),
    };
    if mode == MatchMode::Simulated {
        choose_decks(library, &mut setup);
    }
    Ok(setup)
}

fn autoplay(sides: Vec<wire::Side>) -> Vec<Side> {
    let mut sides: Vec<Side> = sides.into_iter().map(side).collect();
    sides.sort_unstable();
    sides.dedup();
    sides
}

/// A simulated match for which nobody named a deck gets shipped ones by its seed.
fn choose_decks(library: &Library, setup: &mut MatchSetup) {
    const STREAM: u64 = 2;
    let mut chance = Chance::new(setup.seed, STREAM);
    let legal: Vec<_> = library
        .decks
        .list()
        .filter(|deck| deck.deck(&library.catalogue, &setup.rules).is_ok())
        .collect();
    for side in Side::BOTH {
        let chosen = chance.pick(&legal).map(|deck| deck.cards.clone());
        if setup.decks[side].is_none() {
            setup.decks[side] = chosen;
        }
    }
}

fn enemy_hand(catalogue: &Catalogue, input: &wire::HandInput) -> Result<EnemyHand, Failure> {
    const FIELD: &str = "enemy.hand";
    match &input.0 {
        Value::Number(number) => number
            .as_u64()
            .and_then(|number| u32::try_from(number).ok())
            .map(EnemyHand::Unseen)
            .ok_or_else(|| Failure::params(FIELD, "give a whole number of cards")),
        Value::Array(list) => {
            let inputs: Vec<wire::CardInput> = list.iter().cloned().map(wire::CardInput).collect();
            cards(catalogue, FIELD, &inputs).map(EnemyHand::Cards)
        }
        other => {
            let reason = format!("{} is no hand: give cards, or their number", brief(other));
            Err(Failure::params(FIELD, reason))
        }
    }
}

#[derive(Deserialize, JsonSchema)]
struct MulliganFields {
    side: Option<wire::Side>,
    replace: Vec<wire::CardInput>,
    drew: Option<Vec<wire::CardInput>>,
}

#[derive(Deserialize, JsonSchema)]
struct CardField {
    card: wire::CardInput,
}

#[derive(Deserialize, JsonSchema)]
struct PlayFields {
    side: Option<wire::Side>,
    card: wire::CardInput,
    tile: wire::TileInput,
}

#[derive(Deserialize, JsonSchema)]
struct SideField {
    side: Option<wire::Side>,
}

#[derive(Deserialize, JsonSchema)]
struct CardsField {
    cards: Vec<wire::CardInput>,
}

#[derive(Deserialize, JsonSchema)]
struct TilesField {
    tiles: Vec<TileFields>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct TileFields {
    tile: wire::TileInput,
    owner: Option<wire::Owner>,
    rank: Option<u8>,
    player_rank: Option<u8>,
    enemy_rank: Option<u8>,
    /// Left out: the card stays. Null: there is none.
    #[serde(default, deserialize_with = "present")]
    card: Option<Option<wire::CardInput>>,
    side: Option<wire::Side>,
    power_delta: Option<i32>,
}

/// Tells a field that is null from one that is not there.
fn present<'de, D: serde::Deserializer<'de>>(
    input: D,
) -> Result<Option<Option<wire::CardInput>>, D::Error> {
    let value = Value::deserialize(input)?;
    Ok(Some(
        Some(value).filter(|v| !v.is_null()).map(wire::CardInput),
    ))
}

const ACTIONS: [&str; 6] = ["mulligan", "draw", "play", "pass", "setHand", "resync"];

/// An action as it is meant now: without a side it is that of the side to act.
pub fn action(game: &Match, input: wire::ActionInput) -> Result<(Action, Vec<Warning>), Failure> {
    const PATH: &str = "action";
    let Value::Object(mut fields) = input.0 else {
        let reason = "an action is an object with a `type`: {\"type\": \"pass\"}";
        return Err(Failure::params(PATH, reason));
    };
    let kind = match fields.remove("type") {
        Some(Value::String(kind)) => kind,
        Some(other) => {
            let reason = format!("{} is no type of action", brief(&other));
            return Err(Failure::params("action.type", reason).with("allowed", ACTIONS.to_vec()));
        }
        None => {
            let reason = "missing field `type`";
            return Err(Failure::params("action.type", reason).with("allowed", ACTIONS.to_vec()));
        }
    };
    let catalogue = &game.book().catalogue;
    let to_act = game.annotated.state.position.to_act;
    let whose = |given: Option<wire::Side>| given.map_or(to_act, side);
    let read = match kind.as_str() {
        "mulligan" => fields_of::<MulliganFields>(fields)?.try_map(|fields| {
            let drew = fields.drew.as_deref();
            let drew = drew.map(|drew| cards(catalogue, "action.drew", drew));
            Ok(Action::Mulligan {
                // A mulligan is made before any turn: without a side it is yours.
                side: fields.side.map_or(Side::You, side),
                replace: cards(catalogue, "action.replace", &fields.replace)?,
                drew: drew.transpose()?,
            })
        })?,
        "draw" => fields_of::<CardField>(fields)?.try_map(|fields| {
            let card = card(catalogue, "action.card", &fields.card)?;
            Ok(Action::Draw { card })
        })?,
        "play" => fields_of::<PlayFields>(fields)?.try_map(|fields| {
            Ok(Action::Move {
                side: whose(fields.side),
                made: Move::Play(Play {
                    card: card(catalogue, "action.card", &fields.card)?,
                    tile: tile("action.tile", &fields.tile)?,
                }),
            })
        })?,
        "pass" => fields_of::<SideField>(fields)?.try_map(|fields| {
            Ok(Action::Move {
                side: whose(fields.side),
                made: Move::Pass,
            })
        })?,
        "setHand" => fields_of::<CardsField>(fields)?.try_map(|fields| {
            Ok(Action::SetHand {
                cards: cards(catalogue, "action.cards", &fields.cards)?,
            })
        })?,
        "resync" => fields_of::<TilesField>(fields)?.try_map(|fields| {
            let tiles = (0..).zip(fields.tiles);
            let tiles: Result<Vec<TileCorrection>, Failure> = tiles
                .map(|(place, fields): (usize, _)| {
                    correction(game, &format!("action.tiles[{place}]"), fields)
                })
                .collect();
            Ok(Action::Resync { tiles: tiles? })
        })?,
        other => {
            let near = closest(other, ACTIONS, 1).concat();
            let shown: String = other.chars().take(40).collect();
            let reason = format!("there is no action `{shown}`; did you mean `{near}`?");
            return Err(Failure::params("action.type", reason).with("allowed", ACTIONS.to_vec()));
        }
    };
    Ok((read.params, read.warnings))
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

/// What a tile really shows; what is not said stays as the model has it.
fn correction(game: &Match, field: &str, given: TileFields) -> Result<TileCorrection, Failure> {
    let at = |name: &str| format!("{field}.{name}");
    let catalogue = &game.book().catalogue;
    let board = &game.annotated.state.position.board;
    let tile = tile(&at("tile"), &given.tile)?;
    let now = board.card(tile).copied();
    let card_side = given.side.map(side);
    let mut card = match &given.card {
        None => now,
        Some(None) => None,
        Some(Some(input)) => {
            let id = self::card(catalogue, &at("card"), input)?;
            let holder = match (card_side, board.owner(tile)) {
                (Some(side), _) => side,
                (None, Owner::Held(side)) => now.map_or(side, |card| card.side),
                (None, Owner::Neutral) => {
                    let reason = format!("say whose card lies on {tile}: \"you\" or \"enemy\"");
                    return Err(Failure::params(&at("side"), reason));
                }
            };
            let same = now.filter(|card| card.card == id && card.side == holder);
            Some(same.unwrap_or_else(|| CardInPlay::new(id, holder)))
        }
    };
    if let (Some(card), Some(side)) = (&mut card, card_side)
        && card.side != side
    {
        *card = CardInPlay::new(card.card, side);
    }
    if let (Some(card), Some(delta)) = (&mut card, given.power_delta) {
        card.power_delta = delta;
    }
    let owner = match (given.owner, &card) {
        // A tile is its card's: the journal writes the two as one.
        (_, Some(card)) => Owner::Held(card.side),
        (Some(wire::Owner::You), None) => Owner::Held(Side::You),
        (Some(wire::Owner::Enemy), None) => Owner::Held(Side::Enemy),
        (Some(wire::Owner::Neutral), None) => Owner::Neutral,
        (None, None) => board.owner(tile),
    };
    let rank = |name: &str, value: Option<u8>| match value {
        None => Ok(None),
        Some(number) => Rank::new(number)
            .map(Some)
            .ok_or_else(|| Failure::params(&at(name), format!("{number} is no rank: 0 to 3"))),
    };
    let mut ranks = board.ranks(tile);
    if let Some(shown) = rank("rank", given.rank)? {
        ranks = match owner {
            Owner::Held(Side::You) => BySide::new(shown, Rank::ZERO),
            Owner::Held(Side::Enemy) => BySide::new(Rank::ZERO, shown),
            Owner::Neutral => BySide::new(shown, shown),
        };
    } else if given.owner.is_some() && given.player_rank.is_none() && given.enemy_rank.is_none() {
        // A tile that changes hands keeps what it shows.
        let shown = board.visible_rank(tile);
        ranks = match owner {
            Owner::Held(Side::You) => BySide::new(shown, Rank::ZERO),
            Owner::Held(Side::Enemy) => BySide::new(Rank::ZERO, shown),
            Owner::Neutral => BySide::new(Rank::ZERO, Rank::ZERO),
        };
    }
    ranks.you = rank("playerRank", given.player_rank)?.unwrap_or(ranks.you);
    ranks.enemy = rank("enemyRank", given.enemy_rank)?.unwrap_or(ranks.enemy);
    Ok(TileCorrection {
        tile,
        owner,
        ranks,
        card,
    })
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
