//! Cards and enemies seen so far.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{CardName, CombatObservation, Seq, Side, TILE};

/// `observation/get`
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum Observation {
    Match(Box<MatchObservation>),
    Combat(CombatObservation),
}

/// The cards seen in a match.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct MatchObservation {
    pub seq: Seq,
    pub last_updated_turn: u32,
    /// Every card seen, of both sides, in the order of being seen.
    pub observations: Vec<ObservedCard>,
    pub enemy_board_cards: Vec<ObservedCard>,
    pub enemy_destroyed_cards: Vec<ObservedCard>,
    pub enemy_tokens: Vec<ObservedCard>,
    pub deck: DeckKnowledge,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ObservedCard {
    pub card: CardName,
    pub side: Side,
    #[schemars(extend("enum" = ["deck", "token", "effect", "unknown"]))]
    pub origin: String,
    pub turn_observed: u32,
    #[schemars(extend("pattern" = TILE))]
    pub tile: Option<String>,
    pub destroyed_on_turn: Option<u32>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct DeckKnowledge {
    #[schemars(extend("enum" = ["known", "unknown"]))]
    pub mode: String,
    /// The whole deck, if it is known.
    pub full: Option<Vec<CardName>>,
    pub played: Vec<CardName>,
    /// The cards that are left in the deck, if it is known.
    pub remaining: Option<Vec<CardName>>,
}
