//! Small examples of beliefs about hands, computed by hand.

use qbcoach_engine::prediction::{HandBelief, HandSize, HandTotal};
use qbcoach_engine::rules::Rulebook;

use crate::prediction::fixtures::{
    arranged, assert_close, belief, book, cards, chance, engine, numbers,
};

const SMALL: &str = "001 001 001 007 007 008";

/// The listed hands as lines, with chances multiplied by `whole`.
fn lines(book: &Rulebook, belief: &HandBelief, whole: f64) -> Vec<String> {
    let line = |hand: &qbcoach_engine::prediction::HandHypothesis| {
        let parts = hand.probability * whole;
        assert_close(parts, parts.round(), "a chance in parts of the whole");
        format!("{}: {}", numbers(book, &hand.cards), parts.round())
    };
    belief.hypotheses.iter().map(line).collect()
}

fn hands_of(
    book: &Rulebook,
    decks: &[(&str, f64)],
    certain: &str,
    unknown: u32,
    listed: usize,
) -> HandBelief {
    let decks: Vec<_> = decks
        .iter()
        .map(|(deck, weight)| (cards(book, deck), *weight))
        .collect();
    let certain = cards(book, certain);
    let known = certain.len() as u32;
    let size = HandSize { known, unknown };
    HandBelief::of(&belief(&decks, &[]), &certain, size, listed)
}

#[test]
fn the_chance_of_a_hand_follows_from_the_ways_to_draw_it() {
    let book = book("canon");
    let hands = hands_of(&book, &[(SMALL, 1.0)], "", 2, 200);
    assert_eq!(
        lines(&book, &hands, 15.0),
        [
            "001 007: 6",
            "001 001: 3",
            "001 008: 3",
            "007 008: 2",
            "007 007: 1"
        ]
    );
    assert_eq!(hands.total, HandTotal::Exactly(5));
    assert!(!hands.truncated);
    let chances: Vec<f64> = hands.marginals.iter().map(|(_, chance)| *chance).collect();
    for (chance, expected) in chances.iter().zip([12.0 / 15.0, 9.0 / 15.0, 5.0 / 15.0]) {
        assert_close(*chance, expected, "a card's chance");
    }
}

#[test]
fn a_shortened_list_keeps_the_likeliest_hands_and_the_total() {
    let book = book("canon");
    let hands = hands_of(&book, &[(SMALL, 1.0)], "", 2, 3);
    let kept = ["001 007: 6", "001 001: 3", "001 008: 3"];
    assert_eq!(lines(&book, &hands, 15.0), kept);
    assert_eq!(hands.total, HandTotal::Exactly(5));
    assert!(hands.truncated);
    // A list of exactly all hands is not truncated.
    assert!(!hands_of(&book, &[(SMALL, 1.0)], "", 2, 5).truncated);
}

#[test]
fn the_engine_lists_as_many_hands_as_the_knob_says() {
    for (listed, truncated) in [(1, true), (4, true), (5, false), (200, false)] {
        let book = book(&format!("canon deckSize=6 listedHands={listed}"));
        let position = qbcoach_engine::rules::Position::opening(qbcoach_engine::rules::Side::Enemy);
        let state = arranged(&book, position, "", "001 007 | 001 001 007 008");
        let decks = belief(&[(cards(&book, SMALL), 1.0)], &[]);
        let hands = engine(&book)
            .infer_enemy_hand(&state, &decks)
            .expect("every card has data");
        assert_eq!(hands.hypotheses.len(), listed.min(5));
        assert_eq!(hands.total, HandTotal::Exactly(5));
        assert_eq!(hands.truncated, truncated);
    }
}

#[test]
fn the_same_hand_from_two_decks_is_one_hand() {
    let book = book("canon");
    let decks = [("001 007 008", 0.25), ("001 007 019", 0.75)];
    let hands = hands_of(&book, &decks, "", 2, 200);
    assert_eq!(
        lines(&book, &hands, 12.0),
        [
            "001 007: 4",
            "001 019: 3",
            "007 019: 3",
            "001 008: 1",
            "007 008: 1"
        ]
    );
    assert_eq!(hands.total, HandTotal::Exactly(5));
    let of = |number: &str| chance(&hands.marginals, cards(&book, number)[0]);
    assert_close(of("001"), 2.0 / 3.0, "in both decks");
    assert_close(of("008"), 0.25 * 2.0 / 3.0, "in one of them");
    assert_close(of("019"), 0.75 * 2.0 / 3.0, "in the other");
}

#[test]
fn certain_cards_are_in_every_hand() {
    let book = book("canon");
    let hands = hands_of(&book, &[("001 007 008", 1.0)], "T01 007", 1, 200);
    assert_eq!(
        lines(&book, &hands, 3.0),
        ["001 007 T01: 1", "007 007 T01: 1", "007 008 T01: 1"]
    );
    assert_eq!(hands.size.total(), 3);
    let of = |number: &str| chance(&hands.marginals, cards(&book, number)[0]);
    assert_eq!((of("T01"), of("007")), (1.0, 1.0));
    assert_close(of("001"), 1.0 / 3.0, "a card that may be drawn");
}

#[test]
fn a_hand_larger_than_the_pool_contains_the_whole_pool() {
    let book = book("canon");
    for unknown in [3, 4, 60] {
        let hands = hands_of(&book, &[("007 001 001", 1.0)], "", unknown, 200);
        assert_eq!(lines(&book, &hands, 1.0), ["001 001 007: 1"]);
        assert!(hands.marginals.iter().all(|(_, chance)| *chance == 1.0));
    }
}

#[test]
fn without_unknown_cards_there_is_one_hand() {
    let book = book("canon");
    let hands = hands_of(&book, &[(SMALL, 1.0)], "", 0, 200);
    assert_eq!(lines(&book, &hands, 1.0), [": 1"]);
    assert_eq!(hands.total, HandTotal::Exactly(1));
    assert!(hands.marginals.iter().all(|(_, chance)| *chance == 0.0));
    let hands = hands_of(&book, &[(SMALL, 1.0)], "T01", 0, 200);
    assert_eq!(lines(&book, &hands, 1.0), ["T01: 1"]);
    let hands = hands_of(&book, &[("", 1.0)], "T01 T01", 4, 200);
    assert_eq!(lines(&book, &hands, 1.0), ["T01 T01: 1"]);
}
