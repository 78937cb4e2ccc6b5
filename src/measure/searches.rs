//! Measures the search: the time of advice within a budget, and plays per second.

use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use super::fixture::{EnemyDeck, mid_games};
use qbcoach_engine::coaching::{Coach, SearchLimit};
use qbcoach_engine::observation::AnnotatedState;
use qbcoach_engine::prediction::Archetypes;
use qbcoach_engine::rules::{CardId, Rulebook, Rules};
use qbcoach_engine::simulation::deck_library::DeckLibrary;

/// The budget that is measured.
pub const NODES: u64 = 20_000;

#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct SearchTiming {
    /// The median time on one thread over positions and runs, the enemy's deck unknown.
    pub median: Duration,
    /// How many plays were simulated, and in which time.
    pub plays: u64,
    pub elapsed: Duration,
}

impl SearchTiming {
    pub fn plays_per_second(&self) -> u64 {
        let rate = self.plays as f64 / self.elapsed.as_secs_f64().max(1e-9);
        rate as u64
    }
}

/// Measures for about `time`.
pub fn measure(library: &DeckLibrary, time: Duration) -> SearchTiming {
    let book = Rulebook::embedded(Rules::canon());
    let decks: Vec<Vec<CardId>> = library.list().map(|deck| deck.cards.clone()).collect();
    let positions = mid_games(&book, &decks, EnemyDeck::Unknown);
    let archetypes = Archetypes {
        decks,
        ..Archetypes::default()
    };
    let coach = Coach::new(book, archetypes);
    let mut timing = SearchTiming::default();
    let mut runs = Vec::new();
    let begin = Instant::now();
    while runs.is_empty() || begin.elapsed() < time {
        for position in &positions {
            let start = Instant::now();
            timing.plays += plays_of(&coach, position);
            runs.push(start.elapsed());
        }
    }
    timing.elapsed = begin.elapsed();
    runs.sort_unstable();
    timing.median = runs.get(runs.len() / 2).copied().unwrap_or_default();
    timing
}

fn plays_of(coach: &Coach, position: &AnnotatedState) -> u64 {
    let limit = SearchLimit::nodes(NODES);
    let go_on = |_: &_| ControlFlow::Continue(());
    let report = coach.search(position, limit, NonZeroUsize::MIN, go_on);
    report.map_or(0, |report| report.nodes)
}
