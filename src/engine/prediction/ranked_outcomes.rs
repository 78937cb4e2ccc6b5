//! The order in which the replies of a threat map are shown: by what they cost you in
//! expectation.

use super::threat_map::{ReplyOutcome, ThreatMap};

/// The number of replies that a viewer shows.
pub const SHOWN_OUTCOMES: usize = 12;

impl ThreatMap {
    /// Every reply, the one that costs you most first: its weight times what your score
    /// loses by it. The worst reply and the likeliest one are always among the first
    /// [`SHOWN_OUTCOMES`]; if they cost less than those, they take the last places there.
    pub fn ranked_outcomes(&self) -> Vec<&ReplyOutcome> {
        let mut ranked: Vec<&ReplyOutcome> = self.outcomes.iter().collect();
        // Stable, so that replies of equal cost stay in the order of card and tile.
        ranked.sort_by(|a, b| self.cost(b).total_cmp(&self.cost(a)));
        let shown = ranked.len().min(SHOWN_OUTCOMES);
        let worst = first_best(&ranked, |outcome| outcome.resulting_score);
        let likeliest = first_best(&ranked, |outcome| outcome.weight);
        let mut left_out: Vec<usize> = [worst, likeliest].into_iter().flatten().collect();
        left_out.retain(|place| *place >= shown);
        left_out.sort_unstable();
        left_out.dedup();
        let places = shown - left_out.len()..;
        for (from, to) in left_out.into_iter().zip(places) {
            ranked[to..=from].rotate_right(1);
        }
        ranked
    }

    /// What a reply costs you in expectation.
    fn cost(&self, outcome: &ReplyOutcome) -> f64 {
        outcome.weight * (outcome.resulting_score - self.score_before)
    }
}

/// The place of the first reply with the highest value.
fn first_best(ranked: &[&ReplyOutcome], value: impl Fn(&ReplyOutcome) -> f64) -> Option<usize> {
    let places = ranked.iter().enumerate().rev();
    let best = places.max_by(|(_, a), (_, b)| value(a).total_cmp(&value(b)));
    best.map(|(place, _)| place)
}
