//! The coaching layer: the evaluation of positions, the forecast of moves, their order,
//! and the text of the advice.

use crate::prediction::fixtures;
use crate::prediction::worlds;

pub mod advice;
mod agreement;
mod factors;
mod predictor;
mod ranking;
mod reasons;
pub mod refusals;
mod searched;
mod words;
