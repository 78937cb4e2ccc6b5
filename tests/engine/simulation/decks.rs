//! Decks: legality, reading from texts, the shipped decks and a player's own.

mod codes;
mod library;
mod texts;

use std::collections::BTreeMap;

use proptest::prelude::ProptestConfig;
use proptest::test_runner::FileFailurePersistence;
use qbcoach_engine::rules::data::embedded;
use qbcoach_engine::rules::{CardId, Cost, Rarity, Rules};
use qbcoach_engine::simulation::deck::{Deck, DeckFault, cards_from_text};
use qbcoach_engine::simulation::deck_library::DeckLibrary;

fn library() -> DeckLibrary {
    DeckLibrary::embedded(&embedded()).expect("the shipped decks are right")
}

fn presets() -> [Rules; 2] {
    Rules::PRESETS.map(|(_, rules)| rules)
}

#[track_caller]
fn cards(text: &str) -> Vec<CardId> {
    cards_from_text(&embedded(), text).unwrap_or_else(|error| panic!("{error}"))
}

#[track_caller]
fn numbers(text: &str) -> Vec<String> {
    let catalogue = embedded();
    let numbers = cards(text)
        .into_iter()
        .map(|card| catalogue[card].number.clone());
    numbers.collect()
}

/// The faults of a deck text under rebirth, whose limits are tighter.
#[track_caller]
fn deck_faults(text: &str) -> Vec<DeckFault> {
    let checked = Deck::check(&embedded(), &Rules::rebirth(), &cards(text));
    checked.expect_err("it is not a deck").faults
}

/// Fifteen cards that both presets allow.
const LEGAL: &str = "2x001 2x007 2x008 2x019 2x002 2x011 021 029 044";

fn config() -> ProptestConfig {
    ProptestConfig {
        // No file is written for a failing case; it is printed in full.
        failure_persistence: Some(Box::new(FileFailurePersistence::Off)),
        ..ProptestConfig::with_cases(128)
    }
}

#[test]
fn shipped_decks_are_legal_under_both_presets() {
    let (catalogue, library) = (embedded(), library());
    assert!(library.list().len() >= 16);
    for named in library.list() {
        for rules in presets() {
            let deck = named.deck(&catalogue, &rules);
            let deck = deck.unwrap_or_else(|error| panic!("{} {rules}: {error}", named.tag));
            assert_eq!(deck.cards(), named.cards, "the order is kept");
        }
    }
}

#[test]
fn shipped_decks_can_be_played_from_the_opening() {
    let catalogue = embedded();
    for named in library().list() {
        let mut costs: BTreeMap<String, usize> = BTreeMap::new();
        for card in &named.cards {
            *costs.entry(catalogue[*card].cost.to_string()).or_default() += 1;
        }
        let has = |cost: &str| costs.get(cost).copied().unwrap_or_default();
        assert!((7..=9).contains(&has("1")), "{}: {costs:?}", named.tag);
        assert!((4..=5).contains(&has("2")), "{}: {costs:?}", named.tag);
        assert!((1..=3).contains(&has("3")), "{}: {costs:?}", named.tag);
        let replacement = Cost::Replacement.to_string();
        assert!(has(&replacement) <= 3, "{}: {costs:?}", named.tag);
    }
}

#[test]
fn no_two_shipped_decks_share_more_than_eleven_cards_or_a_name() {
    let library = library();
    let decks: Vec<_> = library.list().collect();
    for (index, one) in decks.iter().enumerate() {
        for other in &decks[index + 1..] {
            let mut rest = other.cards.clone();
            let shared = one.cards.iter().filter(|card| {
                let found = rest.iter().position(|other| other == *card);
                found.map(|at| rest.swap_remove(at)).is_some()
            });
            let shared = shared.count();
            assert!(shared <= 11, "{} and {}: {shared}", one.tag, other.tag);
            assert_ne!(one.name, other.name);
            assert_ne!(one.style, other.style);
        }
    }
}

#[test]
fn a_deck_keeps_the_order_it_was_given() {
    let given = cards("044 029 021 2x011 2x002 2x019 2x008 2x007 2x001");
    let deck = Deck::check(&embedded(), &Rules::rebirth(), &given).expect("it is legal");
    assert_eq!(deck.cards(), given);
    assert_eq!(deck.into_cards(), given);
}

#[test]
fn the_message_for_a_wrong_deck_size_says_how_many_cards_to_add_or_take_out() {
    for (text, message) in [
        ("", "the deck has 0 of 15 cards: add 15"),
        ("001", "the deck has 1 of 15 cards: add 14"),
        (
            "2x001 2x007 2x008 2x019 2x002 2x011 2x021 2x029",
            "the deck has 16 of 15 cards: take out 1",
        ),
    ] {
        let faults = deck_faults(text);
        assert!(matches!(faults[..], [DeckFault::WrongSize { .. }]));
        assert_eq!(faults[0].to_string(), message);
    }
}

#[test]
fn limits_of_copies_are_those_of_the_rules() {
    let catalogue = embedded();
    let three = cards("3x001 2x007 2x008 2x019 2x002 2x011 021 029");
    let legendary = cards("2x001 2x007 2x008 2x019 2x002 2x011 021 2x107");
    for cards in [&three, &legendary] {
        Deck::check(&catalogue, &Rules::canon(), cards).expect("canon allows three of any");
    }
    let faults = |cards: &[CardId]| {
        let error = Deck::check(&catalogue, &Rules::rebirth(), cards).expect_err("rebirth not");
        (error.faults.clone(), error.to_string())
    };
    let too_many = |text: &str, label: &str, rarity, allowed, found| DeckFault::TooManyCopies {
        card: cards(text)[0],
        label: label.to_owned(),
        rarity,
        allowed,
        found,
    };
    let (found, message) = faults(&three);
    let expected = too_many("001", "001 Security Officer", Rarity::Standard, 2, 3);
    assert_eq!(found, [expected]);
    assert_eq!(
        message,
        "001 Security Officer is there 3 times, and a standard card may be 2 at most: take out 1"
    );
    let (found, message) = faults(&legendary);
    let expected = too_many("107", "107 Chocobo & Moogle", Rarity::Legendary, 1, 2);
    assert_eq!(found, [expected]);
    assert!(
        message.contains("a legendary card may be 1 at most"),
        "{message}"
    );
}

#[test]
fn a_token_is_never_in_a_deck_whatever_its_copies() {
    let faults = deck_faults("3xT01 2x007 2x008 2x019 2x002 2x011 021 029");
    let [fault] = &faults[..] else {
        panic!("{faults:?}")
    };
    assert_eq!(
        fault.to_string(),
        "T01 Mandragora Minion is a token, which is never in a deck: take it out, \
         or put in 010 Mandragora, which makes it"
    );
}

#[test]
fn all_faults_of_a_deck_are_reported_at_once() {
    let error = Deck::check(&embedded(), &Rules::rebirth(), &cards("t09 107x3 019x4"))
        .expect_err("it is not a deck");
    let kinds: Vec<&str> = error
        .faults
        .iter()
        .map(|fault| match fault {
            DeckFault::WrongSize { .. } => "size",
            DeckFault::TooManyCopies { label, .. } | DeckFault::TokenInDeck { label, .. } => label,
        })
        .collect();
    let expected = [
        "size",
        "019 Crawler",
        "107 Chocobo & Moogle",
        "T09 Diamond Dust",
    ];
    assert_eq!(kinds, expected);
    assert_eq!(error.to_string().lines().count(), 4);
}
