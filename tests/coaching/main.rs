//! The coaching layer: what a position is worth, what a move is worth when the
//! enemy answers, the order of moves, and the advice in words.

#[path = "../support/mod.rs"]
mod support;

#[path = "../prediction/table.rs"]
#[allow(dead_code)] // Matches are set up as in the tests of the prediction.
mod table;

#[path = "../prediction/worlds.rs"]
#[allow(dead_code)] // Only its random boards are used here.
mod worlds;

mod advice;
mod factors;
mod predictor;
mod ranking;
mod refusals;
mod words;
