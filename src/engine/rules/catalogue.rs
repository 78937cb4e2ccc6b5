//! All cards that can be played, and finding one by what a person typed.

use std::collections::BTreeMap;
use std::ops::Index;

use super::card::{Card, CardId, CardKind, CardProfile};
use super::translations;
use qbcoach_basics::shorten::{NameTooLong, check_name, shortened};
use qbcoach_basics::suggest::closest;

#[derive(Clone, Debug)]
pub struct Catalogue {
    cards: Vec<Card>,
    profiles: Vec<CardProfile>,
    by_number: BTreeMap<String, CardId>,
    /// The cards by the letters of their names. Tokens may share a name.
    by_name: BTreeMap<String, Vec<CardId>>,
    by_japanese_name: BTreeMap<String, Vec<CardId>>,
    sha256: String,
}

impl Index<CardId> for Catalogue {
    type Output = Card;

    #[inline]
    fn index(&self, id: CardId) -> &Card {
        &self.cards[id.index()]
    }
}

impl Catalogue {
    /// Cards already checked by [`super::data`], ordered by their ids.
    pub(super) fn new(cards: Vec<Card>, sha256: String) -> Catalogue {
        let by_number = cards
            .iter()
            .map(|card| (card.number.clone(), card.id))
            .collect();
        let profiles = cards.iter().map(CardProfile::of).collect();
        let mut by_name: BTreeMap<String, Vec<CardId>> = BTreeMap::new();
        let mut by_japanese_name: BTreeMap<String, Vec<CardId>> = BTreeMap::new();
        for card in &cards {
            let named = by_name.entry(letters_of(&card.name)).or_default();
            named.push(card.id);
            if let Some(name) = translations::japanese(&card.number, &card.name) {
                let named = by_japanese_name.entry(letters_of(name)).or_default();
                named.push(card.id);
            }
        }
        Catalogue {
            cards,
            profiles,
            by_number,
            by_name,
            by_japanese_name,
            sha256,
        }
    }

    #[inline]
    pub(super) fn profile(&self, id: CardId) -> &CardProfile {
        &self.profiles[id.index()]
    }

    /// Every card: the collectible ones by number, then the tokens.
    pub fn cards(&self) -> &[Card] {
        &self.cards
    }

    /// The SHA-256 of all data the catalogue was made from, in hexadecimal.
    pub fn sha256(&self) -> &str {
        &self.sha256
    }

    pub fn by_number(&self, number: &str) -> Option<CardId> {
        self.by_number.get(number).copied()
    }

