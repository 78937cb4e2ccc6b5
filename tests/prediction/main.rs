//! The prediction layer: decks, hands, replies and the threat map. Its numbers
//! are counted, so an oracle that goes through every hand checks them.

#[path = "../support/mod.rs"]
mod support;

#[path = "../rules/made_up.rs"]
#[allow(dead_code)] // Only its made-up rulebook is used here.
mod made_up;

mod oracle;
mod table;
mod worlds;

mod agreement;
mod decks;
mod determinism;
mod evaluation;
mod hands;
mod knowledge;
mod large;
mod matches;
mod missing_data;

mod seed;
mod sizes;
