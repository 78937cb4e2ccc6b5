//! What the program measures of itself.

pub mod bench;
pub mod fixture;
pub mod inference;
pub mod threats;
