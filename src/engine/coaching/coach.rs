//! The coach: asks prediction which cards the enemy may have, forecasts each of your
//! legal moves, and ranks them.

use std::num::NonZeroUsize;
use std::ops::ControlFlow;

use super::advice::{Advice, AdviceDraft, Balance, Thinking};
use super::locks::{DEFAULT_BUDGET, Locks, Sight, prove};
use super::predictor::{EnemyCard, Predictor};
use super::ranking::{RankedMove, rank};
use super::search::{SearchLimit, SearchReport};
use super::stop_sign::StopSign;
use crate::observation::AnnotatedState;
use crate::prediction::evaluation::{Evaluation, evaluate};
use crate::prediction::{
    Archetypes, HandSize, PredictionEngine, PredictionError, RememberedDeck, marginals,
};
use crate::rules::{Board, MatchScore, Move, Rulebook, Side};

/// Has the rules and the archetypes. It keeps no state of a match.
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
    #[error("your hand is not known; report its cards first")]
    HandUnknown,
    #[error("the advice was cancelled")]
    Cancelled,
    #[error(transparent)]
    Prediction(#[from] PredictionError),
}

/// The budget of positions for the proofs of each side in a recommendation. It is
/// small because advice is computed every turn; [`Coach::evaluate`] uses more.
const QUICK_PROOF: u64 = 500;

/// The evaluation of a position, without moves.
#[derive(Clone, Debug, PartialEq)]
pub struct PositionReport {
    pub evaluation: Evaluation,
    pub balance: Balance,
    pub score: MatchScore,
    pub locks: Locks,
}

/// The limit of work for a recommendation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Budget {
    /// How many positions may be simulated. At least one move is always forecast.
    pub nodes: Option<u64>,
}

/// The progress of a recommendation.
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

    /// The same coach for an opponent of whom decks are remembered.
    #[must_use]
    pub fn remembering(&self, remembered: Vec<RememberedDeck>) -> Coach {
        Coach {
            book: self.book.clone(),
            prediction: self.prediction.remembering(remembered),
        }
    }

    pub fn prediction(&self) -> &PredictionEngine {
        &self.prediction
    }

    /// Every legal move, ranked and explained.
    pub fn recommend(&self, view: &AnnotatedState) -> Result<Advice, CoachError> {
        self.recommend_while(view, |_| ControlFlow::Continue(()))
    }

    /// As [`Coach::recommend`], but `watch` is called with the progress after each move
    /// and may cancel.
    pub fn recommend_while(
        &self,
        view: &AnnotatedState,
        watch: impl FnMut(Progress) -> ControlFlow<()>,
    ) -> Result<Advice, CoachError> {
        self.recommend_within(view, Budget::default(), watch)
    }

    /// As [`Coach::recommend_while`], within a budget. Moves that the budget does not
    /// reach are left out, and a note says so.
    pub fn recommend_within(
        &self,
        view: &AnnotatedState,
        budget: Budget,
        mut watch: impl FnMut(Progress) -> ControlFlow<()>,
    ) -> Result<Advice, CoachError> {
        let draft = self.draft(view, budget, &mut watch)?;
        Ok(draft.reference(Thinking::No))
    }

    /// The moves as the reference coach sees them. A search adds to them what it finds.
    pub fn draft<'a>(
        &'a self,
        view: &'a AnnotatedState,
        budget: Budget,
        mut watch: impl FnMut(Progress) -> ControlFlow<()>,
    ) -> Result<AdviceDraft<'a>, CoachError> {
        let mut left_out = 0;
        let ranked = self.rank_moves(view, budget, |progress| {
            left_out = progress.moves - progress.moves_done;
            watch(progress)
        })?;
        let locks = prove(&self.book, view, Sight::YourHand, QUICK_PROOF);
        Ok(AdviceDraft::new(self, view, ranked, locks, left_out))
    }

    /// Every legal move, ranked by a search. `watch` is called after each round and may
    /// end the search; then the last whole round is the answer. A position that cannot be
    /// dealt gets the advice of the reference coach.
    pub fn advise(
        &self,
        view: &AnnotatedState,
        limit: SearchLimit,
        threads: NonZeroUsize,
        mut watch: impl FnMut(&AdviceDraft<'_>, &SearchReport) -> ControlFlow<()>,
    ) -> Result<Advice, CoachError> {
        let draft = self.draft(view, Budget::default(), |_| ControlFlow::Continue(()))?;
        let stop = StopSign::never();
        self.finish(&draft, limit, threads, &stop, |report| {
            watch(&draft, report)
        })
    }

    /// Searches for a draft that was begun before. When the stop sign goes up the search
    /// ends at once, and the last whole round is the answer.
    pub fn finish(
        &self,
        draft: &AdviceDraft<'_>,
        limit: SearchLimit,
        threads: NonZeroUsize,
        stop: &StopSign<'_>,
        watch: impl FnMut(&SearchReport) -> ControlFlow<()>,
    ) -> Result<Advice, CoachError> {
        match self.search_until(draft.view(), limit, threads, stop, watch) {
            Ok(report) => Ok(draft.searched(&report, Thinking::No)),
            Err(CoachError::Prediction(_)) => Ok(draft.reference(Thinking::No)),
            Err(error) => Err(error),
        }
    }

    /// The evaluation of a board for you.
    pub fn worth(&self, board: &Board) -> f64 {
        let powers = board.powers(&self.book);
        evaluate(board, &powers).total()
    }

    /// The evaluation of a position, with proofs of what is decided. `sight` says
    /// whether the proofs may use your hand.
    pub fn evaluate(&self, view: &AnnotatedState, sight: Sight) -> PositionReport {
        let board = &view.state.position.board;
        let powers = board.powers(&self.book);
        let evaluation = evaluate(board, &powers);
        PositionReport {
            balance: Balance::of(&evaluation),
            evaluation,
            score: board.score_with(&self.book, &powers),
            locks: prove(&self.book, view, sight, DEFAULT_BUDGET),
        }
    }

    /// The best move alone.
    pub fn best_move(&self, view: &AnnotatedState) -> Result<Move, CoachError> {
        let moves = self.rank_moves(view, Budget::default(), |_| ControlFlow::Continue(()))?;
        // A pass is always legal, so the list is never empty.
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

    /// Your legal moves, or the reason why you cannot move.
    pub(super) fn moves(&self, view: &AnnotatedState) -> Result<Vec<Move>, CoachError> {
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

    /// The cards that the enemy may reply with: for each, the chance that it is in the
    /// hand from which the reply is made.
    fn enemy_cards(&self, view: &AnnotatedState) -> Result<Vec<EnemyCard>, CoachError> {
        let decks = self.prediction.infer_enemy_decks(&view.observation)?;
        let certain = view.state.known_enemy_hand();
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
