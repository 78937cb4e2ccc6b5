//! Reading one JSON object field by field. Every fault is noted; reading does not stop
//! at the first.

use std::collections::BTreeSet;
use std::ops::RangeInclusive;

use serde_json::Number;

use super::{DataFault, Json};
use crate::shorten::shortened;
use crate::suggest::closest;
use crate::words::{list_of, meaning_of};

/// One JSON object of a data file while it is read.
pub struct Fields<'a, 'f> {
    file: &'a str,
    item: String,
    /// The path inside the item: `operations[0]`, or empty for the item itself.
    path: String,
    object: &'a [(String, Json)],
    read: BTreeSet<&'static str>,
    faults: &'f mut Vec<DataFault>,
}

impl<'a, 'f> Fields<'a, 'f> {
    /// `None`, with a fault, when the value is not an object.
    pub fn of(
        file: &'a str,
        item: String,
        value: &'a Json,
        faults: &'f mut Vec<DataFault>,
    ) -> Option<Fields<'a, 'f>> {
        Fields::at(file, item, String::new(), value, faults)
    }

    /// The fields of an object inside this one; faults go to the same list.
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
                problem: format!("{} is not an object", value.shown()),
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
        match (self.path.as_str(), field) {
            ("", field) => field.to_owned(),
            (path, "") => path.to_owned(),
            (path, field) => format!("{path}.{field}"),
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

    /// Marks a field as known without reading it.
    pub fn skip(&mut self, field: &'static str) {
        self.read.insert(field);
    }

    /// A field that may be missing. A field that is written twice counts as missing,
    /// because it is unclear which value is meant; `of` has noted the fault.
    pub fn optional(&mut self, field: &'static str) -> Option<&'a Json> {
        self.skip(field);
        let mut found = self.object.iter().filter(|(name, _)| name == field);
        match (found.next(), found.next()) {
            (Some((_, value)), None) => Some(value),
            _ => None,
        }
    }

    pub fn required(&mut self, field: &'static str, allowed: &str) -> Option<&'a Json> {
        let value = self.optional(field);
        if value.is_none() && !self.has(field) {
            self.fault(field, "the field is missing".to_owned(), allowed);
        }
        value
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

    /// A text for people that fits on one line.
    pub fn line(&mut self, field: &'static str, longest: usize) -> Option<&'a str> {
        let allowed = format!(
            "a text of 1 to {longest} characters without control characters \
             and without spaces at its ends"
        );
        let text = self.text(field, &allowed)?;
        let right = (1..=longest).contains(&text.chars().count())
            && text.trim() == text
            && !text.chars().any(char::is_control);
        if !right {
            self.fault(
                field,
                format!("`{}` is not allowed", shortened(text)),
                allowed,
            );
        }
        right.then_some(text)
    }

    /// The id by which actions name an item.
    pub fn id(&mut self, field: &'static str) -> Option<&'a str> {
        const ALLOWED: &str = "1 to 40 lower-case letters, digits and underscores, \
            a letter first";
        let text = self.text(field, ALLOWED)?;
        let letters = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'_';
        let right = text.len() <= 40
            && text.starts_with(|c: char| c.is_ascii_lowercase())
            && text.bytes().all(letters);
        if !right {
            self.fault(
                field,
                format!("`{}` is not an id", shortened(text)),
                ALLOWED,
            );
        }
        right.then_some(text)
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
            // 2.0 is a whole number with a fraction part; it gets a message of its own.
            let whole = number
                .and_then(Number::as_f64)
                .is_some_and(|n| n.fract() == 0.0);
            let problem = if whole && number.is_some_and(Number::is_f64) {
                format!("{} is not written as a whole number", value.shown())
            } else {
                format!("{} is not allowed", value.shown())
            };
            self.fault(field, problem, allowed);
        }
        right
    }

    /// A whole number that cannot be negative.
    pub fn count(&mut self, field: &'static str, range: RangeInclusive<i32>) -> Option<u32> {
        self.integer(field, range)
            .and_then(|number| u32::try_from(number).ok())
    }

    pub fn flag(&mut self, field: &'static str) -> Option<bool> {
        let value = self.optional(field)?;
        let flag = match value {
            Json::Bool(value) => Some(*value),
            _ => None,
        };
        if flag.is_none() {
            let problem = format!("{} is not allowed", value.shown());
            self.fault(field, problem, "true or false");
        }
        flag
    }

    /// One of the words of a table.
    pub fn word<T: Copy>(&mut self, field: &'static str, words: &[(&'static str, T)]) -> Option<T> {
        let allowed = list_of(words);
        let text = self.text(field, &allowed)?;
        self.meaning(field, text, words)
    }

    fn meaning<T: Copy>(&mut self, path: &str, text: &str, words: &[(&str, T)]) -> Option<T> {
        let found = meaning_of(text, words);
        if found.is_none() {
            let near = closest(text, words.iter().map(|(name, _)| *name), 1).concat();
            self.fault(
                path,
                format!("`{}` is unknown, did you mean `{near}`?", shortened(text)),
                list_of(words),
            );
        }
        found
    }

    /// A list that must be there and may be empty.
    pub fn list(&mut self, field: &'static str, allowed: &str) -> Option<&'a [Json]> {
        let value = self.required(field, allowed)?;
        self.as_list(field, value, allowed)
    }

    /// A list that is empty when it is missing.
    pub fn optional_list(&mut self, field: &'static str, allowed: &str) -> Option<&'a [Json]> {
        match self.optional(field) {
            None if self.has(field) => None,
            None => Some(&[]),
            Some(value) => self.as_list(field, value, allowed),
        }
    }

    fn as_list(&mut self, field: &str, value: &'a Json, allowed: &str) -> Option<&'a [Json]> {
        match value {
            Json::List(list) => Some(list),
            value => {
                let problem = format!("{} is not a list", value.shown());
                self.fault(field, problem, allowed);
                None
            }
        }
    }

    /// A list of words of a table, each at most once.
    pub fn words<T: Copy + Ord>(
        &mut self,
        field: &'static str,
        words: &[(&'static str, T)],
    ) -> Option<BTreeSet<T>> {
        let allowed = format!("a list of {}", list_of(words));
        let list = self.optional_list(field, &allowed)?;
        let mut found = BTreeSet::new();
        let mut all_known = true;
        for (index, value) in list.iter().enumerate() {
            let path = format!("{field}[{index}]");
            let Some(text) = value.text() else {
                let problem = format!("{} is not a text", value.shown());
                self.fault(&path, problem, allowed.as_str());
                all_known = false;
                continue;
            };
            match self.meaning(&path, text, words) {
                Some(meaning) if !found.insert(meaning) => {
                    self.fault(&path, format!("`{text}` is listed twice"), "each word once");
                }
                Some(_) => {}
                None => all_known = false,
            }
        }
        all_known.then_some(found)
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

    /// The fields of the object that were never read or skipped.
    pub fn unknown(&self) -> BTreeSet<&'a str> {
        self.object
            .iter()
            .map(|(name, _)| name.as_str())
            .filter(|name| !self.read.contains(name))
            .collect()
    }

    /// Call last: notes a fault for every field that was never read or skipped.
    pub fn finish(mut self) {
        let known: Vec<&str> = self.read.iter().copied().collect();
        for name in self.unknown() {
            let near = closest(name, known.iter().copied(), 1).concat();
            let problem = format!("the field is unknown, did you mean `{near}`?");
            self.fault(name, problem, known.join(", "));
        }
    }
}
