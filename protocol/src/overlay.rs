//! What the daemon's own pages look like, and news of the daemon as a whole.

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// What every overlay shows that its own address does not say otherwise.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default, expecting = "an object")]
pub struct OverlayLook {
    /// The session on air; the newest one when null.
    pub session: Option<String>,
    /// A name of letters, digits and `-`; the page has night, paper, glass and contrast.
    pub theme: Option<String>,
    /// The page has classic, safe (for colour-blind viewers) and mono.
    pub palette: Option<String>,
    /// What to show, in this order.
    pub widgets: Option<Vec<String>>,
    pub scale: Option<f64>,
    /// How much later everything is shown; at most what a subscription may have.
    pub delay_ms: Option<u64>,
    /// Whether changes are animated.
    pub animate: Option<bool>,
    /// The language of the page, as `en`.
    pub language: Option<String>,
}

/// `overlay/set`
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct OverlaySetParams {
    /// Takes the place of the look before it; what is left out is the page's own.
    pub look: OverlayLook,
}

/// `overlay/get` and `overlay/set`
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Overlay {
    pub look: OverlayLook,
}

/// What the sessions are, all together.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Roster {
    pub newest: Option<String>,
    pub sessions: u64,
}

#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "lowercase")]
pub enum ServerTopic {
    /// Sessions that come, are closed and go.
    Sessions,
    /// The look of the overlays.
    Overlay,
}

impl ServerTopic {
    pub const ALL: [ServerTopic; 2] = [ServerTopic::Sessions, ServerTopic::Overlay];
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ServerSubscribeParams {
    /// All of them when left out.
    #[serde(default)]
    pub topics: Option<Vec<ServerTopic>>,
}

/// What a `server/update` notification carries as its `result`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ServerUpdate {
    pub topic: ServerTopic,
    /// The whole of it, always.
    #[schemars(schema_with = "roster_or_overlay")]
    pub data: Value,
}

/// The parameters of a `server/update` notification.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ServerUpdateParams {
    pub subscription: String,
    pub result: ServerUpdate,
}

fn roster_or_overlay(schemas: &mut SchemaGenerator) -> Schema {
    json_schema!({
        "anyOf": [schemas.subschema_for::<Roster>(), schemas.subschema_for::<Overlay>()]
    })
}
