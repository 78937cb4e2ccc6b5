//! Measurements: speed of the engine, quality of prediction, strength of policies.

pub mod bench;
pub mod calibration;
pub mod chance_fit;
pub mod combats;
pub mod fit;
pub(crate) mod fixture;
pub(crate) mod in_order;
pub mod inference;
pub mod ladder;
mod logistic_fit;
pub mod made_decks;
pub mod match_stats;
pub mod memory;
pub mod opening_fit;
pub mod pair_stats;
pub mod puzzles;
pub mod recommendations;
pub mod reliability;
pub mod searches;
pub mod selfplay;
pub mod sprt;
pub mod threats;
