//! What the program finds out about itself.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The figures of `qbcoach bench`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Bench {
    /// Changes only when behaviour does.
    pub signature: u64,
    pub plays_per_second: u64,
    pub position_bytes: usize,
    /// The plays of one round, all of which the signature covers.
    pub plays: u64,
    pub positions: usize,
    /// The plays that were timed.
    pub timed_plays: u64,
    /// The median time of a threat map with a known deck, its belief included.
    pub threat_known_micros: f64,
    /// The distinct hands such a map covers, on average.
    pub threat_known_hands: u64,
    /// The same with an unknown deck.
    pub threat_unknown_micros: f64,
    pub threat_unknown_hands: u64,
    /// The time of an exact map as a share of going through all hands.
    pub threat_exact_to_enumerated: f64,
    /// The median time of a recommendation with a known and an unknown deck.
    pub recommend_known_micros: f64,
    pub recommend_unknown_micros: f64,
    /// Of Mage Knight combats, from scripts with fixed seeds.
    pub combat_actions_per_second: u64,
    /// The combat actions of one round.
    pub combat_actions: u64,
    /// The median time of advice in a combat with five enemies, over its phases.
    pub combat_advice_micros: f64,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Check {
    pub name: String,
    pub ok: bool,
    pub detail: String,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Diagnostics {
    pub ok: bool,
    pub checks: Vec<Check>,
}
