//! Decks with names: those shipped with the program and a player's own.
//!
//! Nothing here opens a file: the shipped text is part of the binary, and callers pass the
//! text of a player's file.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value};

use super::deck::{
    Deck, DeckError, DeckFault, DeckTextError, card_faults, cards_from_text, size_fault,
};
use super::deck_code::DeckCode;
use crate::rules::data::{DataError, DataFault, DataFile};
use crate::rules::{CardId, Catalogue, Rules};
use qbcoach_basics::shorten::{is_too_long, shortened};
use qbcoach_basics::suggest::closest;

/// The decks at the base of every library.
pub const EMBEDDED_DECKS: DataFile<'static> = DataFile {
    name: "data/decks/decks.json",
    text: include_str!("../../../data/decks/decks.json"),
};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedDeck {
    pub tag: String,
    pub name: String,
    /// The deck's way to win, in a sentence.
    pub style: String,
    pub cards: Vec<CardId>,
}

impl NamedDeck {
    /// The deck for a match under these rules, which may be others than those the deck
    /// was checked with.
    pub fn deck(&self, catalogue: &Catalogue, rules: &Rules) -> Result<Deck, DeckError> {
        Deck::check(catalogue, rules, &self.cards)
    }
}

/// Decks by tag.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeckLibrary {
    decks: BTreeMap<String, NamedDeck>,
}

impl DeckLibrary {
    /// The shipped decks, legal under every preset.
    pub fn embedded(catalogue: &Catalogue) -> Result<DeckLibrary, DataError> {
        let presets = [Rules::canon(), Rules::rebirth()];
        let decks = read(EMBEDDED_DECKS, catalogue, &presets)?;
        Ok(DeckLibrary { decks })
    }

    /// This library with a player's decks, which must be legal under `rules`. A deck of
    /// a known tag replaces the earlier one.
    pub fn with_added(
        &self,
        file: DataFile<'_>,
        catalogue: &Catalogue,
        rules: &Rules,
    ) -> Result<DeckLibrary, DataError> {
        let mut decks = self.decks.clone();
        decks.extend(read(file, catalogue, std::slice::from_ref(rules))?);
        Ok(DeckLibrary { decks })
    }

    /// This library with further decks. A deck of a known tag replaces the earlier one.
    #[must_use]
    pub fn with_named(&self, named: impl IntoIterator<Item = NamedDeck>) -> DeckLibrary {
        let mut decks = self.decks.clone();
        decks.extend(named.into_iter().map(|deck| (deck.tag.clone(), deck)));
        DeckLibrary { decks }
    }

    /// Whether a text may be the tag of a deck.
    pub fn is_tag(text: &str) -> bool {
        is_tag(text)
    }

    pub fn get(&self, tag: &str) -> Result<&NamedDeck, UnknownDeckError> {
        const SHOWN: usize = 3;
        if is_too_long(tag) {
            return Err(UnknownDeckError {
                tag: shortened(tag).into_owned(),
                suggestions: Vec::new(),
            });
        }
        self.decks.get(tag).ok_or_else(|| UnknownDeckError {
            tag: tag.to_owned(),
            suggestions: closest(tag, self.decks.keys().map(String::as_str), SHOWN)
                .into_iter()
                .map(str::to_owned)
                .collect(),
        })
    }

    /// The cards of a deck that is given by its tag, its code or its cards. The rules of
    /// decks are not checked.
    pub fn read(&self, catalogue: &Catalogue, text: &str) -> Result<Vec<CardId>, ReadDeckError> {
        let text = text.trim();
        let unknown = match self.get(text) {
            Ok(named) => return Ok(named.cards.clone()),
            Err(unknown) => unknown,
        };
        // One word is a misspelt tag; several words are cards.
        let is_one_word = !text.contains([' ', ',', ';', '\n']);
        if is_one_word && !DeckCode::is_meant_by(text) {
            return Err(unknown.into());
        }
        Ok(cards_from_text(catalogue, text)?)
    }

