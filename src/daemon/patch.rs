//! The difference of two documents as an RFC 6902 patch of as few bytes as possible.
//!
//! The crate json-patch also has a diff, but it builds the path of every value it
//! visits, changed or not, and copies the values it reports. That took most of the
//! daemon's time with subscribers on every turn. This diff builds paths for changed
//! values only, finds items that were put into or taken out of a list, and replaces a
//! list or object as a whole where that takes fewer bytes than its changes.

use serde::Serialize;

use super::documents::{Content, Field, Node};

#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "op", rename_all = "lowercase")]
pub enum Operation<'a> {
    Add { path: String, value: &'a Node },
    Remove { path: String },
    Replace { path: String, value: &'a Node },
}

/// The operations that turn `before` into `after`, in order.
pub(crate) fn diff<'a>(before: &'a Node, after: &'a Node) -> Vec<Operation<'a>> {
    let mut differ = Differ {
        path: String::new(),
        operations: Vec::new(),
        bytes: 0,
    };
    match (&before.content, &after.content) {
        // The whole document is not replaced here: it can be sent as a snapshot.
        (Content::Object(before), Content::Object(after)) => differ.object(before, after),
        _ => differ.value(before, after),
    }
    differ.operations
}

struct Differ<'a> {
    /// The value that is being compared, as a JSON Pointer (RFC 6901).
    path: String,
    operations: Vec<Operation<'a>>,
    /// The size of `operations` on the wire.
    bytes: usize,
}

impl<'a> Differ<'a> {
    fn value(&mut self, before: &'a Node, after: &'a Node) {
        match (&before.content, &after.content) {
            (Content::Object(old), Content::Object(new)) => {
                self.smaller(after, |differ| differ.object(old, new));
            }
            (Content::List(old), Content::List(new)) => {
                self.smaller(after, |differ| differ.array(old, new));
            }
            _ if before == after => {}
            _ => self.replace(after),
        }
    }

    /// Notes the changes inside a value, or the whole value where that is smaller.
    fn smaller(&mut self, after: &'a Node, changes: impl FnOnce(&mut Self)) {
        let (operations, bytes) = (self.operations.len(), self.bytes);
        changes(self);
        // One change inside a value is always smaller than the value.
        if self.operations.len() < operations + 2 {
            return;
        }
        let most = self.bytes - bytes;
        if REPLACE + self.path.len() + after.size() < most {
            self.operations.truncate(operations);
            self.bytes = bytes;
            self.replace(after);
        }
    }

    fn object(&mut self, before: &'a [Field], after: &'a [Field]) {
        for (index, (key, old)) in before.iter().enumerate() {
            self.at_key(key, |differ| match find(after, index, key) {
                Some(new) => differ.value(old, new),
                None => differ.remove(),
            });
        }
        for (index, (key, new)) in after.iter().enumerate() {
            if find(before, index, key).is_none() {
                self.at_key(key, |differ| differ.add(new));
            }
        }
    }

    /// Keeps the items that both lists have in the same order, and compares what lies
    /// between them index by index.
    fn array(&mut self, before: &'a [Node], after: &'a [Node]) {
        let begin = before.iter().zip(after).take_while(|(a, b)| a == b).count();
        let (before, after) = (&before[begin..], &after[begin..]);
        let end = before
            .iter()
            .rev()
            .zip(after.iter().rev())
            .take_while(|(a, b)| a == b)
            .count();
        let before = &before[..before.len() - end];
        let after = &after[..after.len() - end];
        let mut index = begin;
        let (mut old, mut new) = (0, 0);
        let last = (before.len(), after.len());
        for (kept_old, kept_new) in kept(before, after).into_iter().chain([last]) {
            self.gap(&mut index, &before[old..kept_old], &after[new..kept_new]);
            // The kept item itself.
            index += 1;
            (old, new) = (kept_old + 1, kept_new + 1);
        }
    }

    /// The items between two that are kept. `index` is the place of the first one in
    /// the list as the operations before have left it.
    fn gap(&mut self, index: &mut usize, before: &'a [Node], after: &'a [Node]) {
        let both = before.len().min(after.len());
        for (old, new) in before.iter().zip(after) {
            self.at_index(*index, |differ| differ.value(old, new));
            *index += 1;
        }
        for new in &after[both..] {
            self.at_index(*index, |differ| differ.add(new));
            *index += 1;
        }
        for _ in &before[both..] {
            self.at_index(*index, Self::remove);
        }
    }

    fn at_key(&mut self, key: &str, compare: impl FnOnce(&mut Self)) {
        let parent = self.path.len();
        self.path.push('/');
        for letter in key.chars() {
            match letter {
                '~' => self.path.push_str("~0"),
                '/' => self.path.push_str("~1"),
                other => self.path.push(other),
            }
        }
        compare(self);
        self.path.truncate(parent);
    }

    fn at_index(&mut self, index: usize, compare: impl FnOnce(&mut Self)) {
        use std::fmt::Write;
        let parent = self.path.len();
        // Writing to a text cannot fail.
        let _ = write!(self.path, "/{index}");
        compare(self);
        self.path.truncate(parent);
    }

    fn replace(&mut self, value: &'a Node) {
        let path = self.path.clone();
        self.bytes += REPLACE + path.len() + value.size();
        self.operations.push(Operation::Replace { path, value });
    }

    fn add(&mut self, value: &'a Node) {
        let path = self.path.clone();
        self.bytes += ADD + path.len() + value.size();
        self.operations.push(Operation::Add { path, value });
    }

    fn remove(&mut self) {
        let path = self.path.clone();
        self.bytes += REMOVE + path.len();
        self.operations.push(Operation::Remove { path });
    }
}

