//! The difference of two documents as an RFC 6902 patch.
//!
//! json-patch has such a function, but it builds the path of every value it looks
//! at, changed or not, and copies what it reports: with subscribers on every turn
//! that was most of the daemon's work. This one only writes down what differs, and
//! finds what was put into or taken out of a list.

use serde::Serialize;
use serde_json::{Map, Value};

#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "op", rename_all = "lowercase")]
pub enum Operation<'a> {
    Add { path: String, value: &'a Value },
    Remove { path: String },
    Replace { path: String, value: &'a Value },
}

/// What leads from `before` to `after`, in the order it has to be done.
pub fn diff<'a>(before: &'a Value, after: &'a Value) -> Vec<Operation<'a>> {
    let mut differ = Differ {
        path: Vec::new(),
        operations: Vec::new(),
    };
    differ.value(before, after);
    differ.operations
}

enum Step<'a> {
    Key(&'a str),
    Place(usize),
}

struct Differ<'a> {
    path: Vec<Step<'a>>,
    operations: Vec<Operation<'a>>,
}

impl<'a> Differ<'a> {
    fn value(&mut self, before: &'a Value, after: &'a Value) {
        match (before, after) {
            (Value::Object(before), Value::Object(after)) => self.object(before, after),
            (Value::Array(before), Value::Array(after)) => self.array(before, after),
            _ if before == after => {}
            _ => {
                let path = self.path();
                self.operations
                    .push(Operation::Replace { path, value: after });
            }
        }
    }

    fn object(&mut self, before: &'a Map<String, Value>, after: &'a Map<String, Value>) {
        for (key, old) in before {
            self.path.push(Step::Key(key));
            match after.get(key) {
                Some(new) => self.value(old, new),
                None => self.remove(),
            }
            self.path.pop();
        }
        for (key, new) in after.iter().filter(|(key, _)| !before.contains_key(*key)) {
            self.path.push(Step::Key(key));
            self.add(new);
            self.path.pop();
        }
    }

    /// What both lists begin and end with stays; between, place by place.
    fn array(&mut self, before: &'a [Value], after: &'a [Value]) {
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
        let both = before.len().min(after.len());
        for (place, (old, new)) in before.iter().zip(after).enumerate() {
            self.path.push(Step::Place(begin + place));
            self.value(old, new);
            self.path.pop();
        }
        for (place, new) in after.iter().enumerate().skip(both) {
            self.path.push(Step::Place(begin + place));
            self.add(new);
            self.path.pop();
        }
        // From the back, so that no place moves before its turn.
        for place in (both..before.len()).rev() {
            self.path.push(Step::Place(begin + place));
            self.remove();
            self.path.pop();
        }
    }

    fn add(&mut self, value: &'a Value) {
        let path = self.path();
        self.operations.push(Operation::Add { path, value });
    }

    fn remove(&mut self) {
        let path = self.path();
        self.operations.push(Operation::Remove { path });
    }

    /// The path as a JSON Pointer (RFC 6901).
    fn path(&self) -> String {
        let mut text = String::new();
        for step in &self.path {
            text.push('/');
            match step {
                Step::Place(place) => text.push_str(&place.to_string()),
                Step::Key(key) => {
                    for letter in key.chars() {
                        match letter {
                            '~' => text.push_str("~0"),
                            '/' => text.push_str("~1"),
                            other => text.push(other),
                        }
                    }
                }
            }
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::diff;
    use proptest::prelude::*;
    use serde_json::{Map, Value, json};

    fn check(before: &Value, after: &Value) -> Value {
        let patch = json!(diff(before, after));
        let mut patched = before.clone();
        let operations: json_patch::Patch =
            serde_json::from_value(patch.clone()).expect("it is a patch");
        json_patch::patch(&mut patched, &operations).expect("it can be applied");
        assert_eq!(&patched, after, "{patch}");
        patch
    }

    #[test]
    fn nothing_differs_between_equals() {
        let value = json!({ "a": [1, { "b": null }] });
        assert_eq!(check(&value, &value), json!([]));
    }

    #[test]
    fn a_patch_says_what_differs_and_no_more() {
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
    fn what_is_put_into_a_list_moves_the_rest() {
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
