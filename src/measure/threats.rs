//! How long a threat map takes, and how much longer it would take to go through
//! every hand.

use std::hint::black_box;
use std::time::{Duration, Instant};

use super::fixture::{EnemyDeck, mid_games};
use crate::observation::AnnotatedState;
use crate::prediction::{
    Archetypes, Before, DeckBelief, HandBelief, HandSize, PredictionEngine, ThreatMap,
};
use crate::rules::{CardId, Rulebook, Rules, Side};
use crate::simulation::deck_library::DeckLibrary;

/// What was found for one kind of knowledge.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ThreatTiming {
    /// The median over positions and runs.
    pub median: Duration,
    /// The distinct hands a map covers, on average over the positions.
    pub hands: u64,
    /// A sum over the maps that changes when one does.
    pub signature: u64,
}

#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ThreatReport {
    pub known: ThreatTiming,
    pub unknown: ThreatTiming,
    /// The time of the exact known-deck map as a share of going through all hands.
    pub exact_to_enumerated: f64,
}

/// Measures for about `time`.
pub fn measure(library: &DeckLibrary, time: Duration) -> ThreatReport {
    let book = Rulebook::embedded(Rules::canon());
    let decks: Vec<Vec<CardId>> = library.list().map(|deck| deck.cards.clone()).collect();
    let archetypes = Archetypes {
        decks: decks.clone(),
        ..Archetypes::default()
    };
    let engine = PredictionEngine::new(book.clone(), archetypes);
    let known = mid_games(&book, &decks, EnemyDeck::Known);
    let unknown = mid_games(&book, &decks, EnemyDeck::Unknown);
    let known_timing = timing(&engine, &known, time.mul_f64(0.5));
    let enumerated: Duration = known
        .iter()
        .map(|position| enumerate(&book, &engine, position))
        .sum();
    let exact = known_timing.median.as_secs_f64() * known.len() as f64;
    ThreatReport {
        known: known_timing,
        unknown: timing(&engine, &unknown, time.mul_f64(0.5)),
        exact_to_enumerated: exact / enumerated.as_secs_f64().max(1e-9),
    }
}

fn timing(engine: &PredictionEngine, positions: &[AnnotatedState], time: Duration) -> ThreatTiming {
    let mut timing = ThreatTiming::default();
    let mut runs = Vec::new();
    let begin = Instant::now();
    while runs.is_empty() || begin.elapsed() < time {
        for position in positions {
            let start = Instant::now();
            let map = engine.full_enemy_prediction(&position.state, &position.observation);
            runs.push(start.elapsed());
            let _ = black_box(map);
        }
    }
    runs.sort_unstable();
    timing.median = runs.get(runs.len() / 2).copied().unwrap_or_default();
    for position in positions {
        let Ok(belief) = engine.infer_enemy_decks(&position.observation) else {
            continue;
        };
        let size = HandSize::of_reply(&position.state);
        let hands = HandBelief::of(&belief, &[], size, 1).total.number();
        timing.hands += hands / positions.len() as u64;
        if let Ok(map) = engine.compute_threat_map(&position.state, &belief) {
            timing.signature = timing.signature.wrapping_add(signature_of(&map));
        }
    }
    timing
}

/// Rounded, so that the last bits of a logarithm do not count as behaviour.
fn signature_of(map: &ThreatMap) -> u64 {
    let rounded = |value: f64| (value * 1e6).round() as i64 as u64;
    let pressures = map.tile_pressure.0.iter().chain(&map.lane_pressure.0);
    pressures
        .chain([&map.expected_enemy_score, &map.expected_best_reply])
        .fold(map.outcomes.len() as u64, |sum, value| {
            sum.wrapping_mul(31).wrapping_add(rounded(*value))
        })
}

/// The time it takes to go through every hand of a known deck and simulate each
/// of its moves, as the prediction seed describes it.
fn enumerate(book: &Rulebook, engine: &PredictionEngine, position: &AnnotatedState) -> Duration {
    let Ok(belief) = engine.infer_enemy_decks(&position.observation) else {
        return Duration::ZERO;
    };
    let begin = Instant::now();
    let mut expected = 0.0;
    let hands = all_hands(&belief, &position.state);
    let before = Before::new(book, &position.state.position.board);
    for hand in &hands.hypotheses {
        let Ok(moves) = engine.enumerate_enemy_moves(&position.state, hand) else {
            continue;
        };
        for play in &moves {
            let reply = before.simulate(*play);
            expected += hand.probability / moves.len() as f64 * reply.resulting_score;
        }
    }
    black_box(expected);
    begin.elapsed()
}

fn all_hands(belief: &DeckBelief, state: &crate::simulation::game_state::GameState) -> HandBelief {
    let certain = state.holdings[Side::Enemy].hand.added_by_effects();
    HandBelief::of(belief, &certain, HandSize::of_reply(state), usize::MAX)
}
