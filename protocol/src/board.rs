//! The board and the score.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{CardName, Lane, Side, TILE};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Owner {
    You,
    Enemy,
    Neutral,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    Enhanced,
    Enfeebled,
    Neutral,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Origin {
    Deck,
    Token,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Board {
    /// Fifteen tiles, TOP-1 to BOT-5.
    #[schemars(length(equal = 15))]
    pub tiles: Vec<Tile>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Tile {
    #[schemars(extend("pattern" = TILE))]
    pub tile: String,
    pub owner: Owner,
    #[schemars(range(max = 3))]
    pub rank: u8,
    #[schemars(range(max = 3))]
    pub player_rank: u8,
    #[schemars(range(max = 3))]
    pub enemy_rank: u8,
    pub card: Option<PlacedCard>,
    /// The tiles of the cards whose lasting effect reaches this tile.
    pub effect_sources: Vec<String>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PlacedCard {
    #[serde(flatten)]
    pub card: CardName,
    pub side: Side,
    pub base_power: i32,
    pub power: i32,
    pub power_delta: i32,
    pub scale_delta: i32,
    pub status: Status,
    pub origin: Origin,
    pub spawned_by: Option<CardName>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct LaneScore {
    pub lane: Lane,
    pub power_you: i32,
    pub power_enemy: i32,
    pub winner: Option<Side>,
    pub lane_points: i32,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Score {
    #[schemars(length(equal = 3))]
    pub lanes: Vec<LaneScore>,
    pub total_you: i32,
    pub total_enemy: i32,
    pub winner: Option<Side>,
    pub margin: i32,
}

/// A card with its printed values.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Card {
    #[serde(flatten)]
    pub card: CardName,
    #[schemars(extend("enum" = ["card", "token"]))]
    pub kind: String,
    /// `R` marks a card that replaces another.
    #[schemars(extend("enum" = ["1", "2", "3", "R"]))]
    pub rank: String,
    pub power: i32,
    #[schemars(extend("enum" = ["standard", "legendary"]))]
    pub rarity: String,
    /// Squares such as `C2P`, relative to the card at `C3`.
    pub range: Vec<String>,
    /// One sentence for each ability.
    pub abilities: Vec<String>,
    /// The name in other languages, by language: `ja`.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub names: BTreeMap<String, String>,
}
