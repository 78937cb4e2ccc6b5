//! What is proved for an audience tells nothing of your hand and deck, and is true
//! whatever they are.

use qbcoach::coaching::locks::{DEFAULT_BUDGET, Locks, Proof, Sight, prove};
use qbcoach::observation::AnnotatedState;
use qbcoach::rules::{CardId, Rulebook, Side};
use qbcoach::simulation::chance::Chance;
use qbcoach::simulation::hand::Hand;
use qbcoach::simulation::pile::Pile;

use crate::endgames::{Size, Told, endgames};
use crate::oracle::in_order;
use crate::support::BOTH;
use crate::table::book;

const SMALL: Size = Size {
    empty_tiles: 6,
    cards: 4,
};
/// A few are enough where each is proved many times.
const FEW: usize = 30;
/// Locks that the table alone proves are rare.
const MANY: usize = 100;

fn some_endgames(book: &Rulebook, most: usize) -> Vec<AnnotatedState> {
    let told = [Told::Deck, Told::Nothing];
    let endgames = told.map(|told| endgames(book, SMALL, told, most));
    endgames.concat()
}

fn by_table(book: &Rulebook, annotated: &AnnotatedState) -> Locks {
    prove(book, annotated, Sight::TableOnly, DEFAULT_BUDGET)
}

fn by_hand(book: &Rulebook, annotated: &AnnotatedState) -> Locks {
    prove(book, annotated, Sight::YourHand, DEFAULT_BUDGET)
}

/// The same table, with as many other cards in your hand and deck: any card there
/// is, tokens and too many copies among them.
fn with_other_cards(
    book: &Rulebook,
    annotated: &AnnotatedState,
    chance: &mut Chance,
) -> AnnotatedState {
    let every: Vec<CardId> = book.catalogue.cards().iter().map(|card| card.id).collect();
    let copied = *chance.pick(&every).expect("there are cards");
    let mut any = |number: u32| -> Vec<CardId> {
        let mut card = || match chance.below(2) {
            0 => copied,
            _ => *chance.pick(&every).expect("there are cards"),
        };
        (0..number).map(|_| card()).collect()
    };
    let mut other = annotated.clone();
    let you = &mut other.state.holdings.you;
    you.hand = Hand::of_known(any(you.hand.len()));
    you.pile = Pile::Ordered(any(you.pile.len()));
    other
}

#[test]
fn the_table_alone_says_the_same_whatever_you_hold() {
    for rules in BOTH {
        let book = book(rules);
        let mut chance = Chance::new(1, 11);
        let mut told_apart = 0;
        for annotated in some_endgames(&book, FEW) {
            let locks = by_table(&book, &annotated);
            for _ in 0..3 {
                let other = with_other_cards(&book, &annotated, &mut chance);
                assert_eq!(by_table(&book, &other), locks);
                told_apart += u32::from(by_hand(&book, &other) != by_hand(&book, &annotated));
            }
        }
        // Who looks into the hand does tell them apart, so the test can fail.
        assert!(told_apart > 20, "{rules}: only {told_apart} differ");
    }
}

#[test]
fn what_the_table_alone_proves_no_hand_refutes() {
    for rules in BOTH {
        let book = book(rules);
        let mut chance = Chance::new(2, 11);
        let mut claimed = 0;
        for annotated in some_endgames(&book, MANY) {
            let locks = by_table(&book, &annotated);
            let other = with_other_cards(&book, &annotated, &mut chance);
            for holding in [&annotated, &other] {
                let seen = by_hand(&book, holding);
                for (lock, seen) in in_order(&locks).into_iter().zip(in_order(&seen)) {
                    let refuted = matches!(seen.proof, Proof::Refuted { .. });
                    assert!(lock.locked.is_none() || !refuted, "{rules}: {lock:?}");
                    claimed += u32::from(lock.locked == Some(Side::Enemy));
                }
            }
        }
        assert!(
            claimed > 0,
            "{rules}: nothing of the enemy's is ever proved"
        );
    }
}

#[test]
fn what_you_lead_is_proved_as_well_from_the_table_alone() {
    for rules in BOTH {
        let book = book(rules);
        for annotated in some_endgames(&book, FEW) {
            let (table, hand) = (by_table(&book, &annotated), by_hand(&book, &annotated));
            for (table, hand) in in_order(&table).into_iter().zip(in_order(&hand)) {
                if table.leader == Some(Side::You) {
                    assert_eq!(table, hand, "{rules}");
                }
            }
        }
    }
}
