//! Card data: the embedded files, a user's own file, and every check on them.
//!
//! Nothing here opens a file: the embedded texts are part of the binary, and callers pass
//! the text of a user's file.

mod assemble;
mod card_entry;
mod document;
mod effect_entry;
mod gaps;
mod names;
mod operation_entry;

use std::slice;
use std::sync::{Arc, OnceLock};

pub use qbcoach_basics::data::{DataError, DataFault, DataFile};
use sha2::{Digest, Sha256};

use super::catalogue::Catalogue;

/// The files at the base of every catalogue.
pub const EMBEDDED: [DataFile<'static>; 3] = [
    DataFile {
        name: "data/cards.json",
        text: include_str!("../../../../data/cards.json"),
    },
    DataFile {
        name: "data/tokens.json",
        text: include_str!("../../../../data/tokens.json"),
    },
    DataFile {
        name: "data/effects.json",
        text: include_str!("../../../../data/effects.json"),
    },
];

/// The catalogue of the embedded data without other files, loaded once.
pub fn embedded() -> Arc<Catalogue> {
    static EMBEDDED_CATALOGUE: OnceLock<Arc<Catalogue>> = OnceLock::new();
    EMBEDDED_CATALOGUE
        .get_or_init(|| {
            let catalogue = load(&[]).expect("tests load the embedded data without faults");
            Arc::new(catalogue)
        })
        .clone()
}

/// The embedded data with the `added` files over it: a card of the same number or an
/// effect of the same id replaces the earlier one.
pub fn load(added: &[DataFile<'_>]) -> Result<Catalogue, DataError> {
    load_over(&EMBEDDED, added)
}

fn load_over(shipped: &[DataFile<'_>], added: &[DataFile<'_>]) -> Result<Catalogue, DataError> {
    let mut faults = Vec::new();
    let mut document = document::CardDocument::default();
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
        // The length goes first, so that moving text between files changes the hash.
        hash.update((file.text.len() as u64).to_le_bytes());
        hash.update(file.text.as_bytes());
    }
    hash.finalize()
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect()
}

/// The file and the layer an entry comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
struct EntrySource {
    file: String,
    /// 0 for the embedded files, then one more for each file laid over them.
    layer: usize,
}

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
