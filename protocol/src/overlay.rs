//! Settings of the overlay pages, and updates about the daemon as a whole.

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// Settings of every overlay page; parameters in a page's own address override them.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default, expecting = "an object")]
pub struct OverlayLook {
    /// The session to show; the newest that is played when null.
    pub session: Option<String>,
    /// A name of letters, digits and `-`; the shipped page knows night, paper, glass
    /// and contrast.
    pub theme: Option<String>,
    /// The shipped page knows classic, safe (for colour-blind viewers) and mono.
    pub palette: Option<String>,
    /// The widgets to show, in this order.
    pub widgets: Option<Vec<String>>,
    pub scale: Option<f64>,
    /// The delay of everything shown; at most `limits.delayMs`.
    pub delay_ms: Option<u64>,
    /// Whether changes are animated.
    pub animate: Option<bool>,
    /// The language of the page, such as `en`.
    pub language: Option<String>,
}

/// `overlay/set`
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct OverlaySetParams {
    /// Replaces the previous look; for fields that are left out the page uses its
    /// own defaults.
    pub look: OverlayLook,
}

/// `overlay/get` and `overlay/set`
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Overlay {
    pub look: OverlayLook,
}

/// The newest session that is played, and the number of sessions.
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
    /// Sessions that are created, closed or deleted.
    Sessions,
    /// The settings of the overlay pages.
    Overlay,
}

impl ServerTopic {
    pub const ALL: [ServerTopic; 2] = [ServerTopic::Sessions, ServerTopic::Overlay];
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ServerSubscribeParams {
    /// All topics when left out.
    #[serde(default)]
    pub topics: Option<Vec<ServerTopic>>,
}

/// The `result` of a `server/update` notification.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ServerUpdate {
    pub topic: ServerTopic,
    /// Always the whole document, never a patch.
    #[schemars(schema_with = "roster_or_overlay")]
    pub data: Value,
}

/// The parameters of a `server/update` notification.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub(crate) struct ServerUpdateParams {
    pub subscription: String,
    pub result: ServerUpdate,
}

fn roster_or_overlay(schemas: &mut SchemaGenerator) -> Schema {
    json_schema!({
        "anyOf": [schemas.subschema_for::<Roster>(), schemas.subschema_for::<Overlay>()]
    })
}
