//! Deck codes: writing and reading them, and the errors of wrong ones.

use proptest::prelude::*;
use proptest::sample::{Index, select};
use qbcoach_engine::rules::data::{DataFile, embedded, load};
use qbcoach_engine::rules::{CardId, Catalogue};
use qbcoach_engine::simulation::deck_code::{DeckCode, DeckCodeError};
use qbcoach_engine::simulation::deck_library::ReadDeckError;
use serde_json::json;

use super::{LEGAL, cards, config, library, numbers};

#[track_caller]
fn code(text: &str) -> String {
    let code = DeckCode::of(&embedded(), &cards(text));
    code.expect("these cards have a code").to_string()
}

fn read(text: &str) -> Result<Vec<CardId>, DeckCodeError> {
    DeckCode::read(&embedded(), text)
}

fn sorted(mut cards: Vec<CardId>) -> Vec<CardId> {
    cards.sort_unstable();
    cards
}

/// Any cards, including tokens, in any order, as many as a code can hold.
fn any_cards() -> impl Strategy<Value = Vec<CardId>> {
    let all: Vec<CardId> = embedded().cards().iter().map(|card| card.id).collect();
    prop::collection::vec(select(all), 1..=60)
}

/// People keep codes in chats and links, so their meaning must never change.
#[test]
fn a_code_means_the_same_forever() {
    for (text, expected) in [
        ("001", "QB1-G1PE"),
        ("2x T21", "QB1-040JR3W"),
        ("3x001, T01", "QB1-HG3XWJZ7"),
        (LEGAL, "QB1-H8PA5AZ9F5G7QX"),
        ("60x019", "QB1-DFZZZZZZZZZZZ0NAY"),
    ] {
        assert_eq!(code(text), expected, "{text}");
        assert_eq!(read(expected), Ok(sorted(cards(text))), "{text}");
    }
}

#[test]
fn shipped_decks_have_codes_that_fit_a_chat_line() {
    let catalogue = embedded();
    for named in library().list() {
        let code = DeckCode::of(&catalogue, &named.cards).expect("it has a code");
        assert!(code.as_str().len() <= 24, "{} {code}", named.tag);
        let is_plain = |c: char| c.is_ascii_alphanumeric() || c == '-';
        assert!(code.as_str().chars().all(is_plain), "{code} fits a URL");
        assert_eq!(read(code.as_str()), Ok(sorted(named.cards.clone())));
    }
}

#[test]
fn a_code_is_read_in_any_case_and_with_letters_for_digits() {
    let code = code(LEGAL);
    let expected = read(&code);
    assert!(expected.is_ok());
    for written in [
        code.to_lowercase(),
        format!("  {code}\n"),
        code.replace('0', "o")
            .replace("1", "l")
            .replace("QBl", "QB1"),
        code.replace('0', "O")
            .replace("1", "I")
            .replace("QBI", "QB1"),
    ] {
        assert_eq!(read(&written), expected, "{written}");
    }
}

#[test]
fn the_error_of_a_wrong_code_names_the_problem() {
    let good = code(LEGAL);
    let long = format!("QB1-{}", "0".repeat(300));
    let longer = format!("{good}0");
    for (text, message) in [
        (
            "crawler",
            "`crawler` is not a deck code: one begins with QB1-",
        ),
        ("QB-HDJ4", "`QB-HDJ4` is not a deck code"),
        ("QB1HDJ4", "`QB1HDJ4` is not a deck code"),
        ("", "`` is not a deck code"),
        (
            "QB2-HDJ4JMCT",
            "version 2 and this program reads version 1: get",
        ),
        ("QB1-HDU4JMCT", "`U` at position 7 cannot be in a deck code"),
        ("QB1-HD 4JMCT", "` ` at position 7 cannot be"),
        (
            "QB1-",
            "ends after 4 characters and has at least 8: copy all",
        ),
        ("QB1-G06", "ends after 7 characters"),
        (&long, "has 304 characters and none has more than 244"),
        (&good[..good.len() - 1], "a typo, or a character is missing"),
        (&longer, "a typo, or a character is missing or too many"),
        (&sealed("QB1-0"), "fits its checksum but encodes no deck"),
        (&sealed("QB1-G10"), "fits its checksum but encodes no deck"),
        (&sealed("QB1-ZZZ"), "fits its checksum but encodes no deck"),
    ] {
        let error = read(text).expect_err(text).to_string();
        assert!(error.contains(message), "{text}: {error}");
    }
}

/// Appends the correct check characters, found by trying all.
fn sealed(beginning: &str) -> String {
    const ALPHABET: &str = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
    let all = || ALPHABET.chars();
    let endings = all().flat_map(|a| all().flat_map(move |b| all().map(move |c| [a, b, c])));
    let mut sealed = endings.map(|ending| beginning.chars().chain(ending).collect::<String>());
    let fits = |code: &String| read(code) != Err(DeckCodeError::Checksum);
    sealed.find(fits).expect("one of all endings fits")
}

fn with_own_card(number: &str) -> (Catalogue, Vec<CardId>) {
    let text = json!({"cards": [{
        "number": number, "name": "Stone Frog", "kind": "card", "rank": 1, "power": 1,
        "rarity": "standard", "range": "", "effects": [],
    }]});
    let text = &text.to_string();
    let name = "mine.json";
    let catalogue = load(&[DataFile { name, text }]).expect("the card is right");
    let card = catalogue.by_number(number).expect("it was added");
    (catalogue, vec![card])
}

