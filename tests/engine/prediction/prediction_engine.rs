//! Each question of the prediction engine on small examples.

use qbcoach_engine::prediction::evaluation::evaluate;
use qbcoach_engine::prediction::{DeckMode, HandHypothesis, HandTotal, MOST_CANDIDATES};
use qbcoach_engine::rules::{BySide, Lane, Play, Side, TileId};
use qbcoach_engine::simulation::game_state::GameState;
use qbcoach_engine::simulation::hand::Hand;

use crate::prediction::fixtures::{
    OPENING, act, arranged, assert_close, book, cards, chance, engine, having_seen, match_from,
    numbers, unseen,
};
use crate::support::{board, play_of, position};

const TEN: &str = "001 002 003 007 008 010 011 019 020 026";

#[test]
fn a_known_deck_is_the_only_candidate() {
    let book = book("canon deckSize=10");
    let observation = having_seen(&book, Some(TEN), &[]);
    let belief = engine(&book).infer_enemy_decks(&observation).unwrap();
    assert_eq!(belief.mode, DeckMode::Known);
    assert_eq!(belief.decks.len(), 1);
    assert_eq!(numbers(&book, &belief.decks[0].cards), TEN);
    assert_eq!(belief.decks[0].weight, 1.0);
    assert_eq!(unseen(&book, &belief), TEN);
}

#[test]
fn candidates_contain_the_seen_cards() {
    let book = book("canon deckSize=10");
    let seen = cards(&book, "003 020");
    let observation = having_seen(&book, None, &seen);
    let belief = engine(&book).infer_enemy_decks(&observation).unwrap();
    assert_eq!(belief.mode, DeckMode::Unknown);
    assert!(!belief.decks.is_empty());
    for deck in &belief.decks {
        assert_eq!(deck.cards.len(), 10);
        for card in &deck.cards {
            assert!(deck.cards.iter().filter(|other| *other == card).count() <= 3);
        }
        assert!(seen.iter().all(|card| deck.cards.contains(card)));
        assert_eq!(deck.unseen_size(), 8, "the seen cards are not unseen");
    }
}

#[test]
fn there_are_at_most_200_candidates() {
    for seen in ["", "001", "001 001 001 007 007 007 008 008 008 019"] {
        for rules in ["canon", "canon deckSize=12"] {
            let book = book(rules);
            let observation = having_seen(&book, None, &cards(&book, seen));
            let belief = engine(&book).infer_enemy_decks(&observation).unwrap();
            assert!((1..=MOST_CANDIDATES).contains(&belief.decks.len()));
        }
    }
    assert_eq!(MOST_CANDIDATES, 200);
}

#[test]
fn every_hand_of_an_unseen_known_deck_is_equally_likely() {
    for (rules, listed) in [
        ("canon deckSize=10", 200),
        ("canon deckSize=10 listedHands=252", 252),
        ("canon deckSize=10 listedHands=1000", 252),
    ] {
        let book = book(rules);
        let decks = BySide::new(None, Some(cards(&book, TEN)));
        let state = GameState::live(&book.rules, Side::You, BySide::new(None, None), decks);
        let observation = having_seen(&book, Some(TEN), &[]);
        let engine = engine(&book);
        let decks = engine.infer_enemy_decks(&observation).unwrap();
        let belief = engine
            .infer_enemy_hand(&state, &decks)
            .expect("every card has data");
        assert_eq!(belief.size.unknown, 5);
        assert_eq!(belief.total, HandTotal::Exactly(252));
        assert_eq!(belief.hypotheses.len(), listed);
        assert_eq!(belief.truncated, listed < 252);
        for hand in &belief.hypotheses {
            assert_eq!(hand.cards.len(), 5);
            assert_close(hand.probability, 1.0 / 252.0, "each hand's chance");
        }
        for (_, chance) in &belief.marginals {
            assert_close(*chance, 0.5, "each card's chance");
        }
        assert_eq!(belief.marginals.len(), 10);
    }
}

#[test]
fn played_cards_are_not_in_the_hand() {
    let book = book("canon deckSize=10");
    let enemy = "001 007 008 019 020 | 002 003 010 011 026";
    let mut annotated = match_from(&book, OPENING, ("001 007 | 008", enemy), Some(TEN));
    act(&book, &mut annotated, "you pass; enemy 019 MID-5; you pass");
    act(&book, &mut annotated, "enemy 001 TOP-5");
    let engine = engine(&book);
    let decks = engine.infer_enemy_decks(&annotated.observation).unwrap();
    assert_eq!(unseen(&book, &decks), "002 003 007 008 010 011 020 026");
    let belief = engine
        .infer_enemy_hand(&annotated.state, &decks)
        .expect("every card has data");
    assert_eq!(belief.size.unknown, 4, "five, two played, one drawn");
    assert_eq!(belief.total, HandTotal::Exactly(70));
    for played in cards(&book, "001 019") {
        assert_eq!(chance(&belief.marginals, played), 0.0);
        let mut hands = belief.hypotheses.iter();
        assert!(hands.all(|hand| !hand.cards.contains(&played)));
    }
}

