//! Reads types from JSON values, and knows where it is: the path of a wrong field and the
//! fields that nobody asked for.
//!
//! Libraries do this around any format, by wrapping every visitor of every type; that made
//! up almost half of the daemon's machine code. Params are always JSON values, so one plain
//! deserializer does.

use std::cell::RefCell;

use serde::de::value::BorrowedStrDeserializer;
use serde::de::{
    DeserializeSeed, Deserializer, Error as _, MapAccess, SeqAccess, Unexpected, Visitor,
};
use serde::forward_to_deserialize_any;
use serde_json::{Error, Value};

/// What reading finds out beside the value.
#[derive(Debug, Default)]
pub(crate) struct Findings {
    /// Where reading is; where it failed after an error.
    place: RefCell<Vec<Step>>,
    unknown: RefCell<Vec<String>>,
}

#[derive(Clone, Debug)]
enum Step {
    Member(String),
    Item(usize),
}

impl Findings {
    /// Where reading failed, as errors write it: `action.tiles[0].rank`; empty for the whole.
    pub(crate) fn place(&self) -> String {
        let mut path = String::new();
        for step in &*self.place.borrow() {
            match step {
                Step::Member(name) if path.is_empty() => path.push_str(name),
                Step::Member(name) => {
                    path.push('.');
                    path.push_str(name);
                }
                Step::Item(index) => path.push_str(&format!("[{index}]")),
            }
        }
        path
    }

    /// The paths of fields that were ignored, in their order.
    pub(crate) fn unknown(self) -> Vec<String> {
        self.unknown.into_inner()
    }

    /// Reads a value one step further in. After an error the place stays where it is.
    fn at<T>(&self, step: Step, read: impl FnOnce() -> Result<T, Error>) -> Result<T, Error> {
        self.enter(step);
        let value = read()?;
        self.leave();
        Ok(value)
    }

    fn enter(&self, step: Step) {
        self.place.borrow_mut().push(step);
    }

    fn leave(&self) {
        self.place.borrow_mut().pop();
    }
}

/// A value to read.
#[derive(Clone, Copy)]
pub(crate) struct Field<'de, 'f> {
    value: &'de Value,
    findings: &'f Findings,
}

impl<'de, 'f> Field<'de, 'f> {
    pub(crate) fn new(value: &'de Value, findings: &'f Findings) -> Field<'de, 'f> {
        Field { value, findings }
    }

    fn with(self, value: &'de Value) -> Field<'de, 'f> {
        Field { value, ..self }
    }
}

impl<'de> Deserializer<'de> for Field<'de, '_> {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.value {
            Value::Array(items) => visitor.visit_seq(Items {
                field: self,
                items: items.iter().enumerate(),
            }),
            Value::Object(members) => visitor.visit_map(Members {
                field: self,
                members: members.iter(),
                value: None,
            }),
            Value::Null => visitor.visit_unit(),
            Value::Bool(value) => visitor.visit_bool(*value),
            Value::String(text) => visitor.visit_borrowed_str(text),
            Value::Number(number) => match (number.as_u64(), number.as_i64()) {
                (Some(number), _) => visitor.visit_u64(number),
                (None, Some(number)) => visitor.visit_i64(number),
                (None, None) => visitor.visit_f64(number.as_f64().unwrap_or(f64::NAN)),
            },
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.value {
            Value::Null => visitor.visit_none(),
            _ => visitor.visit_some(self),
        }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, Error> {
        visitor.visit_newtype_struct(self)
    }

    /// An object; a list of its values without their names is refused.
    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        match self.value {
            Value::Array(_) => Err(Error::invalid_type(Unexpected::Seq, &visitor)),
            _ => self.deserialize_any(visitor),
        }
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        name: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        self.value.deserialize_enum(name, variants, visitor)
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        let path = self.findings.place();
        self.findings.unknown.borrow_mut().push(path);
        visitor.visit_unit()
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf
        unit unit_struct seq tuple tuple_struct map identifier
    }
}

struct Items<'de, 'f, I> {
    field: Field<'de, 'f>,
    items: I,
}

