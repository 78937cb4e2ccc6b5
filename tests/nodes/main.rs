//! Daemons that share a PostgreSQL journal: a real database, real processes, and faults.
//! `tests/nodes/prepare` installs the database.

mod checker;
mod compose;
#[path = "../support/daemon.rs"]
mod daemon;
mod database;
mod faults;
mod formats;
mod journals;
mod nodes;
mod planted;
mod players;
mod proxy;
mod roles;
mod sharing;
mod words;
