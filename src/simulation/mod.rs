//! A match: hands, decks, turns, chance, and the text a match is written in.

pub mod chance;
pub mod game_state;
pub mod match_text;
pub mod perft;
