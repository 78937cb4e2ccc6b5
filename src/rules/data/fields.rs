//! Reading one JSON object field by field, noting every fault instead of
//! stopping at the first.

use std::collections::BTreeSet;
use std::ops::RangeInclusive;

use serde_json::{Map, Value};

use super::super::suggest::closest;
use super::DataFault;

pub(super) struct Fields<'a, 'f> {
    file: &'a str,
    item: String,
    /// Where inside the item: `operations[0].`
    path: String,
    object: &'a Map<String, Value>,
    read: BTreeSet<&'static str>,
    faults: &'f mut Vec<DataFault>,
}

impl<'a, 'f> Fields<'a, 'f> {
    /// `None`, with a fault, when the value is no object.
    pub fn of(
        file: &'a str,
        item: String,
        path: String,
        value: &'a Value,
        faults: &'f mut Vec<DataFault>,
    ) -> Option<Fields<'a, 'f>> {
        let Some(object) = value.as_object() else {
            faults.push(DataFault {
                file: file.to_owned(),
                item,
                field: path,
                problem: format!("{} stands where an object should", shown(value)),
                allowed: "a JSON object, `{ … }`".to_owned(),
            });
            return None;
        };
        Some(Fields {
            file,
            item,
            path,
            object,
            read: BTreeSet::new(),
            faults,
        })
    }

    pub fn fault(&mut self, field: &str, problem: String, allowed: impl Into<String>) {
        self.faults.push(DataFault {
            file: self.file.to_owned(),
            item: self.item.clone(),
            field: format!("{}{field}", self.path),
            problem,
            allowed: allowed.into(),
        });
    }

    /// From here on, messages speak of this item.
    pub fn rename_item(&mut self, item: String) {
        self.item = item;
    }

    pub fn has(&self, field: &str) -> bool {
        self.object.contains_key(field)
    }

    /// A field that may be absent.
    pub fn optional(&mut self, field: &'static str) -> Option<&'a Value> {
        self.read.insert(field);
        self.object.get(field)
    }

    /// A field that must be there.
    pub fn required(&mut self, field: &'static str, allowed: &str) -> Option<&'a Value> {
        let value = self.optional(field);
        if value.is_none() {
            self.fault(field, "the field is missing".to_owned(), allowed);
        }
        value
    }

    pub fn text(&mut self, field: &'static str, allowed: &str) -> Option<&'a str> {
        let value = self.required(field, allowed)?;
        let text = value.as_str();
        if text.is_none() {
            self.fault(field, format!("{} is not a text", shown(value)), allowed);
        }
        text
    }

    pub fn integer(&mut self, field: &'static str, range: RangeInclusive<i32>) -> Option<i32> {
        let allowed = format!("a whole number from {} to {}", range.start(), range.end());
        let value = self.required(field, &allowed)?;
        let number = value
            .as_i64()
            .and_then(|n| i32::try_from(n).ok())
            .filter(|n| range.contains(n));
        if number.is_none() {
            self.fault(field, format!("{} is out of place", shown(value)), allowed);
        }
        number
    }

    /// One of a list of words.
    pub fn word<T: Copy>(&mut self, field: &'static str, words: &[(&'static str, T)]) -> Option<T> {
        let names: Vec<&str> = words.iter().map(|(name, _)| *name).collect();
        let allowed = names.join(", ");
        let text = self.text(field, &allowed)?;
        let found = words.iter().find(|(name, _)| *name == text);
        if found.is_none() {
            let near = closest(text, names, 1).concat();
            self.fault(
                field,
                format!("`{text}` is unknown, did you mean `{near}`?"),
                allowed,
            );
        }
        found.map(|(_, meaning)| *meaning)
    }

    /// A list, which may be empty.
    pub fn list(&mut self, field: &'static str, allowed: &str) -> Option<&'a [Value]> {
        let value = self.required(field, allowed)?;
        let list = value.as_array();
        if list.is_none() {
            self.fault(field, format!("{} is not a list", shown(value)), allowed);
        }
        list.map(Vec::as_slice)
    }

    /// A list of texts.
    pub fn texts(&mut self, field: &'static str, allowed: &str) -> Option<Vec<String>> {
        let list = self.list(field, allowed)?;
        let texts: Option<Vec<String>> = list
            .iter()
            .map(|value| value.as_str().map(str::to_owned))
            .collect();
        if texts.is_none() {
            self.fault(
                field,
                "it holds something else than texts".to_owned(),
                allowed,
            );
        }
        texts
    }

    /// The object of a part of this one, read with the same care.
    pub fn part(&mut self, path: String, value: &'a Value) -> Option<Fields<'a, '_>> {
        Fields::of(self.file, self.item.clone(), path, value, self.faults)
    }

    /// Call last: a field that nobody asked for is a mistake too.
    pub fn finish(mut self) {
        let known: Vec<&str> = self.read.iter().copied().collect();
        let unknown: Vec<&String> = self
            .object
            .keys()
            .filter(|key| !known.contains(&key.as_str()))
            .collect();
        for key in unknown {
            let near = closest(key, known.iter().copied(), 1).concat();
            let problem = format!("the field is unknown, did you mean `{near}`?");
            self.fault(key, problem, known.join(", "));
        }
    }
}

/// A value short enough for a message.
pub(super) fn shown(value: &Value) -> String {
    const LONGEST: usize = 40;
    let text = value.to_string();
    if text.chars().count() <= LONGEST {
        return format!("`{text}`");
    }
    let start: String = text.chars().take(LONGEST).collect();
    format!("`{start}…`")
}
