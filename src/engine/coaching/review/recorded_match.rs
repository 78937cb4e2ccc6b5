//! A match as a review gets it: every action with the state before it.

use crate::observation::{ActError, AnnotatedState};
use crate::rules::{Move, Rulebook, Side};
use crate::simulation::action::Action;

/// One action of a match.
#[derive(Clone, Debug)]
pub struct RecordedStep {
    /// The caller's number for it.
    pub number: u64,
    pub before: AnnotatedState,
    pub action: Action,
}

impl RecordedStep {
    /// The move of this step; none if it is a draw, a mulligan or a correction.
    pub fn made(&self) -> Option<(Side, Move)> {
        match self.action {
            Action::Move { side, made } => Some((side, made)),
            _ => None,
        }
    }
}

/// The actions that are in effect, in order.
#[derive(Clone, Debug)]
pub struct RecordedMatch {
    pub steps: Vec<RecordedStep>,
    /// The state after the last one.
    pub end: AnnotatedState,
}

impl RecordedMatch {
    /// Carries out numbered actions one after the other.
    pub fn replayed(
        book: &Rulebook,
        start: AnnotatedState,
        actions: impl IntoIterator<Item = (u64, Action)>,
    ) -> Result<RecordedMatch, ActError> {
        let mut steps = Vec::new();
        let mut now = start;
        for (number, action) in actions {
            let (next, _) = now.after(book, &action)?;
            let before = std::mem::replace(&mut now, next);
            steps.push(RecordedStep {
                number,
                before,
                action,
            });
        }
        Ok(RecordedMatch { steps, end: now })
    }

    /// How many moves it has, of both sides.
    pub fn number_of_moves(&self) -> usize {
        let moves = self.steps.iter().filter(|step| step.made().is_some());
        moves.count()
    }
}
