//! `qbcoach play`, from a pipe and at a terminal.

use crate::daemon;
mod pipe;
mod reconnecting;
mod terminal;
