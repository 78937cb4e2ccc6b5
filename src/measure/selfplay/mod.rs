//! Matches between two competitors, in mirrored pairs. Both matches of a pair have the
//! same decks and shuffles, and the first seat moves first in both. The competitors change
//! seats, so that neither the deal nor the first move favours one of them.
//!
//! The random numbers of a pair depend only on the seed and the number of the pair, and
//! results are added in the order of the pairs. So the number of threads does not change
//! the result.

mod competitor;
mod contest;
mod opening;
mod players;
mod policy;
mod two_seats;

pub use competitor::{Competitor, DEFAULT_NODES, Seat};
pub use contest::{Contest, ContestReport, SelfplayError};
pub(crate) use contest::{coaches_against, pair_seed, pairings, seat_chances};
pub use opening::{HandExchange, UnknownExchangeError};
pub use players::MoveChooser;
pub use policy::{Policy, UnknownPolicyError};
pub(crate) use two_seats::MOST_MOVES;
pub use two_seats::{DeckLists, StoppedMatch, TwoSeatMatch};
