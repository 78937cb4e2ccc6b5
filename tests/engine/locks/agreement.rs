//! The proofs agree with the oracle if the enemy's deck is known.

use qbcoach_engine::coaching::locks::{DEFAULT_BUDGET, Proof, Sight, prove};
use qbcoach_engine::observation::AnnotatedState;
use qbcoach_engine::rules::{Rulebook, Side};

use crate::locks::endgames::{EndgameSize, EnemyDeck, cards_left, endgames};
use crate::locks::fixtures::book;
use crate::locks::oracle::{changed, in_order, winners};
use crate::support::{BOTH, HandAdditions};

const SMALL: EndgameSize = EndgameSize {
    empty_tiles: 6,
    cards: 4,
};
const MOST: usize = 400;

/// What is locked according to the oracle.
fn truth(book: &Rulebook, annotated: &AnnotatedState) -> [Option<Side>; 4] {
    let state = &annotated.state;
    let board = &state.position.board;
    let mut locked = winners(&board.score(book));
    for leader in Side::BOTH {
        let position = &state.position;
        if position.to_act == leader && position.passes() == 1 {
            // A pass of the leader ends the match as it stands.
            continue;
        }
        let other = leader.opponent();
        let changed = changed(book, board, other, &cards_left(state, other));
        for (locked, changed) in locked.iter_mut().zip(changed) {
            if *locked == Some(leader) && changed {
                *locked = None;
            }
        }
    }
    locked
}

#[test]
fn no_claimed_lock_is_contradicted_and_most_are_found() {
    for rules in BOTH {
        let book = book(rules);
        let (mut true_locks, mut found, mut open) = (0, 0, 0);
        for annotated in endgames(&book, SMALL, EnemyDeck::Known, MOST) {
            let locks = prove(&book, &annotated, Sight::YourHand, DEFAULT_BUDGET);
            let truth = truth(&book, &annotated);
            for (lock, truth) in in_order(&locks).into_iter().zip(truth) {
                assert!(
                    lock.locked.is_none() || lock.locked == truth,
                    "{rules}: {} is claimed in {:?}",
                    lock.words(),
                    annotated.state.position,
                );
                let refuted = matches!(lock.proof, Proof::Refuted { .. });
                assert!(!(refuted && truth.is_some()), "{rules}: a lock is refuted");
                true_locks += usize::from(truth.is_some());
                found += usize::from(lock.locked.is_some());
                open += usize::from(matches!(lock.proof, Proof::Refuted { .. }));
            }
        }
        let share = found as f64 / true_locks as f64;
        eprintln!("{rules}: {found} of {true_locks} locks found ({share:.3}), {open} refuted");
        assert!(true_locks > MOST, "the endgames have enough locks");
        assert!(
            open > MOST / 4,
            "the endgames have enough leads that can be lost"
        );
        assert!(
            share > 0.8,
            "{rules}: only {share:.3} of the locks are found"
        );
    }
}

#[test]
fn the_plays_of_a_refutation_change_the_winner() {
    for rules in BOTH {
        let book = book(rules);
        for annotated in endgames(&book, SMALL, EnemyDeck::Known, MOST) {
            let board = annotated.state.position.board;
            let locks = prove(&book, &annotated, Sight::YourHand, DEFAULT_BUDGET);
            for (index, lock) in in_order(&locks).into_iter().enumerate() {
                let (Proof::Refuted { by }, Some(leader)) = (&lock.proof, lock.leader) else {
                    continue;
                };
                let other = leader.opponent();
                let mut cards = cards_left(&annotated.state, other);
                let mut after = board;
                for play in by {
                    assert!(!after.is_full(), "a full board ends the match");
                    let held = cards.iter().position(|card| *card == play.card);
                    cards.remove(held.expect("the card is there"));
                    let mut added = HandAdditions::default();
                    let made = after.play(&book, other, *play, &mut added);
                    made.expect("the line is legal");
                    let given = added.0.iter().filter(|(to, _)| *to == other);
                    cards.extend(given.map(|(_, card)| *card));
                }
                assert_eq!(winners(&board.score(&book))[index], Some(leader));
                assert_ne!(winners(&after.score(&book))[index], Some(leader));
            }
        }
    }
}
