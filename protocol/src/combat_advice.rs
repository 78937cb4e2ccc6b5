//! Advice for Mage Knight combats.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{CombatAction, HeldBlock, Reason, Seq};

/// `coach/recommend` of a combat.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct CombatRecommendation {
    pub seq: Seq,
    pub moves: Vec<AdvisedAction>,
    /// `exact`, `sampled` or `bounded`.
    pub certainty: String,
    /// The number of positions searched.
    pub nodes: u64,
    pub message: String,
    pub notes: Vec<String>,
    /// What can be blocked with what the hero holds, attack by attack; where the combat
    /// counts it, before the damage.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub blocks: Option<Vec<HeldBlock>>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct AdvisedAction {
    pub rank: usize,
    pub action: CombatAction,
    pub label: String,
    pub move_score: f64,
    pub quality: String,
    pub certainty: String,
    /// The end of the combat along the best line after this action.
    pub outcome: CombatOutcome,
    pub reasons: Vec<Reason>,
    /// The next actions of that line, in words.
    pub line: Vec<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct CombatOutcome {
    pub fame: f64,
    pub wounds: f64,
    pub poison_wounds: f64,
    pub cards_kept: f64,
    pub knocked_out: f64,
    /// What is left of mana, units and skills, where the combat counts them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub held: Option<HeldOutcome>,
}

/// What is left at the end of what the hero held besides the hand.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct HeldOutcome {
    pub crystals: f64,
    pub tokens: f64,
    pub ready_units: f64,
    pub wounded_units: f64,
    pub destroyed_units: f64,
    pub skills: f64,
    pub thrown_cards: f64,
}
