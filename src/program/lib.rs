//! The `qbcoach` program: its commands.

mod cli;

pub use cli::main;
