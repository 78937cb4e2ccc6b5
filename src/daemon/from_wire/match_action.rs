//! What happens in a match.

use qbcoach_protocol as wire;
use qbcoach_protocol::Warning;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::Value;

use super::{action_type, card, cards, fields_of, side, tile};
use crate::daemon::failure::Failure;
use crate::rules::setup::TileCorrection;
use crate::rules::{BySide, CardInPlay, Move, Owner, Play, Rank, Side};
use crate::sessions::queens_blood::Match;
use crate::simulation::action::Action;

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
    let (kind, fields) = action_type(input, &ACTIONS)?;
    let catalogue = &game.book().catalogue;
    let to_act = game.annotated.state.position.to_act;
    let whose = |given: Option<wire::Side>| given.map_or(to_act, side);
    let read = match kind {
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
        // The type is one of the list, and this is what is left of it.
        _ => fields_of::<TilesField>(fields)?.try_map(|fields| {
            let tiles = (0..).zip(fields.tiles);
            let tiles: Result<Vec<TileCorrection>, Failure> = tiles
                .map(|(place, fields): (usize, _)| {
                    correction(game, &format!("action.tiles[{place}]"), fields)
                })
                .collect();
            Ok(Action::Resync { tiles: tiles? })
        })?,
    };
    Ok((read.params, read.warnings))
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
    let said = given.owner.map(|owner| match owner {
        wire::Owner::You => Owner::Held(Side::You),
        wire::Owner::Enemy => Owner::Held(Side::Enemy),
        wire::Owner::Neutral => Owner::Neutral,
    });
    let owner = match (said, &card) {
        // A tile is its card's: the journal writes the two as one.
        (said, Some(card)) => {
            let holder = Owner::Held(card.side);
            if said.is_some_and(|said| said != holder) {
                let reason = format!("{tile} holds a card of {}, so it is that side's", card.side);
                let hint = "say `side` if the card is the other's, or `card: null` if it is gone";
                return Err(Failure::params(&at("owner"), reason).hint(hint));
            }
            holder
        }
        (Some(said), None) => said,
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
