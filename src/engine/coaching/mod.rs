//! Advice: the ranked moves with reasons, proofs that a lane or the match is decided,
//! and which cards of an opening hand to keep. Coaching only reads the state and the
//! predictions; it changes nothing.

mod advice;
mod board_changes;
pub(crate) mod coach;
pub mod endgame;
pub mod locks;
pub mod mulligan;
mod predictor;
pub mod puzzle;
mod quality;
mod ranking;
mod reasons;
pub mod review;
pub mod search;
mod stop_sign;
mod words;

pub use advice::{Advice, AdviceDraft, AdvisedMove, Balance, Thinking};
pub use coach::{Budget, Coach, CoachError, PositionReport, Progress};
pub use predictor::{EndsMatch, EnemyCard, Forecast, Predictor, decided};
pub use quality::Quality;
pub use ranking::{RankedMove, rank};
pub use reasons::Reason;
pub use search::{
    Claim, ExpectedReply, LineMove, SearchLimit, SearchReport, SearchStyle, SearchedMove,
};
pub use stop_sign::StopSign;
