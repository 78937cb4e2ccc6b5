//! A match: hands, decks, turns, chance, and the text a match is written in.

pub mod action;
pub mod chance;
pub mod deck;
pub mod deck_code;
pub mod deck_library;
pub mod game_state;
pub mod hand;
pub mod instances;
pub mod match_text;
pub mod perft;
pub mod pile;
mod tracking;
