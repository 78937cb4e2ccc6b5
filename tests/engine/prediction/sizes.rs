//! Deck and hand sizes that no real match has.

use qbcoach_engine::observation::Observation;
use qbcoach_engine::prediction::{
    Archetypes, CandidateDeck, HandBelief, HandSize, HandTotal, PredictionEngine,
};
use qbcoach_engine::rules::{BySide, CardId, Side};
use qbcoach_engine::simulation::game_state::GameState;

use crate::prediction::fixtures::{assert_close, belief, book, having_seen, shipped};
use crate::prediction::large::{ONE_TILE, deck_of, map_of, sum_of_weights};

#[test]
fn hands_of_nearly_all_of_a_large_deck_have_weights_that_sum_to_one() {
    for unknown in 46..=60 {
        let map = map_of(ONE_TILE, 60, 1, unknown);
        assert_close(sum_of_weights(&map), 1.0, "the sum of the weights");
    }
}

#[test]
fn hands_of_several_large_decks_come_likeliest_first() {
    let book = book("canon deckSize=30");
    let cards: Vec<CardId> = deck_of(&book, 31, 1);
    let decks = [(cards[..30].to_vec(), 0.5), (cards[1..].to_vec(), 0.5)];
    let size = HandSize {
        known: 0,
        unknown: 10,
    };
    let hands = HandBelief::of(&belief(&decks, &[]), &[], size, 200);
    // A hand that both decks can have is twice as likely as one of a single deck.
    assert_eq!(hands.hypotheses[0].cards, cards[1..11]);
}

#[test]
fn hands_of_many_decks_of_twenty_have_their_exact_chance() {
    let book = book("canon deckSize=20");
    let engine = PredictionEngine::new(book.clone(), shipped(&book));
    let decks = engine.infer_enemy_decks(&having_seen(&book, None, &[]));
    let decks = decks.expect("there is a belief");
    let size = HandSize {
        known: 0,
        unknown: 5,
    };
    for hand in HandBelief::of(&decks, &[], size, 200).hypotheses {
        let ways_in = |deck: &CandidateDeck| -> f64 {
            let mut kinds = hand.cards.clone();
            kinds.dedup();
            let ways = kinds.iter().map(|kind| {
                let number = |list: &[CardId]| list.iter().filter(|card| *card == kind).count();
                let (has, takes) = (number(&deck.cards), number(&hand.cards));
                // At most three copies: 1, n, n or 1 ways.
                match (has, takes) {
                    _ if takes > has => 0.0,
                    _ if takes == has => 1.0,
                    _ => has as f64,
                }
            });
            ways.product()
        };
        // 20 choose 5.
        let chances = decks.decks.iter();
        let exact: f64 = chances
            .map(|deck| deck.weight * ways_in(deck) / 15_504.0)
            .sum();
        assert_close(hand.probability / exact, 1.0, "the share of its chance");
    }
}

#[test]
fn very_many_archetypes_still_give_candidates() {
    let book = book("canon");
    let mut archetypes = shipped(&book);
    archetypes.decks = archetypes.decks.into_iter().cycle().take(2400).collect();
    let engine = PredictionEngine::new(book.clone(), archetypes);
    let belief = engine.infer_enemy_decks(&having_seen(&book, None, &[]));
    assert!(!belief.expect("there is a belief").decks.is_empty());
}

#[test]
fn a_known_deck_of_any_size_is_predicted_or_refused_without_panic() {
    let book = book("canon");
    let deck = deck_of(&book, 33, 2);
    let observation = Observation::new(Some(deck));
    let state = GameState::live(
        &book.rules,
        Side::You,
        BySide::new(None, None),
        BySide::new(None, None),
    );
    let engine = PredictionEngine::new(book, Archetypes::default());
    if let Ok(map) = engine.full_enemy_prediction(&state, &observation) {
        assert_close(sum_of_weights(&map), 1.0, "the sum of the weights");
    }
}

#[test]
fn an_exact_total_is_correct_for_very_large_numbers() {
    let book = book("canon deckSize=60");
    let belief = belief(&[(deck_of(&book, 60, 1), 1.0)], &[]);
    let size = HandSize {
        known: 0,
        unknown: 28,
    };
    let hands = HandBelief::of(&belief, &[], size, 1);
    if let HandTotal::Exactly(total) = hands.total {
        assert_eq!(total, 103_719_945_525_634_515, "60 choose 28");
    }
}
