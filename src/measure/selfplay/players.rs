//! Those who choose the moves of a match.

use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::sync::Arc;

use crate::fixture::greedy_move;
use qbcoach_basics::chance::Chance;
use qbcoach_engine::coaching::{Coach, CoachError, SearchLimit, SearchReport, SearchStyle};
use qbcoach_engine::observation::AnnotatedState;
use qbcoach_engine::rules::{Move, Rulebook};

/// Chooses moves in a match.
pub trait MoveChooser {
    /// The move in this view, in which the player is `Side::You` and to act. The state
    /// also holds what a player must not use: the enemy's hand and the order of the
    /// decks.
    fn choose(&self, view: &AnnotatedState, chance: &mut Chance) -> Result<Move, CoachError>;
}

/// Makes a random legal play, each equally likely. Passes only if there is none.
pub(crate) struct RandomPlayer {
    pub book: Rulebook,
}

impl MoveChooser for RandomPlayer {
    fn choose(&self, view: &AnnotatedState, chance: &mut Chance) -> Result<Move, CoachError> {
        let mut moves = view.state.legal_moves(&self.book);
        moves.retain(|made| *made != Move::Pass);
        Ok(chance.pick(&moves).copied().unwrap_or(Move::Pass))
    }
}

/// Makes the play with the best margin right after it, the first of equal ones. Passes
/// only if there is no legal play.
pub(crate) struct GreedyPlayer {
    pub book: Rulebook,
}

impl MoveChooser for GreedyPlayer {
    fn choose(&self, view: &AnnotatedState, _: &mut Chance) -> Result<Move, CoachError> {
        Ok(greedy_move(&self.book, &view.state))
    }
}

/// Makes the best move of the reference coach.
pub(crate) struct ReferencePlayer {
    pub coach: Arc<Coach>,
}

impl MoveChooser for ReferencePlayer {
    fn choose(&self, view: &AnnotatedState, _: &mut Chance) -> Result<Move, CoachError> {
        self.coach.best_move(view)
    }
}

/// What a searching player looks at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sight {
    /// What a player knows.
    OwnCards,
    /// Both hands and the order of both piles. It is cheating, for measuring only.
    AllCards,
}

/// Makes the best move of the coach's search.
pub(crate) struct SearchingPlayer {
    pub coach: Arc<Coach>,
    pub limit: SearchLimit,
    pub style: SearchStyle,
    pub sight: Sight,
}

impl SearchingPlayer {
    pub fn search(&self, view: &AnnotatedState) -> Result<SearchReport, CoachError> {
        let go_on = |_: &SearchReport| ControlFlow::Continue(());
        // Matches run on several threads already.
        let threads = NonZeroUsize::MIN;
        let (coach, style) = (&self.coach, &self.style);
        match self.sight {
            Sight::OwnCards => coach.search_in_style(view, style, self.limit, threads, go_on),
            Sight::AllCards => coach.search_true_deal(view, style, self.limit, threads, go_on),
        }
    }
}

impl MoveChooser for SearchingPlayer {
    fn choose(&self, view: &AnnotatedState, _: &mut Chance) -> Result<Move, CoachError> {
        Ok(self.search(view)?.best())
    }
}
