//! `qbcoach play`: what a player may type, from a pipe and at a real terminal.

mod commands;
#[path = "../support/daemon.rs"]
mod daemon;
mod pipe;
mod reconnecting;
mod terminal;
