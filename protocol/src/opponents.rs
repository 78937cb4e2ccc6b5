//! Named opponents, and what was seen of them.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::CardName;

/// `opponents/list`
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Opponents {
    /// Those that were met, the latest first.
    pub opponents: Vec<Opponent>,
    /// The people one meets in the game, to complete names with.
    pub people: Vec<Person>,
}

/// The matches against one opponent. Matches that are not over are neither won, drawn nor
/// lost.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Opponent {
    pub tag: String,
    pub matches: usize,
    pub won: usize,
    pub drawn: usize,
    pub lost: usize,
    pub last_played: String,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Person {
    pub name: String,
    pub place: String,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct OpponentParams {
    /// The name, in any case.
    pub tag: String,
}

/// `opponents/get`
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct OpponentRecord {
    #[serde(flatten)]
    pub opponent: Opponent,
    /// The cards seen from its decks, the most frequent first.
    pub cards: Vec<OpponentCard>,
    /// The decks that are known whole.
    pub decks: Vec<OpponentDeck>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct OpponentCard {
    pub card: CardName,
    /// In how many matches it was seen.
    pub matches: usize,
    /// The most copies in one match.
    pub copies: usize,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct OpponentDeck {
    pub cards: Vec<CardName>,
    pub matches: usize,
}

/// `opponents/forget`
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct OpponentForgotten {
    pub tag: String,
    /// How many matches no longer count. They stay in the list of sessions.
    pub matches: usize,
}
