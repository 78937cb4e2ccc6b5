//! What both players have seen so far, and nothing else: no guesses, no odds.
//!
//! An [`Observation`] follows a match from outside. It is a pure function of what
//! was known of the enemy's deck at the start and of the states and plays it was
//! shown since; it reads a state and never changes it. Of hands and piles it looks
//! at nothing: what an observation holds, your side could know.

pub mod annotated_state;
pub mod enemy_deck;
pub mod enemy_observation;
pub mod error;
pub mod observed_card;

pub use annotated_state::{ActError, AnnotatedState};
pub use enemy_deck::EnemyDeckKnowledge;
pub use enemy_observation::Observation;
pub use error::ObservationError;
pub use observed_card::{ObservedCard, Origin};
