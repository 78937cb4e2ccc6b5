//! Matches from drawn positions.

use qbcoach_engine::coaching::locks::{DEFAULT_BUDGET, Locks, Sight, prove};
use qbcoach_engine::observation::AnnotatedState;
use qbcoach_engine::rules::{BySide, CardId, Rulebook, Rules, Side};
use qbcoach_engine::simulation::game_state::{GameState, Holdings};
use qbcoach_engine::simulation::hand::Hand;
use qbcoach_engine::simulation::pile::Pile;

use crate::support::position;

#[track_caller]
pub fn book(rules: &str) -> Rulebook {
    Rulebook::embedded(Rules::parse(rules).expect("the test names known rules"))
}

#[track_caller]
pub fn cards(book: &Rulebook, numbers: &str) -> Vec<CardId> {
    let find = |number| book.catalogue.find(number).expect("the test names cards");
    numbers.split_whitespace().map(find).collect()
}

/// A match from a drawn position, with these hands and empty piles.
#[track_caller]
pub fn dealt(book: &Rulebook, drawing: &str, you: &str, enemy: &str) -> GameState {
    let holdings = |text: &str| Holdings {
        hand: Hand::of_known(cards(book, text)),
        pile: Pile::in_order(Vec::new()),
    };
    let holdings = BySide::new(holdings(you), holdings(enemy));
    GameState::arranged(position(book, drawing), holdings)
}

/// The same match with a known enemy deck: the enemy's cards on the board and in its
/// hand.
#[track_caller]
pub fn known(book: &Rulebook, drawing: &str, you: &str, enemy: &str) -> AnnotatedState {
    let state = dealt(book, drawing, you, enemy);
    let unknown = AnnotatedState::new(state.clone(), None, book).expect("the state is sound");
    let mut deck = unknown.observation.seen_deck_cards(Side::Enemy);
    deck.extend(cards(book, enemy));
    AnnotatedState::new(state, Some(deck), book).expect("the state is sound")
}

#[track_caller]
pub fn unknown(book: &Rulebook, drawing: &str, you: &str, enemy: &str) -> AnnotatedState {
    AnnotatedState::new(dealt(book, drawing, you, enemy), None, book).expect("the state is sound")
}

pub fn locks(book: &Rulebook, annotated: &AnnotatedState) -> Locks {
    prove(book, annotated, Sight::YourHand, DEFAULT_BUDGET)
}