/// The sizes of operations without their paths and values, each with its comma.
const REPLACE: usize = r#"{"op":"replace","path":"","value":},"#.len();
const ADD: usize = r#"{"op":"add","path":"","value":},"#.len();
const REMOVE: usize = r#"{"op":"remove","path":""},"#.len();

/// The field of this name. Objects of a document mostly have their fields at the same
/// places.
fn find<'a>(fields: &'a [Field], place: usize, key: &str) -> Option<&'a Node> {
    let there = fields.get(place).filter(|(name, _)| name == key);
    let found = there.or_else(|| fields.iter().find(|(name, _)| name == key));
    found.map(|(_, value)| value)
}

/// Longer lists are compared index by index: finding what they have in common takes
/// time by the product of their lengths.
const MOST_PAIRS: usize = 2_500;

/// The indexes of a longest list of items that both lists have in the same order.
fn kept(before: &[Node], after: &[Node]) -> Vec<(usize, usize)> {
    if before.is_empty() || after.is_empty() || before.len() * after.len() > MOST_PAIRS {
        return Vec::new();
    }
    // By old and new index: how many items the rests of both lists have in common.
    let width = after.len() + 1;
    let mut common = vec![0_u16; (before.len() + 1) * width];
    let mut equal = vec![false; before.len() * after.len()];
    for old in (0..before.len()).rev() {
        for new in (0..after.len()).rev() {
            let is_equal = before[old] == after[new];
            equal[old * after.len() + new] = is_equal;
            common[old * width + new] = match is_equal {
                true => common[(old + 1) * width + new + 1] + 1,
                false => common[(old + 1) * width + new].max(common[old * width + new + 1]),
            };
        }
    }
    let mut kept = Vec::new();
    let (mut old, mut new) = (0, 0);
    while old < before.len() && new < after.len() {
        if equal[old * after.len() + new] {
            kept.push((old, new));
            (old, new) = (old + 1, new + 1);
        } else if common[(old + 1) * width + new] >= common[old * width + new + 1] {
            old += 1;
        } else {
            new += 1;
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::diff;
    use crate::documents::Node;
    use proptest::prelude::*;
    use serde_json::{Map, Value, json};

    fn check(before: &Value, after: &Value) -> Value {
        let (old, new) = (Node::of(before), Node::of(after));
        let patch = json!(diff(&old, &new));
        let mut patched = before.clone();
        let operations: json_patch::Patch =
            serde_json::from_value(patch.clone()).expect("it is a patch");
        json_patch::patch(&mut patched, &operations).expect("it can be applied");
        assert_eq!(&patched, after, "{patch}");
        patch
    }

    #[test]
    fn equal_documents_give_an_empty_patch() {
        let value = json!({ "a": [1, { "b": null }] });
        assert_eq!(check(&value, &value), json!([]));
    }

    #[test]
    fn a_patch_contains_only_the_changed_values() {
        let patch = check(
            &json!({ "seq": 1, "tiles": [1, 2, 3], "gone": 0, "a/b~c": 1 }),
            &json!({ "seq": 2, "tiles": [1, 3], "new": true, "a/b~c": 2 }),
        );
        assert_eq!(
            patch,
            json!([
                { "op": "replace", "path": "/seq", "value": 2 },
                { "op": "remove", "path": "/tiles/1" },
                { "op": "remove", "path": "/gone" },
                { "op": "replace", "path": "/a~1b~0c", "value": 2 },
                { "op": "add", "path": "/new", "value": true },
            ])
        );
    }

    #[test]
    fn items_put_into_and_taken_out_of_a_list_are_one_operation_each() {
        let card = |name: &str| json!({ "name": name });
        let [a, b, c, d] = ["a", "b", "c", "d"].map(card);
        let patch = check(&json!([a, b, c]), &json!([a, c, d]));
        assert_eq!(
            patch,
            json!([
                { "op": "remove", "path": "/1" },
                { "op": "add", "path": "/2", "value": { "name": "d" } },
            ])
        );
    }

    #[test]
    fn a_value_is_replaced_as_a_whole_where_its_changes_would_be_longer() {
        let before =
            json!({ "few": { "a": 1, "b": 2 }, "long": { "a": 1, "text": "x".repeat(99) } });
        let after =
            json!({ "few": { "a": 3, "b": 4 }, "long": { "a": 2, "text": "x".repeat(99) } });
        assert_eq!(
            check(&before, &after),
            json!([
                { "op": "replace", "path": "/few", "value": { "a": 3, "b": 4 } },
                { "op": "replace", "path": "/long/a", "value": 2 },
            ])
        );
    }

    #[test]
    fn an_item_put_into_a_list_is_one_operation() {
        let patch = check(&json!([{ "a": 1 }, 2]), &json!([0, { "a": 1 }, 2]));
        assert_eq!(patch, json!([{ "op": "add", "path": "/0", "value": 0 }]));
    }

    fn any_value() -> impl Strategy<Value = Value> {
        let leaf = prop_oneof![
            Just(Value::Null),
            any::<bool>().prop_map(Value::from),
            (0..4_i64).prop_map(Value::from),
            "[a~/]{0,2}".prop_map(Value::from),
        ];
        leaf.prop_recursive(4, 40, 6, |inner| {
            prop_oneof![
                prop::collection::vec(inner.clone(), 0..6).prop_map(Value::from),
                prop::collection::btree_map("[a-c~/]{1,2}", inner, 0..6)
                    .prop_map(|fields| Value::from(fields.into_iter().collect::<Map<_, _>>())),
            ]
        })
    }

    proptest! {
        #[test]
        fn a_patch_leads_from_one_document_to_the_other(
            before in any_value(),
            after in any_value(),
        ) {
            check(&before, &after);
        }
    }
}
