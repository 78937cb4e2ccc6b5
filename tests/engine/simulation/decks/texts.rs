//! Reading decks from texts that people write.

use proptest::prelude::*;
use proptest::sample::select;
use qbcoach_engine::rules::CardId;
use qbcoach_engine::rules::data::embedded;
use qbcoach_engine::simulation::deck::{DeckTextFault, cards_from_text};

use super::{LEGAL, cards, config, numbers};

fn text_faults(text: &str) -> Vec<DeckTextFault> {
    match cards_from_text(&embedded(), text) {
        Ok(_) => Vec::new(),
        Err(error) => error.faults,
    }
}

#[test]
fn a_deck_text_is_read_however_it_is_written() {
    for (text, expected) in [
        ("", ""),
        (" ,;\n\r\n# nothing but a comment", ""),
        ("001 1\t19", "001 001 019"),
        ("crawler; Levrikon ,\n008", "019 007 008"),
        ("2x crawler", "019 019"),
        ("2 x crawler, 2X Mu, 2× zu", "019 019 009 009 015 015"),
        ("crawler x2; crawler x 2", "019 019 019 019"),
        (
            "2x019, 019x2, 2x19, 19x2",
            "019 019 019 019 019 019 019 019",
        ),
        ("2x 001 019 x2 t01", "001 001 019 019 T01"),
        ("2xT01, T01x2 001", "T01 T01 T01 T01 001"),
        ("019 Crawler x2 # opener, good", "019 019"),
        (
            "2x 2-C SOLDIER Operator, 2-c soldier operator",
            "079 079 079",
        ),
        ("T10 Diamond Dust", "T10"),
        (
            "2 Security Officer\n2 Riot Trooper\n1 Mu, 3 crawler",
            "001 001 002 002 009 019 019 019",
        ),
        ("19 Crawler, 002 Riot Trooper", "019 002"),
        ("chocobo & moogle, Toxirat x1", "107 006"),
    ] {
        let expected: Vec<&str> = expected.split_whitespace().collect();
        assert_eq!(numbers(text), expected, "{text}");
    }
    assert_eq!(cards(LEGAL).len(), 15);
}

#[test]
fn every_wrong_entry_of_a_deck_text_is_reported_once() {
    let text = "crawlr, 001 999, 0x crawler, 61x019, 2x, crawler levrikon, Diamond Dust, crawlr";
    let messages: Vec<String> = text_faults(text).iter().map(|f| f.to_string()).collect();
    assert_eq!(messages.len(), 7, "{messages:#?}");
    for (message, expected) in messages.iter().zip([
        "there is no card `crawlr`; did you mean 019 Crawler",
        "there is no card `999`",
        "`0x crawler` is not a number of copies: say 1 to 60",
        "`61x019` is not a number of copies",
        "`2x` has a count but no card",
        "`crawler levrikon` is more than one card: put a comma between them",
        "several cards are called `Diamond Dust`: give the number of one of T09",
    ]) {
        assert!(message.starts_with(expected), "{message} is not {expected}");
    }
}

#[test]
fn faults_of_a_list_name_their_lines() {
    let text = "2 Security Officer\n2 Crawlr\n\n1 Levrikn\n3 Crawlr";
    let error = cards_from_text(&embedded(), text).expect_err("two wrong names");
    let message = error.to_string();
    let lines: Vec<&str> = message.lines().collect();
    assert_eq!(error.lines, [2, 4, 5]);
    assert!(
        lines[0].starts_with("line 2: there is no card `Crawlr`"),
        "{message}"
    );
    assert!(
        lines[1].starts_with("line 4: there is no card `Levrikn`"),
        "{message}"
    );
    let one_line = cards_from_text(&embedded(), "crawlr").expect_err("a wrong name");
    assert!(one_line.to_string().starts_with("there is no card"));
}

#[test]
fn a_text_too_long_for_a_deck_gets_one_short_fault() {
    let faults = text_faults(&"nonsense,".repeat(201));
    assert_eq!(faults, [DeckTextFault::TooManyEntries { found: 201 }]);
    let error = cards_from_text(&embedded(), &"y".repeat(100_000)).expect_err("no card");
    assert!(error.to_string().chars().count() < 400);
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn any_text_is_read_or_gives_faults(text in any::<String>()) {
        let _ = cards_from_text(&embedded(), &text).map_err(|error| error.to_string());
    }

    #[test]
    fn any_mixture_of_counts_and_cards_is_read_or_gives_faults(
        words in prop::collection::vec(
            select(vec!["2x", "x2", "x", "×", "019", "999", "T01", "crawler", "2x019", "019x2",
                "99999999999999999999x", ",", ";", "\n", "#", "Mu", "é"]),
            0..12,
        ),
        glue in select(vec!["", " "]),
    ) {
        let text = words.join(glue);
        match cards_from_text(&embedded(), &text) {
            Ok(cards) => prop_assert!(cards.len() <= 60 * words.len()),
            Err(error) => prop_assert!(!error.faults.is_empty() && !error.to_string().is_empty()),
        }
    }

    #[test]
    fn numbers_names_and_labels_read_back_as_the_same_cards(
        picks in prop::collection::vec(0..145usize, 0..20),
        form in 0..3usize,
        separator in select(vec![", ", ";", "\n", " ,\r\n"]),
    ) {
        let catalogue = embedded();
        let picked: Vec<_> = picks.iter().map(|pick| &catalogue.cards()[*pick]).collect();
        let written: Vec<String> = picked
            .iter()
            .map(|card| match form {
                0 => card.number.clone(),
                1 => card.name.clone(),
                _ => format!("{} {}", card.number, card.name),
            })
            .collect();
        let expected: Vec<CardId> = picked.iter().map(|card| card.id).collect();
        prop_assert_eq!(cards_from_text(&catalogue, &written.join(separator)), Ok(expected));
    }
}
