//! Every fault of form, the first illegal line with its rule, and what is odd.

use qbcoach_language::Severity;

use crate::examples::{LIVE, PLAIN, all};
use crate::{document, library};

/// Checks the findings of a text: line (from 1), the words that are marked, the code.
#[track_caller]
fn check(text: &str, expected: &[(usize, &str, &str)]) {
    let checked = document(text).checked(library());
    let found: Vec<(usize, &str, &str)> = checked
        .findings
        .iter()
        .map(|finding| (finding.line + 1, finding.span.text(text), finding.code))
        .collect();
    assert_eq!(found, expected, "{text}");
}

#[test]
fn examples_have_no_faults() {
    for text in all() {
        let checked = document(&text).checked(library());
        let errors: Vec<_> = checked
            .findings
            .iter()
            .filter(|finding| finding.severity == Severity::Error)
            .collect();
        assert!(errors.is_empty(), "{text}\n{errors:?}");
    }
}

#[test]
fn all_faults_of_form_are_found_at_once() {
    check(
        "titel x\nmode dream\nyou deck Crawlr, 2x 001, Nobdy\nyou play Crawler MID-9\nundo two\n",
        &[
            (1, "titel", "unknownLine"),
            (2, "dream", "unknownMode"),
            (3, "Crawlr", "unknownCard"),
            (3, "Nobdy", "unknownCard"),
            (4, "MID-9", "notATile"),
            (5, "two", "noCount"),
        ],
    );
}

#[test]
fn after_two_hundred_faults_the_rest_of_a_text_is_not_read() {
    let text = "titel x\n".repeat(200) + "\n# a comment\nyou paly x\nyou paly y\n";
    let checked = document(&text).checked(library());
    let (last, first) = checked.findings.split_last().expect("findings");
    assert!(first.iter().all(|finding| finding.code == "unknownLine"));
    assert_eq!(first.len(), 200);
    assert_eq!((last.line, last.code), (202, "notRead"));
    assert_eq!(last.span.text(&text), "you paly x");
    // Blank lines after the last fault are no reason to say so.
    let text = "titel x\n".repeat(200) + "\n\n";
    assert_eq!(document(&text).checked(library()).findings.len(), 200);
}

#[test]
fn the_first_illegal_line_has_its_rule_and_later_lines_are_checked_for_form_only() {
    check(
        "you play Crawler MID-1\nenemy play Crawler MID-1\nyou play Crawler TOP-5\nenemy paly x\n",
        &[(2, "MID-1", "tileOccupied"), (4, "paly", "notAnAction")],
    );
    check("you play Crawler MID-3\n", &[(1, "MID-3", "tileNotOwned")]);
    check("you play Elphadunk MID-1\n", &[(1, "MID-1", "rankTooLow")]);
    check("you pass\nyou pass\n", &[(2, "you", "outOfTurn")]);
    check(
        "you pass\nenemy pass\nyou pass\n",
        &[(3, "you pass", "matchOver")],
    );
}

#[test]
fn the_rules_of_a_live_match_are_checked() {
    let live = "mode live\nyou hand Crawler, Riot Trooper\n---\n";
    let after_a_round = format!("{live}you play Crawler MID-1\nenemy pass\n");
    check(
        &format!("{after_a_round}you play Riot Trooper TOP-1\n"),
        &[(6, "you play Riot Trooper TOP-1", "drawFirst")],
    );
    check(
        &format!("{live}you play Levrikon MID-1\n"),
        &[(4, "Levrikon", "notInHand")],
    );
    check(
        &format!("{live}you mulligan Crawler\n"),
        &[(4, "you mulligan Crawler", "drawNotTold")],
    );
}

#[test]
fn a_faulty_setup_is_named_and_nothing_is_played_from_it() {
    check(
        "mode live\nyou deck 2x Crawler\n---\nyou play Crawler MID-3\n",
        &[(2, "you deck 2x Crawler", "deck")],
    );
    check(
        "you pass\ntitle late\n",
        &[(2, "title late", "setupAfterEvents")],
    );
}

