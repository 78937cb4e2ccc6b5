//! The rules on drawn boards, one topic per file, with shipped and with made-up cards.
//! The expected boards were derived by hand from RULES.md, sections 2 to 10.

pub mod made_up;
mod random;

mod batches;
mod board_and_plays;
mod board_effects;
mod counting;
mod destroying_pawn;
mod events;
mod events_and_board;
mod legality;
mod looks;
mod operations;
mod ranks;
mod replacement;
mod scopes;
mod scoring;
mod setup;
mod spawning;
mod triggers;
mod undo;
