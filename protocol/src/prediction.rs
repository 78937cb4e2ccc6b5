//! What the enemy may do next.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{CardName, CombatThreat, Score, Seq, TILE};

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ThreatMap {
    pub basis: Basis,
    pub outcomes: Vec<Outcome>,
    pub best_enemy_score: f64,
    pub expected_enemy_score: f64,
    pub expected_best_reply: f64,
    /// By lane: TOP, MID, BOT.
    #[schemars(extend("propertyNames" = { "pattern": "^(TOP|MID|BOT)$" }, "minProperties" = 3))]
    pub lane_pressure: BTreeMap<String, f64>,
    /// By tile: TOP-1 to BOT-5.
    #[schemars(extend("propertyNames" = { "pattern": TILE }, "minProperties" = 15))]
    pub tile_pressure: BTreeMap<String, f64>,
}

/// What a threat map speaks of.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Basis {
    /// Whether the enemy's deck is known.
    #[schemars(extend("enum" = ["known", "unknown"]))]
    pub mode: String,
    /// How many candidate decks were weighed.
    pub decks: usize,
    /// The cards the reply is made from, and how many of them nobody has seen.
    pub hand_size: u32,
    pub unknown_cards: u32,
}

/// One reply; card and tile are null for the pass of a hand without a move.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Outcome {
    pub card: Option<CardName>,
    #[schemars(extend("pattern" = TILE))]
    pub tile: Option<String>,
    /// The enemy's view of the position after it.
    pub resulting_score: f64,
    pub match_score: Score,
    pub weight: f64,
}

/// `prediction/threatMap`
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum ThreatReport {
    Match(Box<MatchThreat>),
    Combat(CombatThreat),
}

/// The threats of a match.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct MatchThreat {
    pub seq: Seq,
    #[serde(flatten)]
    pub threat: ThreatMap,
}

/// `prediction/decks`
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct DeckBelief {
    pub seq: Seq,
    #[schemars(extend("enum" = ["known", "unknown"]))]
    pub mode: String,
    pub decks: Vec<CandidateDeck>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct CandidateDeck {
    pub cards: Vec<CardName>,
    pub weight: f64,
}

/// `prediction/hand`
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct HandBelief {
    pub seq: Seq,
    pub hand_size: u32,
    /// How many distinct hands are possible.
    pub total: u64,
    /// Whether `total` is exact or only an upper bound.
    pub total_is_exact: bool,
    /// Whether the list leaves hands out.
    pub truncated: bool,
    pub hypotheses: Vec<HandHypothesis>,
    pub marginals: Vec<Marginal>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct HandHypothesis {
    pub cards: Vec<CardName>,
    pub probability: f64,
}

/// The chance that at least one copy of a card is in the hand.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Marginal {
    pub card: CardName,
    pub probability: f64,
}
