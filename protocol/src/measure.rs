//! What the program finds out about itself.

use serde::{Deserialize, Serialize};

/// The figures of `qbcoach bench`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
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
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Check {
    pub name: String,
    pub ok: bool,
    pub detail: String,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Diagnostics {
    pub ok: bool,
    pub checks: Vec<Check>,
}
