//! The order of the moves, by what is proved and what is estimated.

use super::*;
use crate::rules::Rulebook;

/// A change of a move's chance to win and of its margin.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Shift {
    pub win: f64,
    pub margin: f64,
}

impl Rounds<'_> {
    /// The average of a move over the worlds that have searched it.
    pub(super) fn average(&self, index: usize, value: impl Fn(&MoveResult) -> f64) -> f64 {
        let (mut sum, mut number) = (0.0, 0.0);
        for result in self
            .results
            .iter()
            .filter_map(|world| world[index].as_ref())
        {
            sum += value(result);
            number += 1.0;
        }
        if number > 0.0 { sum / number } else { 0.5 }
    }

    pub(super) fn win(&self, index: usize) -> f64 {
        self.average(index, |result| result.outcome.win.into())
    }

    pub(super) fn now(&self, index: usize) -> Shift {
        Shift {
            win: self.win(index),
            margin: self.average(index, |result| result.outcome.margin.into()),
        }
    }

    /// Changes the moves that are no longer searched as much as the chosen ones changed on
    /// average.
    pub(super) fn shift_dropped(&mut self, chosen: &[usize], before: &[Shift]) {
        let mut mean = Shift::default();
        for index in chosen {
            let now = self.now(*index);
            mean.win += (now.win - before[*index].win) / chosen.len() as f64;
            mean.margin += (now.margin - before[*index].margin) / chosen.len() as f64;
        }
        for place in self.kept..self.order.len() {
            let index = self.order[place];
            let open = self.open_share(index);
            self.shifts[index].win += open * mean.win;
            self.shifts[index].margin += open * mean.margin;
        }
    }

    /// The share of a move's value that a deeper search could change: not where the enemy's
    /// pass after yours ends the match.
    fn open_share(&self, index: usize) -> f64 {
        if self.moves[index] != Move::Pass {
            return 1.0;
        }
        self.average(index, |result| {
            let mut replies = result.replies.iter();
            let pass = replies.find(|reply| reply.made == Move::Pass);
            1.0 - pass.map_or(0.0, |pass| f64::from(pass.share))
        })
    }

    /// Sorts the moves that are still searched, by what is proved and then by what is
    /// estimated; equal ones by the order of the legal moves.
    pub(super) fn sort(&mut self) {
        let worth: Vec<(MatchOutcome, MatchOutcome, f64)> = (0..self.moves.len())
            .map(|index| {
                let proof = self.proofs[index];
                let bounds = bounds(proof);
                let score = self.average(index, |result| result.outcome.score().into());
                let win = self.win(index);
                let score = score - win + win.clamp(bounds.0, bounds.1);
                let sure_win = match proof.at_least {
                    MatchOutcome::Win => MatchOutcome::Win,
                    _ => MatchOutcome::Draw,
                };
                let sure_loss = match proof.at_most {
                    MatchOutcome::Loss => MatchOutcome::Loss,
                    _ => MatchOutcome::Draw,
                };
                (sure_win, sure_loss, score)
            })
            .collect();
        self.order[..self.kept].sort_by(|a, b| {
            let (a_worth, b_worth) = (worth[*a], worth[*b]);
            (b_worth.0, b_worth.1)
                .cmp(&(a_worth.0, a_worth.1))
                .then_with(|| b_worth.2.total_cmp(&a_worth.2))
                .then_with(|| a.cmp(b))
        });
    }
}

/// What is known about a move before any search: after your pass the enemy can end the match
/// by passing too.
pub(super) fn first_bounds(book: &Rulebook, root: &SearchState, made: Move) -> OutcomeBounds {
    let mut bounds = OutcomeBounds::OPEN;
    if made == Move::Pass && root.passes == 0 {
        bounds.at_most = MatchOutcome::of_margin(root.margin(book));
    }
    bounds
}

/// The least and the greatest win chance that a proof leaves.
pub(super) fn bounds(proof: OutcomeBounds) -> (f64, f64) {
    let chance = |outcome: MatchOutcome| match outcome {
        MatchOutcome::Loss => 0.0,
        MatchOutcome::Draw => 0.5,
        MatchOutcome::Win => 1.0,
    };
    (chance(proof.at_least), chance(proof.at_most))
}
