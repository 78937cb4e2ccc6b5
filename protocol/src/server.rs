//! The daemon itself.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct InitializeParams {
    /// What the client calls itself: `name`, `version`.
    #[serde(default)]
    pub client_info: Option<Value>,
    /// The version the client speaks.
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
    /// The doors this daemon has open.
    pub doors: Vec<String>,
    /// The presets and knobs of the rules.
    pub rules: RulesInfo,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct RulesInfo {
    pub presets: Vec<String>,
    pub knobs: Vec<String>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct DataInfo {
    /// How many cards there are.
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
    /// What this connection may do.
    #[schemars(extend("enum" = ["control", "view", "stream"]))]
    pub role: String,
    /// All sessions, and those in memory.
    pub sessions: u64,
    pub sessions_in_memory: usize,
    pub connections: u64,
    pub data: DataInfo,
    /// Every limit by its setting's name.
    pub limits: BTreeMap<String, u64>,
}

/// The parameters of a `$/progress` notification.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ProgressParams {
    /// The request's `workDoneToken`.
    #[schemars(extend("type" = ["string", "integer"]))]
    pub token: Value,
    pub value: ProgressValue,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "camelCase")]
pub enum ProgressValue {
    Begin {
        title: String,
    },
    Report {
        #[schemars(range(max = 100))]
        percentage: u8,
        message: String,
    },
    End,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct CancelParams {
    /// The id of the request to cancel.
    #[schemars(extend("type" = ["integer", "string"]))]
    pub id: Value,
}
