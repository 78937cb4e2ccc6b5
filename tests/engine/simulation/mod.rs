//! Matches: deals, draws, moves, corrections and the end, in simulated matches, live matches
//! and analyses.

mod analysis;
mod copies;
mod decks;
mod golden;
mod light_match;
mod live;
mod matches;
mod mulligan;
mod resync;
mod shuffle;
mod test_match;
