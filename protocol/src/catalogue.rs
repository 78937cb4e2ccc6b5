//! Cards and decks.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Card, CardInput, CardName, DeckInput, RulesInput};

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct CardsListParams {}

/// `cards/list` and `cards/search`
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Cards {
    pub cards: Vec<Card>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct CardParams {
    pub card: CardInput,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct CardSearchParams {
    pub query: String,
    #[serde(default)]
    pub limit: Option<usize>,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct DecksListParams {}

/// `decks/list`
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Decks {
    pub decks: Vec<Deck>,
}

/// `decks/get`
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Deck {
    pub tag: String,
    pub name: String,
    /// How it means to win.
    pub style: String,
    pub cards: Vec<CardName>,
    /// The deck as one short word, wherever a deck is asked for; null if a card's
    /// number cannot be told in a code.
    pub code: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct DeckParams {
    pub tag: String,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct DeckValidateParams {
    pub cards: DeckInput,
    #[serde(default)]
    pub rules: Option<RulesInput>,
}

/// `decks/validate`
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct DeckVerdict {
    pub ok: bool,
    /// The cards as they were understood.
    pub cards: Vec<CardName>,
    /// Everything that is wrong with them.
    pub faults: Vec<String>,
    /// These cards as one short word, legal or not; null if no code can tell them.
    pub code: Option<String>,
}
