//! Advice.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{CardName, CombatRecommendation, Lane, Seq, Side, TILE};

/// What an action that can be sent back looks like.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "camelCase")]
pub enum Action {
    Play {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        side: Option<Side>,
        card: String,
        #[schemars(extend("pattern" = TILE))]
        tile: String,
    },
    Pass {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        side: Option<Side>,
    },
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
    #[schemars(extend("enum" = ["best", "good", "playable", "risky", "losing"]))]
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
    #[schemars(extend("enum" = ["winning", "even", "losing"]))]
    pub standing: String,
    #[schemars(length(equal = 3))]
    pub lanes: Vec<LaneValue>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Advice {
    pub evaluation: Evaluation,
    pub moves: Vec<AdvisedMove>,
    pub message: String,
    pub notes: Vec<String>,
}

/// `coach/recommend`
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum Recommendation {
    Match(Box<MatchRecommendation>),
    Combat(Box<CombatRecommendation>),
}

/// The advice for a match.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct MatchRecommendation {
    pub seq: Seq,
    #[serde(flatten)]
    pub advice: Advice,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct RecommendParams {
    pub session_id: String,
    /// How many moves to tell; all of them when left out.
    #[serde(default)]
    pub top: Option<usize>,
    #[serde(default)]
    pub budget: Option<Budget>,
    /// Progress is reported under this token.
    #[serde(default)]
    #[schemars(extend("type" = ["string", "integer", "null"]))]
    pub work_done_token: Option<serde_json::Value>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Budget {
    /// Positions that may be made; what is found within them is told.
    #[serde(default)]
    pub nodes: Option<u64>,
    /// Replies to look ahead. One is looked ahead; more is not done yet.
    #[serde(default)]
    pub depth: Option<u32>,
}

/// `coach/evaluate`
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct PositionReport {
    pub seq: Seq,
    pub evaluation: Evaluation,
    pub locks: Locks,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Locks {
    #[schemars(length(equal = 3))]
    pub lanes: Vec<LaneLock>,
    #[serde(rename = "match")]
    pub whole_match: Lock,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct LaneLock {
    pub lane: Lane,
    #[serde(flatten)]
    pub lock: Lock,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Lock {
    /// Who will have won it whatever the other side plays, if that is proved.
    pub locked: Option<Side>,
    /// What the claim, or the lack of one, rests on.
    pub proof: String,
}

/// `coach/mulligan`
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct MulliganAdvice {
    pub seq: Seq,
    pub replace: Vec<CardName>,
    pub keep: Vec<CardName>,
    pub reasons: Vec<MulliganReason>,
    /// The worth of the hand now and, on average, after the advice.
    pub value_kept: f64,
    pub value_after: f64,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct MulliganReason {
    pub card: CardName,
    #[schemars(extend("enum" = ["keep", "replace"]))]
    pub verdict: String,
    pub text: String,
    /// What the opposite decision would lose.
    pub weight: f64,
}
