//! Greeting, information about the daemon, progress and cancelling.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{AdvisedMove, Board, Evaluation, Score, Seq, Side};

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct InitializeParams {
    /// The client's own description: `name`, `version`.
    #[serde(default)]
    pub client_info: Option<Value>,
    /// The protocol version of the client.
    #[serde(default)]
    #[schemars(extend("type" = ["integer", "string", "null"]))]
    pub protocol_version: Option<Value>,
    #[serde(default)]
    pub token: Option<String>,
}

/// `initialize`
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Initialized {
    pub protocol_version: u32,
    pub server_info: ServerName,
    pub capabilities: Capabilities,
    pub data: DataInfo,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ServerName {
    pub name: String,
    pub version: String,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Capabilities {
    pub games: Vec<String>,
    /// Every transport the daemon supports, open or not.
    pub doors: Vec<String>,
    /// The presets and knobs that `rules` may have.
    pub rules: RulesInfo,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct RulesInfo {
    pub presets: Vec<String>,
    pub knobs: Vec<String>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct DataInfo {
    /// The number of cards.
    pub cards: usize,
    pub sha256: String,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct NoParams {}

/// `server/info`
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ServerInfo {
    pub server_info: ServerName,
    pub protocol_version: u32,
    pub games: Vec<String>,
    pub doors: Vec<String>,
    /// The role of this connection.
    #[schemars(extend("enum" = ["control", "view", "stream"]))]
    pub role: String,
    /// All sessions, in memory or only on disk.
    pub sessions: u64,
    pub sessions_in_memory: usize,
    pub connections: u64,
    pub data: DataInfo,
    /// Every limit by the name of its setting.
    pub limits: BTreeMap<String, u64>,
    /// This node, if several daemons share the journal; not for the role `stream`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub node: Option<NodeInfo>,
}

/// A daemon that shares its journal with others.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct NodeInfo {
    /// Another number after each start.
    pub id: u64,
    pub name: String,
    /// Where the other nodes reach it; empty if they cannot.
    pub address: String,
    /// Whether it may answer for the sessions that it owns.
    pub holds_lease: bool,
    /// Sessions in memory that this node changes.
    pub owned: u64,
    /// Sessions in memory that another node changes.
    pub followed: u64,
    /// Subscriptions of this node at others: one for each session, whoever looks at it.
    pub upstream: u64,
    /// Requests that other nodes answered for this one's clients, since the start.
    pub forwarded: u64,
    pub others: Vec<OtherNode>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct OtherNode {
    pub id: u64,
    pub name: String,
    pub address: String,
    /// Sessions in memory here that it changes.
    pub owned: u64,
}

/// The parameters of a `$/progress` notification.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub(crate) struct ProgressParams {
    /// The request's `workDoneToken`.
    #[schemars(extend("type" = ["string", "integer"]))]
    pub token: Value,
    pub value: ProgressValue,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(
    tag = "kind",
    rename_all = "camelCase",
    rename_all_fields = "camelCase"
)]
pub(crate) enum ProgressValue {
    Begin {
        title: String,
    },
    /// The report about the search of a match has every field of the answer so far.
    Report {
        #[schemars(range(max = 100))]
        percentage: u8,
        message: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schemars(with = "Seq")]
        seq: Option<Seq>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schemars(with = "u32")]
        stage: Option<u32>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schemars(with = "u64")]
        nodes: Option<u64>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schemars(with = "bool")]
        thinking: Option<bool>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schemars(with = "Evaluation")]
        evaluation: Option<Evaluation>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schemars(with = "f64")]
        win_chance: Option<f64>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schemars(with = "Vec<AdvisedMove>")]
        moves: Option<Vec<AdvisedMove>>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schemars(with = "Vec<String>")]
        notes: Option<Vec<String>>,
    },
    End,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct CancelParams {
    /// The id of the request to cancel.
    #[schemars(extend("type" = ["integer", "string"]))]
    pub id: Value,
}

/// `server/demo`: a short match to watch.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct DemoMatch {
    pub moves: Vec<DemoMove>,
}

/// A move of the demonstration and the board after it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct DemoMove {
    pub side: Side,
    pub label: String,
    pub board: Board,
    pub score: Score,
}
