//! The record of which cards both players have seen. It holds no guesses and no
//! chances.
//!
//! An [`Observation`] depends only on what was known of the enemy's deck at the
//! start and on the states and plays it was given since. It reads states and never
//! changes them. It does not read hands or piles, so it holds nothing that your side
//! could not know.

pub(crate) mod annotated_state;
pub(crate) mod enemy_deck;
pub(crate) mod enemy_observation;
pub(crate) mod enemy_turn;
pub mod error;
pub(crate) mod observed_card;

pub use annotated_state::{ActError, AnnotatedState};
pub use enemy_deck::EnemyDeckKnowledge;
pub use enemy_observation::Observation;
pub use enemy_turn::EnemyTurn;
pub use error::ObservationError;
pub use observed_card::{ObservedCard, Origin};
