//! Predictions of the enemy's deck, hand and next move.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{CardName, CombatThreat, Score, Seq, TILE};

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ThreatMap {
    pub basis: Basis,
    /// The replies that cost you most in expectation, the worst and the likeliest among
    /// them.
    #[schemars(length(max = 12))]
    pub outcomes: Vec<ShownOutcome>,
    /// The number of all replies; `prediction/outcomes` lists them.
    pub outcomes_total: usize,
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

/// The knowledge that a threat map was computed from.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Basis {
    /// Whether the enemy's deck is known.
    #[schemars(extend("enum" = ["known", "unknown"]))]
    pub mode: String,
    /// The number of candidate decks.
    pub decks: usize,
    /// The size of the hand the enemy replies from.
    pub hand_size: u32,
    /// How many cards of that hand are unseen.
    pub unknown_cards: u32,
}

/// One reply of the enemy in a threat map; card and tile are null for a pass, when a
/// hand has no legal play.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ShownOutcome {
    pub card: Option<CardName>,
    #[schemars(extend("pattern" = TILE))]
    pub tile: Option<String>,
    /// The score of the position after the reply, from the enemy's side.
    pub resulting_score: f64,
    /// Your margin after the reply.
    pub margin: i32,
    pub weight: f64,
}

/// One reply of the enemy; card and tile are null for a pass, when a hand has no
/// legal play.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Outcome {
    pub card: Option<CardName>,
    #[schemars(extend("pattern" = TILE))]
    pub tile: Option<String>,
    /// The score of the position after the reply, from the enemy's side.
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

/// The threat map of a match.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct MatchThreat {
    pub seq: Seq,
    #[serde(flatten)]
    pub threat: ThreatMap,
}

/// `prediction/outcomes`
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Outcomes {
    pub seq: Seq,
    /// The number of all replies.
    pub total: usize,
    pub outcomes: Vec<Outcome>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct OutcomesParams {
    pub session_id: String,
    /// The session after this many events; now when left out.
    #[serde(default)]
    pub seq: Option<Seq>,
    /// How many replies to skip; 0 when left out.
    #[serde(default)]
    pub offset: Option<usize>,
    /// The most replies to return; all when left out.
    #[serde(default)]
    pub limit: Option<usize>,
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
    /// The number of distinct hands that are possible.
    pub total: u64,
    /// Whether `total` is exact or only an upper bound.
    pub total_is_exact: bool,
    /// Whether `hypotheses` leaves hands out.
    pub truncated: bool,
    pub hypotheses: Vec<HandHypothesis>,
    pub marginals: Vec<Marginal>,
    /// The number of cards that may be in the hand.
    pub marginals_total: usize,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct HandParams {
    pub session_id: String,
    /// The session after this many events; now when left out.
    #[serde(default)]
    pub seq: Option<Seq>,
    /// The most hands to return; 10 when left out. The rule `listedHands` limits it.
    #[serde(default)]
    pub hands: Option<usize>,
    /// The most cards to return; 20 when left out.
    #[serde(default)]
    pub cards: Option<usize>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct HandHypothesis {
    pub cards: Vec<CardName>,
    pub probability: f64,
}

/// The probability that at least one copy of a card is in the hand.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Marginal {
    pub card: CardName,
    pub probability: f64,
}
