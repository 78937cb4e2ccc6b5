//! A match as a text that people read and write: a line for each part of its setup,
//! then one for each event.
//!
//! ```text
//! title a friendly match
//! mode live
//! rules rebirth
//! first enemy
//! you hand 019 Crawler, 020 Fleetwing
//! you name Cloud
//! enemy deck 2x 001, 2x 002
//! enemy tag Regina
//! ---
//! you mulligan 019 -> 021
//! enemy play Crawler MID-5    # a comment
//! you draw Riot Trooper
//! enemy setDeck 2x 001, 2x 003
//! set TOP-3 y1; MID-2 e1[019]
//! undo 1
//! redo 1
//! ```
//!
//! [`MatchText::read`] reads any text whatever: each line on its own, with the place of
//! every word and of every fault. Commands and imports ask it for the first fault,
//! editors for all of them.

mod card_list;
mod fault;
mod line;
mod reader;
mod setup;
mod text;
mod write;

pub use fault::{Fault, FaultKind, TextError};
pub use line::{Line, Piece, PieceKind, Span, Statement};
pub use setup::{EnemyHand, MODES, WrittenSetup, mode_word, read_mode};
pub use text::{Change, MatchText};
pub use write::{
    NOTHING, action_text, card_name, cards_text, change_text, setup_lines, short_text, write,
};

/// The words that a line may begin with.
pub const FIRST_WORDS: [&str; 13] = [
    "you", "enemy", "set", "hand", "undo", "redo", "title", "mode", "rules", "seed", "first",
    "position", "autoplay",
];
