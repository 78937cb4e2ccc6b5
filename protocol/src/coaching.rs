//! Advice.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Lane;

/// What an action that can be sent back looks like.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "camelCase")]
pub enum Action {
    Play { card: String, tile: String },
    Pass,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Reason {
    pub tag: String,
    pub text: String,
    pub weight: f64,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct AdvisedMove {
    pub rank: usize,
    pub action: Action,
    pub label: String,
    pub move_score: f64,
    pub immediate: f64,
    pub worst_reply: f64,
    pub likely_reply: f64,
    pub predicted: f64,
    pub margin_after: i32,
    pub quality: String,
    pub reasons: Vec<Reason>,
    pub text_after: String,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct LaneValue {
    pub lane: Lane,
    pub diff: i32,
    pub stability: f64,
    pub access: f64,
    pub effect: f64,
    pub value: f64,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Evaluation {
    pub eval: f64,
    pub margin: i32,
    pub standing: String,
    pub lanes: Vec<LaneValue>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Advice {
    pub evaluation: Evaluation,
    pub moves: Vec<AdvisedMove>,
    pub message: String,
    pub notes: Vec<String>,
}
