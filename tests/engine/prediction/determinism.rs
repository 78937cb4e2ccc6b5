//! Equal questions get equal answers to the last bit, on every thread and every time,
//! and a question changes nothing.

use qbcoach_basics::chance::Chance;
use qbcoach_engine::observation::AnnotatedState;
use qbcoach_engine::prediction::PredictionEngine;
use qbcoach_engine::rules::{BySide, CardId, Rulebook, Side};
use qbcoach_engine::simulation::game_state::GameState;

use crate::prediction::agreement::threat_map;
use crate::prediction::fixtures::{belief, book, random_move, shipped};
use crate::prediction::worlds::{World, WorldPlan};

/// A match after some random moves.
fn some_match(book: &Rulebook, seed: u64, moves: usize, known: bool) -> AnnotatedState {
    let archetypes = shipped(book).decks;
    let deck = |index: u64| -> Vec<CardId> {
        let number = archetypes.len() as u64;
        archetypes[((seed + index) % number) as usize].clone()
    };
    let decks = BySide::new(deck(0), deck(1));
    let state = GameState::simulated(&book.rules, seed, Side::You, decks);
    let known = known.then(|| deck(1));
    let mut annotated = AnnotatedState::new(state, known, book).expect("the match can begin");
    let mut chance = Chance::new(seed, 5);
    for _move in 0..moves {
        if annotated.state.position.is_over() {
            break;
        }
        random_move(book, &mut annotated, &mut chance);
    }
    annotated
}

/// All answers of the engine as text.
fn all_answers(engine: &PredictionEngine, annotated: &AnnotatedState) -> String {
    let decks = engine.infer_enemy_decks(&annotated.observation);
    let decks = decks.expect("the decks can be inferred");
    let hands = engine
        .infer_enemy_hand(&annotated.state, &decks)
        .expect("every card has data");
    let first = &hands.hypotheses[0];
    let moves = engine
        .enumerate_enemy_moves(&annotated.state, first)
        .expect("every card has data");
    let replies: Vec<_> = moves
        .iter()
        .map(|play| {
            engine
                .simulate_enemy_move(&annotated.state, *play)
                .expect("every card has data")
        })
        .collect();
    let map = engine.compute_threat_map(&annotated.state, &decks);
    let full = engine.full_enemy_prediction(&annotated.state, &annotated.observation);
    assert_eq!(map, full, "the single steps give the same map");
    format!("{decks:?}\n{hands:?}\n{moves:?}\n{replies:?}\n{map:?}")
}

#[test]
fn all_threads_give_the_same_answers_and_change_nothing() {
    for (rules, seed, moves, known) in [
        ("canon", 1, 4, true),
        ("rebirth", 2, 9, true),
        ("canon", 3, 7, false),
        ("rebirth", 4, 12, false),
    ] {
        let book = book(rules);
        let engine = PredictionEngine::new(book.clone(), shipped(&book));
        let annotated = some_match(&book, seed, moves, known);
        let before = format!("{annotated:?} {engine:?}");
        let here = all_answers(&engine, &annotated);
        std::thread::scope(|scope| {
            let ask = || all_answers(&engine, &annotated);
            let threads: Vec<_> = (0..3).map(|_| scope.spawn(ask)).collect();
            for thread in threads {
                let there = thread.join().expect("the thread ends well");
                assert!(there == here, "the answers differ");
            }
        });
        // A new engine and a new copy of the match.
        let again = PredictionEngine::new(book.clone(), shipped(&book));
        let same = some_match(&book, seed, moves, known);
        assert!(all_answers(&again, &same) == here);
        assert_eq!(
            format!("{annotated:?} {engine:?}"),
            before,
            "nothing was changed"
        );
    }
}

#[test]
fn another_question_in_between_does_not_change_an_answer() {
    // No data is carried over from one map to the next.
    let plan = |seed: u64, unknown: usize| WorldPlan {
        seed,
        rebirth: false,
        deck_size: 15,
        decks: 3,
        kinds: 9,
        seen: 2,
        certain: 1,
        unknown,
        plays: 6,
        drawn: usize::MAX,
    };
    let (one, other) = (World::of(plan(1, 5)), World::of(plan(2, 8)));
    let first = format!("{:?}", threat_map(&one));
    threat_map(&other);
    assert_eq!(format!("{:?}", threat_map(&one)), first);
}

#[test]
fn the_order_of_the_cards_in_the_question_does_not_matter() {
    let book = book("canon");
    let world = World::of(WorldPlan {
        seed: 7,
        rebirth: false,
        deck_size: 15,
        decks: 1,
        kinds: 8,
        seen: 3,
        certain: 3,
        unknown: 5,
        plays: 8,
        drawn: usize::MAX,
    });
    let mut turned = world.clone();
    turned.decks[0].0.reverse();
    turned.seen.reverse();
    turned.certain.reverse();
    assert_eq!(threat_map(&turned), threat_map(&world));
    assert_eq!(
        belief(&turned.decks, &turned.seen),
        belief(&world.decks, &world.seen)
    );
    assert_eq!(book.rules, world.book.rules);
}
