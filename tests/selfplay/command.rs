//! `qbcoach selfplay`, the real program.

use std::process::{Command, Output};

use serde_json::Value;

fn selfplay(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_qbcoach"))
        .arg("selfplay")
        .args(arguments)
        .output()
        .expect("the program runs")
}

#[track_caller]
fn printed(arguments: &[&str]) -> String {
    let output = selfplay(arguments);
    // No bar, for nobody watches.
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    assert!(output.status.success());
    String::from_utf8(output.stdout).expect("it prints text")
}

#[track_caller]
fn refused(arguments: &[&str], expected: &str) {
    let output = selfplay(arguments);
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(!output.status.success());
    assert!(output.stdout.is_empty());
    assert!(error.contains(expected), "{error}");
}

const GREEDY_AND_RANDOM: [&str; 4] = ["--you", "greedy", "--enemy", "random"];

fn with<'a>(more: &[&'a str]) -> Vec<&'a str> {
    [&GREEDY_AND_RANDOM[..], more].concat()
}

#[test]
fn json_holds_the_numbers() {
    let arguments = with(&["--matches", "60", "--seed", "2", "--threads", "2", "--json"]);
    let text = printed(&arguments);
    let result: Value = serde_json::from_str(&text).expect("it is JSON");
    let number = |field: &str| result[field].as_f64().expect(field);
    assert_eq!(number("matches"), 60.0);
    assert_eq!(
        number("wins") + number("draws") + number("losses"),
        number("matches")
    );
    assert_eq!(
        number("winRate"),
        number("wins") / (number("wins") + number("losses"))
    );
    assert!(number("low") < number("winRate") && number("winRate") < number("high"));
    assert!(number("elo") > 0.0 && number("averageMargin") > 0.0);
    assert_eq!(result["decks"].as_array().map(Vec::len), Some(22));
    assert_eq!(result["you"], "greedy");
    assert_eq!(
        text,
        printed(&with(&["--matches", "60", "--seed", "2", "--json"]))
    );
}

#[test]
fn the_coach_plays_a_named_deck() {
    let arguments = [
        "--you",
        "seed-coach",
        "--enemy",
        "greedy",
        "--decks",
        "swarm",
        "--matches",
        "2",
        "--rules",
        "rebirth",
        "--json",
    ];
    let result: Value = serde_json::from_str(&printed(&arguments)).expect("it is JSON");
    assert_eq!(result["matches"], 2);
    assert_eq!(result["decks"], serde_json::json!(["swarm"]));
    assert_eq!(result["rules"], "rebirth");
}

#[test]
fn words_say_the_same() {
    let text = printed(&[
        "--you",
        "greedy",
        "--enemy",
        "greedy",
        "--decks",
        "swarm, gloom,swarm",
        "--matches",
        "8",
    ]);
    assert!(
        text.starts_with("greedy against greedy: 8 matches in mirrored pairs, 2 decks, seed 1\n"),
        "{text}"
    );
    assert!(
        text.contains("average margin +0.00\nElo difference +0\n"),
        "{text}"
    );
}

#[test]
fn what_is_not_there_is_told_with_the_next_thing_to_try() {
    refused(
        &["--you", "gredy", "--enemy", "random"],
        "there is no policy `gredy`; did you mean greedy? There are: random, greedy, seed-coach",
    );
    refused(
        &["--you", "greedy", "--enemy", "rand"],
        "did you mean random?",
    );
    refused(&with(&["--decks", "swrm"]), "did you mean swarm?");
    refused(&with(&["--decks", ","]), "name at least one");
    refused(&with(&["--matches", "7"]), "such as 8");
    refused(&with(&["--matches", "0"]), "2..=1000000");
    refused(&with(&["--threads", "0"]), "1..=256");
    refused(&with(&["--rules", "cannon"]), "canon");
}
