//! Proofs that a lane or the match is decided. An oracle that tries every line of small
//! endgames must never contradict a claimed lock, and few locks may be missed.

pub mod endgames;
pub mod fixtures;
pub mod oracle;

mod agreement;
mod proofs;
mod robustness;
mod sight;
mod unknown_decks;
