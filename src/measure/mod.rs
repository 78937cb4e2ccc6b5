//! What the program measures of itself.

pub mod bench;
pub mod combats;
pub mod fixture;
pub mod inference;
pub mod match_stats;
pub mod recommendations;
pub mod selfplay;
pub mod threats;