#[test]
fn what_is_legal_and_odd_is_a_warning() {
    let text = "mode live\nyou hand Crawler, Riot Trooper\n---\nyou play Crawler MID-1\n";
    let passed = "enemy play Crawler MID-5\nyou draw Levrikon\nyou pass\nenemy pass\n";
    // The lanes are even, and one more card would win.
    let hand = "you hand Crawler, Crawler, Security Officer\n";
    let ending = format!(
        "mode live\n{hand}---\nyou play Crawler MID-1\nenemy play Crawler MID-5\n\
         you draw Crawler\nyou play Crawler TOP-1\nenemy pass\nyou draw Crawler\nyou pass\n"
    );
    let checked = document(&ending).checked(library());
    assert!(!checked.has_errors(), "{:?}", checked.findings);
    check(&format!("{text}{passed}"), &[]);
    check(
        "mode live\nyou hand Crawler, Security Officer\n---\nyou pass\nenemy pass\n",
        &[],
    );
    check(
        "first enemy\nmode live\nyou hand Crawler\n---\nenemy pass\nyou pass\n",
        &[(6, "you pass", "passWithWinningPlay")],
    );
    check(
        "rules canon\nrules rebirth\nyou pass\n",
        &[(1, "rules canon", "saidTwice")],
    );
    let position = "position y1,.,.,.,e1/y1,.,.,.,e1/y1,.,.,.,e1 you";
    check(
        &format!("first enemy\n{position}\nyou pass\n"),
        &[(1, "first enemy", "firstAndPosition")],
    );
}

/// Only you have a tile, so that whatever you play there is proved to win.
#[test]
fn a_pass_is_odd_where_a_play_is_proved_to_win() {
    let alone = "position y1,.,.,.,./.,.,.,.,./.,.,.,.,. you";
    let text = format!("mode live\n{alone}\nyou hand Crawler\n---\nyou pass\n");
    check(&text, &[(5, "you pass", "passWithWinningPlay")]);
    let message = document(&text).checked(library()).findings[0]
        .message
        .clone();
    assert!(message.starts_with("Crawler to TOP-1 wins"), "{message}");
    // Nothing is proved while both sides may play, without a hand, or in an analysis.
    for open in [
        "mode live\nyou hand Crawler\n---\nyou pass\n".to_owned(),
        format!("mode analysis\n{alone}\nyou hand Crawler\n---\nyou pass\n"),
        format!("{alone}\nyou pass\n"),
    ] {
        check(&open, &[]);
    }
    // Who wins anyway may pass.
    let ahead = "position y1[019],y1,.,.,./.,.,.,.,./.,.,.,.,. you";
    check(
        &format!("mode live\n{ahead}\nyou hand Crawler\n---\nyou pass\n"),
        &[],
    );
}

#[test]
fn a_draw_that_is_not_told_is_a_warning_once() {
    let live = "mode live\nyou hand Crawler, Riot Trooper, Levrikon\n---\n";
    check(
        &format!("{live}you mulligan Crawler\nyou play Levrikon MID-1\n"),
        &[(4, "you mulligan Crawler", "drawNotTold")],
    );
    // Without a hand the first play says that it is not told.
    check(
        "mode live\nyou play Crawler MID-1\nenemy pass\nyou play Crawler TOP-1\n",
        &[(2, "you play Crawler MID-1", "drawNotTold")],
    );
}

#[test]
fn the_standing_after_each_line_is_known() {
    let checked = document(PLAIN).checked(library());
    let known: Vec<bool> = checked.standings.iter().map(Option::is_some).collect();
    assert_eq!(known, [false, true, true, true, true, true, false]);
    let last = checked.standings[5].as_ref().expect("the line is an event");
    assert!(last.over);
    let live = document(LIVE).checked(library());
    assert_eq!(live.stopped_at, None);
}
