//! A document as a tree that is quick to make and to compare. Of each value it knows the
//! bytes that the value takes on the wire.
//!
//! The values of serde_json keep the fields of an object in a hash table and copy their
//! names. Making, comparing and measuring such values took half of the daemon's time
//! under load.

use std::{fmt, io};

use serde::ser::{
    Error, Serialize, SerializeMap, SerializeSeq, SerializeStruct, SerializeStructVariant,
    SerializeTuple, SerializeTupleStruct, SerializeTupleVariant, Serializer,
};

use super::tree_text::{TreeText, text_size};

/// The size comes first, so that most unequal values are found to be so at once.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Node {
    size: usize,
    pub content: Content,
}

pub(crate) type Field = (TreeText, Node);

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Content {
    Null,
    Bool(bool),
    Signed(i64),
    Unsigned(u64),
    Float(f64),
    Text(TreeText),
    List(Vec<Node>),
    /// The fields in their order.
    Object(Vec<Field>),
}

/// A value that JSON does not have.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub(crate) struct TreeError(String);

impl Error for TreeError {
    fn custom<T: fmt::Display>(problem: T) -> TreeError {
        TreeError(problem.to_string())
    }
}

impl Node {
    pub const NULL: Node = Node {
        size: 4,
        content: Content::Null,
    };

    /// The tree of a value; null for one that has no JSON.
    pub fn of(value: &impl Serialize) -> Node {
        value.serialize(TreeMaker).unwrap_or(Node::NULL)
    }

    /// The bytes that the value takes on the wire.
    pub fn size(&self) -> usize {
        self.size
    }

    fn text(text: &str) -> Node {
        Node {
            size: text_size(text.as_bytes()),
            content: Content::Text(TreeText::from(text)),
        }
    }

    fn list(items: Vec<Node>) -> Node {
        let commas = items.len().saturating_sub(1);
        Node {
            size: 2 + commas + items.iter().map(Node::size).sum::<usize>(),
            content: Content::List(items),
        }
    }

    fn object(fields: Vec<Field>) -> Node {
        let commas = fields.len().saturating_sub(1);
        let field = |(name, value): &Field| text_size(name.as_bytes()) + 1 + value.size();
        Node {
            size: 2 + commas + fields.iter().map(field).sum::<usize>(),
            content: Content::Object(fields),
        }
    }
}

