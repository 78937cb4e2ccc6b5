//! A match: hands, decks, turns and random deals.

pub mod action;
pub mod card_bag;
pub mod deck;
pub mod deck_code;
pub mod deck_library;
pub mod game_state;
pub mod hand;
pub mod instances;
pub mod light_match;
pub mod perft;
pub mod pile;
mod set_deck;
mod tracking;