    /// All decks, by tag.
    pub fn list(&self) -> impl ExactSizeIterator<Item = &NamedDeck> {
        self.decks.values()
    }
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no deck `{tag}`{}", meant(suggestions))]
pub struct UnknownDeckError {
    pub tag: String,
    pub suggestions: Vec<String>,
}

fn meant(suggestions: &[String]) -> String {
    match suggestions.is_empty() {
        true => String::new(),
        false => format!("; did you mean {}?", suggestions.join(", ")),
    }
}

/// Why a text names no deck.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReadDeckError {
    #[error(transparent)]
    Tag(#[from] UnknownDeckError),
    #[error(transparent)]
    Text(#[from] DeckTextError),
}

const TAG: &str = "up to 40 lower-case letters and digits, words joined by hyphens: `land-grab`";
const CARDS: &str = "a list of card numbers, one for each copy: [\"019\", \"019\"]";
const LONGEST_TAG: usize = 40;
const LONGEST_NAME: usize = 60;
const LONGEST_STYLE: usize = 160;

fn read(
    file: DataFile<'_>,
    catalogue: &Catalogue,
    rules: &[Rules],
) -> Result<BTreeMap<String, NamedDeck>, DataError> {
    let mut reader = DeckFileReader {
        file: file.name,
        item: String::new(),
        tags: BTreeSet::new(),
        faults: Vec::new(),
    };
    let mut decks = BTreeMap::new();
    for (index, value) in reader.deck_values(file.text).iter().enumerate() {
        let deck = reader.deck(index, value, catalogue, rules);
        decks.extend(deck.map(|deck| (deck.tag.clone(), deck)));
    }
    if reader.faults.is_empty() {
        Ok(decks)
    } else {
        Err(DataError {
            faults: reader.faults,
        })
    }
}

/// Reads a file of decks. It notes every fault and does not stop at the first.
struct DeckFileReader<'a> {
    file: &'a str,
    /// The deck that is being read; empty for the file as a whole.
    item: String,
    /// The tags read so far, also those of decks with other faults.
    tags: BTreeSet<String>,
    faults: Vec<DataFault>,
}

impl DeckFileReader<'_> {
    fn fault(&mut self, field: &str, problem: String, allowed: impl Into<String>) {
        self.faults.push(DataFault {
            file: self.file.to_owned(),
            item: self.item.clone(),
            field: field.to_owned(),
            problem,
            allowed: allowed.into(),
        });
    }

    fn deck_values(&mut self, text: &str) -> Vec<Value> {
        const FILE: &str = "a JSON object with a list `decks`";
        let mut root: Value = match serde_json::from_str(text) {
            Ok(root) => root,
            Err(error) => {
                let position = format!("line {}, column {}", error.line(), error.column());
                self.fault(&position, format!("this is not JSON: {error}"), FILE);
                return Vec::new();
            }
        };
        let Some(object) = self.object(&root) else {
            return Vec::new();
        };
        self.refuse_unknown(object, &["$schema", "decks"]);
        match root.get_mut("decks").map(Value::take) {
            Some(Value::Array(decks)) => return decks,
            Some(other) => self.fault("decks", format!("{} is not a list", shown(&other)), FILE),
            None => self.fault("decks", "the field is missing".to_owned(), FILE),
        }
        Vec::new()
    }

    fn deck(
        &mut self,
        index: usize,
        value: &Value,
        catalogue: &Catalogue,
        rules: &[Rules],
    ) -> Option<NamedDeck> {
        self.item = format!("deck at position {}", index + 1);
        let object = self.object(value)?;
        let tag = self.text(object, "tag", TAG).filter(|tag| {
            let right = is_tag(tag);
            if right {
                self.item = format!("deck {tag}");
            } else {
                self.fault(
                    "tag",
                    format!("{} is not a tag", shown(&object["tag"])),
                    TAG,
                );
            }
            right
        });
        if let Some(tag) = tag.filter(|tag| !self.tags.insert((*tag).to_owned())) {
            let problem = format!("two decks of the file have the tag `{tag}`");
            self.fault("tag", problem, "a tag of its own for each deck");
        }
        let name = self.line(object, "name", LONGEST_NAME);
        let style = self.line(object, "style", LONGEST_STYLE);
        let cards = self.cards(object, catalogue, rules);
        self.refuse_unknown(object, &["tag", "name", "style", "cards"]);
        Some(NamedDeck {
            tag: tag?.to_owned(),
            name: name?.to_owned(),
            style: style?.to_owned(),
            cards: cards?,
        })
    }

