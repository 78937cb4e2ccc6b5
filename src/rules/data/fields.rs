//! Reading one JSON object field by field, noting every fault instead of
//! stopping at the first.

use std::collections::BTreeSet;
use std::ops::RangeInclusive;

use serde_json::Number;

use super::super::suggest::closest;
use super::DataFault;
use super::json::Json;

pub(super) struct Fields<'a, 'f> {
    file: &'a str,
    item: String,
    /// Where inside the item: `operations[0]`, or empty for the item itself.
    path: String,
    object: &'a [(String, Json)],
    read: BTreeSet<&'static str>,
    faults: &'f mut Vec<DataFault>,
}

impl<'a, 'f> Fields<'a, 'f> {
    /// `None`, with a fault, when the value is no object.
    pub fn of(
        file: &'a str,
        item: String,
        value: &'a Json,
        faults: &'f mut Vec<DataFault>,
    ) -> Option<Fields<'a, 'f>> {
        Fields::at(file, item, String::new(), value, faults)
    }

    /// The object of a part of this one, read with the same care.
    pub fn part(&mut self, path: &str, value: &'a Json) -> Option<Fields<'a, '_>> {
        let path = self.path_of(path);
        Fields::at(self.file, self.item.clone(), path, value, self.faults)
    }

    fn at(
        file: &'a str,
        item: String,
        path: String,
        value: &'a Json,
        faults: &'f mut Vec<DataFault>,
    ) -> Option<Fields<'a, 'f>> {
        let Json::Object(object) = value else {
            faults.push(DataFault {
                file: file.to_owned(),
                item,
                field: path,
                problem: format!("{} stands where an object should", value.shown()),
                allowed: "a JSON object, `{ … }`".to_owned(),
            });
            return None;
        };
        let mut fields = Fields {
            file,
            item,
            path,
            object,
            read: BTreeSet::new(),
            faults,
        };
        fields.check_repeated();
        Some(fields)
    }

    fn check_repeated(&mut self) {
        let (mut seen, mut repeated) = (BTreeSet::new(), BTreeSet::new());
        for (name, _) in self.object {
            if !seen.insert(name) && repeated.insert(name) {
                let problem = "the field is written more than once".to_owned();
                self.fault(name, problem, "each field once");
            }
        }
    }

    fn path_of(&self, field: &str) -> String {
        if self.path.is_empty() {
            field.to_owned()
        } else {
            format!("{}.{field}", self.path)
        }
    }

    pub fn fault(&mut self, field: &str, problem: String, allowed: impl Into<String>) {
        self.faults.push(DataFault {
            file: self.file.to_owned(),
            item: self.item.clone(),
            field: self.path_of(field),
            problem,
            allowed: allowed.into(),
        });
    }

    pub fn has(&self, field: &str) -> bool {
        self.object.iter().any(|(name, _)| name == field)
    }

    /// A field that may be there without being looked at.
    pub fn skip(&mut self, field: &'static str) {
        self.read.insert(field);
    }

    /// A field that must be there. One that is written more than once has its
    /// fault already: which of the values is meant nobody knows.
    pub fn required(&mut self, field: &'static str, allowed: &str) -> Option<&'a Json> {
        self.skip(field);
        let mut found = self.object.iter().filter(|(name, _)| name == field);
        match (found.next(), found.next()) {
            (Some((_, value)), None) => Some(value),
            (Some(_), Some(_)) => None,
            (None, _) => {
                self.fault(field, "the field is missing".to_owned(), allowed);
                None
            }
        }
    }

    pub fn text(&mut self, field: &'static str, allowed: &str) -> Option<&'a str> {
        let value = self.required(field, allowed)?;
        let text = value.text();
        if text.is_none() {
            let problem = format!("{} is not a text", value.shown());
            self.fault(field, problem, allowed);
        }
        text
    }

    pub fn integer(&mut self, field: &'static str, range: RangeInclusive<i32>) -> Option<i32> {
        let allowed = format!("a whole number from {} to {}", range.start(), range.end());
        let value = self.required(field, &allowed)?;
        let number = match value {
            Json::Number(number) => Some(number),
            _ => None,
        };
        let right = number
            .and_then(|number| i32::try_from(number.as_i64()?).ok())
            .filter(|number| range.contains(number));
        if right.is_none() {
            // 2.0 is whole, but JSON with and without a fraction is told apart here.
            let whole = number
                .and_then(Number::as_f64)
                .is_some_and(|n| n.fract() == 0.0);
            let problem = if whole && number.is_some_and(Number::is_f64) {
                format!("{} is not written as a whole number", value.shown())
            } else {
                format!("{} is out of place", value.shown())
            };
            self.fault(field, problem, allowed);
        }
        right
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
    pub fn list(&mut self, field: &'static str, allowed: &str) -> Option<&'a [Json]> {
        match self.required(field, allowed)? {
            Json::List(list) => Some(list),
            value => {
                let problem = format!("{} is not a list", value.shown());
                self.fault(field, problem, allowed);
                None
            }
        }
    }

    /// A list of texts.
    pub fn texts(&mut self, field: &'static str, allowed: &str) -> Option<Vec<String>> {
        let list = self.list(field, allowed)?;
        let texts: Vec<Option<String>> = list
            .iter()
            .enumerate()
            .map(|(index, value)| {
                let text = value.text().map(str::to_owned);
                if text.is_none() {
                    let problem = format!("{} is not a text", value.shown());
                    self.fault(&format!("{field}[{index}]"), problem, allowed);
                }
                text
            })
            .collect();
        texts.into_iter().collect()
    }

    /// The fields that nobody has asked for.
    pub fn unknown(&self) -> BTreeSet<&'a str> {
        self.object
            .iter()
            .map(|(name, _)| name.as_str())
            .filter(|name| !self.read.contains(name))
            .collect()
    }

    /// Call last: a field that nobody asked for is a mistake too.
    pub fn finish(mut self) {
        let known: Vec<&str> = self.read.iter().copied().collect();
        for name in self.unknown() {
            let near = closest(name, known.iter().copied(), 1).concat();
            let problem = format!("the field is unknown, did you mean `{near}`?");
            self.fault(name, problem, known.join(", "));
        }
    }
}
