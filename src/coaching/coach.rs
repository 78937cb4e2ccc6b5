//! The coach: asks prediction what the enemy may hold, forecasts every move you
//! have, and ranks them.

use std::ops::ControlFlow;

use super::advice::{Advice, Standing, explain};
use super::locks::{DEFAULT_BUDGET, Locks, Sight, prove};
use super::predictor::{EnemyCard, Predictor};
use super::ranking::{RankedMove, rank};
use crate::observation::AnnotatedState;
use crate::prediction::evaluation::{Evaluation, evaluate};
use crate::prediction::{Archetypes, HandSize, PredictionEngine, PredictionError, marginals};
use crate::rules::{Board, MatchScore, Move, Rulebook, Side};

/// Knows the rules and the decks people play; keeps no state of a match.
#[derive(Clone, Debug)]
pub struct Coach {
    pub book: Rulebook,
    prediction: PredictionEngine,
}

/// Why there is no advice.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CoachError {
    #[error("the match is over, so there is nothing to play")]
    MatchOver,
    #[error("it is the enemy's turn; report its move first")]
    EnemysTurn,
    #[error("report the card you drew first; advice on the old hand would be wrong")]
    DrawFirst,
    #[error("your hand is not known; tell its cards first")]
    HandUnknown,
    #[error("the advice was called off")]
    Cancelled,
    #[error(transparent)]
    Prediction(#[from] PredictionError),
}

/// The positions a recommendation may spend on proofs for each side: advice is
/// pushed every turn, and [`Coach::evaluate`] can take longer.
const QUICK_PROOF: u64 = 500;

/// A position without a move.
#[derive(Clone, Debug, PartialEq)]
pub struct PositionReport {
    pub evaluation: Evaluation,
    pub standing: Standing,
    pub score: MatchScore,
    pub locks: Locks,
}

/// What a recommendation may spend.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Budget {
    /// Positions to make; at least one move is always looked at.
    pub nodes: Option<u64>,
}

/// How far a recommendation has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    pub moves_done: usize,
    pub moves: usize,
    pub nodes: u64,
}

impl Coach {
    pub fn new(book: Rulebook, archetypes: Archetypes) -> Coach {
        Coach {
            prediction: PredictionEngine::new(book.clone(), archetypes),
            book,
        }
    }

    pub fn prediction(&self) -> &PredictionEngine {
        &self.prediction
    }

    /// Every legal move, ranked and explained.
    pub fn recommend(&self, view: &AnnotatedState) -> Result<Advice, CoachError> {
        self.recommend_while(view, |_| ControlFlow::Continue(()))
    }

    /// The same; `watch` hears of progress after each move and may call it off.
    pub fn recommend_while(
        &self,
        view: &AnnotatedState,
        watch: impl FnMut(Progress) -> ControlFlow<()>,
    ) -> Result<Advice, CoachError> {
        self.recommend_within(view, Budget::default(), watch)
    }

    /// The same within a budget. Moves it does not reach are left out, and a note
    /// says so.
    pub fn recommend_within(
        &self,
        view: &AnnotatedState,
        budget: Budget,
        mut watch: impl FnMut(Progress) -> ControlFlow<()>,
    ) -> Result<Advice, CoachError> {
        let mut last = None;
        let ranked = self.rank_moves(view, budget, |progress| {
            last = Some(progress);
            watch(progress)
        })?;
        let locks = prove(&self.book, view, Sight::YourHand, QUICK_PROOF);
        let mut advice = explain(&self.book, view, ranked, locks);
        if let Some(Progress {
            moves_done, moves, ..
        }) = last.filter(|progress| progress.moves_done < progress.moves)
        {
            advice.notes.push(format!(
                "The budget ended after {moves_done} of {moves} moves; the others are not ranked."
            ));
        }
        Ok(advice)
    }

    /// What a board alone is worth to you.
    pub fn worth(&self, board: &Board) -> f64 {
        let powers = board.powers(&self.book);
        evaluate(&self.book, board, &powers).total()
    }

    /// What the position is worth and what in it is proved to be decided, from what
    /// is in sight.
    pub fn evaluate(&self, view: &AnnotatedState, sight: Sight) -> PositionReport {
        let board = &view.state.position.board;
        let powers = board.powers(&self.book);
        let evaluation = evaluate(&self.book, board, &powers);
        PositionReport {
            standing: Standing::of(&evaluation),
            evaluation,
            score: board.score_with(&self.book, &powers),
            locks: prove(&self.book, view, sight, DEFAULT_BUDGET),
        }
    }

    /// The best move alone.
    pub fn best_move(&self, view: &AnnotatedState) -> Result<Move, CoachError> {
        let moves = self.rank_moves(view, Budget::default(), |_| ControlFlow::Continue(()))?;
        // A pass is always legal, so there is always a first.
        Ok(moves.first().map_or(Move::Pass, |best| best.forecast.made))
    }

    fn rank_moves(
        &self,
        view: &AnnotatedState,
        budget: Budget,
        mut watch: impl FnMut(Progress) -> ControlFlow<()>,
    ) -> Result<Vec<RankedMove>, CoachError> {
        let moves = self.moves(view)?;
        let enemy_cards = self.enemy_cards(view)?;
        let mut predictor = Predictor::new(&self.book, &enemy_cards);
        let position = &view.state.position;
        let mut forecasts = Vec::with_capacity(moves.len());
        let mut nodes = 0;
        for made in &moves {
            let forecast = predictor.forecast(&position.board, *made, position.passes());
            nodes += forecast.nodes;
            forecasts.push(forecast);
            let progress = Progress {
                moves_done: forecasts.len(),
                moves: moves.len(),
                nodes,
            };
            if watch(progress).is_break() {
                return Err(CoachError::Cancelled);
            }
            if budget.nodes.is_some_and(|most| nodes >= most) {
                break;
            }
        }
        Ok(rank(&self.book, forecasts))
    }

    /// Your legal moves, once it is clear that you can make one.
    fn moves(&self, view: &AnnotatedState) -> Result<Vec<Move>, CoachError> {
        let state = &view.state;
        if state.position.is_over() {
            return Err(CoachError::MatchOver);
        }
        if state.position.to_act != Side::You {
            return Err(CoachError::EnemysTurn);
        }
        let moves = state.legal_moves(&self.book);
        if moves.is_empty() {
            return Err(CoachError::DrawFirst);
        }
        let hand = &state.holdings[Side::You].hand;
        if hand.known.is_empty() && hand.unknown > 0 {
            return Err(CoachError::HandUnknown);
        }
        Ok(moves)
    }

    /// What the enemy may answer with: the chance of each card to be in the hand
    /// that its reply is made from.
    fn enemy_cards(&self, view: &AnnotatedState) -> Result<Vec<EnemyCard>, CoachError> {
        let decks = self.prediction.infer_enemy_decks(&view.observation)?;
        let certain = view.state.holdings[Side::Enemy].hand.added_by_effects();
        let unknown = HandSize::of_reply(&view.state).unknown as usize;
        let mut cards: Vec<EnemyCard> = marginals(&decks, &certain, unknown)
            .into_iter()
            .map(|(card, chance)| EnemyCard { card, chance })
            .filter(|card| card.chance > 0.0)
            .collect();
        cards.sort_by_key(|card| card.card);
        Ok(cards)
    }
}
