//! The entry point of prediction: its questions, answered for one rulebook.

use std::sync::Arc;

use super::deck_belief::DeckBelief;
use super::error::PredictionError;
use super::hand_belief::{HandBelief, HandHypothesis, HandSize};
use super::inference::Archetypes;
use super::remembered::RememberedDeck;
use super::replies::{BoardBeforeReply, SimulatedReply};
use super::themes::Themes;
use super::threat_map::ThreatMap;
use crate::observation::Observation;
use crate::rules::{CardId, Play, Rulebook, Side};
use crate::simulation::game_state::GameState;

/// Has the rules and the archetypes. It keeps no state of a match.
#[derive(Clone, Debug)]
pub struct PredictionEngine {
    book: Rulebook,
    archetypes: Archetypes,
    /// Of these archetypes. They are learnt once, because a belief is asked for at every
    /// turn.
    themes: Arc<Themes>,
}

impl PredictionEngine {
    pub fn new(book: Rulebook, archetypes: Archetypes) -> PredictionEngine {
        let themes = Themes::learn(&book.catalogue, &archetypes.decks);
        PredictionEngine {
            book,
            archetypes,
            themes: Arc::new(themes),
        }
    }

    /// The same engine for an opponent of whom decks are remembered.
    pub(crate) fn remembering(&self, remembered: Vec<RememberedDeck>) -> PredictionEngine {
        PredictionEngine {
            archetypes: Archetypes {
                remembered,
                ..self.archetypes.clone()
            },
            ..self.clone()
        }
    }

    pub fn infer_enemy_decks(
        &self,
        observation: &Observation,
    ) -> Result<DeckBelief, PredictionError> {
        self.check_seen(observation)?;
        DeckBelief::learnt(&self.book, observation, &self.archetypes, &self.themes)
    }

    /// The decks that contain these cards, whoever plays them.
    pub(crate) fn infer_decks_with(&self, seen: &[CardId]) -> Result<DeckBelief, PredictionError> {
        self.check_cards(seen)?;
        // What is remembered is about the opponent.
        let archetypes = Archetypes {
            remembered: Vec::new(),
            ..self.archetypes.clone()
        };
        DeckBelief::with(&self.book, seen.to_vec(), &archetypes, &self.themes)
    }

    /// The belief about the enemy's present hand.
    pub fn infer_enemy_hand(
        &self,
        state: &GameState,
        decks: &DeckBelief,
    ) -> Result<HandBelief, PredictionError> {
        let all = self.book.rules.listed_hands as usize;
        self.likeliest_enemy_hands(state, decks, all)
    }

    /// As [`PredictionEngine::infer_enemy_hand`], with at most so many hands listed. The
    /// rules limit the number, too.
    pub fn likeliest_enemy_hands(
        &self,
        state: &GameState,
        decks: &DeckBelief,
        hands: usize,
    ) -> Result<HandBelief, PredictionError> {
        self.check_board(state)?;
        let certain = state.known_enemy_hand();
        let listed = hands.min(self.book.rules.listed_hands as usize);
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

    /// What one enemy move would do. The state is not changed.
    pub fn simulate_enemy_move(
        &self,
        state: &GameState,
        play: Play,
    ) -> Result<SimulatedReply, PredictionError> {
        self.check_board(state)?;
        self.check_cards(&[play.card])?;
        Ok(BoardBeforeReply::new(&self.book, &state.position.board).simulate(play))
    }

    pub fn compute_threat_map(
        &self,
        state: &GameState,
        decks: &DeckBelief,
    ) -> Result<ThreatMap, PredictionError> {
        self.check_board(state)?;
        let certain = state.known_enemy_hand();
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

    /// A card without data cannot be predicted (RULES.md, section 5).
    fn check_board(&self, state: &GameState) -> Result<(), PredictionError> {
        let known = self.book.catalogue.cards().len();
        let board = &state.position.board;
        for tile in board.occupied().iter() {
            if let Some(placed) = board.card(tile).filter(|card| card.card.index() >= known) {
                let card = placed.card;
                return Err(PredictionError::NoDataOnBoard { tile, card });
            }
        }
        self.check_cards(&state.known_enemy_hand())
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
