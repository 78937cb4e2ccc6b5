//! The rules, one topic per file, on drawn boards: what the seeds name, what only
//! made-up cards can show, and every sentence of RULES 2 to 10 that a play meets.
//! Expectations are worked out by hand from RULES.

#[path = "../support/mod.rs"]
mod support;

mod made_up;
mod random;

mod batches;
mod counting;
mod destroying_pawn;
mod events;
mod legality;
mod noticing;
mod operations;
mod ranks;
mod redrawing;
mod replacement;
mod scopes;
mod scoring;
mod seed_effects;
mod seed_effects_board;
mod seed_engine;
mod setup;
mod spawning;
mod undo;
