//! What somebody may try who wants to stop the daemon, to keep its owner out, or to learn
//! more than a token allows.

mod delayed_tokens;
mod files;
mod flooding_reads;
mod forgetting;
mod health;
mod long_lists;
mod long_names;
mod memory;
mod open_texts;
mod places;
mod ready_files;
mod restarts;
mod storms;
mod taps;
mod unfinished;
