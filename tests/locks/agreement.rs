//! The prover against the oracle, where the enemy's deck is known.

use qbcoach::coaching::locks::{DEFAULT_BUDGET, Proof, Sight, prove};
use qbcoach::observation::AnnotatedState;
use qbcoach::rules::{Rulebook, Side};

use crate::endgames::{Size, Told, cards_left, endgames};
use crate::oracle::{changed, in_order, winners};
use crate::support::{Additions, BOTH};
use crate::table::book;

const SMALL: Size = Size {
    empty_tiles: 6,
    cards: 4,
};
const MOST: usize = 400;

/// What is truly locked.
fn truth(book: &Rulebook, annotated: &AnnotatedState) -> [Option<Side>; 4] {
    let state = &annotated.state;
    let board = &state.position.board;
    let mut locked = winners(&board.score(book));
    for leader in Side::BOTH {
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
        for annotated in endgames(&book, SMALL, Told::Deck, MOST) {
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
        assert!(true_locks > MOST, "there is something to find");
        assert!(open > MOST / 4, "there is something to refute");
        assert!(
            share > 0.8,
            "{rules}: only {share:.3} of the locks are found"
        );
    }
}

#[test]
fn a_refutation_really_changes_the_winner() {
    for rules in BOTH {
        let book = book(rules);
        for annotated in endgames(&book, SMALL, Told::Deck, MOST) {
            let board = annotated.state.position.board;
            let locks = prove(&book, &annotated, Sight::YourHand, DEFAULT_BUDGET);
            for (place, lock) in in_order(&locks).into_iter().enumerate() {
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
                    let mut added = Additions::default();
                    let made = after.play(&book, other, *play, &mut added);
                    made.expect("the line is legal");
                    let given = added.0.iter().filter(|(to, _)| *to == other);
                    cards.extend(given.map(|(_, card)| *card));
                }
                assert_eq!(winners(&board.score(&book))[place], Some(leader));
                assert_ne!(winners(&after.score(&book))[place], Some(leader));
            }
        }
    }
}
