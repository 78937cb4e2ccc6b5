//! The review of a match: where it was won and lost.
//!
//! For every move the search says what was best, and how much win chance the move lost,
//! once with what its side knew then and once with the cards as they turned out to be.
//! What neither side's moves explain is luck, so that the sum is exact ([`MatchReview`]).
//!
//! - [`RecordedMatch`]: the actions of a match with the states before them.
//! - `judge` compares a move with the best one, `mover_view` shows the position as its
//!   side saw it, `hindsight` has the deal as it turned out.
//! - [`Mark`] and [`accuracy`] follow from the loss; [`MistakeKind`] says what went wrong.

mod hindsight;
mod judge;
mod mark;
mod mistake;
mod mover_view;
mod recorded_match;
mod report;
mod review_match;
mod win_share;
mod words;

pub use mark::{Mark, accuracy};
pub use mistake::MistakeKind;
pub use recorded_match::{RecordedMatch, RecordedStep};
pub use report::{MatchReview, ReviewedMove, SideReview};
pub use review_match::{ReviewError, ReviewLimit, ReviewProgress};
pub use win_share::WinShare;
