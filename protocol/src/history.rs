//! The actions of a session, in order.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{CardName, Seq, Side, TILE};

/// `session/history`: the actions that were not undone, oldest first.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct SessionHistory {
    pub seq: Seq,
    pub entries: Vec<HistoryEntry>,
}

/// One action and the score after it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum HistoryEntry {
    Match(MatchEntry),
    Combat(CombatEntry),
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct MatchEntry {
    #[serde(flatten)]
    pub act: HistoryAct,
    #[serde(flatten)]
    pub standing: MatchStanding,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct CombatEntry {
    #[serde(flatten)]
    pub act: HistoryAct,
    #[serde(flatten)]
    pub standing: CombatStanding,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct HistoryAct {
    /// The `seq` that `session/get` takes to show the session after this action.
    pub seq: Seq,
    pub turn: u32,
    /// The side that acted; null for a correction.
    pub side: Option<Side>,
    /// The `type` of the action.
    pub action: String,
    /// The card played or drawn; left out of your draws for the audience `stream`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub card: Option<CardName>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(extend("pattern" = TILE))]
    pub tile: Option<String>,
    /// What happened, in words.
    pub text: String,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct MatchStanding {
    pub total_you: i32,
    pub total_enemy: i32,
    pub margin: i32,
    /// The `eval` of `coach/evaluate`.
    pub eval: f64,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct CombatStanding {
    /// Wounds in the hand.
    pub wounds: u32,
    pub fame_gained: u32,
}
