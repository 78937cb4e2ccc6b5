//! Locks: a claim is a proof. An oracle that tries every line of small endgames
//! must never contradict one, and must find few that were missed.

#[path = "../support/mod.rs"]
mod support;

mod endgames;
mod oracle;
mod table;

mod agreement;
mod proofs;
mod robustness;
mod sight;
mod unknown_decks;
