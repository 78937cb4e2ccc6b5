//! The door for assistants: a server of the Model Context Protocol in front of a daemon.
//!
//! It is a client of the daemon and contains no rules of the games, so that an assistant is
//! told the same facts as everybody else. An answer is a text that can be read aloud and the
//! same as data; it names neither methods nor types of the daemon.

mod answer;
mod combat_words;
mod current_match;
mod daemon_line;
mod follow;
mod match_words;
mod prompts;
mod resources;
mod server;
mod tools;
mod uri;
mod work;

pub use daemon_line::{DaemonLine, OpenConnection};
pub use server::{Assistant, serve};
pub use tools::report::{LineError, ReadLine};

/// What the assistant may change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    ReadOnly,
    /// Whatever the daemon allows this connection.
    Full,
}
