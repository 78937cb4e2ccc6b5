//! Results of `qbcoach bench` and of the daemon's checks.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The figures of `qbcoach bench`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Bench {
    /// A hash of everything the bench computes; it changes only when behaviour does.
    pub signature: u64,
    pub plays_per_second: u64,
    pub position_bytes: usize,
    /// The number of plays in one round; the signature covers all of them.
    pub plays: u64,
    pub positions: usize,
    /// The number of plays that were timed.
    pub timed_plays: u64,
    /// The median time of a threat map with a known deck, including the prediction of
    /// the hand.
    pub threat_known_micros: f64,
    /// The average number of distinct hands of such a map.
    pub threat_known_hands: u64,
    /// The median time of a threat map with an unknown deck.
    pub threat_unknown_micros: f64,
    pub threat_unknown_hands: u64,
    /// The time of an exact map divided by the time of enumerating all hands.
    pub threat_exact_to_enumerated: f64,
    /// The median time of a recommendation with a known deck.
    pub recommend_known_micros: f64,
    /// The median time of a recommendation with an unknown deck.
    pub recommend_unknown_micros: f64,
    /// The median time of a search of 20,000 nodes on one thread, with an unknown deck.
    #[serde(rename = "searchMicros20k")]
    pub search_micros_20k: f64,
    /// How many plays such a search simulates in a second, all its other work included.
    pub search_plays_per_second: u64,
    /// Actions of Mage Knight combats, from scripts with fixed seeds.
    pub combat_actions_per_second: u64,
    /// The number of combat actions in one round.
    pub combat_actions: u64,
    /// The median time of advice in a combat with five enemies, over its phases.
    pub combat_advice_micros: f64,
    /// The median time of advice in a combat with a hand of five, two units, three mana
    /// and three enemies, over its phases.
    pub combat_hand_advice_micros: f64,
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
