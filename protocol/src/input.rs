//! What clients may write in more than one way. The daemon reads it; here is only
//! what it may look like.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Serialize};
use serde_json::Value;

macro_rules! inputs {
    ($($(#[$doc:meta])* $name:ident: $schema:tt;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
        #[serde(transparent)]
        pub struct $name(pub Value);

        impl JsonSchema for $name {
            fn schema_name() -> Cow<'static, str> {
                stringify!($name).into()
            }

            fn json_schema(_: &mut SchemaGenerator) -> Schema {
                json_schema!($schema)
            }
        }
    )*};
}

inputs! {
    /// A card's number, its name in any case, or a card as answers name it.
    CardInput: {
        "description": "A card's number, its name in any case, or {id, name} as answers have it.",
        "oneOf": [
            { "type": "string" },
            {
                "type": "object",
                "properties": { "id": { "type": "string" }, "name": { "type": "string" } },
                "required": ["id"]
            }
        ]
    };
    /// `MID-4`, `mid4`, `m4` or lane and column.
    TileInput: {
        "description": "A tile: \"MID-4\", \"mid4\", \"m4\" or {lane, col}.",
        "oneOf": [
            { "type": "string" },
            {
                "type": "object",
                "properties": {
                    "lane": { "type": "string" },
                    "col": { "type": "integer", "minimum": 1, "maximum": 5 }
                },
                "required": ["lane", "col"]
            }
        ]
    };
    /// A shipped deck's tag, a text that names cards, or a list of cards.
    DeckInput: {
        "description": "A shipped deck's tag, a text that names cards, or a list of cards.",
        "oneOf": [
            { "type": "string" },
            { "type": "array", "items": { "type": ["string", "object"] } }
        ]
    };
    /// A list of cards, or how many cards nobody has seen.
    HandInput: {
        "description": "A list of cards, or how many cards nobody has seen.",
        "oneOf": [
            { "type": "integer", "minimum": 0 },
            { "type": "array" }
        ]
    };
    /// A preset's name, or a preset with single knobs.
    RulesInput: {
        "description": "A preset's name (canon, rebirth), or {preset, knob: value...}.",
        "oneOf": [
            { "type": "string" },
            { "type": "object", "properties": { "preset": { "type": "string" } } }
        ]
    };
    /// Something that happens in a match; its `type` says what.
    ActionInput: {
        "description": "Something that happens: {type: \"mulligan\", side, replace, drew?}, \
            {type: \"draw\", card}, {type: \"play\", side?, card, tile}, {type: \"pass\", side?}, \
            {type: \"setHand\", cards} or {type: \"resync\", tiles}.",
        "type": "object",
        "properties": { "type": { "type": "string" } },
        "required": ["type"]
    };
}
