//! If the enemy's deck is known, no claim is contradicted and most facts are found.

use qbcoach_engine::rules::{CardId, Rulebook};

use crate::agreement::walk::{MIXES, rules_mix};
use crate::endgame::fixtures::Recall;
use crate::endgame::small_endgames::small_endgames;
use crate::locks::endgames::EnemyDeck;
use crate::locks::fixtures::book;

const PLAYS: u64 = 15_000;

fn collectible(book: &Rulebook) -> Vec<CardId> {
    book.catalogue.collectible().map(|card| card.id).collect()
}

/// Cards that cost little, replace others or act on others come up more often.
fn lively(book: &Rulebook) -> Vec<CardId> {
    let numbers = "001 006 007 008 010 019 022 025 027 034 037 039 040 041 051 052 057 059 067 \
        072 074 076 077 083 091 092 094 096 105 106 123 129 139 142";
    let find = |number| book.catalogue.find(number).expect("the card exists");
    numbers.split_whitespace().map(find).collect()
}

#[track_caller]
fn check(what: &str, book: &Rulebook, cards: &[CardId], seeds: std::ops::Range<u64>) -> Recall {
    let mut recall = Recall::default();
    for annotated in small_endgames(book, cards, EnemyDeck::Known, 4, seeds) {
        let unseen = annotated.observation.known_enemy_deck_remaining();
        let unseen = unseen.expect("the deck is known").to_vec();
        recall.check(book, &annotated, &unseen, PLAYS);
    }
    recall.print(what);
    recall
}

#[test]
fn no_claim_is_contradicted_and_most_facts_are_found() {
    for rules in ["canon", "rebirth"] {
        let book = book(rules);
        let recall = check(rules, &book, &collectible(&book), 0..250);
        let (lower, upper) = recall.shares();
        assert!(recall.lower.1 > 100 && recall.upper.1 > 100);
        assert!(lower > 0.95, "{rules}: only {lower:.3} of the lower bounds");
        assert!(upper > 0.7, "{rules}: only {upper:.3} of the upper bounds");
    }
}

#[test]
fn no_claim_is_contradicted_with_cards_that_replace_destroy_and_add() {
    for rules in ["canon", "rebirth"] {
        let book = book(rules);
        let recall = check(rules, &book, &lively(&book), 1_000..1_040);
        assert!(recall.positions > 100);
    }
}

#[test]
fn no_claim_is_contradicted_under_any_mix_of_knobs() {
    let catalogue = book("canon").catalogue;
    for number in 0..MIXES {
        let book = Rulebook::new(catalogue.clone(), rules_mix(number));
        let seeds = 2_000 + number as u64 * 100;
        check(
            &book.rules.to_string(),
            &book,
            &lively(&book),
            seeds..seeds + 3,
        );
    }
}
