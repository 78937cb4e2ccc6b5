//! Proofs for an audience reveal nothing of your hand and deck, and hold for any hand
//! and deck.

use qbcoach_basics::chance::Chance;
use qbcoach_engine::coaching::locks::{DEFAULT_BUDGET, Locks, Proof, Sight, prove};
use qbcoach_engine::observation::AnnotatedState;
use qbcoach_engine::rules::{CardId, Rulebook, Side};
use qbcoach_engine::simulation::hand::Hand;
use qbcoach_engine::simulation::pile::Pile;

use crate::locks::endgames::{EndgameSize, EnemyDeck, endgames};
use crate::locks::fixtures::book;
use crate::locks::oracle::in_order;
use crate::support::BOTH;

const SMALL: EndgameSize = EndgameSize {
    empty_tiles: 6,
    cards: 4,
};
/// The number of endgames in tests that prove each endgame several times.
const FEW: usize = 30;
/// More endgames, because locks that are proved without your hand are rare.
const MANY: usize = 100;

fn some_endgames(book: &Rulebook, most: usize) -> Vec<AnnotatedState> {
    let both = [EnemyDeck::Known, EnemyDeck::Unknown];
    let endgames = both.map(|enemy_deck| endgames(book, SMALL, enemy_deck, most));
    endgames.concat()
}

fn by_public(book: &Rulebook, annotated: &AnnotatedState) -> Locks {
    prove(book, annotated, Sight::PublicOnly, DEFAULT_BUDGET)
}

fn with_your_hand(book: &Rulebook, annotated: &AnnotatedState) -> Locks {
    prove(book, annotated, Sight::YourHand, DEFAULT_BUDGET)
}

/// The same match with as many other cards in your hand and deck: any cards of the
/// catalogue, including tokens and too many copies.
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
fn public_proofs_do_not_depend_on_your_cards() {
    for rules in BOTH {
        let book = book(rules);
        let mut chance = Chance::new(1, 11);
        let mut different = 0;
        for annotated in some_endgames(&book, FEW) {
            let locks = by_public(&book, &annotated);
            for _ in 0..3 {
                let other = with_other_cards(&book, &annotated, &mut chance);
                assert_eq!(by_public(&book, &other), locks);
                different +=
                    u32::from(with_your_hand(&book, &other) != with_your_hand(&book, &annotated));
            }
        }
        // Proofs that use your hand do depend on it, so the test could fail.
        assert!(different > 20, "{rules}: only {different} differ");
    }
}

#[test]
fn no_hand_refutes_a_public_proof() {
    for rules in BOTH {
        let book = book(rules);
        let mut chance = Chance::new(2, 11);
        let mut claimed = 0;
        for annotated in some_endgames(&book, MANY) {
            let locks = by_public(&book, &annotated);
            let other = with_other_cards(&book, &annotated, &mut chance);
            for holding in [&annotated, &other] {
                let seen = with_your_hand(&book, holding);
                for (lock, seen) in in_order(&locks).into_iter().zip(in_order(&seen)) {
                    let refuted = matches!(seen.proof, Proof::Refuted { .. });
                    assert!(lock.locked.is_none() || !refuted, "{rules}: {lock:?}");
                    claimed += u32::from(lock.locked == Some(Side::Enemy));
                }
            }
        }
        assert!(claimed > 0, "{rules}: no lock of the enemy is proved");
    }
}

#[test]
fn your_leads_have_the_same_proofs_with_and_without_your_hand() {
    for rules in BOTH {
        let book = book(rules);
        for annotated in some_endgames(&book, FEW) {
            let (public, hand) = (
                by_public(&book, &annotated),
                with_your_hand(&book, &annotated),
            );
            for (public, hand) in in_order(&public).into_iter().zip(in_order(&hand)) {
                if public.leader == Some(Side::You) {
                    assert_eq!(public, hand, "{rules}");
                }
            }
        }
    }
}
