//! Events of a match.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{CardName, Owner, Score, Side, Status, TILE};

/// The card that caused an event, and its tile.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Source {
    #[schemars(extend("pattern" = TILE))]
    pub tile: String,
    pub card: CardName,
    pub side: Side,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(
    tag = "type",
    rename_all = "camelCase",
    rename_all_fields = "camelCase"
)]
pub enum Event {
    Played {
        side: Side,
        card: CardName,
        #[schemars(extend("pattern" = TILE))]
        tile: String,
        replaced: Option<CardName>,
    },
    Pawns {
        #[schemars(extend("pattern" = TILE))]
        tile: String,
        owner: Owner,
        #[schemars(range(max = 3))]
        rank: u8,
        #[schemars(range(max = 3))]
        player_rank: u8,
        #[schemars(range(max = 3))]
        enemy_rank: u8,
        /// Null when the ranks changed because cards were destroyed.
        by: Option<Source>,
    },
    Power {
        #[schemars(extend("pattern" = TILE))]
        tile: String,
        card: CardName,
        side: Side,
        before: i32,
        after: i32,
        status: Status,
        by: Option<Source>,
    },
    Triggered {
        #[schemars(extend("pattern" = TILE))]
        tile: String,
        card: CardName,
        side: Side,
        trigger: String,
        text: String,
    },
    Destroyed {
        #[schemars(extend("pattern" = TILE))]
        tile: String,
        card: CardName,
        side: Side,
        by: Option<Source>,
    },
    Spawned {
        #[schemars(extend("pattern" = TILE))]
        tile: String,
        card: CardName,
        side: Side,
        by: Source,
    },
    AddedToHand {
        side: Side,
        card: CardName,
        by: Source,
    },
    Turn {
        side: Side,
    },
    Over {
        score: Score,
    },
}
