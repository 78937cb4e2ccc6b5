//! If the enemy's deck is not known, a proof must hold for every deck.

use qbcoach_engine::coaching::locks::{DEFAULT_BUDGET, Proof, Sight, TriedCards, prove};
use qbcoach_engine::rules::{Owner, Side, TileSet};

use crate::locks::endgames::{EndgameSize, EnemyDeck, endgames};
use crate::locks::fixtures::{book, locks, unknown};
use crate::locks::oracle::{AnyDeck, in_order, winners};
use crate::support::BOTH;

#[test]
fn no_claimed_lock_is_contradicted_by_any_deck() {
    for rules in BOTH {
        let book = book(rules);
        let size = EndgameSize {
            empty_tiles: 3,
            cards: 2,
        };
        let (mut true_locks, mut found, mut looked_at) = (0, 0, 0);
        for annotated in endgames(&book, size, EnemyDeck::Unknown, 1_500) {
            let board = &annotated.state.position.board;
            let empty = TileSet::ALL.without(board.occupied());
            let mut open = empty
                .iter()
                .filter(|tile| board.owner(*tile) == Owner::Held(Side::Enemy));
            if open.next().is_none() || open.next().is_some() || looked_at == 40 {
                continue;
            }
            looked_at += 1;
            let hand = &annotated.state.holdings.enemy.hand;
            let held = hand.added_by_effects();
            let draws = hand.len() as usize - held.len()
                + annotated.state.holdings.enemy.pile.len() as usize;
            let before = winners(&board.score(&book));
            let mut oracle = AnyDeck {
                book: &book,
                side: Side::Enemy,
                before,
                changed: [false; 4],
            };
            let seen = annotated.observation.seen_deck_cards(Side::Enemy);
            oracle.try_all_plays(board, &held, &seen, draws);
            let locks = prove(&book, &annotated, Sight::YourHand, DEFAULT_BUDGET);
            for (index, lock) in in_order(&locks).into_iter().enumerate() {
                // The oracle lets the enemy play on, which it cannot after your pass.
                if lock.leader != Some(Side::You) || lock.proof == Proof::PassEnds {
                    continue;
                }
                let truth = !oracle.changed[index];
                assert!(lock.locked.is_none() || truth, "{rules}: {}", lock.words());
                if let Proof::Refuted { .. } = lock.proof {
                    assert!(!truth, "{rules}: a lock is refuted");
                }
                true_locks += usize::from(truth);
                found += usize::from(lock.locked.is_some());
            }
        }
        eprintln!("{rules}: {found} of {true_locks} locks against any deck, {looked_at} endgames");
        assert!(looked_at > 4 && true_locks > 0);
        assert!(
            found * 10 > true_locks * 8,
            "{rules}: {found} of {true_locks}"
        );
    }
}

const LAST_TILE: &str = "
    y1[001+90] y1[001] y1[001] e1[001] e1
    y1[001] y1[001] e1[001] e1[001] e1[001]
    y1[001] y1[001] e1[001] e1[001] e1[001]";

#[test]
fn a_large_lead_is_locked_against_every_card_on_the_last_tile() {
    for rules in BOTH {
        let book = book(rules);
        let locks = locks(&book, &unknown(&book, LAST_TILE, "", "002"));
        assert_eq!(locks.match_.locked, Some(Side::You));
        let Proof::EveryLine { with, positions } = locks.match_.proof else {
            panic!("{:?}", locks.match_);
        };
        assert_eq!(with, TriedCards::AnyDeck { cards: 1 });
        assert!(positions > 50, "many cards could be played there");
    }
}

#[test]
fn the_enemys_real_hand_does_not_change_the_proofs() {
    for rules in BOTH {
        let book = book(rules);
        let one = locks(&book, &unknown(&book, LAST_TILE, "", "002"));
        let other = locks(&book, &unknown(&book, LAST_TILE, "", "055"));
        assert_eq!(one, other);
    }
}
