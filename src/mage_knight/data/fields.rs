//! Reading one JSON object field by field, noting every fault instead of
//! stopping at the first.

use std::collections::BTreeSet;
use std::ops::RangeInclusive;

use crate::rules::data::DataFault;
use crate::rules::data::json::Json;
use crate::rules::suggest::closest;

/// Where faults go, and what they say of the place.
pub(super) struct Faults<'f> {
    pub file: &'f str,
    pub list: &'f mut Vec<DataFault>,
}

impl Faults<'_> {
    pub fn push(&mut self, item: &str, field: &str, problem: String, allowed: impl Into<String>) {
        self.list.push(DataFault {
            file: self.file.to_owned(),
            item: item.to_owned(),
            field: field.to_owned(),
            problem,
            allowed: allowed.into(),
        });
    }
}

pub(super) struct Fields<'a, 'b, 'f> {
    item: String,
    /// Where inside the item: `basic.options[0]`, or empty for the item itself.
    path: String,
    object: &'a [(String, Json)],
    read: BTreeSet<&'static str>,
    faults: &'b mut Faults<'f>,
}

impl<'a, 'b, 'f> Fields<'a, 'b, 'f> {
    /// `None`, with a fault, when the value is no object.
    pub fn of(
        item: String,
        path: String,
        value: &'a Json,
        faults: &'b mut Faults<'f>,
    ) -> Option<Fields<'a, 'b, 'f>> {
        let Json::Object(object) = value else {
            let problem = format!("{} stands where an object should", value.shown());
            faults.push(&item, &path, problem, "a JSON object, `{ … }`");
            return None;
        };
        let mut fields = Fields {
            item,
            path,
            object,
            read: BTreeSet::new(),
            faults,
        };
        fields.check_repeated();
        Some(fields)
    }

    /// A part of this object, read with the same care.
    pub fn part(&mut self, path: &str, value: &'a Json) -> Option<Fields<'a, '_, 'f>> {
        let path = self.path_of(path);
        Fields::of(self.item.clone(), path, value, self.faults)
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
        let path = self.path_of(field);
        self.faults.push(&self.item, &path, problem, allowed);
    }

    /// A field that may be missing. One that is written twice has its fault
    /// already: which of the two is meant nobody knows.
    pub fn optional(&mut self, field: &'static str) -> Option<&'a Json> {
        self.read.insert(field);
        let mut found = self.object.iter().filter(|(name, _)| name == field);
        match (found.next(), found.next()) {
            (Some((_, value)), None) => Some(value),
            _ => None,
        }
    }

    pub fn has(&self, field: &str) -> bool {
        self.object.iter().any(|(name, _)| name == field)
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

    /// One line for people.
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
            self.fault(field, format!("`{text}` is out of place"), allowed);
        }
        right.then_some(text)
    }

    /// What a thing is called in actions.
    pub fn id(&mut self, field: &'static str) -> Option<&'a str> {
        const ALLOWED: &str = "1 to 40 lower-case letters, digits and underscores, \
            a letter first";
        let text = self.text(field, ALLOWED)?;
        let letters = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'_';
        let right = text.len() <= 40
            && text.starts_with(|c: char| c.is_ascii_lowercase())
            && text.bytes().all(letters);
        if !right {
            self.fault(field, format!("`{text}` is no id"), ALLOWED);
        }
        right.then_some(text)
    }

    pub fn integer(&mut self, field: &'static str, range: RangeInclusive<i32>) -> Option<i32> {
        let allowed = format!("a whole number from {} to {}", range.start(), range.end());
        let value = self.required(field, &allowed)?;
        let number = match value {
            Json::Number(number) => number
                .as_i64()
                .and_then(|number| i32::try_from(number).ok()),
            _ => None,
        };
        let right = number.filter(|number| range.contains(number));
        if right.is_none() {
            self.fault(field, format!("{} is out of place", value.shown()), allowed);
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
            let problem = format!("{} is out of place", value.shown());
            self.fault(field, problem, "true or false");
        }
        flag
    }

    /// One of a list of words.
    pub fn word<T: Copy>(&mut self, field: &'static str, words: &[(&'static str, T)]) -> Option<T> {
        let allowed = words_of(words);
        let text = self.text(field, &allowed)?;
        self.meaning(field, text, words)
    }

    fn meaning<T: Copy>(&mut self, path: &str, text: &str, words: &[(&str, T)]) -> Option<T> {
        let found = words.iter().find(|(name, _)| *name == text);
        if found.is_none() {
            let near = closest(text, words.iter().map(|(name, _)| *name), 1).concat();
            self.fault(
                path,
                format!("`{text}` is unknown, did you mean `{near}`?"),
                words_of(words),
            );
        }
        found.map(|(_, meaning)| *meaning)
    }

    /// A list that is empty when it is not there.
    pub fn list(&mut self, field: &'static str, allowed: &str) -> Option<&'a [Json]> {
        match self.optional(field) {
            None if self.has(field) => None,
            None => Some(&[]),
            Some(Json::List(list)) => Some(list),
            Some(value) => {
                let problem = format!("{} is not a list", value.shown());
                self.fault(field, problem, allowed);
                None
            }
        }
    }

    /// A list of words, none of them twice.
    pub fn words<T: Copy + Ord>(
        &mut self,
        field: &'static str,
        words: &[(&'static str, T)],
    ) -> Option<BTreeSet<T>> {
        let allowed = format!("a list of {}", words_of(words));
        let list = self.list(field, &allowed)?;
        let mut found = BTreeSet::new();
        let mut whole = true;
        for (place, value) in list.iter().enumerate() {
            let path = format!("{field}[{place}]");
            let Some(text) = value.text() else {
                let problem = format!("{} is not a text", value.shown());
                self.fault(&path, problem, allowed.as_str());
                whole = false;
                continue;
            };
            match self.meaning(&path, text, words) {
                Some(meaning) if !found.insert(meaning) => {
                    self.fault(&path, format!("`{text}` stands twice"), "each word once");
                }
                Some(_) => {}
                None => whole = false,
            }
        }
        whole.then_some(found)
    }

    /// Call last: a field that nobody asked for is a mistake too.
    pub fn finish(mut self) {
        let known: Vec<&str> = self.read.iter().copied().collect();
        let names = self.object.iter().map(|(name, _)| name.as_str());
        let unknown: BTreeSet<&str> = names.filter(|name| !self.read.contains(name)).collect();
        for name in unknown {
            let near = closest(name, known.iter().copied(), 1).concat();
            let problem = format!("the field is unknown, did you mean `{near}`?");
            self.fault(name, problem, known.join(", "));
        }
    }
}

fn words_of<T>(words: &[(&str, T)]) -> String {
    let names: Vec<&str> = words.iter().map(|(name, _)| *name).collect();
    names.join(", ")
}
