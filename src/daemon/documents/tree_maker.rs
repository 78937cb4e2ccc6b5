//! Makes the tree of any value that serde can write.

use std::{fmt, io};

use serde::ser::{
    Error, Serialize, SerializeMap, SerializeSeq, SerializeStruct, SerializeStructVariant,
    SerializeTuple, SerializeTupleStruct, SerializeTupleVariant, Serializer,
};

use super::tree::{Content, Field, Node};
use super::tree_text::TreeText;

/// A value that JSON does not have.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub(crate) struct TreeError(String);

impl Error for TreeError {
    fn custom<T: fmt::Display>(problem: T) -> TreeError {
        TreeError(problem.to_string())
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

pub(super) struct TreeMaker;

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
            size: TreeText::Fixed(variant).size(),
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

pub(super) struct ListMaker(Vec<Node>);

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

pub(super) struct ObjectMaker {
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
pub(super) struct VariantMaker<M> {
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