    /// The Japanese name, if the card is a shipped one.
    pub fn japanese_name(&self, id: CardId) -> Option<&'static str> {
        let card = &self[id];
        translations::japanese(&card.number, &card.name)
    }

    /// Finds a card by number (`019`, `19`, `t01`) or by name, English or Japanese,
    /// ignoring case and punctuation.
    pub fn find(&self, text: &str) -> Result<CardId, FindCardError> {
        let sent = text;
        let text = text.trim();
        check_name(text)?;
        let plain = letters_of(text);
        if plain.is_empty() {
            return Err(FindCardError::Blank {
                text: shortened(sent).into_owned(),
            });
        }
        match self.meant_by(text, &plain).as_slice() {
            [card] => Ok(*card),
            [] => Err(FindCardError::Unknown {
                text: text.to_owned(),
                suggestions: self.suggestions(text),
            }),
            several => Err(FindCardError::Ambiguous {
                text: text.to_owned(),
                suggestions: several.iter().map(|card| label(&self[*card])).collect(),
            }),
        }
    }

    /// The card that [`Catalogue::find`] finds. Where there is none it does not look for
    /// similar names, which takes a hundred times as long.
    pub fn lookup(&self, text: &str) -> Option<CardId> {
        let text = text.trim();
        check_name(text).ok()?;
        let plain = letters_of(text);
        match self.meant_by(text, &plain).as_slice() {
            [card] if !plain.is_empty() => Some(*card),
            _ => None,
        }
    }

    /// The cards with a number or a name. `plain` has the letters of the text.
    fn meant_by(&self, text: &str, plain: &str) -> Vec<CardId> {
        let upper = text.to_uppercase();
        let numbered = self
            .by_number(&upper)
            .or_else(|| self.by_number(&format!("{upper:0>3}")));
        if let Some(card) = numbered {
            return vec![card];
        }
        // The name that a player has given to a card counts before a translated one.
        let named = self.by_name.get(plain);
        let named = named.or_else(|| self.by_japanese_name.get(plain));
        named.cloned().unwrap_or_default()
    }

    /// The card that the text names, or else all cards whose number or name contains it.
    pub fn search(&self, query: &str) -> Result<Vec<CardId>, FindCardError> {
        let unknown = match self.find(query) {
            Ok(card) => return Ok(vec![card]),
            Err(error @ FindCardError::TooLong(_)) => return Err(error),
            Err(error) => error,
        };
        let (plain, upper) = (letters_of(query), query.trim().to_uppercase());
        let found: Vec<CardId> = self
            .cards
            .iter()
            .filter(|card| {
                card.number.contains(&upper)
                    || (!plain.is_empty() && letters_of(&card.name).contains(&plain))
                    || (!plain.is_empty()
                        && self
                            .japanese_name(card.id)
                            .is_some_and(|name| letters_of(name).contains(&plain)))
            })
            .map(|card| card.id)
            .collect();
        if found.is_empty() {
            Err(unknown)
        } else {
            Ok(found)
        }
    }

    /// The collectible cards, those that a deck may hold.
    pub fn collectible(&self) -> impl Iterator<Item = &Card> {
        self.cards
            .iter()
            .filter(|card| card.kind == CardKind::Collectible)
    }

    fn suggestions(&self, wrong: &str) -> Vec<String> {
        const SHOWN: usize = 5;
        // Who writes Japanese means a Japanese name.
        let name = |card: &Card| match wrong.is_ascii() {
            true => None,
            false => self.japanese_name(card.id),
        };
        let named: Vec<(&str, &Card)> = self
            .cards
            .iter()
            .map(|card| (name(card).unwrap_or(&card.name), card))
            .collect();
        let mut near = closest(wrong, named.iter().map(|(name, _)| *name), SHOWN);
        near.dedup();
        near.iter()
            .filter_map(|near| named.iter().find(|(name, _)| name == near))
            .map(|(_, card)| label(card))
            .collect()
    }
}

fn label(card: &Card) -> String {
    format!("{} {}", card.number, card.name)
}

/// Letters and digits only, in lower case; equal for two spellings of a name.
pub(super) fn letters_of(name: &str) -> String {
    name.chars()
        .filter(|c| c.is_alphanumeric())
        .flat_map(char::to_lowercase)
        .collect()
}

/// In capitals and without leading zeros; equal for two spellings of a number.
pub(super) fn bare_number(text: &str) -> String {
    text.to_uppercase().trim_start_matches('0').to_owned()
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FindCardError {
    #[error(transparent)]
    TooLong(#[from] NameTooLong),
    #[error("`{text}` names no card: a card's number or name is needed")]
    Blank { text: String },
    #[error(
        "there is no card `{text}`; did you mean {}?",
        suggestions.join(", ")
    )]
    Unknown {
        text: String,
        suggestions: Vec<String>,
    },
    #[error("several cards are called `{text}`: give the number of one of {}", suggestions.join(", "))]
    Ambiguous {
        text: String,
        suggestions: Vec<String>,
    },
}

impl FindCardError {
    pub fn suggestions(&self) -> &[String] {
        match self {
            FindCardError::TooLong(_) | FindCardError::Blank { .. } => &[],
            FindCardError::Unknown { suggestions, .. }
            | FindCardError::Ambiguous { suggestions, .. } => suggestions,
        }
    }
}
