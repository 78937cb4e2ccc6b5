//! A JSON text as it is written: a map would drop one of two fields of the same
//! name without a word.

use std::fmt;

use serde::de::{Deserialize, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde_json::Value;

#[derive(Clone, Debug)]
pub(super) enum Json {
    /// A text, a number, true, false or null.
    Plain(Value),
    List(Vec<Json>),
    Object(Vec<(String, Json)>),
}

impl Json {
    pub fn text(&self) -> Option<&str> {
        match self {
            Json::Plain(value) => value.as_str(),
            Json::List(_) | Json::Object(_) => None,
        }
    }

    /// The value for a message, long ones only by what they are.
    pub fn shown(&self) -> String {
        const LONGEST: usize = 40;
        match self {
            Json::List(_) => "a list".to_owned(),
            Json::Object(_) => "an object".to_owned(),
            Json::Plain(value) => {
                let text = value.to_string();
                match text.char_indices().nth(LONGEST) {
                    Some((end, _)) => format!("`{}…`", &text[..end]),
                    None => format!("`{text}`"),
                }
            }
        }
    }
}

impl<'de> Deserialize<'de> for Json {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Json, D::Error> {
        deserializer.deserialize_any(JsonVisitor)
    }
}

struct JsonVisitor;

impl<'de> Visitor<'de> for JsonVisitor {
    type Value = Json;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }

    fn visit_unit<E>(self) -> Result<Json, E> {
        Ok(Json::Plain(Value::Null))
    }

    fn visit_bool<E>(self, value: bool) -> Result<Json, E> {
        Ok(Json::Plain(value.into()))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Json, E> {
        Ok(Json::Plain(value.into()))
    }

    fn visit_u64<E>(self, value: u64) -> Result<Json, E> {
        Ok(Json::Plain(value.into()))
    }

    fn visit_f64<E: Error>(self, value: f64) -> Result<Json, E> {
        Ok(Json::Plain(value.into()))
    }

    fn visit_str<E>(self, value: &str) -> Result<Json, E> {
        Ok(Json::Plain(value.into()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut parts: A) -> Result<Json, A::Error> {
        let mut list = Vec::new();
        while let Some(value) = parts.next_element()? {
            list.push(value);
        }
        Ok(Json::List(list))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut parts: A) -> Result<Json, A::Error> {
        let mut fields = Vec::new();
        while let Some(field) = parts.next_entry()? {
            fields.push(field);
        }
        Ok(Json::Object(fields))
    }
}