    /// The cards of a deck; `None`, with faults, if one is unknown.
    fn cards(
        &mut self,
        object: &Map<String, Value>,
        catalogue: &Catalogue,
        rules: &[Rules],
    ) -> Option<Vec<CardId>> {
        const CARD: &str = "a card's number or name";
        let value = self.required(object, "cards", CARDS)?;
        let Some(list) = value.as_array() else {
            self.fault("cards", format!("{} is not a list", shown(value)), CARDS);
            return None;
        };
        let mut known = Vec::new();
        for (index, value) in list.iter().enumerate() {
            let field = format!("cards[{index}]");
            match value.as_str().map(|text| catalogue.find(text)) {
                Some(Ok(card)) => known.push(card),
                Some(Err(error)) => self.fault(&field, error.to_string(), CARD),
                None => self.fault(&field, format!("{} is not a text", shown(value)), CARD),
            }
        }
        // An unknown card still counts for the deck's size, so that correcting it does
        // not bring up a new fault.
        let mut noted: Vec<DeckFault> = Vec::new();
        for rules in rules {
            let faults = size_fault(rules, list.len())
                .into_iter()
                .chain(card_faults(catalogue, rules, &known));
            for fault in faults {
                if !noted.contains(&fault) {
                    self.fault("cards", fault.to_string(), allowed_by(rules));
                    noted.push(fault);
                }
            }
        }
        (known.len() == list.len()).then_some(known)
    }

    fn object<'v>(&mut self, value: &'v Value) -> Option<&'v Map<String, Value>> {
        let object = value.as_object();
        if object.is_none() {
            let problem = format!("{} is not an object", shown(value));
            self.fault("", problem, "a JSON object, `{ … }`");
        }
        object
    }

    fn required<'v>(
        &mut self,
        object: &'v Map<String, Value>,
        field: &str,
        allowed: &str,
    ) -> Option<&'v Value> {
        let value = object.get(field);
        if value.is_none() {
            self.fault(field, "the field is missing".to_owned(), allowed);
        }
        value
    }

    fn text<'v>(
        &mut self,
        object: &'v Map<String, Value>,
        field: &str,
        allowed: &str,
    ) -> Option<&'v str> {
        let value = self.required(object, field, allowed)?;
        let text = value.as_str();
        if text.is_none() {
            self.fault(field, format!("{} is not a text", shown(value)), allowed);
        }
        text
    }

    /// A text that fits on one line.
    fn line<'v>(
        &mut self,
        object: &'v Map<String, Value>,
        field: &str,
        longest: usize,
    ) -> Option<&'v str> {
        let allowed = format!("one line of 1 to {longest} characters without spaces at its ends");
        let text = self.text(object, field, &allowed)?;
        let right = (1..=longest).contains(&text.chars().count())
            && !text.chars().any(char::is_control)
            && text.trim() == text;
        if !right {
            let problem = format!("{} is no such line", shown(&object[field]));
            self.fault(field, problem, allowed);
        }
        right.then_some(text)
    }

    /// Notes a fault for every unknown field.
    fn refuse_unknown(&mut self, object: &Map<String, Value>, known: &[&str]) {
        for key in object.keys().filter(|key| !known.contains(&key.as_str())) {
            let near = closest(key, known.iter().copied(), 1).concat();
            let problem = format!("the field is unknown, did you mean `{near}`?");
            self.fault(key, problem, known.join(", "));
        }
    }
}

fn is_tag(text: &str) -> bool {
    let is_word = |word: &str| {
        !word.is_empty()
            && word
                .bytes()
                .all(|b| b.is_ascii_lowercase() || b.is_ascii_digit())
    };
    text.len() <= LONGEST_TAG && text.split('-').all(is_word)
}

fn allowed_by(rules: &Rules) -> String {
    format!(
        "{} cards, at most {} of a standard and {} of a legendary card, no tokens (rules {rules})",
        rules.deck_size, rules.max_copies, rules.max_legendary_copies
    )
}

/// The value for a message: as JSON, cut after 40 characters.
fn shown(value: &Value) -> String {
    const LONGEST: usize = 40;
    let text = value.to_string();
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("`{}…`", &text[..end]),
        None => format!("`{text}`"),
    }
}
