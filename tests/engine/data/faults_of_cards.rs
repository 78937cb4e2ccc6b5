//! One test for each fault of a card's own fields.

use serde_json::{Value, json};

use crate::data::documents::{
    CARD, ExpectedFault, card, cards, loaded, misfit, refused, with, without,
};

const NUMBER: &str = "a text of 1 to 6 capital letters and digits, such as \"019\" or \"T01\"";
const NAME: &str = "a text of 1 to 40 characters, at least one of them a letter, \
    without \", # or control characters and without spaces at its ends";
const RANGE: &str = "squares such as C2P, separated by single spaces: a column E D C B A, \
    a row 1 to 5, then P (pawn), E (effect) or X (both); not C3, each square once";

/// The fault of [`card`] with one field changed.
#[track_caller]
fn wrong(field: &str, value: Value, problem: &str, allowed: &str) {
    refused(
        cards([with(card(), field, value)]),
        ExpectedFault {
            item: CARD,
            field,
            problem,
            allowed,
        },
    );
}

#[test]
fn the_card_of_these_tests_is_right_by_itself() {
    let catalogue = loaded(&cards([card()]));
    assert!(catalogue.by_number("900").is_some());
}

#[test]
fn every_field_is_needed() {
    for (field, allowed) in [
        ("kind", "card, token"),
        ("rank", "1, 2, 3 or \"R\""),
        ("power", "a whole number from 0 to 999"),
        ("rarity", "standard, legendary"),
        ("range", RANGE),
        ("effects", "a list of effect ids, empty for none"),
    ] {
        refused(
            cards([without(card(), field)]),
            ExpectedFault {
                item: CARD,
                field,
                problem: "the field is missing",
                allowed,
            },
        );
    }
}

#[test]
fn messages_name_a_card_without_number_or_name_by_the_other_and_its_place() {
    for (field, allowed, item) in [
        ("number", NUMBER, "card Test Turtle at position 1"),
        ("name", NAME, "card 900 at position 1"),
    ] {
        refused(
            cards([without(card(), field)]),
            ExpectedFault {
                item,
                field,
                problem: "the field is missing",
                allowed,
            },
        );
    }
    let neither = without(without(card(), "name"), "number");
    let faults = crate::data::documents::faults_of(&cards([neither]));
    let items: Vec<&str> = faults.iter().map(|fault| fault.item.as_str()).collect();
    assert_eq!(items, ["card at position 1"; 2]);
}

#[test]
fn a_text_must_be_a_text() {
    for (field, allowed) in [
        ("kind", "card, token"),
        ("rarity", "standard, legendary"),
        ("range", RANGE),
    ] {
        wrong(field, json!(3), "`3` is not a text", allowed);
    }
}

#[test]
fn an_unknown_field_is_refused_with_the_nearest() {
    wrong(
        "rnage",
        json!("C2P"),
        "the field is unknown, did you mean `range`?",
        "effects, kind, name, number, power, range, rank, rarity",
    );
}

#[test]
fn a_number_has_capital_letters_and_digits_and_at_most_six() {
    for number in ["", "t01", "19a", "0 1", "1234567", "Ä1"] {
        let document = cards([with(card(), "number", json!(number))]);
        refused(
            document,
            ExpectedFault {
                item: &format!("card {number} Test Turtle"),
                field: "number",
                problem: &format!("`{number}` is not a card number"),
                allowed: NUMBER,
            },
        );
    }
}

#[test]
fn a_name_must_be_a_name() {
    let long = "x".repeat(41);
    for name in [
        "",
        "123",
        " Turtle",
        "Turtle ",
        "Tur\"tle",
        "Turtle #1",
        "Tur\ttle",
        "\u{3000}Turtle",
        "Turtle\u{a0}",
        &long,
    ] {
        let document = cards([with(card(), "name", json!(name))]);
        let faults = crate::data::documents::faults_of(&document);
        assert_eq!(faults.len(), 1, "{faults:#?}");
        assert_eq!(faults[0].item, format!("card 900 {name}"));
        assert_eq!(faults[0].field, "name");
        assert_eq!(faults[0].problem, format!("`{name}` is not a card name"));
        assert_eq!(faults[0].allowed, NAME);
        assert!(
            !crate::data::documents::validator().is_valid(&document),
            "{name:?}"
        );
    }
}

#[test]
fn names_of_every_script_and_length_are_right() {
    for name in [
        "X",
        "Ⅷ",
        "Tur\u{2028}tle",
        "\u{feff}Turtle",
        "Émile",
        "モーグリ",
        "O'Neil & Sons, Mk. II",
        &"x".repeat(40),
    ] {
        let document = cards([with(card(), "name", json!(name))]);
        assert!(
            crate::data::documents::validator().is_valid(&document),
            "{name:?}"
        );
        let catalogue = loaded(&document);
        assert_eq!(catalogue.find(name), Ok(catalogue.find("900").unwrap()));
    }
}

#[test]
fn an_unknown_kind() {
    wrong(
        "kind",
        json!("tokn"),
        "`tokn` is unknown, did you mean `token`?",
        "card, token",
    );
}

