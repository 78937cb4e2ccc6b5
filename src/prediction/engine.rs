//! The questions of the prediction seed (section 5), asked of one rulebook.

use super::deck_belief::DeckBelief;
use super::error::PredictionError;
use super::hand_belief::{HandBelief, HandHypothesis, HandSize};
use super::inference::Archetypes;
use super::replies::{Before, Reply};
use super::threat_map::ThreatMap;
use crate::observation::Observation;
use crate::rules::{CardId, Play, Rulebook, Side};
use crate::simulation::game_state::GameState;

/// Knows the rules and the decks people play; keeps no state of a match.
#[derive(Clone, Debug)]
pub struct PredictionEngine {
    book: Rulebook,
    archetypes: Archetypes,
}

impl PredictionEngine {
    pub fn new(book: Rulebook, archetypes: Archetypes) -> PredictionEngine {
        PredictionEngine { book, archetypes }
    }

    pub fn infer_enemy_decks(
        &self,
        observation: &Observation,
    ) -> Result<DeckBelief, PredictionError> {
        self.check_seen(observation)?;
        DeckBelief::of(&self.book, observation, &self.archetypes)
    }

    /// The enemy's hand as it is now.
    pub fn infer_enemy_hand(
        &self,
        state: &GameState,
        decks: &DeckBelief,
    ) -> Result<HandBelief, PredictionError> {
        self.check_board(state)?;
        let certain = state.holdings[Side::Enemy].hand.added_by_effects();
        let listed = self.book.rules.listed_hands as usize;
        let size = HandSize::now(state);
        Ok(HandBelief::of(decks, &certain, size, listed))
    }

    /// The distinct legal plays of a hand.
    pub fn enumerate_enemy_moves(
        &self,
        state: &GameState,
        hand: &HandHypothesis,
    ) -> Result<Vec<Play>, PredictionError> {
        self.check_cards(&hand.cards)?;
        let board = &state.position.board;
        Ok(board.legal_plays(&self.book, Side::Enemy, &hand.cards))
    }

    /// What one enemy move would do; the state stays as it is.
    pub fn simulate_enemy_move(
        &self,
        state: &GameState,
        play: Play,
    ) -> Result<Reply, PredictionError> {
        self.check_board(state)?;
        self.check_cards(&[play.card])?;
        Ok(Before::new(&self.book, &state.position.board).simulate(play))
    }

    pub fn compute_threat_map(
        &self,
        state: &GameState,
        decks: &DeckBelief,
    ) -> Result<ThreatMap, PredictionError> {
        self.check_board(state)?;
        let certain = state.holdings[Side::Enemy].hand.added_by_effects();
        Ok(ThreatMap::of(
            &self.book,
            &state.position.board,
            decks,
            &certain,
            HandSize::of_reply(state),
        ))
    }

    pub fn full_enemy_prediction(
        &self,
        state: &GameState,
        observation: &Observation,
    ) -> Result<ThreatMap, PredictionError> {
        let decks = self.infer_enemy_decks(observation)?;
        self.compute_threat_map(state, &decks)
    }

    /// A card without data stops prediction (engine seed 3.2).
    fn check_board(&self, state: &GameState) -> Result<(), PredictionError> {
        let known = self.book.catalogue.cards().len();
        let board = &state.position.board;
        for tile in board.occupied().iter() {
            if let Some(placed) = board.card(tile).filter(|card| card.card.index() >= known) {
                let card = placed.card;
                return Err(PredictionError::NoDataOnBoard { tile, card });
            }
        }
        self.check_cards(&state.holdings[Side::Enemy].hand.added_by_effects())
    }

    fn check_cards(&self, cards: &[CardId]) -> Result<(), PredictionError> {
        let known = self.book.catalogue.cards().len();
        match cards.iter().find(|card| card.index() >= known) {
            Some(card) => Err(PredictionError::NoDataForSeen { card: *card }),
            None => Ok(()),
        }
    }

    fn check_seen(&self, observation: &Observation) -> Result<(), PredictionError> {
        let known = self.book.catalogue.cards().len();
        let listed = observation.deck().full.iter().flatten();
        let seen = observation.observations().iter().map(|seen| &seen.card);
        match listed.chain(seen).find(|card| card.index() >= known) {
            Some(card) => Err(PredictionError::NoDataForSeen { card: *card }),
            None => Ok(()),
        }
    }
}
