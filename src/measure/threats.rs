//! Measures the time of a threat map, compared with the enumeration of every hand.

use std::hint::black_box;
use std::time::{Duration, Instant};

use super::fixture::{EnemyDeck, mid_games};
use qbcoach_engine::observation::AnnotatedState;
use qbcoach_engine::prediction::{
    Archetypes, BoardBeforeReply, DeckBelief, HandBelief, HandSize, PredictionEngine, ThreatMap,
};
use qbcoach_engine::rules::{CardId, Rulebook, Rules, Side};
use qbcoach_engine::simulation::deck_library::DeckLibrary;

/// The result for known or for unknown enemy decks.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ThreatTiming {
    /// The median time over positions and runs.
    pub median: Duration,
    /// The number of distinct hands that a map covers, averaged over the positions.
    pub hands: u64,
    /// A hash of the maps. It changes if a map changes.
    pub signature: u64,
}

#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ThreatReport {
    pub known: ThreatTiming,
    pub unknown: ThreatTiming,
    /// The time of a map with a known deck, divided by that of enumerating all hands.
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

/// A hash of the map. Values are rounded, so that rounding errors do not change it.
fn signature_of(map: &ThreatMap) -> u64 {
    let rounded = |value: f64| (value * 1e6).round() as i64 as u64;
    let pressures = map.tile_pressure.0.iter().chain(&map.lane_pressure.0);
    pressures
        .chain([&map.expected_enemy_score, &map.expected_best_reply])
        .fold(map.outcomes.len() as u64, |sum, value| {
            sum.wrapping_mul(31).wrapping_add(rounded(*value))
        })
}

/// The time to enumerate every hand of a known deck and simulate each of its moves.
fn enumerate(book: &Rulebook, engine: &PredictionEngine, position: &AnnotatedState) -> Duration {
    let Ok(belief) = engine.infer_enemy_decks(&position.observation) else {
        return Duration::ZERO;
    };
    let begin = Instant::now();
    let mut expected = 0.0;
    let hands = all_hands(&belief, &position.state);
    let before = BoardBeforeReply::new(book, &position.state.position.board);
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

fn all_hands(
    belief: &DeckBelief,
    state: &qbcoach_engine::simulation::game_state::GameState,
) -> HandBelief {
    let certain = state.holdings[Side::Enemy].hand.added_by_effects();
    HandBelief::of(belief, &certain, HandSize::of_reply(state), usize::MAX)
}
