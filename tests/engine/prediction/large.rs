//! Very large decks, and empty pools.

use std::time::{Duration, Instant};

use qbcoach_engine::prediction::{HandBelief, HandSize, HandTotal, ThreatMap};
use qbcoach_engine::rules::{CardId, Cost, Rulebook};

use crate::prediction::fixtures::{CLOSE, assert_close, belief, book, cards, engine, having_seen};
use crate::support::board;

/// A board with many legal plays for every card.
pub const ROOM: &str = "
    y1 . e1      e2 e3
    y1 . e1[001] e2 e3
    y1 . e1      e2 e3";
/// A board with one legal play for every card but replacement cards.
pub const ONE_TILE: &str = "
    y1 . . . .
    y1 . . . e3
    y1 . . . .";

/// Copies of the first cards of the catalogue that are not replacement cards.
pub fn deck_of(book: &Rulebook, kinds: usize, copies: usize) -> Vec<CardId> {
    let ordinary = book
        .catalogue
        .collectible()
        .filter(|card| card.cost != Cost::Replacement);
    ordinary
        .take(kinds)
        .flat_map(|card| vec![card.id; copies])
        .collect()
}

pub fn map_of(drawing: &str, kinds: usize, copies: usize, unknown: u32) -> ThreatMap {
    let book = book("canon deckSize=60");
    let belief = belief(&[(deck_of(&book, kinds, copies), 1.0)], &[]);
    let size = HandSize { known: 0, unknown };
    ThreatMap::of(&book, &board(&book, drawing), &belief, &[], size)
}

pub fn sum_of_weights(map: &ThreatMap) -> f64 {
    let weights = map.outcomes.iter().map(|outcome| outcome.weight);
    weights
        .inspect(|weight| assert!(weight.is_finite() && *weight > 0.0))
        .sum()
}

#[test]
fn a_threat_map_for_twenty_of_sixty_cards_is_fast() {
    for (kinds, copies) in [(60, 1), (30, 2), (20, 3), (1, 60)] {
        for drawing in [ROOM, ONE_TILE] {
            let start = Instant::now();
            let map = map_of(drawing, kinds, copies, 20);
            assert!(start.elapsed() < Duration::from_secs(2));
            assert_close(sum_of_weights(&map), 1.0, "the sum of the weights");
            assert!(map.best_enemy_score >= map.expected_best_reply - CLOSE);
            assert!(map.expected_best_reply >= map.expected_enemy_score - CLOSE);
        }
    }
}

#[test]
fn if_every_card_has_one_move_all_have_the_same_weight() {
    for (kinds, copies) in [(60, 1), (30, 2), (20, 3), (12, 5)] {
        for unknown in [1, 2, 5, 10, 20, 30, 40, 45] {
            let map = map_of(ONE_TILE, kinds, copies, unknown);
            assert_eq!(map.outcomes.len(), kinds);
            for outcome in &map.outcomes {
                assert_close(outcome.weight, 1.0 / kinds as f64, "a weight");
            }
        }
    }
}

#[test]
fn the_weights_sum_to_one_for_every_hand_size() {
    for (kinds, copies) in [(50, 1), (25, 2), (20, 3), (15, 4)] {
        for unknown in 0..=62 {
            let map = map_of(ROOM, kinds, copies, unknown);
            assert_close(sum_of_weights(&map), 1.0, "the sum of the weights");
            assert!(map.expected_best_reply.is_finite());
        }
    }
}

#[test]
fn listing_hands_of_twenty_of_sixty_cards_is_fast() {
    let book = book("canon deckSize=60");
    for (kinds, copies, total) in [
        (60, 1, 4_191_844_505_805_495),
        (30, 2, 1_514_286_194_715),
        (20, 3, 12_049_586_631),
        (1, 60, 1),
    ] {
        let belief = belief(&[(deck_of(&book, kinds, copies), 1.0)], &[]);
        let size = HandSize {
            known: 0,
            unknown: 20,
        };
        let start = Instant::now();
        let hands = HandBelief::of(&belief, &[], size, 200);
        assert!(start.elapsed() < Duration::from_secs(2));
        assert_eq!(hands.total, HandTotal::Exactly(total));
        assert_eq!(hands.hypotheses.len() as u64, total.min(200));
        assert_eq!(hands.truncated, total > 200);
        for (_, chance) in &hands.marginals {
            // The chance of no copy among the twenty: each copy in turn is one of the
            // forty other cards.
            let missing = (0..copies.min(41)).map(|n| (40.0 - n as f64) / (60.0 - n as f64));
            assert_close(*chance, 1.0 - missing.product::<f64>(), "a card's chance");
        }
    }
}

#[test]
fn sixty_cards_of_an_unknown_deck_can_be_predicted() {
    let book = book("canon deckSize=60 openingHand=20");
    let nothing = || qbcoach_engine::rules::BySide::new(None, None);
    let first = qbcoach_engine::rules::Side::You;
    let state = qbcoach_engine::simulation::game_state::GameState::live(
        &book.rules,
        first,
        nothing(),
        nothing(),
    );
    let start = Instant::now();
    let map = engine(&book).full_enemy_prediction(&state, &having_seen(&book, None, &[]));
    assert!(start.elapsed() < Duration::from_secs(10));
    let map = map.expect("there is a prediction");
    assert_eq!(map.basis.hand.unknown, 20);
    assert_close(sum_of_weights(&map), 1.0, "the sum of the weights");
}

#[test]
fn with_an_empty_pool_only_certain_cards_or_a_pass_are_replies() {
    let book = book("canon");
    let board = board(&book, ROOM);
    for (unknown, deck, seen) in [(5, "", ""), (0, "", ""), (5, "001 007", "007 001")] {
        let decks = [(cards(&book, deck), 1.0)];
        let belief = belief(&decks, &cards(&book, seen));
        let size = HandSize { known: 0, unknown };
        let map = ThreatMap::of(&book, &board, &belief, &[], size);
        assert_eq!(map.outcomes.len(), 1);
        assert_eq!(map.outcomes[0].play, None);
        assert_eq!(map.outcomes[0].weight, 1.0);
        assert_eq!(map.outcomes[0].match_score, board.score(&book));
        assert_eq!(map.best_enemy_score, map.outcomes[0].resulting_score);
        assert_eq!(map.expected_best_reply, map.best_enemy_score);
        assert!(map.lane_pressure.0.iter().all(|pressure| *pressure == 0.0));
        assert!(map.tile_pressure.0.iter().all(|pressure| *pressure == 0.0));
        // A second copy of a token adds no move.
        let tokens = cards(&book, "T01 T01");
        let size = HandSize { known: 2, unknown };
        let map = ThreatMap::of(&book, &board, &belief, &tokens, size);
        assert_eq!(
            map.outcomes.len(),
            8,
            "one for each tile on which it can be played"
        );
        for outcome in &map.outcomes {
            assert_close(outcome.weight, 0.125, "a weight");
        }
    }
}

#[test]
fn without_unknown_cards_no_card_of_the_pool_is_a_reply() {
    let book = book("canon");
    let belief = belief(&[(cards(&book, "001 007 008"), 1.0)], &[]);
    let size = HandSize {
        known: 0,
        unknown: 0,
    };
    let map = ThreatMap::of(&book, &board(&book, ROOM), &belief, &[], size);
    let plays: Vec<_> = map.outcomes.iter().map(|outcome| outcome.play).collect();
    assert_eq!(plays, [None]);
    assert_eq!(map.outcomes[0].weight, 1.0);
}
