//! Advice for a combat: a search to its end over the player's cards and the points
//! that the player has stated. See `RULES.md`, section 8.

mod beam;
mod candidates;
mod coach;
mod held;
mod outcome;
pub(crate) mod payment;
mod reasons;
mod search;

pub use coach::{
    Advice, AdviceError, AdvisedAction, Progress, Quality, recommend, recommend_while,
};
pub use outcome::{CombatOutcome, HeldOutcome};
pub use reasons::Reason;
pub use search::{Certainty, DEFAULT_BUDGET, default_budget};