#[test]
fn the_enemy_holds_what_was_entered_for_an_analysis() {
    let book = book("canon");
    let mut state = GameState::analysis(position(&book, OPENING));
    state.holdings.enemy.hand = Hand::of_known(cards(&book, "003 020"));
    let engine = engine(&book);
    let decks = engine.infer_enemy_decks(&having_seen(&book, None, &[]));
    let decks = decks.expect("some deck is possible");
    let belief = engine.infer_enemy_hand(&state, &decks);
    let belief = belief.expect("every card has data");
    assert_eq!((belief.size.known, belief.size.unknown), (2, 0));
    assert_eq!(belief.total, HandTotal::Exactly(1));
    let mut held = belief.marginals.iter().filter(|(_, chance)| *chance > 0.0);
    assert!(held.all(|(card, chance)| cards(&book, "003 020").contains(card) && *chance == 1.0));
}

#[test]
fn only_legal_plays_of_a_hand_are_enumerated() {
    let book = book("canon");
    let state = GameState::analysis(position(
        &book,
        "
        y1 .  y3:2 e1[019] e2
        y1 y3 .    .       e1
        y1 .  .    y2[001] e3",
    ));
    let hand = HandHypothesis {
        cards: cards(&book, "001 001 002 014 051"),
        probability: 1.0,
    };
    let moves = engine(&book)
        .enumerate_enemy_moves(&state, &hand)
        .expect("every card has data");
    let words: Vec<String> = moves
        .iter()
        .map(|play| format!("{} {}", book.catalogue[play.card].number, play.tile))
        .collect();
    assert_eq!(
        words,
        [
            // Rank 1: not on your tiles, on neutral tiles or on cards.
            "001 TOP-5",
            "001 MID-5",
            "001 BOT-5",
            // Rank 2.
            "002 TOP-5",
            "002 BOT-5",
            // Rank 2 as well.
            "014 TOP-5",
            "014 BOT-5",
            // A replacement card, on one of the enemy's own cards.
            "051 TOP-4",
        ]
    );
}

#[test]
fn simulating_a_move_does_not_change_the_state() {
    let book = book("canon");
    let drawing = "
        y1 .       . .       e1
        y1 y1[001] . e1[019] e2
        y1 .       . .       e1 enemy";
    let state = arranged(&book, position(&book, drawing), "007", "003 001 | 002");
    let before = format!("{state:?}");
    let play = play_of(&book, "003", "MID-5");
    let reply = engine(&book)
        .simulate_enemy_move(&state, play)
        .expect("every card has data");
    assert_ne!(reply.tile_change, Default::default(), "it did something");
    assert_eq!(format!("{state:?}"), before);
}

#[test]
fn a_simulated_move_has_the_score_of_the_board_after_it() {
    let book = book("canon");
    let drawing = "
        y1[007] . . . .
        y1[001] . . . e2
        .       . . . .";
    let state = GameState::analysis(position(&book, drawing));
    let reply = engine(&book)
        .simulate_enemy_move(&state, play_of(&book, "002", "MID-5"))
        .expect("every card has data");
    let score = reply.match_score;
    assert_eq!(score.lanes[Lane::Mid].power, BySide::new(1, 3));
    assert_eq!(score.lanes[Lane::Mid].winner, Some(Side::Enemy));
    assert_eq!(score.totals.enemy, 3);
    assert_eq!(score.totals.you, score.lanes[Lane::Top].power.you);
    // The same play on another board gives the same score.
    let mut after = board(&book, drawing);
    let played = after.play(&book, Side::Enemy, reply.play, &mut ());
    let powers = played.expect("the play is legal").powers;
    assert_eq!(score, after.score(&book));
    let for_you = evaluate(&after, &powers).total();
    assert_close(reply.resulting_score, -for_you, "the enemy's view");
}

