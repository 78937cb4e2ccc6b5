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

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct CombatCatalogueParams {}

/// `combat/catalogue`: what a Mage Knight combat can be made of.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct CombatCatalogue {
    pub enemies: Vec<CombatEnemyKind>,
    pub cards: Vec<CombatCard>,
}

/// An enemy as its token shows it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct CombatEnemyKind {
    pub id: String,
    pub name: String,
    /// The back of its token; summoners draw by it.
    pub color: String,
    pub armor: u32,
    pub fame: u32,
    pub attacks: Vec<CombatEnemyStrike>,
    pub resistances: Vec<String>,
    /// Those of its attacks too; `elusive:7` has a number.
    pub abilities: Vec<String>,
    /// The box it comes from.
    pub set: String,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct CombatEnemyStrike {
    /// 0 for one that summons.
    pub value: u32,
    pub element: String,
    /// What makes this attack worse: `swift`, `brutal`, `poison`, …
    pub abilities: Vec<String>,
    /// The color of the monster that is drawn in its place.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub summons: Option<String>,
}

/// A card, unit or skill of a hero.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct CombatCard {
    pub id: String,
    pub name: String,
    /// `spell`, `action`, `unit` or `skill`.
    pub kind: String,
    /// The mana that powers it; null if it needs none.
    pub color: Option<String>,
    /// The card sets it is so in: `seed`, `printed`. A card may be there twice, with
    /// the numbers of each.
    pub rules: Vec<String>,
    /// Null if it cannot be played so.
    pub basic: Option<CombatCardMode>,
    pub powered: Option<CombatCardMode>,
    /// What of the card happens outside a combat and is not played here.
    pub note: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct CombatCardMode {
    /// Many powered spells have a name of their own.
    pub name: String,
    /// What it does, in words.
    pub text: String,
}
