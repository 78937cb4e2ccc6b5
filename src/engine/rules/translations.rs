//! The names of the shipped cards in other languages.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use serde::Deserialize;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct NamesFile {
    #[serde(rename = "$schema")]
    _schema: String,
    names: BTreeMap<String, Names>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Names {
    en: String,
    ja: String,
}

static NAMES: LazyLock<BTreeMap<String, Names>> = LazyLock::new(|| {
    let text = include_str!("../../../data/names.json");
    // A test reads the same file, so this cannot fail in a program that was tested.
    let file: Result<NamesFile, _> = serde_json::from_str(text);
    file.map(|file| file.names).unwrap_or_default()
});

/// The Japanese name of a card. A player's own card of the same number has none.
pub(super) fn japanese(number: &str, english: &str) -> Option<&'static str> {
    let names = NAMES.get(number)?;
    (names.en == english).then_some(names.ja.as_str())
}
