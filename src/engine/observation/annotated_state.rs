//! The state of a match together with its observation.

use super::enemy_observation::Observation;
use super::enemy_turn::EnemyTurn;
use super::error::{ObservationError, checked_origin};
use super::observed_card::Origin;
use crate::rules::{CardId, Event, Rulebook, Side};
use crate::simulation::action::{Action, ActionRefusal};
use crate::simulation::game_state::GameState;

/// A session keeps and copies the two as one value. To undo an action, it returns to
/// the copy from before.
#[derive(Clone, Debug)]
pub struct AnnotatedState {
    pub state: GameState,
    pub observation: Observation,
}

/// Why an action changed nothing.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ActError {
    #[error(transparent)]
    Refused(#[from] ActionRefusal),
    #[error(transparent)]
    Observation(#[from] ObservationError),
}

impl AnnotatedState {
    /// Observes the cards on the state's board. A known enemy deck must contain the
    /// enemy's cards among them.
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

    /// Applies an action and observes the new state. On an error nothing changes.
    pub fn act(&mut self, book: &Rulebook, action: &Action) -> Result<Vec<Event>, ActError> {
        let (next, events) = self.after(book, action)?;
        *self = next;
        Ok(events)
    }

    /// The annotated state after an action, and the events of the action. State and
    /// observation are each copied once.
    pub fn after(
        &self,
        book: &Rulebook,
        action: &Action,
    ) -> Result<(AnnotatedState, Vec<Event>), ActError> {
        let (state, events) = self.state.after(book, action)?;
        let mut observation = match action {
            Action::SetDeck {
                side: Side::Enemy,
                deck,
            } => {
                let corrected = self.observation.with_enemy_deck(deck.clone())?;
                corrected.after_game_state(&book.catalogue, &state)?
            }
            _ => self.observation.after_game_state(&book.catalogue, &state)?,
        };
        match action {
            Action::Move {
                side: Side::Enemy,
                made,
            } => observation.note_enemy_turn(EnemyTurn {
                turn: self.state.turn,
                position: self.state.position,
                made: *made,
                hand: self.state.holdings[Side::Enemy].hand.len(),
            }),
            Action::Resync { .. } => observation.forget_enemy_turns(),
            _ => {}
        }
        Ok((AnnotatedState { state, observation }, events))
    }
}
