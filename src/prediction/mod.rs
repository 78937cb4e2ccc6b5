//! One enemy move ahead: the decks and hands the enemy may have, what each of its
//! moves would do, and the threat map that sums it up. Derived from what your
//! side can know, never sampled, and without changing anything.

mod counting;
mod deck_belief;
mod engine;
mod error;
pub mod evaluation;
mod hand_belief;
mod hand_list;
mod inference;
mod large_search;
mod replies;
mod themes;
mod threat_map;

pub use deck_belief::{CandidateDeck, DeckBelief, DeckMode};
pub use engine::PredictionEngine;
pub use error::PredictionError;
pub use hand_belief::{HandBelief, HandHypothesis, HandSize, marginals};
pub use hand_list::HandTotal;
pub use inference::{Archetypes, MOST_CANDIDATES, Padding};
pub use replies::{Before, Reply};
pub use threat_map::{Basis, Outcome, ThreatMap};