#[test]
fn a_card_that_is_not_in_the_data_is_named() {
    let (catalogue, frog) = with_own_card("200");
    let code = DeckCode::of(&catalogue, &frog).expect("it has a code");
    assert_eq!(DeckCode::read(&catalogue, code.as_str()), Ok(frog));
    let error = read(code.as_str()).expect_err("it is not embedded");
    assert_eq!(
        error,
        DeckCodeError::UnknownCard {
            number: "200".to_owned()
        }
    );
    assert!(
        error
            .to_string()
            .ends_with("add the card with --cards FILE")
    );
}

#[test]
fn cards_that_no_code_can_express_have_no_code() {
    for number in ["FROG1", "1000", "T1", "0"] {
        let (catalogue, frog) = with_own_card(number);
        assert_eq!(DeckCode::of(&catalogue, &frog), None, "{number}");
    }
    let catalogue = embedded();
    assert_eq!(DeckCode::of(&catalogue, &[]), None);
    assert_eq!(DeckCode::of(&catalogue, &cards("60x001, 002")), None);
}

#[test]
fn a_code_is_accepted_wherever_a_deck_is_read() {
    let (catalogue, library) = (embedded(), library());
    let read = |text: &str| library.read(&catalogue, text);
    let code = code(LEGAL);
    assert_eq!(read(&code), Ok(sorted(cards(LEGAL))));
    assert_eq!(read(&code.to_lowercase()), Ok(sorted(cards(LEGAL))));
    assert_eq!(
        cards(&format!("# mine\n{code} # good\n")),
        sorted(cards(LEGAL))
    );
    assert_eq!(numbers("QB1-G1PE, crawler"), ["001", "019"]);
    let error_of = |text: &str| read(text).expect_err(text).to_string();
    assert!(error_of("QB1-G1PF").contains("has a typo"));
    assert!(error_of("qb7-G1PF").contains("version 7"));
    assert!(error_of("qb-swarm").contains("one begins with QB1-"));
    assert!(matches!(read("swarn"), Err(ReadDeckError::Tag(_))));
}

#[test]
fn any_two_wrong_characters_are_detected() {
    let code = code("T21, 2x019, 145");
    let places: Vec<usize> = ("QB1-".len()..code.len()).collect();
    let wrong = |place: usize| {
        let right = code.as_bytes()[place];
        let others = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ".iter().copied();
        others.filter(move |other| *other != right)
    };
    for (at, first) in places.iter().enumerate() {
        for second in &places[at + 1..] {
            for (one, two) in
                wrong(*first).flat_map(|one| wrong(*second).map(move |two| (one, two)))
            {
                let mut typo = code.clone().into_bytes();
                (typo[*first], typo[*second]) = (one, two);
                let typo = String::from_utf8(typo).expect("it is ASCII");
                assert_eq!(read(&typo), Err(DeckCodeError::Checksum), "{typo}");
            }
        }
    }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn a_code_reads_back_to_the_same_cards(cards in any_cards()) {
        let code = DeckCode::of(&embedded(), &cards).expect("they have a code");
        prop_assert!(DeckCode::is_meant_by(code.as_str()));
        prop_assert_eq!(read(code.as_str()), Ok(sorted(cards)));
    }

    #[test]
    fn equal_decks_have_equal_codes_in_any_order(
        (one, other) in any_cards().prop_flat_map(|cards| {
            (Just(cards.clone()), Just(cards).prop_shuffle())
        })
    ) {
        let catalogue = embedded();
        prop_assert_eq!(DeckCode::of(&catalogue, &one), DeckCode::of(&catalogue, &other));
    }

    #[test]
    fn a_changed_character_is_refused_or_means_the_same(
        cards in any_cards(), place in any::<Index>(), character in "[ -~]|\\PC"
    ) {
        let code = DeckCode::of(&embedded(), &cards).expect("they have a code").to_string();
        let place = place.index(code.len());
        let changed = format!("{}{character}{}", &code[..place], &code[place + 1..]);
        if let Ok(read) = read(&changed) {
            prop_assert_eq!(read, sorted(cards));
            let plain = changed.to_uppercase().replace(['I', 'L'], "1").replace('O', "0");
            prop_assert_eq!(plain, code, "only another way to write it is taken");
        }
    }

    #[test]
    fn exchanged_neighbouring_characters_are_refused(cards in any_cards(), place in any::<Index>()) {
        let code = DeckCode::of(&embedded(), &cards).expect("they have a code").to_string();
        let place = 4 + place.index(code.len() - 5);
        let mut swapped = code.clone().into_bytes();
        swapped.swap(place, place + 1);
        let swapped = String::from_utf8(swapped).expect("it is ASCII");
        if swapped != code {
            prop_assert_eq!(read(&swapped), Err(DeckCodeError::Checksum));
        }
    }

    #[test]
    fn no_text_panics(text in "\\PC{0,60}", code in "[qQ][bB]1-[0-9A-Za-z]{0,80}") {
        let _ = read(&text);
        let _ = library().read(&embedded(), &text);
        let _ = library().read(&embedded(), &code);
    }
}