impl<'de, I: Iterator<Item = (usize, &'de Value)>> SeqAccess<'de> for Items<'de, '_, I> {
    type Error = Error;

    fn next_element_seed<T: DeserializeSeed<'de>>(
        &mut self,
        seed: T,
    ) -> Result<Option<T::Value>, Error> {
        let Some((index, value)) = self.items.next() else {
            return Ok(None);
        };
        let item = self.field.with(value);
        let read = || seed.deserialize(item);
        item.findings.at(Step::Item(index), read).map(Some)
    }
}

struct Members<'de, 'f, I> {
    field: Field<'de, 'f>,
    members: I,
    /// The name that was read last, and its value, which is next.
    value: Option<(&'de String, &'de Value)>,
}

impl<'de, I: Iterator<Item = (&'de String, &'de Value)>> MapAccess<'de> for Members<'de, '_, I> {
    type Error = Error;

    fn next_key_seed<K: DeserializeSeed<'de>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, Error> {
        self.value = self.members.next();
        match self.value {
            Some((name, _)) => seed
                .deserialize(BorrowedStrDeserializer::new(name))
                .map(Some),
            None => Ok(None),
        }
    }

    fn next_value_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<T::Value, Error> {
        let Some((name, value)) = self.value.take() else {
            return Err(Error::custom("a value was asked for before its name"));
        };
        let member = self.field.with(value);
        let read = || seed.deserialize(member);
        member.findings.at(Step::Member(name.clone()), read)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde::Deserialize;
    use serde_json::json;

    #[derive(Debug, Deserialize, PartialEq)]
    #[serde(rename_all = "camelCase")]
    struct Outer {
        name: Option<String>,
        #[serde(default)]
        inner: Vec<Inner>,
        shape: Option<Shape>,
    }

    #[derive(Debug, Deserialize, PartialEq)]
    struct Inner {
        rank: u8,
    }

    #[derive(Debug, Deserialize, PartialEq)]
    #[serde(rename_all = "camelCase")]
    enum Shape {
        Round,
        Square(u8),
    }

    fn read(value: &Value) -> (Result<Outer, Error>, String, Vec<String>) {
        let findings = Findings::default();
        let read = Outer::deserialize(Field::new(value, &findings));
        let place = findings.place();
        (read, place, findings.unknown())
    }

    #[track_caller]
    fn check_refused(value: &Value, place: &str, reason: &str) {
        let (read, found, _) = read(value);
        let problem = read.expect_err("a fault").to_string();
        assert_eq!((found.as_str(), problem.as_str()), (place, reason));
    }

    #[test]
    fn fields_are_read_and_unknown_ones_are_named_with_their_path() {
        let value = json!({
            "name": null, "more": 1, "inner": [{"rank": 2}, {"rank": 3, "extra": {"deep": 1}}],
            "shape": {"square": 4},
        });
        let (read, place, unknown) = read(&value);
        let outer = Outer {
            name: None,
            inner: vec![Inner { rank: 2 }, Inner { rank: 3 }],
            shape: Some(Shape::Square(4)),
        };
        assert_eq!(read.expect("no fault"), outer);
        assert_eq!(place, "");
        assert_eq!(unknown, ["more", "inner[1].extra"]);
    }

    #[test]
    fn a_wrong_field_is_an_error_with_its_path() {
        check_refused(
            &json!({"inner": [{"rank": 1}, {"rank": "x"}]}),
            "inner[1].rank",
            "invalid type: string \"x\", expected u8",
        );
        check_refused(
            &json!({"inner": [{"rank": 300}]}),
            "inner[0].rank",
            "invalid value: integer `300`, expected u8",
        );
        check_refused(&json!({"inner": [{}]}), "inner[0]", "missing field `rank`");
        check_refused(
            &json!({"shape": "oval"}),
            "shape",
            "unknown variant `oval`, expected `round` or `square`",
        );
        check_refused(
            &json!({"inner": [[7]]}),
            "inner[0]",
            "invalid type: sequence, expected struct Inner",
        );
    }
}
