//! Decks made from a seed.

use qbcoach_engine::rules::{Cost, Rules};
use qbcoach_engine::simulation::deck::Deck;
use qbcoach_measure::made_decks::{MadeDecks, MadeDecksError};

use crate::selfplay::{book, shipped};

#[test]
fn made_decks_are_legal_under_both_presets_and_have_a_usual_curve() {
    let book = book("canon");
    for seed in 0..5 {
        let decks = MadeDecks { seed, number: 40 }
            .make(&book)
            .expect("there are cards");
        assert_eq!(decks.len(), 40);
        for deck in &decks {
            for (_, rules) in Rules::PRESETS {
                let checked = Deck::check(&book.catalogue, &rules, &deck.cards);
                assert!(checked.is_ok(), "{}: {checked:?}", deck.tag);
            }
            let costs = deck.cards.iter().map(|card| book.catalogue[*card].cost);
            let of_rank = |rank: u8| {
                let has = |cost: &Cost| matches!(cost, Cost::Pawns(needed) if needed.get() == rank);
                costs.clone().filter(has).count()
            };
            assert!((7..=9).contains(&of_rank(1)), "{}", deck.tag);
            assert!((1..=6).contains(&of_rank(2)), "{}", deck.tag);
            assert!((2..=3).contains(&of_rank(3)), "{}", deck.tag);
        }
    }
}

#[test]
fn a_seed_makes_the_same_decks_under_both_presets_and_another_makes_others() {
    let make = |rules: &str, seed| {
        let made = MadeDecks { seed, number: 30 };
        made.make(&book(rules)).expect("there are cards")
    };
    assert_eq!(make("canon", 7), make("rebirth", 7));
    let cards = |seed| make("canon", seed).into_iter().map(|deck| deck.cards);
    assert!(cards(7).zip(cards(8)).all(|(one, other)| one != other));
    // More decks begin with the same ones.
    let fewer = MadeDecks { seed: 7, number: 3 };
    assert_eq!(
        fewer.make(&book("canon")),
        Ok(make("canon", 7)[..3].to_vec())
    );
}

#[test]
fn no_made_deck_is_a_shipped_one_and_together_they_use_most_cards() {
    let book = book("canon");
    let decks = MadeDecks {
        seed: 1,
        number: 100,
    }
    .make(&book)
    .expect("there are cards");
    let known = shipped(&book);
    let mut used: Vec<_> = decks.iter().flat_map(|deck| deck.cards.clone()).collect();
    assert!(
        decks
            .iter()
            .all(|deck| known.iter().all(|other| other.cards != deck.cards))
    );
    used.sort_unstable();
    used.dedup();
    let all = book.catalogue.collectible().count();
    assert!(used.len() * 10 > all * 9, "{} of {all}", used.len());
}

#[test]
fn other_deck_sizes_are_made_too() {
    for rules in [
        "canon deckSize=10",
        "rebirth deckSize=60",
        "canon deckSize=1",
    ] {
        let book = book(rules);
        let made = MadeDecks { seed: 2, number: 9 };
        for deck in made.make(&book).expect("there are cards") {
            let checked = Deck::check(&book.catalogue, &book.rules, &deck.cards);
            assert!(checked.is_ok(), "{rules}: {checked:?}");
        }
    }
}

#[test]
fn the_words_of_made_decks_are_read() {
    let read = |text| MadeDecks::parse(text);
    assert_eq!(
        read("made:7"),
        Some(Ok(MadeDecks {
            seed: 7,
            number: 22
        }))
    );
    assert_eq!(
        read(" made:7x40 "),
        Some(Ok(MadeDecks {
            seed: 7,
            number: 40
        }))
    );
    assert_eq!(read("swarm"), None);
    for wrong in [
        "made:",
        "made:x",
        "made:7x0",
        "made:7x1001",
        "made:-1",
        "made:seven",
    ] {
        let error = read(wrong).expect("decks are to be made").expect_err(wrong);
        assert!(
            matches!(error, MadeDecksError::Unreadable { .. }),
            "{wrong}"
        );
        assert!(error.to_string().contains("made:7x40"), "{error}");
    }
}
