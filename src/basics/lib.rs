//! Code that both games use: suggestions for misspelt names, how much of a text errors
//! repeat, checked JSON data, enums with words, and random numbers from a seed. It knows
//! nothing of either game.

pub mod chance;
pub mod data;
pub mod shorten;
pub mod suggest;
pub mod words;
