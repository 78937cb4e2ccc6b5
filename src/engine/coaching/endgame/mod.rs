//! Endgames: what is proved about the end of the match.
//!
//! [`solve`] proves what you reach at least, whatever cards the enemy holds and however
//! the draws fall, and what you reach at most. It searches two kinds of contests
//! (`contest`): in one you have the plan and everything unknown is against you, in the
//! other the enemy has the plan and everything unknown is for you. `proof_graph` finds
//! plans by proof-number search, `supply` says which cards a side may have, `attack_reach` what
//! they can do at most, and `lock_search` tries every line against a side that only
//! passes.

mod attack_reach;
mod contest;
mod fingerprint;
mod line;
mod lock_search;
mod open_tiles;
mod outcome;
mod proof_graph;
mod solver;
mod supply;

pub use line::LineStep;
pub use outcome::{MatchOutcome, OutcomeBounds};
pub(super) use solver::solve_until;
pub use solver::{EndgameReport, MoveProof, solve};
pub use supply::{Sight, TriedCards};

pub(super) use lock_search::{Finding, Findings, LockSearch, LockTarget};
pub(super) use supply::CardSupply;
