//! What earlier matches against the same opponent say about its deck.

use super::fixtures::{having_seen, shipped};
use qbcoach_engine::coaching::Coach;
use qbcoach_engine::observation::Observation;
use qbcoach_engine::prediction::{Archetypes, RememberedDeck, SeenInMatch, remembered_decks};
use qbcoach_engine::rules::{CardId, Rulebook, Rules};

const DECK_SIZE: usize = 15;

fn cards(book: &Rulebook, numbers: &str) -> Vec<CardId> {
    let card = |number| book.catalogue.by_number(number).expect("a number");
    numbers.split_whitespace().map(card).collect()
}

/// Decks from what was seen in matches: `=` before a whole deck.
#[track_caller]
fn check(matches: &[&str], expected: &[(&str, u32)]) {
    let book = Rulebook::embedded(Rules::canon());
    let seen = |text: &&str| match text.strip_prefix('=') {
        Some(deck) => SeenInMatch {
            cards: Vec::new(),
            deck: Some(cards(&book, deck)),
        },
        None => SeenInMatch {
            cards: cards(&book, text),
            deck: None,
        },
    };
    let seen: Vec<SeenInMatch> = matches.iter().map(seen).collect();
    let expected: Vec<RememberedDeck> = expected
        .iter()
        .map(|(deck, matches)| RememberedDeck {
            cards: cards(&book, deck),
            matches: *matches,
        })
        .collect();
    assert_eq!(remembered_decks(DECK_SIZE, &seen), expected);
}

#[test]
fn matches_that_share_half_of_their_cards_are_of_one_deck() {
    check(&["001 002 019"], &[("001 002 019", 1)]);
    check(&["001 002 019", "001 002 020"], &[("001 002 019 020", 2)]);
    check(&["001 001 002", "001 002 002"], &[("001 001 002 002", 2)]);
}

#[test]
fn matches_that_share_less_are_of_two_decks() {
    check(
        &["001 002 019", "005 006 007", "001 002 007"],
        &[("001 002 007 019", 2), ("005 006 007", 1)],
    );
}

#[test]
fn a_whole_deck_takes_in_what_was_seen_of_it() {
    let deck = "001 001 002 002 003 003 004 004 005 005 006 006 007 007 008";
    let whole = format!("={deck}");
    check(&["001 002 008", &whole], &[(deck, 2)]);
    check(&["020"], &[("020", 1)]);
    check(&[""], &[]);
}

#[test]
fn a_remembered_deck_becomes_likely_and_what_is_seen_can_refute_it() {
    let book = Rulebook::embedded(Rules::canon());
    let archetypes: Archetypes = shipped(&book);
    let deck = archetypes.decks[0].clone();
    let known = RememberedDeck {
        cards: {
            let mut cards = deck.clone();
            cards.sort_unstable();
            cards
        },
        matches: 3,
    };
    let coach = Coach::new(book.clone(), archetypes);
    let chance_of_deck = |coach: &Coach, observation: &Observation| {
        let belief = coach.prediction().infer_enemy_decks(observation);
        let belief = belief.expect("the cards are legal");
        let common = |cards: &[CardId]| {
            let mut left = known.cards.clone();
            cards
                .iter()
                .filter(|card| {
                    let at = left.iter().position(|known| known == *card);
                    at.map(|at| left.remove(at)).is_some()
                })
                .count()
        };
        let near = belief.decks.iter().filter(|deck| common(&deck.cards) >= 12);
        near.map(|deck| deck.weight).sum::<f64>()
    };
    let nothing = Observation::new(None);
    let remembering = coach.remembering(vec![known.clone()]);
    let (before, after) = (
        chance_of_deck(&coach, &nothing),
        chance_of_deck(&remembering, &nothing),
    );
    assert!(before < 0.2 && after > 0.7, "{before} and {after}");
    let others: Vec<CardId> = book
        .catalogue
        .collectible()
        .map(|card| card.id)
        .filter(|card| !known.cards.contains(card))
        .take(5)
        .collect();
    let refuted = chance_of_deck(&remembering, &having_seen(&book, None, &others));
    assert!(refuted < 0.05, "{refuted}");
}
