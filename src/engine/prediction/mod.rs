//! Prediction of the enemy's next move: the decks and hands that the enemy may have,
//! what each of its moves would do, and the threat map that sums this up. Everything
//! is computed exactly from what your side can know; nothing is sampled, and no state
//! is changed.

mod counting;
mod deck_belief;
mod engine;
mod error;
pub mod evaluation;
mod filling;
mod hand_belief;
mod hand_list;
mod inference;
mod large_search;
mod ranked_outcomes;
mod remembered;
mod replies;
mod themes;
mod threat_map;

pub use deck_belief::{CandidateDeck, DeckBelief, DeckMode};
pub use engine::PredictionEngine;
pub use error::PredictionError;
pub use hand_belief::{HandBelief, HandHypothesis, HandSize, marginals};
pub use hand_list::HandTotal;
pub use inference::{Archetypes, MOST_CANDIDATES, Padding};
pub use ranked_outcomes::SHOWN_OUTCOMES;
pub use remembered::{RememberedDeck, SeenInMatch, remembered_decks};
pub use replies::{BoardBeforeReply, SimulatedReply};
pub use threat_map::{ReplyOutcome, ThreatBasis, ThreatMap};
