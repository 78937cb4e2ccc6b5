//! The difference of two documents as an RFC 6902 patch of as few bytes as possible.
//!
//! The crate json-patch also has a diff, but it builds the path of every value it
//! visits, changed or not, and copies the values it reports. That took most of the
//! daemon's time with subscribers on every turn. This diff builds paths for changed
//! values only, finds the cheapest way from one list to another, and sends a list or
//! object as a whole where that takes fewer bytes than its changes.

mod operation;

pub(crate) use operation::Operation;

use super::documents::{Content, Field, Node, TreeText};

/// The operations that turn `before` into `after`, in order, and about the bytes that they
/// take.
pub(crate) fn diff<'a>(before: &'a Node, after: &'a Node) -> (Vec<Operation<'a>>, usize) {
    let mut differ = Differ {
        path: String::new(),
        operations: Vec::new(),
        bytes: 0,
    };
    match (&before.content, &after.content) {
        // The whole document is not replaced here: it can be sent as a snapshot.
        (Content::Object(before), Content::Object(after)) => differ.object(before, after),
        _ => differ.value(before, after, Place::Item),
    }
    (differ.operations, differ.bytes)
}

/// Where a value is: a member of an object, or an item of a list. To add a member that
/// is there already replaces it (RFC 6902), in fewer bytes than `replace` takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    Member,
    Item,
}

impl Place {
    /// The bytes of setting a value without its path and content.
    const fn cost(self) -> usize {
        match self {
            Place::Member => ADD,
            Place::Item => REPLACE,
        }
    }
}

struct Differ<'a> {
    /// The value that is being compared, as a JSON Pointer (RFC 6901).
    path: String,
    operations: Vec<Operation<'a>>,
    /// The size of `operations` on the wire.
    bytes: usize,
}

impl<'a> Differ<'a> {
    fn value(&mut self, before: &'a Node, after: &'a Node, place: Place) {
        match (&before.content, &after.content) {
            (Content::Object(old), Content::Object(new)) => {
                self.smaller(after, place, |differ| differ.object(old, new));
            }
            (Content::List(old), Content::List(new)) => {
                self.smaller(after, place, |differ| differ.array(old, new));
            }
            _ if before == after => {}
            _ => self.set(after, place),
        }
    }

    /// Notes the changes inside a value, or the whole value where that is smaller.
    fn smaller(&mut self, after: &'a Node, place: Place, changes: impl FnOnce(&mut Self)) {
        let (operations, bytes) = (self.operations.len(), self.bytes);
        changes(self);
        let most = self.bytes - bytes;
        if place.cost() + self.path.len() + after.size() < most {
            self.operations.truncate(operations);
            self.bytes = bytes;
            self.set(after, place);
        }
    }

    fn object(&mut self, before: &'a [Field], after: &'a [Field]) {
        for (index, (key, old)) in before.iter().enumerate() {
            match find(after, index, key) {
                Some(new) if old == new => {}
                Some(new) => self.at_key(key, |differ| differ.value(old, new, Place::Member)),
                None => self.at_key(key, Self::remove),
            }
        }
        for (index, (key, new)) in after.iter().enumerate() {
            if find(before, index, key).is_none() {
                self.at_key(key, |differ| differ.add(new));
            }
        }
    }

    /// The cheapest way from one list to the other: items are changed, put in or taken
    /// out.
    fn array(&mut self, before: &'a [Node], after: &'a [Node]) {
        let lists = Lists::trimmed(before, after);
        let (mut old, mut new) = (lists.begin, lists.begin);
        for step in lists.steps(self.path.len()) {
            // The operations before have made the list equal to the new one up to here.
            let index = new;
            match step {
                Step::Change => {
                    let (old, new) = (&before[old], &after[new]);
                    self.at_index(index, |differ| differ.value(old, new, Place::Item));
                }
                Step::Add => self.at_index(index, |differ| differ.add(&after[new])),
                Step::Remove => self.at_index(index, Self::remove),
            }
            old += usize::from(step != Step::Add);
            new += usize::from(step != Step::Remove);
        }
    }

