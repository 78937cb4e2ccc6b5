//! Measures the time of a recommendation.

use std::hint::black_box;
use std::time::{Duration, Instant};

use super::fixture::{EnemyDeck, mid_games};
use qbcoach_engine::coaching::Coach;
use qbcoach_engine::observation::AnnotatedState;
use qbcoach_engine::prediction::Archetypes;
use qbcoach_engine::rules::{CardId, Rulebook, Rules};
use qbcoach_engine::simulation::deck_library::DeckLibrary;

#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct RecommendReport {
    /// The median times over positions and runs, by whether the enemy's deck is known.
    pub known: Duration,
    pub unknown: Duration,
    /// A hash of the ranked moves. It changes if the advice changes.
    pub signature: u64,
}

/// Measures for about `time`.
pub fn measure(library: &DeckLibrary, time: Duration) -> RecommendReport {
    let book = Rulebook::embedded(Rules::canon());
    let decks: Vec<Vec<CardId>> = library.list().map(|deck| deck.cards.clone()).collect();
    let archetypes = Archetypes {
        decks: decks.clone(),
        ..Archetypes::default()
    };
    let coach = Coach::new(book.clone(), archetypes);
    let mut report = RecommendReport::default();
    let mut timed = |enemy_deck| {
        let positions = mid_games(&book, &decks, enemy_deck);
        let signature = positions
            .iter()
            .map(|position| signature_of(&coach, position));
        report.signature = signature.fold(report.signature, u64::wrapping_add);
        median(&coach, &positions, time.mul_f64(0.5))
    };
    let (known, unknown) = (timed(EnemyDeck::Known), timed(EnemyDeck::Unknown));
    RecommendReport {
        known,
        unknown,
        ..report
    }
}

fn median(coach: &Coach, positions: &[AnnotatedState], time: Duration) -> Duration {
    let mut runs = Vec::new();
    let begin = Instant::now();
    while runs.is_empty() || begin.elapsed() < time {
        for position in positions {
            let start = Instant::now();
            let _ = black_box(coach.recommend(position));
            runs.push(start.elapsed());
        }
    }
    runs.sort_unstable();
    runs.get(runs.len() / 2).copied().unwrap_or_default()
}

fn signature_of(coach: &Coach, position: &AnnotatedState) -> u64 {
    let Ok(advice) = coach.recommend(position) else {
        return 0;
    };
    advice.moves.iter().fold(0, |sum: u64, moved| {
        // Rounded, so that rounding errors do not change the hash.
        let score = (moved.move_score * 1e6).round() as i64 as u64;
        sum.wrapping_mul(31).wrapping_add(score)
    })
}
