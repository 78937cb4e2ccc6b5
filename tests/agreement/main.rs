//! The engine against a second, slow reading of the rules, and against itself:
//! properties of random reachable positions with all cards, and perft counts.

#[path = "../support/mod.rs"]
mod support;

mod engine_and_oracle;
mod made_up_cards;
mod oracle;
mod perft;
mod properties;
mod walk;
