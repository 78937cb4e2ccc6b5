//! The engine compared with a second, slow implementation of the rules (the oracle),
//! properties of random reachable positions with all cards, and perft counts.

mod corrections;
mod engine_and_oracle;
pub mod made_up_cards;
mod oracle;
mod perft;
mod properties;
pub mod walk;
