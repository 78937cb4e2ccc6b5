//! The observation layer: which cards of a match were seen. Records are compared as
//! lines such as `enemy 010 deck turn 1 MID-5 gone 3`.

use crate::rules::made_up;

mod fixtures;

mod annotated;
mod deck;
mod hands_and_tokens;
mod instances;
mod properties;
mod recording;
mod refusals;
mod reports;
mod separate_states;
