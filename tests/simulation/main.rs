//! Matches: dealt, drawn, played, passed, corrected and ended, with everything
//! known or with a person telling what is seen.

#[path = "../support/mod.rs"]
mod support;

mod analysis;
mod copies;
mod decks;
mod golden;
mod live;
mod matches;
mod mulligan;
mod resync;
mod shuffle;
mod table;
