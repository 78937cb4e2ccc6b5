//! Card data: the embedded files, a user's own file, and every check on them.
//!
//! Nothing here opens a file: the embedded texts are part of the binary and a
//! user's text is handed in by whoever read it.

mod assemble;
mod document;
mod fields;

use std::fmt;
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
    let mut faults = Vec::new();
    let mut merged = document::Document::default();
    for file in &EMBEDDED {
        merged.lay_over(document::read(*file, &mut faults), &mut faults);
    }
    let shipped_effects = merged.effect_ids();
    for file in added {
        merged.lay_over(document::read(*file, &mut faults), &mut faults);
    }
    // An override may leave a shipped effect without a card; that is nobody's
    // mistake, so only what a user's file itself brings has to be used.
    let excused = if added.is_empty() {
        Default::default()
    } else {
        shipped_effects
    };
    let cards = assemble::assemble(&merged, &excused, &mut faults);
    if faults.is_empty() {
        Ok(Catalogue::new(cards, sha256_of(added)))
    } else {
        Err(DataError { faults })
    }
}

fn sha256_of(added: &[DataFile<'_>]) -> String {
    let mut hash = Sha256::new();
    for file in EMBEDDED.iter().chain(added) {
        // The length first, so that moving text from one file to the next shows.
        hash.update((file.text.len() as u64).to_le_bytes());
        hash.update(file.text.as_bytes());
    }
    hash.finalize()
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect()
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
