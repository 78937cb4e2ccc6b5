//! Settings of the overlay pages, and updates about the daemon as a whole.

use std::collections::BTreeMap;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::PollNow;

/// Settings of every overlay page; parameters in a page's own address override them.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default, expecting = "an object")]
pub struct OverlayLook {
    /// The session to show; the newest live match or combat when null.
    pub session: Option<String>,
    /// A name of letters, digits and `-`; the shipped page knows night, paper and
    /// contrast.
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
    /// Whether nothing is shown at all.
    pub hidden: Option<bool>,
    /// What viewers read instead of "You"; the name of the session's player when null.
    pub streamer: Option<String>,
    /// Whether viewers may see the win chance, which depends on your hand.
    pub win_chance: Option<bool>,
    /// Widgets that stand at a place of their own, by name.
    pub places: Option<BTreeMap<String, WidgetPlace>>,
}

/// Where a widget stands, how large it is and how much of the picture shines through.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(expecting = "an object")]
pub struct WidgetPlace {
    /// The left edge, in hundredths of the page's width.
    #[schemars(range(min = 0, max = 100))]
    pub x: f64,
    /// The upper edge, in hundredths of the page's height.
    #[schemars(range(min = 0, max = 100))]
    pub y: f64,
    /// In hundredths of the page's width; the widget's usual width when left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 5, max = 100))]
    pub width: Option<f64>,
    /// The size of its text and shapes, beside the scale of the whole page.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 0.1, max = 10))]
    pub scale: Option<f64>,
    /// From 0.1, almost invisible, to 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 0.1, max = 1))]
    pub opacity: Option<f64>,
}

/// `overlay/hide`
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct OverlayHideParams {
    /// Whether all overlays are hidden; the rest of the look stays.
    pub hidden: bool,
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

/// The newest session that goes on air by itself, and the number of sessions.
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
    /// What viewers are asked, and their votes.
    Poll,
}

impl ServerTopic {
    pub const ALL: [ServerTopic; 3] = [
        ServerTopic::Sessions,
        ServerTopic::Overlay,
        ServerTopic::Poll,
    ];
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
    #[schemars(schema_with = "document_of_a_topic")]
    pub data: Value,
}

/// The parameters of a `server/update` notification.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub(crate) struct ServerUpdateParams {
    pub subscription: String,
    pub result: ServerUpdate,
}

fn document_of_a_topic(schemas: &mut SchemaGenerator) -> Schema {
    json_schema!({
        "anyOf": [
            schemas.subschema_for::<Roster>(),
            schemas.subschema_for::<Overlay>(),
            schemas.subschema_for::<PollNow>(),
        ]
    })
}
