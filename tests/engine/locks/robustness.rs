//! Budgets, repeated proofs, and unusual states.

use qbcoach_engine::coaching::locks::{DEFAULT_BUDGET, Proof, Sight, prove};
use qbcoach_engine::observation::AnnotatedState;
use qbcoach_engine::rules::{BySide, Position, Rulebook, Side};
use qbcoach_engine::simulation::game_state::GameState;

use crate::locks::endgames::{EndgameSize, EnemyDeck, endgames};
use crate::locks::fixtures::{book, locks};
use crate::locks::oracle::in_order;
use crate::support::{BOTH, position};

fn some_endgames(book: &Rulebook) -> Vec<AnnotatedState> {
    let size = EndgameSize {
        empty_tiles: 7,
        cards: 5,
    };
    endgames(book, size, EnemyDeck::Known, 60)
}

#[test]
fn without_a_budget_no_complete_search_is_claimed() {
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
fn a_larger_budget_keeps_all_locks_of_a_smaller_one() {
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
fn equal_states_give_equal_locks_and_are_not_changed() {
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
fn after_the_play_that_fills_the_board_the_match_is_over() {
    for rules in BOTH {
        let book = book(rules);
        let lane = "y1[001] y1[001] y1[001] e1[001] e1[001] ";
        let full = position(&book, &format!("{}you over", lane.repeat(3)));
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
fn in_an_analysis_any_card_is_tried_although_hands_are_empty() {
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
fn every_turn_of_a_match_has_words_for_its_locks() {
    for rules in BOTH {
        let book = book(rules);
        let whole = EndgameSize {
            empty_tiles: 15,
            cards: 15,
        };
        for enemy_deck in [EnemyDeck::Known, EnemyDeck::Unknown] {
            for annotated in endgames(&book, whole, enemy_deck, 30) {
                for lock in in_order(&prove(&book, &annotated, Sight::YourHand, 300)) {
                    assert!(!lock.words().is_empty());
                }
            }
        }
    }
}
