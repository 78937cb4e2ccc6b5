//! A daemon seen from outside: how the program's own commands talk to one.

pub mod connection;
pub mod follow;
pub mod load;

pub use connection::{Connection, ConnectionError, Target};
