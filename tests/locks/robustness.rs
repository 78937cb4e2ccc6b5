//! Budgets, repetition, and states at the edge.

use qbcoach::coaching::locks::{DEFAULT_BUDGET, Proof, Sight, prove};
use qbcoach::observation::AnnotatedState;
use qbcoach::rules::{BySide, Position, Rulebook, Side};
use qbcoach::simulation::game_state::GameState;

use crate::endgames::{Size, Told, endgames};
use crate::oracle::in_order;
use crate::support::{BOTH, position};
use crate::table::{book, locks};

fn some_endgames(book: &Rulebook) -> Vec<AnnotatedState> {
    let size = Size {
        empty_tiles: 7,
        cards: 5,
    };
    endgames(book, size, Told::Deck, 60)
}

#[test]
fn without_a_budget_no_line_is_said_to_be_tried() {
    for rules in BOTH {
        let book = book(rules);
        for annotated in some_endgames(&book) {
            for budget in [0, 1] {
                for lock in in_order(&prove(&book, &annotated, Sight::YourHand, budget)) {
                    assert!(!matches!(lock.proof, Proof::EveryLine { .. }), "{lock:?}");
                }
            }
        }
    }
}

#[test]
fn a_greater_budget_only_proves_more() {
    for rules in BOTH {
        let book = book(rules);
        for annotated in some_endgames(&book) {
            let mut locked = [None; 4];
            for budget in [0, 10, 100, 1_000, DEFAULT_BUDGET] {
                let locks = prove(&book, &annotated, Sight::YourHand, budget);
                for (before, lock) in locked.iter_mut().zip(in_order(&locks)) {
                    assert!(before.is_none() || *before == lock.locked);
                    *before = lock.locked;
                }
            }
        }
    }
}

#[test]
fn the_same_state_gives_the_same_locks_and_stays_as_it_is() {
    for rules in BOTH {
        let book = book(rules);
        for annotated in some_endgames(&book) {
            let before = format!("{annotated:?}");
            let first = locks(&book, &annotated);
            assert_eq!(first, locks(&book, &annotated.clone()));
            assert_eq!(before, format!("{annotated:?}"));
        }
    }
}

fn seen(book: &Rulebook, state: GameState) -> AnnotatedState {
    AnnotatedState::new(state, None, book).expect("the state is sound")
}

#[test]
fn a_full_board_is_over() {
    for rules in BOTH {
        let book = book(rules);
        let lane = "y1[001] y1[001] y1[001] e1[001] e1[001] ";
        let full = position(&book, &lane.repeat(3));
        let live = GameState::live(
            &book.rules,
            Side::You,
            BySide::new(None, None),
            BySide::new(None, None),
        );
        for state in [GameState::analysis(full), live.from_position(full)] {
            for lock in in_order(&locks(&book, &seen(&book, state))) {
                assert_eq!(lock.proof, Proof::MatchOver);
                assert_eq!(lock.locked, Some(Side::You));
            }
        }
    }
}

#[test]
fn nothing_is_locked_in_an_opening() {
    for rules in BOTH {
        let book = book(rules);
        let live = GameState::live(
            &book.rules,
            Side::You,
            BySide::new(None, None),
            BySide::new(None, None),
        );
        let analysis = GameState::analysis(Position::opening(Side::You));
        for state in [live, analysis] {
            for lock in in_order(&locks(&book, &seen(&book, state))) {
                assert_eq!((&lock.proof, lock.locked), (&Proof::NoLead, None));
            }
        }
    }
}

#[test]
fn an_analysis_has_any_cards_although_its_hands_are_empty() {
    for rules in BOTH {
        let book = book(rules);
        let open = position(&book, "y1[001+99] . . . e1  . . . . .  . . . . .");
        for first in Side::BOTH {
            let open = Position::new(open.board, first);
            let locks = locks(&book, &seen(&book, GameState::analysis(open)));
            assert_eq!(locks.match_.locked, None, "{}", locks.match_.words());
        }
        let closed = position(&book, "y1[001] . . . .  . . . . .  . . . . .");
        let locks = locks(&book, &seen(&book, GameState::analysis(closed)));
        assert_eq!(locks.match_.locked, Some(Side::You));
        assert_eq!(locks.match_.proof, Proof::NoTile);
    }
}

#[test]
fn every_turn_of_a_match_can_be_asked_about() {
    for rules in BOTH {
        let book = book(rules);
        let whole = Size {
            empty_tiles: 15,
            cards: 15,
        };
        for told in [Told::Deck, Told::Nothing] {
            for annotated in endgames(&book, whole, told, 30) {
                for lock in in_order(&prove(&book, &annotated, Sight::YourHand, 300)) {
                    assert!(!lock.words().is_empty());
                }
            }
        }
    }
}
