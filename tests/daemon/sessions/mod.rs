//! Sessions: each action happens once, in order, and is on disk before it is answered.
//! Sessions can be undone, watched, exported and imported.

use crate::boards as support;

mod counter;
mod counter_sessions;
mod delayed_readers;
mod folder;

mod act_names;
mod acting;
mod closing;
mod course;
mod crashes;
mod history;
mod memory;
mod redoing;
mod undoing;
mod writers;

mod journal_files;
mod journal_recovery;

mod match_autoplay;
mod match_exports;
mod match_lines;
mod match_records;
mod match_setups;
mod match_walk;
