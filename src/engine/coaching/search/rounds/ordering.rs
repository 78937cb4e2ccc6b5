//! The order of the moves, by what is proved and what is estimated.

use super::*;

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

/// The least and the greatest win chance that a proof leaves.
pub(super) fn bounds(proof: OutcomeBounds) -> (f64, f64) {
    let chance = |outcome: MatchOutcome| match outcome {
        MatchOutcome::Loss => 0.0,
        MatchOutcome::Draw => 0.5,
        MatchOutcome::Win => 1.0,
    };
    (chance(proof.at_least), chance(proof.at_most))
}
