//! What the program measures of itself.

pub mod bench;