#[test]
fn an_unknown_rarity() {
    wrong(
        "rarity",
        json!("Legendary"),
        "`Legendary` is unknown, did you mean `legendary`?",
        "standard, legendary",
    );
}

#[test]
fn a_rank_outside_1_to_3_or_r() {
    for rank in [
        json!(0),
        json!(4),
        json!(-1),
        json!(256),
        json!(1.5),
        json!("r"),
        json!("1"),
        json!(null),
        json!([1]),
    ] {
        let problem = format!("`{rank}` is not a rank");
        wrong("rank", rank, &problem, "1, 2, 3 or \"R\"");
    }
}

#[test]
fn a_power_that_is_no_whole_number_from_0_to_999() {
    for power in [
        json!(-1),
        json!(1000),
        json!(u64::MAX),
        json!(2.5),
        json!("2"),
        json!(null),
    ] {
        let problem = format!("`{power}` is not allowed");
        wrong("power", power, &problem, "a whole number from 0 to 999");
    }
}

/// A schema cannot distinguish 2.0 from 2.
#[test]
fn a_power_written_with_a_fraction() {
    misfit(
        cards([with(card(), "power", json!(2.0))]),
        ExpectedFault {
            item: CARD,
            field: "power",
            problem: "`2.0` is not written as a whole number",
            allowed: "a whole number from 0 to 999",
        },
    );
}

#[test]
fn a_square_off_the_grid() {
    for square in ["F3P", "C6P", "C0P", "A9E"] {
        let problem = format!("`{square}` lies off the 5×5 grid");
        wrong("range", json!(format!("C2P {square}")), &problem, RANGE);
    }
}

#[test]
fn a_square_on_the_card_itself() {
    for square in ["C3P", "C3E", "C3X"] {
        let problem = format!("`{square}` is the card's own square");
        wrong("range", json!(format!("B3P {square}")), &problem, RANGE);
    }
}

#[test]
fn a_square_of_an_unknown_kind() {
    wrong("range", json!("B3Q"), "`B3Q` has an unknown kind", RANGE);
}

#[test]
fn a_text_that_is_no_square() {
    for square in ["B3", "B", "B33P", "B3P,C2P"] {
        let problem = format!("`{square}` is not a square");
        wrong("range", json!(square), &problem, RANGE);
    }
}

#[test]
fn a_square_twice() {
    wrong(
        "range",
        json!("B3P C2P B3E"),
        "`B3E` names a square for the second time",
        RANGE,
    );
}

#[test]
fn every_wrong_square_is_a_fault() {
    let document = cards([with(card(), "range", json!("F1P C3E B3P B3Q B3X"))]);
    let faults = crate::data::documents::faults_of(&document);
    let problems: Vec<&str> = faults.iter().map(|fault| fault.problem.as_str()).collect();
    assert_eq!(
        problems,
        [
            "`F1P` lies off the 5×5 grid",
            "`C3E` is the card's own square",
            "`B3Q` has an unknown kind",
            "`B3X` names a square for the second time",
        ]
    );
}

#[test]
fn squares_are_separated_by_single_spaces() {
    for range in [" B3P", "B3P ", "B3P  C2P", "B3P\tC2P", "B3P\u{a0}C2P", " "] {
        wrong(
            "range",
            json!(range),
            "there is white space other than single spaces between the squares",
            RANGE,
        );
    }
}

#[test]
fn the_whole_grid_is_a_range() {
    let squares: Vec<String> = (1..=5)
        .flat_map(|row| "EDCBA".chars().map(move |column| format!("{column}{row}X")))
        .filter(|square| square != "C3X")
        .collect();
    let document = cards([with(card(), "range", json!(squares.join(" ")))]);
    assert!(crate::data::documents::validator().is_valid(&document));
    let catalogue = loaded(&document);
    let id = catalogue.by_number("900").unwrap();
    let read: Vec<String> = catalogue[id]
        .range
        .squares()
        .iter()
        .map(ToString::to_string)
        .collect();
    assert_eq!(read, squares);
}

#[test]
fn effects_must_be_a_list_of_texts() {
    const ALLOWED: &str = "a list of effect ids, empty for none";
    wrong(
        "effects",
        json!("pawns-2"),
        "`\"pawns-2\"` is not a list",
        ALLOWED,
    );
    refused(
        cards([with(card(), "effects", json!(["pawns-2", 3]))]),
        ExpectedFault {
            item: CARD,
            field: "effects[1]",
            problem: "`3` is not a text",
            allowed: ALLOWED,
        },
    );
}

#[test]
fn too_many_effects() {
    let many = |count: usize| {
        let ids = vec!["pawns-2"; count];
        with(card(), "effects", json!(ids))
    };
    assert!(crate::data::documents::load_document(&cards([many(8)])).is_ok());
    refused(
        cards([many(9)]),
        ExpectedFault {
            item: CARD,
            field: "effects",
            problem: "9 effects on one card",
            allowed: "at most 8",
        },
    );
}
