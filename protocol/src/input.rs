//! What clients may write in more than one way. The daemon reads it; here is only
//! what it may look like.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::{CombatAction, Owner, Side};

macro_rules! inputs {
    ($($(#[$doc:meta])* $name:ident: $schema:expr;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
        #[serde(transparent)]
        pub struct $name(pub Value);

        impl JsonSchema for $name {
            fn schema_name() -> Cow<'static, str> {
                stringify!($name).into()
            }

            fn json_schema(schemas: &mut SchemaGenerator) -> Schema {
                let make: fn(&mut SchemaGenerator) -> Schema = $schema;
                make(schemas)
            }
        }
    )*};
}

inputs! {
    /// A card's number, its name in any case, or a card as answers name it.
    CardInput: |_| json_schema!({
        "description": "A card's number, its name in any case, or {id, name} as answers have it.",
        "oneOf": [
            { "type": "string" },
            {
                "type": "object",
                "properties": { "id": { "type": "string" }, "name": { "type": "string" } },
                "required": ["id"]
            }
        ]
    });
    /// `MID-4`, `mid4`, `m4` or lane and column.
    TileInput: |_| json_schema!({
        "description": "A tile: \"MID-4\", \"mid4\", \"m4\" or {lane, col}.",
        "oneOf": [
            { "type": "string", "pattern": "^\\s*[A-Za-z]+[ -]?[1-5]\\s*$" },
            {
                "type": "object",
                "properties": {
                    "lane": { "type": "string" },
                    "col": { "type": "integer", "minimum": 1, "maximum": 5 }
                },
                "required": ["lane", "col"]
            }
        ]
    });
    /// A shipped deck's tag, a deck code, a text that names cards, or a list of cards.
    DeckInput: |schemas| json_schema!({
        "description": "A shipped deck's tag, a deck code, a text that names cards, or a list of cards.",
        "oneOf": [{ "type": "string" }, cards(schemas)]
    });
    /// A list of cards, or how many cards nobody has seen.
    HandInput: |schemas| json_schema!({
        "description": "A list of cards, or how many cards nobody has seen.",
        "oneOf": [
            { "type": "integer", "minimum": 0, "maximum": u32::MAX },
            cards(schemas)
        ]
    });
    /// A preset's name, or a preset with single knobs.
    RulesInput: |_| json_schema!({
        "description": "A preset's name (canon, rebirth), or {preset, knob: value...}; `initialize` \
            names the knobs.",
        "oneOf": [
            { "type": "string" },
            {
                "type": "object",
                "properties": { "preset": { "type": "string", "enum": ["canon", "rebirth"] } },
                "additionalProperties": { "type": ["string", "integer"] }
            }
        ]
    });
    /// Something that happens in a match or a combat; its `type` says what.
    ActionInput: action;
}

fn cards(schemas: &mut SchemaGenerator) -> Value {
    json!({ "type": "array", "items": schemas.subschema_for::<CardInput>() })
}

fn action(schemas: &mut SchemaGenerator) -> Schema {
    let card = json!(schemas.subschema_for::<CardInput>());
    let tile = json!(schemas.subschema_for::<TileInput>());
    let side = json!(schemas.subschema_for::<Option<Side>>());
    let cards = cards(schemas);
    let shape = |kind: &str, description: &str, required: &[&str], fields: Value| {
        let mut properties = json!({ "type": { "type": "string", "const": kind } });
        if let (Value::Object(properties), Value::Object(fields)) = (&mut properties, fields) {
            properties.extend(fields);
        }
        let required: Vec<&str> = [&["type"], required].concat();
        json!({
            "type": "object",
            "description": description,
            "properties": properties,
            "required": required,
        })
    };
    let corrected = json!({
        "type": "object",
        "description": "What the tile really shows; what is left out stays as it is.",
        "properties": {
            "tile": &tile,
            "owner": schemas.subschema_for::<Option<Owner>>(),
            "rank": rank("The rank its owner sees."),
            "playerRank": rank("Your rank on it."),
            "enemyRank": rank("The enemy's rank on it."),
            "card": {
                "description": "Null when no card lies there.",
                "anyOf": [&card, { "type": "null" }]
            },
            "side": &side,
            "powerDelta": { "type": ["integer", "null"], "format": "int32" }
        },
        "required": ["tile"]
    });
    json_schema!({
        "description": "Something that happens. Without a side a move is that of the side to act, \
            a mulligan yours.",
        "oneOf": [
            shape(
                "mulligan",
                "Cards of the opening hand put back; `drew` tells what came for them.",
                &["replace"],
                json!({
                    "side": &side,
                    "replace": &cards,
                    "drew": {
                        "type": ["array", "null"],
                        "items": &card
                    }
                }),
            ),
            shape(
                "draw",
                "The card you drew at a real table.",
                &["card"],
                json!({ "card": &card }),
            ),
            shape(
                "play",
                "A card from the hand onto a tile.",
                &["card", "tile"],
                json!({ "side": &side, "card": &card, "tile": &tile }),
            ),
            shape("pass", "No card this turn.", &[], json!({ "side": &side })),
            shape(
                "setHand",
                "Your hand really is this.",
                &["cards"],
                json!({ "cards": &cards }),
            ),
            shape(
                "resync",
                "The table really shows this.",
                &["tiles"],
                json!({ "tiles": { "type": "array", "items": corrected } }),
            ),
            schemas.subschema_for::<CombatAction>(),
        ]
    })
}

fn rank(description: &str) -> Value {
    json!({
        "description": description,
        "type": ["integer", "null"],
        "minimum": 0,
        "maximum": 3
    })
}
