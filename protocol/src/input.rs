//! Params that clients may write in more than one form. This module only describes
//! the forms; the daemon parses them.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

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
    /// A card's number, its name in any case, or `{id, name}` as in answers.
    CardInput: |_| json_schema!({
        "description": "A card's number, its name in any case, or {id, name} as in answers.",
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
    /// A deck's tag, a deck code, a text that names cards, or a list of cards.
    DeckInput: |schemas| json_schema!({
        "description": "A deck's tag, a deck code, a text that names cards, or a list of cards.",
        "oneOf": [{ "type": "string" }, cards(schemas)]
    });
    /// A list of cards, or the number of unseen cards.
    HandInput: |schemas| json_schema!({
        "description": "A list of cards, or the number of unseen cards.",
        "oneOf": [
            { "type": "integer", "minimum": 0, "maximum": u32::MAX },
            cards(schemas)
        ]
    });
    /// A preset's name, or a preset with some knobs changed.
    RulesInput: |_| json_schema!({
        "description": "A preset's name (canon, rebirth), or {preset, knob: value...}; `initialize` \
            lists the knobs.",
        "oneOf": [
            { "type": "string" },
            {
                "type": "object",
                "properties": { "preset": { "type": "string", "enum": ["canon", "rebirth"] } },
                "additionalProperties": { "type": ["string", "integer"] }
            }
        ]
    });
}

fn cards(schemas: &mut SchemaGenerator) -> Value {
    json!({ "type": "array", "items": schemas.subschema_for::<CardInput>() })
}

/// JSON that is read later, when it is known what it has to be.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct UnreadJson(pub Value);

impl UnreadJson {
    /// The JSON of a value; null for a value that has no JSON.
    pub fn of(value: &impl Serialize) -> UnreadJson {
        UnreadJson(serde_json::to_value(value).unwrap_or(Value::Null))
    }
}