fn float_size(value: f64) -> usize {
    struct Count(usize);

    impl io::Write for Count {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0 += bytes.len();
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    let mut count = Count(0);
    // Counting cannot fail.
    let _ = serde_json::to_writer(&mut count, &value);
    count.0
}

impl Serialize for Node {
    fn serialize<S: Serializer>(&self, output: S) -> Result<S::Ok, S::Error> {
        match &self.content {
            Content::Null => output.serialize_unit(),
            Content::Bool(value) => output.serialize_bool(*value),
            Content::Signed(value) => output.serialize_i64(*value),
            Content::Unsigned(value) => output.serialize_u64(*value),
            Content::Float(value) => output.serialize_f64(*value),
            Content::Text(value) => output.serialize_str(value.as_str()),
            Content::List(items) => output.collect_seq(items),
            Content::Object(fields) => {
                output.collect_map(fields.iter().map(|(name, value)| (name.as_str(), value)))
            }
        }
    }
}

struct TreeMaker;

type Made = Result<Node, TreeError>;

fn number(content: Content, digits: u32) -> Made {
    let size = digits as usize;
    Ok(Node { size, content })
}

impl Serializer for TreeMaker {
    type Ok = Node;
    type Error = TreeError;
    type SerializeSeq = ListMaker;
    type SerializeTuple = ListMaker;
    type SerializeTupleStruct = ListMaker;
    type SerializeTupleVariant = VariantMaker<ListMaker>;
    type SerializeMap = ObjectMaker;
    type SerializeStruct = ObjectMaker;
    type SerializeStructVariant = VariantMaker<ObjectMaker>;

    fn serialize_bool(self, value: bool) -> Made {
        Ok(Node {
            size: if value { 4 } else { 5 },
            content: Content::Bool(value),
        })
    }

    fn serialize_i8(self, value: i8) -> Made {
        self.serialize_i64(value.into())
    }

    fn serialize_i16(self, value: i16) -> Made {
        self.serialize_i64(value.into())
    }

    fn serialize_i32(self, value: i32) -> Made {
        self.serialize_i64(value.into())
    }

    fn serialize_i64(self, value: i64) -> Made {
        let digits = value.unsigned_abs().checked_ilog10().unwrap_or(0) + 1;
        number(Content::Signed(value), digits + u32::from(value < 0))
    }

    fn serialize_u8(self, value: u8) -> Made {
        self.serialize_u64(value.into())
    }

    fn serialize_u16(self, value: u16) -> Made {
        self.serialize_u64(value.into())
    }

    fn serialize_u32(self, value: u32) -> Made {
        self.serialize_u64(value.into())
    }

    fn serialize_u64(self, value: u64) -> Made {
        // A number is the same number whatever type it had.
        match i64::try_from(value) {
            Ok(value) => self.serialize_i64(value),
            Err(_) => number(Content::Unsigned(value), value.ilog10() + 1),
        }
    }

    fn serialize_f32(self, value: f32) -> Made {
        self.serialize_f64(value.into())
    }

    fn serialize_f64(self, value: f64) -> Made {
        if !value.is_finite() {
            return Ok(Node::NULL);
        }
        Ok(Node {
            size: float_size(value),
            content: Content::Float(value),
        })
    }

    fn serialize_char(self, value: char) -> Made {
        self.serialize_str(value.encode_utf8(&mut [0; 4]))
    }

    fn serialize_str(self, value: &str) -> Made {
        Ok(Node::text(value))
    }

    fn serialize_bytes(self, value: &[u8]) -> Made {
        self.collect_seq(value)
    }

    fn serialize_none(self) -> Made {
        Ok(Node::NULL)
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Made {
        value.serialize(self)
    }

    fn serialize_unit(self) -> Made {
        Ok(Node::NULL)
    }

    fn serialize_unit_struct(self, _: &'static str) -> Made {
        Ok(Node::NULL)
    }

    fn serialize_unit_variant(self, _: &'static str, _: u32, variant: &'static str) -> Made {
        Ok(Node {
            size: text_size(variant.as_bytes()),
            content: Content::Text(TreeText::Fixed(variant)),
        })
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(self, _: &'static str, value: &T) -> Made {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        value: &T,
    ) -> Made {
        let value = value.serialize(TreeMaker)?;
        Ok(Node::object(vec![(TreeText::Fixed(variant), value)]))
    }

    fn serialize_seq(self, length: Option<usize>) -> Result<ListMaker, TreeError> {
        Ok(ListMaker(Vec::with_capacity(length.unwrap_or(0))))
    }

    fn serialize_tuple(self, length: usize) -> Result<ListMaker, TreeError> {
        self.serialize_seq(Some(length))
    }

    fn serialize_tuple_struct(
        self,
        _: &'static str,
        length: usize,
    ) -> Result<ListMaker, TreeError> {
        self.serialize_seq(Some(length))
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        length: usize,
    ) -> Result<VariantMaker<ListMaker>, TreeError> {
        let content = self.serialize_seq(Some(length))?;
        Ok(VariantMaker { variant, content })
    }

    fn serialize_map(self, length: Option<usize>) -> Result<ObjectMaker, TreeError> {
        Ok(ObjectMaker {
            fields: Vec::with_capacity(length.unwrap_or(0)),
            name: TreeText::Fixed(""),
        })
    }

    fn serialize_struct(self, _: &'static str, length: usize) -> Result<ObjectMaker, TreeError> {
        self.serialize_map(Some(length))
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        length: usize,
    ) -> Result<VariantMaker<ObjectMaker>, TreeError> {
        let content = self.serialize_map(Some(length))?;
        Ok(VariantMaker { variant, content })
    }
}

struct ListMaker(Vec<Node>);

impl SerializeSeq for ListMaker {
    type Ok = Node;
    type Error = TreeError;

    fn serialize_element<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), TreeError> {
        self.0.push(value.serialize(TreeMaker)?);
        Ok(())
    }

    fn end(self) -> Made {
        Ok(Node::list(self.0))
    }
}

impl SerializeTuple for ListMaker {
    type Ok = Node;
    type Error = TreeError;

    fn serialize_element<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), TreeError> {
        SerializeSeq::serialize_element(self, value)
    }

    fn end(self) -> Made {
        SerializeSeq::end(self)
    }
}

impl SerializeTupleStruct for ListMaker {
    type Ok = Node;
    type Error = TreeError;

    fn serialize_field<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), TreeError> {
        SerializeSeq::serialize_element(self, value)
    }

    fn end(self) -> Made {
        SerializeSeq::end(self)
    }
}

