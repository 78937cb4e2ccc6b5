//! Made-up cards with any abilities that the data allows: neither a claim about the match
//! nor a lock is contradicted, although no shipped card does such things.

use qbcoach_engine::coaching::locks::{Proof, Sight, prove};
use qbcoach_engine::observation::AnnotatedState;
use qbcoach_engine::rules::{Board, CardId, CardKind, Play, Rulebook, Side, TileId};

use crate::agreement::made_up_cards::made_up_file;
use crate::agreement::walk::{MIXES, rules_mix};
use crate::endgame::fixtures::Recall;
use crate::endgame::small_endgames::small_endgames;
use crate::locks::endgames::{EnemyDeck, cards_left};
use crate::locks::oracle::{Winners, in_order, winners};
use crate::support::{HandAdditions, catalogue_with};

fn made_up(seed: u64) -> (Rulebook, Vec<CardId>) {
    let catalogue = catalogue_with(&made_up_file(seed));
    let book = Rulebook::new(catalogue, rules_mix(seed as usize % MIXES));
    let cards = book.catalogue.cards().iter();
    let cards =
        cards.filter(|card| card.name.starts_with("Made Up") && card.kind == CardKind::Collectible);
    let cards = cards.map(|card| card.id).collect();
    (book, cards)
}

fn some_endgames(book: &Rulebook, cards: &[CardId], seed: u64) -> Vec<AnnotatedState> {
    let seeds = seed * 10..seed * 10 + 5;
    small_endgames(book, cards, EnemyDeck::Known, 3, seeds)
}

#[test]
fn no_claim_is_contradicted() {
    let mut recall = Recall::default();
    for seed in 0..60 {
        let (book, cards) = made_up(seed);
        for annotated in some_endgames(&book, &cards, seed) {
            let unseen = annotated.observation.known_enemy_deck_remaining();
            let unseen = unseen.expect("the deck is known").to_vec();
            recall.check(&book, &annotated, &unseen, 4_000);
        }
    }
    recall.print("made-up cards");
    assert!(recall.lower.1 > 50 && recall.upper.1 > 50);
}

/// Which winners a side can change while the other passes, in as many plays as are left.
struct EveryLine<'a> {
    book: &'a Rulebook,
    side: Side,
    before: Winners,
    changed: [bool; 4],
    plays_left: u32,
}

impl EveryLine<'_> {
    /// `None` if there are too many lines.
    fn try_all(&mut self, board: &Board, cards: &[CardId]) -> Option<()> {
        let now = winners(&board.score(self.book));
        for (index, changed) in self.changed.iter_mut().enumerate() {
            *changed |= now[index] != self.before[index];
        }
        if board.is_full() {
            return Some(());
        }
        for (index, card) in cards.iter().enumerate() {
            for tile in TileId::all() {
                let mut next = *board;
                let mut added = HandAdditions::default();
                let play = Play { card: *card, tile };
                if next.play(self.book, self.side, play, &mut added).is_ok() {
                    self.plays_left = self.plays_left.checked_sub(1)?;
                    let mut rest = cards.to_vec();
                    rest.remove(index);
                    let given = added.0.iter().filter(|(to, _)| *to == self.side);
                    rest.extend(given.map(|(_, card)| *card));
                    self.try_all(&next, &rest)?;
                }
            }
        }
        Some(())
    }
}

#[test]
fn no_lock_is_contradicted() {
    let (mut out_of_reach, mut searched) = (0, 0);
    for seed in 100..400 {
        let (book, cards) = made_up(seed);
        for annotated in some_endgames(&book, &cards, seed) {
            let board = &annotated.state.position.board;
            let locks = prove(&book, &annotated, Sight::YourHand, 2_000);
            for side in Side::BOTH {
                let mut lines = EveryLine {
                    book: &book,
                    side,
                    before: winners(&board.score(&book)),
                    changed: [false; 4],
                    plays_left: 3_000,
                };
                let cards = cards_left(&annotated.state, side);
                // Made-up cards allow lines of thousands of plays, and each takes a step of
                // the recursion. The proof itself runs on an ordinary stack.
                let tried = std::thread::scope(|scope| {
                    std::thread::Builder::new()
                        .stack_size(256 << 20)
                        .spawn_scoped(scope, || lines.try_all(board, &cards))
                        .expect("a thread can be started")
                        .join()
                        .expect("the lines are legal")
                });
                if tried.is_none() {
                    continue;
                }
                for (lock, changed) in in_order(&locks).into_iter().zip(lines.changed) {
                    if lock.leader != Some(side.opponent()) || lock.proof == Proof::PassEnds {
                        continue;
                    }
                    let is_true = lock.locked.is_none() || !changed;
                    assert!(is_true, "{}: {} in {board:?}", book.rules, lock.words());
                    out_of_reach += u32::from(lock.proof == Proof::OutOfReach);
                    searched += u32::from(matches!(lock.proof, Proof::EveryLine { .. }));
                }
            }
        }
    }
    eprintln!("made-up cards: {out_of_reach} leads out of reach, {searched} searched");
    // Most leads in these endgames are searched through; far fewer would test little.
    assert!(out_of_reach + searched > 500, "{out_of_reach}, {searched}");
}
