//! A match and what has been seen of it, kept and copied as one.

use super::enemy_observation::Observation;
use super::error::{ObservationError, checked_origin};
use super::observed_card::Origin;
use crate::rules::{CardId, Event, Rulebook};
use crate::simulation::action::{Action, Refusal};
use crate::simulation::game_state::GameState;

/// The unit a session keeps: to take a move back is to go back to the old one.
#[derive(Clone, Debug)]
pub struct AnnotatedState {
    pub state: GameState,
    pub observation: Observation,
}

/// Why an action changed nothing.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ActError {
    #[error(transparent)]
    Refused(#[from] Refusal),
    #[error(transparent)]
    Observation(#[from] ObservationError),
}

impl AnnotatedState {
    /// The cards on the state's board are seen now; a known deck must hold those
    /// of the enemy, too.
    pub fn new(
        state: GameState,
        known_enemy_deck: Option<Vec<CardId>>,
        book: &Rulebook,
    ) -> Result<AnnotatedState, ObservationError> {
        for card in known_enemy_deck.iter().flatten() {
            checked_origin(&book.catalogue, *card, Origin::Deck)?;
        }
        let mut observation = Observation::new(known_enemy_deck);
        observation.update_from_game_state(&book.catalogue, &state)?;
        Ok(AnnotatedState { state, observation })
    }

    /// Lets something happen and looks at what came of it.
    pub fn act(&mut self, book: &Rulebook, action: &Action) -> Result<Vec<Event>, ActError> {
        let mut next = self.clone();
        let events = next.state.act(book, action)?;
        next.observation
            .update_from_game_state(&book.catalogue, &next.state)?;
        *self = next;
        Ok(events)
    }
}
