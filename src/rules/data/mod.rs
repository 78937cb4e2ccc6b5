//! Card data: the embedded files, a user's own file, and every check on them.
//!
//! Nothing here opens a file: the embedded texts are part of the binary and a
//! user's text is handed in by whoever read it.

mod assemble;
mod card_entry;
mod document;
mod effect_entry;
mod fields;
mod gaps;
pub(crate) mod json;
mod names;
mod operation_entry;

use std::fmt;
use std::slice;
use std::sync::{Arc, OnceLock};

use sha2::{Digest, Sha256};

use super::catalogue::Catalogue;

/// A data file's name, for messages, and its text.
#[derive(Clone, Copy, Debug)]
pub struct DataFile<'a> {
    pub name: &'a str,
    pub text: &'a str,
}

/// The files every catalogue starts from.
pub const EMBEDDED: [DataFile<'static>; 3] = [
    DataFile {
        name: "data/cards.json",
        text: include_str!("../../../data/cards.json"),
    },
    DataFile {
        name: "data/tokens.json",
        text: include_str!("../../../data/tokens.json"),
    },
    DataFile {
        name: "data/effects.json",
        text: include_str!("../../../data/effects.json"),
    },
];

/// The catalogue of the embedded data alone, made once.
pub fn embedded() -> Arc<Catalogue> {
    static EMBEDDED_CATALOGUE: OnceLock<Arc<Catalogue>> = OnceLock::new();
    EMBEDDED_CATALOGUE
        .get_or_init(|| {
            let catalogue = load(&[]).expect("a test proves the embedded data correct");
            Arc::new(catalogue)
        })
        .clone()
}

/// The embedded data with `added` files over it: a card of the same number or an
/// effect of the same id takes the place of the earlier one.
pub fn load(added: &[DataFile<'_>]) -> Result<Catalogue, DataError> {
    load_over(&EMBEDDED, added)
}

fn load_over(shipped: &[DataFile<'_>], added: &[DataFile<'_>]) -> Result<Catalogue, DataError> {
    let mut faults = Vec::new();
    let mut document = document::Document::default();
    document.lay_over(shipped, &mut faults);
    for file in added {
        document.lay_over(slice::from_ref(file), &mut faults);
    }
    let cards = assemble::assemble(&document, &mut faults);
    if faults.is_empty() {
        Ok(Catalogue::new(cards, sha256_of(shipped, added)))
    } else {
        Err(DataError { faults })
    }
}

fn sha256_of(shipped: &[DataFile<'_>], added: &[DataFile<'_>]) -> String {
    let mut hash = Sha256::new();
    for file in shipped.iter().chain(added) {
        // The length first, so that moving text from one file to the next shows.
        hash.update((file.text.len() as u64).to_le_bytes());
        hash.update(file.text.as_bytes());
    }
    hash.finalize()
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect()
}

/// Where an entry comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Source {
    file: String,
    /// 0 for the embedded files, then one more for each file laid over them.
    layer: usize,
}

/// One thing wrong with the data: where, what, and what would be right.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DataFault {
    pub file: String,
    /// `card 019 Crawler`, `effect pawns-2`, or empty for the file as a whole.
    pub item: String,
    pub field: String,
    pub problem: String,
    pub allowed: String,
}

impl fmt::Display for DataFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.file)?;
        for part in [&self.item, &self.field] {
            if !part.is_empty() {
                write!(f, ": {part}")?;
            }
        }
        write!(f, ": {}; allowed: {}", self.problem, self.allowed)
    }
}

/// Everything wrong with the data, not only the first fault.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DataError {
    pub faults: Vec<DataFault>,
}

impl fmt::Display for DataError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let lines: Vec<String> = self.faults.iter().map(DataFault::to_string).collect();
        f.write_str(&lines.join("\n"))
    }
}

impl std::error::Error for DataError {}

#[cfg(test)]
mod tests {
    use super::*;

    fn faults_of(shipped: &[DataFile<'_>], added: &[DataFile<'_>]) -> Vec<String> {
        match load_over(shipped, added) {
            Ok(_) => Vec::new(),
            Err(error) => error.faults.iter().map(DataFault::to_string).collect(),
        }
    }

    fn file<'a>(name: &'a str, text: &'a str) -> DataFile<'a> {
        DataFile { name, text }
    }

    #[test]
    fn shipped_files_do_not_override_each_other() {
        let text = r#"{
            "cards": [{"number": "900", "name": "Turtle", "kind": "card", "rank": 1, "power": 2,
                "rarity": "standard", "range": "", "effects": ["lower"]}],
            "effects": [{"id": "lower", "trigger": "on_play", "scope": "enemies_global",
                "operations": [{"type": "modify_power", "amount": -1}]}]
        }"#;
        let (first, second) = (file("first.json", text), file("second.json", text));
        assert_eq!(
            faults_of(&[first, second], &[]),
            [
                "second.json: card 900 Turtle: number: a card of first.json has the same number; \
                 allowed: a number of its own for each card",
                "second.json: effect lower: id: an effect of first.json has the same id; \
                 allowed: an id of its own for each effect",
            ]
        );
        assert!(faults_of(&[first], &[second]).is_empty());
    }
}
