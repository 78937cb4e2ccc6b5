//! Sessions of Queen's Blood.

mod autoplay;
mod library;
mod played_match;
mod record;
mod setup;
pub mod text;

pub use autoplay::next_move;
pub use library::Library;
pub use played_match::{Match, MatchRefusal, MatchStanding};
pub use setup::{EnemyHand, MatchMemory, MatchSetup, SetupFault};
