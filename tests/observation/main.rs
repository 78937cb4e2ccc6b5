//! The observation layer: what has been seen of a match, card by card. Records
//! are compared as lines such as `enemy 010 deck turn 1 MID-5 gone 3`.

#[path = "../support/mod.rs"]
mod support;

#[path = "../rules/made_up.rs"]
#[allow(dead_code)] // Only its made-up rulebook is used here.
mod made_up;

mod table;

mod annotated;
mod deck;
mod hands_and_tokens;
mod instances;
mod properties;
mod refusals;
mod reports;
mod seed_tests;
mod separate_states;
