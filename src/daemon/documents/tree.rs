//! A document as a tree that is quick to make and to compare. Of each value it knows the
//! bytes that the value takes on the wire.
//!
//! The values of serde_json keep the fields of an object in a hash table and copy their
//! names. Making, comparing and measuring such values took half of the daemon's time
//! under load.

use serde::ser::{Serialize, Serializer};

use super::tree_maker::TreeMaker;
use super::tree_text::{TreeText, text_size};

/// The size comes first, so that most unequal values are found to be so at once.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Node {
    pub(super) size: usize,
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

    /// Writes the value as JSON, as serde would.
    pub fn write(&self, out: &mut Vec<u8>) {
        match &self.content {
            Content::Text(text) => text.write(out),
            Content::List(items) => {
                out.push(b'[');
                for (index, item) in items.iter().enumerate() {
                    if index > 0 {
                        out.push(b',');
                    }
                    item.write(out);
                }
                out.push(b']');
            }
            Content::Object(fields) => {
                out.push(b'{');
                for (index, (name, value)) in fields.iter().enumerate() {
                    if index > 0 {
                        out.push(b',');
                    }
                    name.write(out);
                    out.push(b':');
                    value.write(out);
                }
                out.push(b'}');
            }
            // Writing to memory cannot fail.
            _ => drop(serde_json::to_writer(out, self)),
        }
    }

    pub(super) fn text(text: &str) -> Node {
        Node {
            size: text_size(text.as_bytes()),
            content: Content::Text(TreeText::from(text)),
        }
    }

    pub(super) fn list(items: Vec<Node>) -> Node {
        let commas = items.len().saturating_sub(1);
        Node {
            size: 2 + commas + items.iter().map(Node::size).sum::<usize>(),
            content: Content::List(items),
        }
    }

    pub(super) fn object(fields: Vec<Field>) -> Node {
        let commas = fields.len().saturating_sub(1);
        let field = |(name, value): &Field| name.size() + 1 + value.size();
        Node {
            size: 2 + commas + fields.iter().map(field).sum::<usize>(),
            content: Content::Object(fields),
        }
    }
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
        let mut written = Vec::new();
        tree.write(&mut written);
        assert_eq!(String::from_utf8(written).expect("a text"), expected);
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