/// The pressure of the only move of the only hand, by lane and tile.
#[track_caller]
fn pressure_of(drawing: &str, number: &str) -> Vec<String> {
    let book = book("canon deckSize=1 openingHand=1");
    let state = arranged(&book, position(&book, drawing), "", number);
    let observation = having_seen(&book, Some(number), &[]);
    let engine = engine(&book);
    let decks = engine.infer_enemy_decks(&observation).unwrap();
    let map = engine.compute_threat_map(&state, &decks).unwrap();
    assert_eq!(map.outcomes.len(), 1, "there is one move");
    assert_close(map.outcomes[0].weight, 1.0, "its weight");
    let lanes = Lane::ALL.map(|lane| (lane.to_string(), map.lane_pressure[lane]));
    let tiles = TileId::all().map(|tile| (tile.to_string(), map.tile_pressure[tile]));
    lanes
        .into_iter()
        .chain(tiles)
        .filter(|(_, pressure)| *pressure != 0.0)
        .map(|(name, pressure)| format!("{name} {pressure:+}"))
        .collect()
}

#[test]
fn the_pressure_of_a_single_move_is_what_it_changes() {
    // Pawns: the tile of the card had rank 1 and has power 1; three tiles get a pawn.
    let drawing = "
        y1 . . . .
        .  . . . e1
        y1 . . . . enemy";
    assert_eq!(
        pressure_of(drawing, "001"),
        ["MID +1", "TOP-5 +1", "MID-4 +1", "BOT-5 +1"]
    );
    // An effect: Grenadier lowers a card of power 3 two tiles ahead by 4 and destroys
    // it, which leaves your tile of rank 2. In the lane the enemy has 1 more and you
    // have 3 less. The tile of the card had rank 2 and has power 1.
    let drawing = "
        y1 . .       . .
        .  . y2[002] . e2
        y1 . .       . . enemy";
    assert_eq!(
        pressure_of(drawing, "003"),
        ["MID +4", "MID-3 +1", "MID-5 -1"]
    );
}

#[test]
fn the_expected_score_is_an_average_and_the_best_a_maximum() {
    let book = book("canon deckSize=4 openingHand=1");
    let deck = "001 001 001 002";
    let drawing = "
        y1 .       . . .
        y1 y1[001] . . e2
        y1 .       . . . enemy";
    let state = arranged(&book, position(&book, drawing), "", "001 | 001 001 002");
    let observation = having_seen(&book, Some(deck), &[]);
    let engine = engine(&book);
    let decks = engine.infer_enemy_decks(&observation).unwrap();
    let hands = engine
        .infer_enemy_hand(&state, &decks)
        .expect("every card has data");
    let map = engine.compute_threat_map(&state, &decks).unwrap();
    let mut expected = 0.0;
    let mut best = f64::NEG_INFINITY;
    for hand in &hands.hypotheses {
        let moves: Vec<Play> = engine
            .enumerate_enemy_moves(&state, hand)
            .expect("every card has data");
        assert_eq!(moves.len(), 1);
        let score = engine
            .simulate_enemy_move(&state, moves[0])
            .expect("every card has data")
            .resulting_score;
        expected += hand.probability * score;
        best = best.max(score);
        let outcome = map.outcomes.iter().find(|one| one.play == Some(moves[0]));
        let outcome = outcome.expect("the move is in the map");
        assert_close(outcome.resulting_score, score, "its score");
        assert_close(outcome.weight, hand.probability, "its weight");
    }
    let weights: Vec<f64> = map.outcomes.iter().map(|outcome| outcome.weight).collect();
    assert_eq!(weights, [0.75, 0.25]);
    assert_close(map.expected_enemy_score, expected, "the average");
    assert_close(map.best_enemy_score, best, "the best");
    assert_close(
        map.expected_best_reply,
        expected,
        "one move leaves no choice",
    );
    assert!(best > expected);
}

#[test]
fn an_unknown_deck_is_predicted_under_both_presets_and_other_deck_sizes() {
    for rules in [
        "canon",
        "rebirth",
        "canon deckSize=10",
        "rebirth deckSize=10",
    ] {
        let book = book(rules);
        let state = GameState::live(
            &book.rules,
            Side::You,
            BySide::new(None, None),
            BySide::new(None, None),
        );
        let observation = having_seen(&book, None, &[]);
        let map = engine(&book).full_enemy_prediction(&state, &observation);
        let map = map.expect("there is a prediction");
        assert!(!map.outcomes.is_empty());
        assert_eq!(map.basis.mode, DeckMode::Unknown);
        assert_eq!(map.basis.hand.unknown, 5);
        let sum: f64 = map.outcomes.iter().map(|outcome| outcome.weight).sum();
        assert_close(sum, 1.0, "the sum of the weights");
        assert!(map.best_enemy_score >= map.expected_best_reply);
        assert!(map.expected_best_reply >= map.expected_enemy_score);
    }
}