struct ObjectMaker {
    fields: Vec<Field>,
    /// The name of the field that comes next in a map.
    name: TreeText,
}

impl SerializeMap for ObjectMaker {
    type Ok = Node;
    type Error = TreeError;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), TreeError> {
        match key.serialize(TreeMaker)?.content {
            Content::Text(name) => {
                self.name = name;
                Ok(())
            }
            other => Err(TreeError::custom(format!("{other:?} is no name"))),
        }
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), TreeError> {
        let name = std::mem::replace(&mut self.name, TreeText::Fixed(""));
        self.fields.push((name, value.serialize(TreeMaker)?));
        Ok(())
    }

    fn end(self) -> Made {
        Ok(Node::object(self.fields))
    }
}

impl SerializeStruct for ObjectMaker {
    type Ok = Node;
    type Error = TreeError;

    fn serialize_field<T: Serialize + ?Sized>(
        &mut self,
        name: &'static str,
        value: &T,
    ) -> Result<(), TreeError> {
        let value = value.serialize(TreeMaker)?;
        self.fields.push((TreeText::Fixed(name), value));
        Ok(())
    }

    fn end(self) -> Made {
        Ok(Node::object(self.fields))
    }
}

/// The content of an enum's variant, which gets the variant's name.
struct VariantMaker<M> {
    variant: &'static str,
    content: M,
}

impl SerializeTupleVariant for VariantMaker<ListMaker> {
    type Ok = Node;
    type Error = TreeError;

    fn serialize_field<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), TreeError> {
        SerializeSeq::serialize_element(&mut self.content, value)
    }

    fn end(self) -> Made {
        let content = SerializeSeq::end(self.content)?;
        Ok(Node::object(vec![(TreeText::Fixed(self.variant), content)]))
    }
}

impl SerializeStructVariant for VariantMaker<ObjectMaker> {
    type Ok = Node;
    type Error = TreeError;

    fn serialize_field<T: Serialize + ?Sized>(
        &mut self,
        name: &'static str,
        value: &T,
    ) -> Result<(), TreeError> {
        SerializeStruct::serialize_field(&mut self.content, name, value)
    }

    fn end(self) -> Made {
        let content = SerializeStruct::end(self.content)?;
        Ok(Node::object(vec![(TreeText::Fixed(self.variant), content)]))
    }
}

#[cfg(test)]
mod tests {
    use super::Node;
    use proptest::prelude::*;
    use serde::Serialize;
    use serde_json::{Map, Value, json};

    fn check(value: &impl Serialize) {
        let expected = serde_json::to_string(value).expect("it has JSON");
        let tree = Node::of(value);
        assert_eq!(serde_json::to_string(&tree).expect("it has JSON"), expected);
        assert_eq!(tree.size(), expected.len(), "{expected}");
    }

    #[derive(Serialize)]
    #[serde(rename_all = "camelCase")]
    enum Shape {
        Point,
        Circle(f64),
        Line(i32, i32),
        Square { side_length: u64 },
    }

    #[test]
    fn a_tree_is_written_as_the_value_it_was_made_from() {
        check(&Shape::Point);
        check(&Shape::Circle(-0.125));
        check(&Shape::Line(i32::MIN, 10));
        check(&Shape::Square {
            side_length: u64::MAX,
        });
        check(&(1_u8, 'x', Some("\u{1}\"\\\n\u{8}é"), None::<()>, f64::NAN));
        check(&json!({ "zero": 0, "ten": 10, "less": -9, "float": 1e21, "small": 1.5e-7 }));
    }

    pub fn any_value() -> impl Strategy<Value = Value> {
        let leaf = prop_oneof![
            Just(Value::Null),
            any::<bool>().prop_map(Value::from),
            any::<i64>().prop_map(Value::from),
            any::<u64>().prop_map(Value::from),
            any::<f64>().prop_map(Value::from),
            any::<String>().prop_map(Value::from),
        ];
        leaf.prop_recursive(4, 40, 6, |inner| {
            prop_oneof![
                prop::collection::vec(inner.clone(), 0..6).prop_map(Value::from),
                prop::collection::btree_map(any::<String>(), inner, 0..6)
                    .prop_map(|fields| Value::from(fields.into_iter().collect::<Map<_, _>>())),
            ]
        })
    }

    proptest! {
        #[test]
        fn every_tree_knows_its_size(value in any_value()) {
            check(&value);
        }
    }
}
