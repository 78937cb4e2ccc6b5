//! Finding a card by number, by name in any spelling, and suggestions for misspelt names.

use qbcoach_engine::rules::data::embedded;
use qbcoach_engine::rules::{Catalogue, FindCardError};

#[track_caller]
fn finds(catalogue: &Catalogue, text: &str, number: &str) {
    match catalogue.find(text) {
        Ok(id) => assert_eq!(catalogue[id].number, number, "{text:?}"),
        Err(error) => panic!("{text:?}: {error}"),
    }
}

#[test]
fn every_card_is_found_by_its_number() {
    let catalogue = embedded();
    for card in catalogue.cards() {
        finds(&catalogue, &card.number, &card.number);
        finds(&catalogue, &card.number.to_lowercase(), &card.number);
        finds(&catalogue, &format!("  {} ", card.number), &card.number);
        assert_eq!(catalogue.by_number(&card.number), Some(card.id));
    }
}

#[test]
fn zeros_in_front_may_be_left_out() {
    let catalogue = embedded();
    for (text, number) in [("19", "019"), ("1", "001"), ("01", "001"), ("145", "145")] {
        finds(&catalogue, text, number);
    }
    finds(&catalogue, "t01", "T01");
    finds(&catalogue, "T01", "T01");
    for text in ["0", "000", "146", "0019", "T00", "T22"] {
        assert!(catalogue.find(text).is_err(), "{text:?}");
    }
}

#[test]
fn every_name_is_found_in_any_case_and_without_its_punctuation() {
    let catalogue = embedded();
    for card in catalogue.cards() {
        let bare: String = card.name.chars().filter(|c| c.is_alphanumeric()).collect();
        let spellings = [
            card.name.clone(),
            card.name.to_uppercase(),
            card.name.to_lowercase(),
            format!(" {}\t", card.name),
            card.name.replace(' ', "-").to_lowercase(),
            bare,
        ];
        for spelling in spellings {
            match catalogue.find(&spelling) {
                Ok(id) => assert_eq!(id, card.id, "{spelling:?}"),
                // Only tokens of one spawn share a name.
                Err(FindCardError::Ambiguous { suggestions, .. }) => {
                    let label = format!("{} {}", card.number, card.name);
                    assert!(suggestions.contains(&label), "{spelling:?}");
                }
                Err(error) => panic!("{spelling:?}: {error}"),
            }
        }
    }
}

#[test]
fn names_with_punctuation_are_found_without_it() {
    let catalogue = embedded();
    for (text, number) in [
        ("chocobo moogle", "107"),
        ("chocobo-moogle", "107"),
        ("Yin Yang", "076"),
        ("j unit sweeper", "004"),
        ("2c soldier operator", "079"),
        ("crimson mare mk ii", "122"),
        ("mossgrown adamantoise", "085"),
        ("REDXIII", "090"),
    ] {
        finds(&catalogue, text, number);
    }
}

#[test]
fn a_name_that_several_tokens_have_lists_their_numbers() {
    let catalogue = embedded();
    for (name, numbers) in [
        ("diamond dust", ["T09", "T10", "T11"]),
        ("Elemental", ["T12", "T13", "T14"]),
        ("HYPE-JOHNNY", ["T19", "T20", "T21"]),
    ] {
        let error = catalogue.find(name).expect_err("the name is shared");
        let FindCardError::Ambiguous { text, suggestions } = &error else {
            panic!("{name}: {error}");
        };
        assert_eq!(text, name);
        let listed: Vec<&str> = suggestions
            .iter()
            .filter_map(|label| label.split(' ').next())
            .collect();
        assert_eq!(listed, numbers);
        for number in numbers {
            assert!(error.to_string().contains(number), "{error}");
        }
    }
}

#[test]
fn a_close_spelling_is_suggested() {
    let catalogue = embedded();
    for (typed, meant) in [
        ("Tiffa", "088 Tifa"),
        ("sefiroth", "143 Sephiroth"),
        ("Baret", "087 Barret"),
        ("Aeris", "089 Aerith"),
        ("cactaur", "012 Cactuar"),
        ("Malboro", "055 Great Malboro"),
        ("securty officer", "001 Security Officer"),
        ("Grassland Wolfs", "008 Grasslands Wolf"),
        ("quezacotl", "014 Quetzalcoatl"),
        ("Leviatan", "102 Leviathan"),
        ("midgarsomr", "113 Midgardsormr"),
        ("Mandragora Minon", "T01 Mandragora Minion"),
    ] {
        let error = catalogue.find(typed).expect_err("the spelling is wrong");
        assert!(
            matches!(&error, FindCardError::Unknown { text, .. } if text == typed),
            "{error}"
        );
        let first = error.suggestions().first().map(String::as_str);
        assert_eq!(first, Some(meant), "{typed}: {error}");
        assert!(error.to_string().contains(meant), "{error}");
    }
}

#[test]
fn suggestions_are_few_and_different() {
    let catalogue = embedded();
    for typed in [
        "dragon king",
        "Diamond Dusk",
        "chocob",
        "Moogle Knight",
        "xyzzy",
        "99999",
    ] {
        let error = catalogue.find(typed).expect_err("there is no such card");
        let suggestions = error.suggestions();
        assert!((1..=5).contains(&suggestions.len()), "{error}");
        for (index, label) in suggestions.iter().enumerate() {
            assert!(!suggestions[..index].contains(label), "{error}");
            let number = label.split(' ').next().expect("a label starts with it");
            assert!(catalogue.by_number(number).is_some(), "{error}");
        }
    }
}

#[test]
fn text_without_a_letter_or_digit_finds_no_card() {
    let catalogue = embedded();
    for text in ["", " ", "\t\n", "-", "&", "…", "\u{0}"] {
        let error = catalogue.find(text).expect_err("it names no card");
        let blank = FindCardError::Blank {
            text: text.to_owned(),
        };
        assert_eq!(error, blank);
        assert!(error.suggestions().is_empty(), "{error}");
        let message = error.to_string();
        assert!(message.ends_with("number or name is needed"), "{message}");
    }
}

#[track_caller]
fn search(query: &str) -> Vec<String> {
    let catalogue = embedded();
    let found = catalogue.search(query);
    let found = found.unwrap_or_else(|error| panic!("{query:?}: {error}"));
    found
        .iter()
        .map(|id| catalogue[*id].number.clone())
        .collect()
}

#[test]
fn a_search_finds_the_card_it_names_or_all_that_contain_the_text() {
    assert_eq!(search("  Tifa "), ["088"]);
    assert_eq!(search("19"), ["019"]);
    assert_eq!(search("Moogle"), ["T06"]);
    assert_eq!(search("chocobo"), ["107", "108", "109", "135"]);
    assert_eq!(search("hell rid"), ["029"]);
    assert_eq!(search("t0"), search("T0"));
    assert_eq!(search("T2"), ["T20", "T21"]);
    assert_eq!(search("diamond dust"), ["T09", "T10", "T11"]);
}

#[test]
fn a_search_that_finds_nothing_suggests_close_spellings() {
    let catalogue = embedded();
    let error = catalogue.search("Tiffa").expect_err("no card contains it");
    assert_eq!(error.suggestions().first().unwrap(), "088 Tifa");
    for query in ["-", "?!", "xyzzy"] {
        assert!(catalogue.search(query).is_err(), "{query:?}");
    }
}
