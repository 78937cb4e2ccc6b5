//! Advice: what to play and why, what is proved, and what to keep of an opening
//! hand. Asks the layers below and changes nothing in them.

mod advice;
pub mod coach;
mod lock_search;
mod lock_supply;
pub mod locks;
pub mod mulligan;
mod predictor;
mod ranking;
mod reasons;

pub use advice::{Advice, AdvisedMove, Quality, Standing};
pub use coach::{Budget, Coach, CoachError, PositionReport, Progress};
pub use predictor::{EndsMatch, EnemyCard, Forecast, Predictor, decided};
pub use ranking::{RankedMove, rank};
pub use reasons::Reason;
