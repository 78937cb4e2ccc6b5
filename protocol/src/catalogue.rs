//! Cards and decks.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Card, CardInput, CardName, DeckInput, RulesInput, UnitAbility};

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
    /// How the deck tries to win.
    pub style: String,
    pub cards: Vec<CardName>,
    /// The deck code, which may be given wherever a deck is; null if a card's number
    /// cannot be written in a code.
    pub code: Option<String>,
    /// Whether a user saved it with `decks/save`.
    pub own: bool,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct DeckSaveParams {
    /// Up to 40 lower-case letters and digits, words joined by hyphens.
    pub tag: String,
    /// The tag when left out.
    #[serde(default)]
    pub name: Option<String>,
    pub deck: DeckInput,
    /// The rules that the deck is checked by.
    #[serde(default)]
    pub rules: Option<RulesInput>,
}

/// `decks/delete`
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct DeckDeleted {
    pub tag: String,
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
    /// The cards as the daemon understood them.
    pub cards: Vec<CardName>,
    /// All reasons why the cards are not a legal deck.
    pub faults: Vec<String>,
    /// The deck code of these cards, legal or not; null if they cannot be written in a
    /// code.
    pub code: Option<String>,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct CombatCatalogueParams {}

/// `combat/catalogue`: every enemy and card of Mage Knight combats.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct CombatCatalogue {
    pub enemies: Vec<CombatEnemyKind>,
    pub cards: Vec<CombatCard>,
    /// The cards of combats that count what the hero holds: those with mana, units,
    /// skills or the time of day in their setup, or with one of these cards in the hand.
    pub deeds: Vec<CombatCard>,
    pub units: Vec<CombatUnit>,
    pub skills: Vec<CombatCard>,
}

/// A unit that can be hired.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct CombatUnit {
    pub id: String,
    pub name: String,
    pub level: u32,
    pub armor: u32,
    pub resistances: Vec<String>,
    /// Those that matter in a combat.
    pub abilities: Vec<UnitAbility>,
    pub note: Option<String>,
}

/// An enemy as printed on its token.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct CombatEnemyKind {
    pub id: String,
    pub name: String,
    /// The color of its token's back; a summoning attack names the color to draw from.
    pub color: String,
    pub armor: u32,
    pub fame: u32,
    pub attacks: Vec<CombatEnemyStrike>,
    pub resistances: Vec<String>,
    /// Includes the abilities of its attacks; some have a number, as `elusive:7`.
    pub abilities: Vec<String>,
    /// The edition or expansion it comes from.
    pub set: String,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct CombatEnemyStrike {
    /// 0 for an attack that summons.
    pub value: u32,
    pub element: String,
    /// The abilities of this attack: `swift`, `brutal`, `poison`, …
    pub abilities: Vec<String>,
    /// The color of the monster that is drawn and attacks instead.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub summons: Option<String>,
}

/// A card, unit or skill of a hero.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct CombatCard {
    pub id: String,
    pub name: String,
    /// `spell`, `action`, `unit`, `skill`, `artifact` or `wound`.
    pub kind: String,
    /// The mana that powers it; null if it needs none. For mana of either of two colors
    /// both are named: `blue/white`.
    pub color: Option<String>,
    /// The card sets with this version of the card: `seed` (as in the design document)
    /// and `printed`. A card that differs between the sets is listed twice.
    pub rules: Vec<String>,
    /// Null if the card has no basic effect in a combat.
    pub basic: Option<CombatCardMode>,
    /// Null if the card has no powered effect in a combat.
    pub powered: Option<CombatCardMode>,
    /// What of the card is not played here, and whether only one source has it.
    pub note: Option<String>,
    /// Why modes are not supported, by `basic` and `powered`.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub unsupported: BTreeMap<String, String>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct CombatCardMode {
    /// The name of this effect; many powered spells have their own.
    pub name: String,
    /// The effect in words.
    pub text: String,
}
