//! Evaluation of positions and advice.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Action, CardName, CombatRecommendation, Lane, Seq, Side};

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
    /// Your chance to win with this move, from 0 to 1; a draw counts half. Exactly 0, 0.5
    /// or 1 only if it is proved.
    pub win_chance: f64,
    /// Your expected lead at the end of the match.
    pub expected_margin: f64,
    /// How certain the win chance is.
    #[schemars(extend("enum" = ["proved", "bounded", "estimated"]))]
    pub claim: String,
    /// By the win chance that it loses against the best move.
    #[schemars(extend("enum" = ["best", "good", "playable", "risky", "losing"]))]
    pub quality: String,
    /// What is certain, then gains, then risks.
    pub reasons: Vec<Reason>,
    /// This move and how the match is expected to go on, by turns.
    pub line: Vec<String>,
    pub margin_after: i32,
    pub move_score: f64,
    pub immediate: f64,
    pub worst_reply: f64,
    pub likely_reply: f64,
    pub predicted: f64,
    /// The board after the move as text; only if it was asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "String")]
    pub text_after: Option<String>,
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
#[serde(rename_all = "camelCase")]
pub struct Advice {
    /// How many rounds of the search were made; 0 is the reference ranking.
    pub stage: u32,
    /// How many plays were simulated.
    pub nodes: u64,
    /// Whether better numbers are still to come.
    pub thinking: bool,
    pub evaluation: Evaluation,
    /// Your chance to win with the best move.
    pub win_chance: f64,
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
    /// The number of moves to return; 3 when left out, 0 for every legal move.
    #[serde(default)]
    pub top: Option<usize>,
    /// `search` when left out.
    #[serde(default)]
    pub method: Option<AdviceMethod>,
    #[serde(default)]
    pub budget: Option<Budget>,
    /// Whether each move has the board after it, `textAfter`; not when left out.
    #[serde(default)]
    pub text: Option<bool>,
    /// Progress is reported under this token.
    #[serde(default)]
    #[schemars(extend("type" = ["string", "integer", "null"]))]
    pub work_done_token: Option<serde_json::Value>,
}

/// How moves are ranked: `search` by the win chance that it finds, `reference` by
/// `moveScore`, which looks one reply ahead.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum AdviceMethod {
    #[default]
    Search,
    Reference,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Budget {
    /// The number of plays that may be simulated; the answer is the best found within
    /// them. At least 1, at most the limit `searchNodes`. When left out, a search has the
    /// daemon's setting `coach.nodes`.
    #[serde(default)]
    #[schemars(range(min = 1))]
    pub nodes: Option<u64>,
    /// The number of moves to look ahead, your own included.
    #[serde(default)]
    #[schemars(range(min = 1))]
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
    /// The side that is proved to win it whatever the other side plays.
    pub locked: Option<Side>,
    /// The reason for `locked`, or why nothing is proved.
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
    /// The chance to win if all cards are kept, from 0 to 1, against an equal opponent. The
    /// average opening hand of the deck has 0.5.
    pub value_kept: f64,
    /// The average chance to win after the advised mulligan.
    pub value_after: f64,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct MulliganReason {
    pub card: CardName,
    #[schemars(extend("enum" = ["keep", "replace"]))]
    pub verdict: String,
    pub text: String,
    /// How much win chance the opposite decision would lose.
    pub weight: f64,
}
