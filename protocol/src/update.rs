//! Subscriptions and their updates.

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{
    HandBelief, Observation, PositionReport, Recommendation, Seq, SessionHistory, Snapshot,
    ThreatReport,
};

#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "lowercase")]
pub enum Topic {
    State,
    Observation,
    Threat,
    Coach,
    /// `coach/evaluate`
    Evaluation,
    /// `prediction/hand`
    Hand,
    /// `session/history`
    History,
}

impl Topic {
    pub const ALL: [Topic; 7] = [
        Topic::State,
        Topic::Observation,
        Topic::Threat,
        Topic::Coach,
        Topic::Evaluation,
        Topic::Hand,
        Topic::History,
    ];

    /// The topics of a subscription that names none.
    pub const USUAL: [Topic; 4] = [
        Topic::State,
        Topic::Observation,
        Topic::Threat,
        Topic::Coach,
    ];
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Audience {
    Player,
    /// Does not see your hand, your draws and the advice.
    Stream,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SubscribeParams {
    pub session_id: String,
    /// `state`, `observation`, `threat` and `coach` when left out.
    #[serde(default)]
    pub topics: Option<Vec<Topic>>,
    /// `player` when left out.
    #[serde(default)]
    pub audience: Option<Audience>,
    #[serde(default)]
    pub delay_ms: Option<u64>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct UnsubscribeParams {
    pub subscription: String,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SetDelayParams {
    pub subscription: String,
    pub delay_ms: u64,
}

/// `session/setDelay`
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct DelaySet {
    pub subscription: String,
    pub delay_ms: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum UpdateKind {
    Snapshot,
    Patch,
}

/// The `result` of a `session/update` notification.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Update {
    pub session_id: String,
    pub topic: Topic,
    pub seq: Seq,
    pub kind: UpdateKind,
    /// Only of a patch: the `seq` of the document that the patch applies to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub base_seq: Option<Seq>,
    /// The whole document (`snapshot`), or an RFC 6902 patch (`patch`).
    #[schemars(schema_with = "document_or_patch")]
    pub data: Value,
}

/// The document of a topic whose method would fail at this `seq`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct NothingToShow {
    pub seq: Seq,
    /// Only in the topic `coach`; always empty.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "[Value; 0]")]
    pub moves: Option<[Value; 0]>,
    /// Only in the topic `threat`; always empty.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "[Value; 0]")]
    pub outcomes: Option<[Value; 0]>,
    /// Why there is nothing to show.
    pub message: String,
}

/// The parameters of a `session/update` notification.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub(crate) struct UpdateParams {
    pub subscription: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Update")]
    pub result: Option<Update>,
    /// Why the subscription has ended; no more updates follow.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "String")]
    pub error: Option<String>,
}

fn document_or_patch(schemas: &mut SchemaGenerator) -> Schema {
    let changed = |op: &str| {
        serde_json::json!({
            "type": "object",
            "properties": {
                "op": { "type": "string", "const": op },
                "path": { "type": "string" },
                "value": {}
            },
            "required": ["op", "path", "value"]
        })
    };
    let removed = serde_json::json!({
        "type": "object",
        "properties": { "op": { "type": "string", "const": "remove" }, "path": { "type": "string" } },
        "required": ["op", "path"]
    });
    json_schema!({
        "anyOf": [
            schemas.subschema_for::<Snapshot>(),
            schemas.subschema_for::<Observation>(),
            schemas.subschema_for::<ThreatReport>(),
            schemas.subschema_for::<Recommendation>(),
            schemas.subschema_for::<PositionReport>(),
            schemas.subschema_for::<HandBelief>(),
            schemas.subschema_for::<SessionHistory>(),
            schemas.subschema_for::<NothingToShow>(),
            { "type": "array", "items": { "oneOf": [changed("add"), changed("replace"), removed] } }
        ]
    })
}