    fn at_key(&mut self, key: &TreeText, compare: impl FnOnce(&mut Self)) {
        let parent = self.path.len();
        self.path.push('/');
        for letter in key.as_str().chars() {
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

    fn set(&mut self, value: &'a Node, place: Place) {
        match place {
            Place::Member => self.add(value),
            Place::Item => self.replace(value),
        }
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
fn find<'a>(fields: &'a [Field], place: usize, key: &TreeText) -> Option<&'a Node> {
    let there = fields.get(place).filter(|(name, _)| name == key);
    let found = there.or_else(|| fields.iter().find(|(name, _)| name == key));
    found.map(|(_, value)| value)
}

/// The bytes of the operations that turn one value into another at a path of this length.
fn cost(before: &Node, after: &Node, path: usize, place: Place) -> usize {
    let whole = place.cost() + path + after.size();
    match (&before.content, &after.content) {
        (Content::Object(old), Content::Object(new)) => object_cost(old, new, path, whole),
        (Content::List(old), Content::List(new)) => whole.min(Lists::trimmed(old, new).cost(path)),
        _ if before == after => 0,
        _ => whole,
    }
}

/// As [`cost`], where `whole` is the cost of the whole object: no more fields are compared
/// once that is reached.
fn object_cost(before: &[Field], after: &[Field], path: usize, whole: usize) -> usize {
    let mut sum = 0;
    for (index, (key, old)) in before.iter().enumerate() {
        let path = path + 1 + key.len();
        sum += match find(after, index, key) {
            Some(new) => cost(old, new, path, Place::Member),
            None => REMOVE + path,
        };
        if sum >= whole {
            return whole;
        }
    }
    for (index, (key, new)) in after.iter().enumerate() {
        if find(before, index, key).is_none() {
            sum += ADD + path + 1 + key.len() + new.size();
        }
    }
    sum.min(whole)
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Step {
    Change,
    Add,
    Remove,
}

/// Two lists without what they have in common at both ends.
struct Lists<'a> {
    /// The number of items they have in common at the beginning.
    begin: usize,
    before: &'a [Node],
    after: &'a [Node],
}

/// Longer lists are compared index by index: the cheapest way takes time by the product of
/// their lengths.
const MOST_PAIRS: usize = 2_500;

impl<'a> Lists<'a> {
    fn trimmed(before: &'a [Node], after: &'a [Node]) -> Lists<'a> {
        let begin = before.iter().zip(after).take_while(|(a, b)| a == b).count();
        let (before, after) = (&before[begin..], &after[begin..]);
        let ends = before.iter().rev().zip(after.iter().rev());
        let end = ends.take_while(|(a, b)| a == b).count();
        Lists {
            begin,
            before: &before[..before.len() - end],
            after: &after[..after.len() - end],
        }
    }

    /// Whether items are compared with those at the same place only.
    fn is_by_index(&self) -> bool {
        let (old, new) = (self.before.len(), self.after.len());
        let keyed = || self.before.iter().zip(self.after).all(are_about_the_same);
        old.min(new) == 0 || old * new > MOST_PAIRS || (old == new && keyed())
    }

    /// The bytes of the cheapest way, at a path of this length.
    fn cost(&self, path: usize) -> usize {
        if !self.is_by_index() {
            return self.cheapest(path).first().map_or(0, |(bytes, _)| *bytes);
        }
        let path = |index: usize| path + 1 + digits(self.begin + index);
        let both = self.before.len().min(self.after.len());
        let pairs = self.before.iter().zip(self.after).enumerate();
        let changes = pairs.map(|(index, (old, new))| cost(old, new, path(index), Place::Item));
        let added = self.after.iter().enumerate().skip(both);
        let adds = added.map(|(index, new)| ADD + path(index) + new.size());
        let removes = (self.before.len() - both) * (REMOVE + path(both));
        changes.chain(adds).sum::<usize>() + removes
    }

    /// The steps of the cheapest way.
    fn steps(&self, path: usize) -> Vec<Step> {
        let (old, new) = (self.before.len(), self.after.len());
        if self.is_by_index() {
            let both = old.min(new);
            let mut steps = vec![Step::Change; both];
            steps.resize(new, Step::Add);
            steps.resize(old.max(new), Step::Remove);
            return steps;
        }
        let cheapest = self.cheapest(path);
        let mut steps = Vec::with_capacity(old.max(new));
        let (mut i, mut j) = (0, 0);
        while (i, j) != (old, new) {
            let (_, step) = cheapest[i * (new + 1) + j];
            steps.push(step);
            i += usize::from(step != Step::Add);
            j += usize::from(step != Step::Remove);
        }
        steps
    }

    /// By old and new index: the bytes from there to the end, and the first step of the
    /// cheapest way.
    fn cheapest(&self, path: usize) -> Vec<(usize, Step)> {
        let (old, new) = (self.before.len(), self.after.len());
        let width = new + 1;
        let mut best = vec![(0, Step::Change); (old + 1) * width];
        for i in (0..=old).rev() {
            for j in (0..=new).rev().filter(|j| (i, *j) != (old, new)) {
                // The steps before have made the list equal to the new one up to here, so
                // each step has this path.
                let path = path + 1 + digits(self.begin + j);
                let mut cheapest = (usize::MAX, Step::Change);
                if i < old && j < new {
                    let change = cost(&self.before[i], &self.after[j], path, Place::Item);
                    cheapest.0 = change + best[(i + 1) * width + j + 1].0;
                }
                if i < old {
                    let remove = REMOVE + path + best[(i + 1) * width + j].0;
                    cheapest = cheaper(cheapest, (remove, Step::Remove));
                }
                if j < new {
                    let add = ADD + path + self.after[j].size() + best[i * width + j + 1].0;
                    cheapest = cheaper(cheapest, (add, Step::Add));
                }
                best[i * width + j] = cheapest;
            }
        }
        best
    }
}

fn cheaper(a: (usize, Step), b: (usize, Step)) -> (usize, Step) {
    match b.0 < a.0 {
        true => b,
        false => a,
    }
}

fn digits(number: usize) -> usize {
    number.checked_ilog10().unwrap_or(0) as usize + 1
}

/// Whether two items of lists have the same first field, which says what they are about.
fn are_about_the_same((a, b): (&Node, &Node)) -> bool {
    match (&a.content, &b.content) {
        (Content::Object(a), Content::Object(b)) => !a.is_empty() && a.first() == b.first(),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::diff;
    use crate::documents::Node;
    use proptest::prelude::*;
    use serde_json::{Map, Value, json};

    fn check(before: &Value, after: &Value) -> Value {
        let (old, new) = (Node::of(before), Node::of(after));
        let operations = diff(&old, &new).0;
        let patch = json!(operations);
        for operation in &operations {
            let mut written = Vec::new();
            operation.write(&mut written);
            assert_eq!(written, json!(operation).to_string().into_bytes());
        }
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
                { "op": "add", "path": "/seq", "value": 2 },
                { "op": "remove", "path": "/tiles/1" },
                { "op": "remove", "path": "/gone" },
                { "op": "add", "path": "/a~1b~0c", "value": 2 },
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
                { "op": "add", "path": "/few", "value": { "a": 3, "b": 4 } },
                { "op": "add", "path": "/long/a", "value": 2 },
            ])
        );
    }

    #[test]
    fn an_item_that_changes_beside_one_that_comes_is_not_sent_whole() {
        let hand = |cards: &[&str], chance: u32| json!({ "cards": cards, "chance": chance });
        let long = &*"x".repeat(200);
        let before = json!([
            hand(&["Grasslands Wolf", "Archdragon"], 9),
            hand(&["Grasslands Wolf", long], 8)
        ]);
        let after = json!([
            hand(&["Grasslands Wolf", long, "Cactuar"], 7),
            hand(&["Zu"], 6)
        ]);
        assert_eq!(
            check(&before, &after),
            json!([
                { "op": "remove", "path": "/0" },
                { "op": "add", "path": "/0/cards/2", "value": "Cactuar" },
                { "op": "add", "path": "/0/chance", "value": 7 },
                { "op": "add", "path": "/1", "value": { "cards": ["Zu"], "chance": 6 } },
            ])
        );
    }

    #[test]
    fn items_with_the_same_first_field_are_compared_at_their_places() {
        let tile = |name: &str, rank: u32| json!({ "tile": name, "rank": rank });
        let before = json!([tile("TOP-1", 1), tile("TOP-2", 1), tile("TOP-3", 1)]);
        let after = json!([tile("TOP-1", 2), tile("TOP-2", 1), tile("TOP-3", 3)]);
        assert_eq!(
            check(&before, &after),
            json!([
                { "op": "add", "path": "/0/rank", "value": 2 },
                { "op": "add", "path": "/2/rank", "value": 3 },
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
