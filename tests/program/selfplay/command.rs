//! The command `qbcoach selfplay`, run as a program.

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
    // There is no progress bar, because standard error is not a terminal.
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    assert!(output.status.success());
    String::from_utf8(output.stdout).expect("the output is text")
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
    assert!(number("eloLow") < number("elo") && number("elo") < number("eloHigh"));
    let pairs = result["pairs"].as_array().expect("the pairs by outcome");
    assert_eq!(pairs.iter().filter_map(Value::as_u64).sum::<u64>(), 30);
    assert_eq!(result["sprt"], Value::Null);
    assert_eq!(result["youMulligan"], "chance");
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
        "reference",
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
    assert_eq!(result["you"], "reference");
}

#[test]
fn searching_policies_take_nodes_for_both_or_for_each_side() {
    let play = |nodes: &[&str]| -> Value {
        let arguments = [
            "--you",
            "coach",
            "--enemy",
            "oracle",
            "--matches",
            "2",
            "--json",
        ];
        let arguments = [&arguments[..], nodes].concat();
        serde_json::from_str(&printed(&arguments)).expect("it is JSON")
    };
    let both = play(&["--nodes", "50"]);
    assert_eq!(
        (&both["youNodes"], &both["enemyNodes"]),
        (&50.into(), &50.into())
    );
    let each = play(&["--nodes", "50", "--enemy-nodes", "70"]);
    assert_eq!(
        (&each["youNodes"], &each["enemyNodes"]),
        (&50.into(), &70.into())
    );
}

#[test]
fn a_test_stops_by_itself_and_says_what_is_likelier() {
    let arguments = with(&["--sprt", "0", "50", "--mulligan", "none"]);
    let text = printed(&arguments);
    assert!(text.contains("\nlog-likelihood ratio +"), "{text}");
    assert!(
        text.ends_with("of +50 against +0 Elo: +50 is the likelier\n"),
        "{text}"
    );
    let json = printed(&[&arguments[..], &["--json", "--threads", "1"]].concat());
    let result: Value = serde_json::from_str(&json).expect("it is JSON");
    assert_eq!(result["sprt"]["verdict"], "high");
    assert!(result["sprt"]["logLikelihoodRatio"].as_f64() >= Some(2.94));
    assert!(result["matches"].as_u64() < Some(40_000));
    assert!(
        text.contains(&format!("{} matches", result["matches"])),
        "{text}"
    );
}

#[test]
fn decks_can_be_made_for_the_contest() {
    let arguments = with(&[
        "--decks",
        "made:5x3",
        "--rules",
        "rebirth",
        "--matches",
        "4",
        "--json",
    ]);
    let result: Value = serde_json::from_str(&printed(&arguments)).expect("it is JSON");
    assert_eq!(
        result["decks"],
        serde_json::json!(["made-5-1", "made-5-2", "made-5-3"])
    );
}

#[test]
fn the_text_output_states_the_result() {
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
        text.contains("\npairs by outcome  0: 0  1/4: 0  1/2: 4  3/4: 0  1: 0\n"),
        "{text}"
    );
    assert!(
        text.contains("average margin +0.00\nElo difference +0, 95 % interval "),
        "{text}"
    );
}

#[test]
fn wrong_arguments_are_refused_with_a_suggestion() {
    refused(
        &["--you", "gredy", "--enemy", "random"],
        "there is no policy `gredy`; did you mean greedy? There are: random, greedy, reference, coach, oracle",
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
    refused(&with(&["--nodes", "500"]), "--nodes limits a search");
    refused(
        &["--you", "coach", "--enemy", "random", "--enemy-nodes", "9"],
        "--enemy-nodes limits a search",
    );
    refused(&with(&["--you-nodes", "0"]), "1..=100000000");
    refused(&with(&["--sprt", "5", "0"]), "the lower first");
    refused(&with(&["--sprt", "0", "9999"]), "not 9999");
    refused(&with(&["--sprt", "0"]), "2 values required");
    refused(&with(&["--mulligan", "chanc"]), "did you mean chance?");
    refused(
        &with(&["--enemy-mulligan", "x"]),
        "There are: none, reference, chance",
    );
    refused(&with(&["--decks", "made:x"]), "made:7x40");
    refused(&with(&["--rules", "cannon"]), "canon");
}
