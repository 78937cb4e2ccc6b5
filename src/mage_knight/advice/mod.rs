//! What to do in a combat, and why: a search to its end over the player's cards
//! and the points that the player has stated.

mod beam;
mod coach;
mod outcome;
mod payment;
mod plans;
mod reasons;
mod search;

pub use coach::{
    Advice, AdviceError, AdvisedAction, Progress, Quality, recommend, recommend_while,
};
pub use outcome::Outcome;
pub use reasons::Reason;
pub use search::{Certainty, DEFAULT_BUDGET};
