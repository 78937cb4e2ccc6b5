//! Params as JSON values. A short text can stand for a large tree (`[[],[],[],…]`), so the
//! number of values is limited, and a name that an object has twice is refused.

use std::cell::Cell;
use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, Error as _, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Value};

/// Far more than any method needs; such params take a few megabytes at most.
const MOST_VALUES: usize = 100_000;

pub(crate) fn parse(text: &str) -> Result<Value, serde_json::Error> {
    let left = Cell::new(MOST_VALUES);
    let mut json = serde_json::Deserializer::from_str(text);
    let value = Values { left: &left }.deserialize(&mut json)?;
    json.end()?;
    Ok(value)
}

#[derive(Clone, Copy)]
struct Values<'a> {
    left: &'a Cell<usize>,
}

impl<'de> DeserializeSeed<'de> for Values<'_> {
    type Value = Value;

    fn deserialize<D: Deserializer<'de>>(self, json: D) -> Result<Value, D::Error> {
        match self.left.get() {
            0 => Err(D::Error::custom(format_args!(
                "these are more than {MOST_VALUES} values; send fewer at a time"
            ))),
            left => {
                self.left.set(left - 1);
                json.deserialize_any(self)
            }
        }
    }
}

impl<'de> Visitor<'de> for Values<'_> {
    type Value = Value;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("JSON")
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Value, E> {
        Ok(Value::Bool(value))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_u64<E>(self, value: u64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_f64<E>(self, value: f64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_str<E>(self, value: &str) -> Result<Value, E> {
        Ok(Value::String(value.to_owned()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Value, A::Error> {
        let mut items = Vec::new();
        while let Some(item) = list.next_element_seed(self)? {
            items.push(item);
        }
        Ok(Value::Array(items))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut object: A) -> Result<Value, A::Error> {
        let mut members = Map::new();
        while let Some(name) = object.next_key::<String>()? {
            if members.contains_key(&name) {
                return Err(A::Error::custom(format_args!("duplicate field `{name}`")));
            }
            let value = object.next_value_seed(self)?;
            members.insert(name, value);
        }
        Ok(Value::Object(members))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn params_are_read_as_json_values_in_their_order() {
        let text = r#"{"z":[1,-2,0.5,null,true],"a":{"b":"ü"}}"#;
        assert_eq!(parse(text).expect("JSON").to_string(), text);
    }

    #[test]
    fn a_name_that_an_object_has_twice_is_refused() {
        let problem = parse(r#"{"a":1,"b":{"c":1,"c":2}}"#).expect_err("c stands twice");
        assert!(problem.to_string().starts_with("duplicate field `c`"));
    }

    #[test]
    fn more_values_than_any_method_needs_are_refused() {
        let list = |length: usize| format!("[{}0]", "0,".repeat(length - 1));
        assert!(parse(&list(MOST_VALUES - 1)).is_ok());
        let problem = parse(&list(MOST_VALUES)).expect_err("one too many");
        assert!(problem.to_string().contains("send fewer at a time"));
    }
}
