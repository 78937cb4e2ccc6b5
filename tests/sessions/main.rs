//! Sessions: what is asked of one happens once, in order, on disk before anybody
//! hears of it, and can be taken back, followed, sent away and brought back.

#[path = "../support/mod.rs"]
mod support;

mod counter;
mod folder;
mod table;

mod acting;
mod closing;
mod course;
mod crashes;
mod history;
mod memory;
mod taking_back;
mod writers;

mod journal_files;
mod journal_recovery;

mod match_autoplay;
mod match_exports;
mod match_lines;
mod match_records;
mod match_setups;
mod match_walk;
