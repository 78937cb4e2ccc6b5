//! A turn is small: how many bytes a subscriber of every topic gets, over several whole
//! matches that `qbcoach load` reports. The numbers do not depend on the machine.

use std::process::Command;

use serde_json::Value;

/// The most bytes that the middle update of a topic may have after the first one.
///
/// A state cannot be much smaller: the card that is played, two or three tiles, the
/// score, the position as text and the sizes of hand and deck change with every play.
/// Nor can a hand: all its twenty cards and ten hands get other probabilities.
struct Budget {
    topic: &'static str,
    known: u64,
    unknown: u64,
}

const BUDGETS: [Budget; 8] = [
    budget("state", 1_100, 1_100),
    budget("observation", 600, 600),
    budget("threat", 2_000, 2_000),
    budget("coach", 3_000, 3_000),
    budget("evaluation", 700, 700),
    budget("hand", 2_300, 3_300),
    budget("history", 500, 500),
    // The updates of all topics in one turn, which may be a draw and a play.
    budget("all", 8_000, 8_800),
];

const fn budget(topic: &'static str, known: u64, unknown: u64) -> Budget {
    Budget {
        topic,
        known,
        unknown,
    }
}

/// No update is larger than this, the first ones included.
const LARGEST: u64 = 16_000;

fn turn_bytes(options: &[&str]) -> Value {
    let run = Command::new(env!("CARGO_BIN_EXE_qbcoach"))
        .args(["load", "--sessions", "0", "--seconds", "1", "--json"])
        .args(options)
        .output()
        .expect("the program starts");
    let printed = String::from_utf8_lossy(&run.stdout);
    let errors = String::from_utf8_lossy(&run.stderr);
    let figures: Value = serde_json::from_str(&printed).unwrap_or_else(|_| panic!("{errors}"));
    figures["turnBytes"].clone()
}

fn check(options: &[&str], most: impl Fn(&Budget) -> u64) {
    let bytes = turn_bytes(options);
    for budget in &BUDGETS {
        let median = bytes[budget.topic]["median"].as_u64().expect("a number");
        let most = most(budget);
        assert!(
            median <= most,
            "{}: {median} bytes, {most} allowed",
            budget.topic
        );
    }
    let largest = bytes["largestUpdate"].as_u64().expect("a number");
    assert!(largest <= LARGEST, "an update has {largest} bytes");
}

#[test]
fn the_turns_of_a_match_with_a_known_deck_are_small() {
    check(&["--matches", "6"], |budget| budget.known);
}

#[test]
fn the_turns_of_a_match_with_an_unknown_deck_are_small() {
    check(&["--matches", "4", "--unknown-decks"], |budget| {
        budget.unknown
    });
}
