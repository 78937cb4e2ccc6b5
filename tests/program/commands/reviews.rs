//! `qbcoach review` and `qbcoach puzzle`.

use std::fs;
use std::path::PathBuf;

use qbcoach_engine::coaching::Coach;
use qbcoach_engine::coaching::puzzle::{SHIPPED_PUZZLES, read_puzzles};
use qbcoach_engine::prediction::Archetypes;
use qbcoach_engine::rules::{Rulebook, Rules};
use serde_json::Value;

use super::{printed, refused};
use crate::root;

/// Enough for a stable review of a short match, and quick in a test.
const NODES: &str = "500";

fn demonstrations() -> Vec<PathBuf> {
    let folder = fs::read_dir(root().join("data/reviews")).expect("the folder exists");
    let mut files: Vec<PathBuf> = folder
        .map(|entry| entry.expect("the folder can be read").path())
        .filter(|path| {
            path.file_name()
                .is_some_and(|name| name.to_string_lossy().ends_with(".txt"))
        })
        .collect();
    files.sort();
    files
}

fn review_of(path: &str) -> Value {
    let text = printed(&["review", path, "--nodes", NODES, "--json"], "");
    serde_json::from_str(&text).expect("it prints JSON")
}

/// Compares a checked-in file with its expected content, or rewrites it with
/// `UPDATE_EXPECT=1`.
#[track_caller]
fn check_file(path: &PathBuf, content: &str) {
    if std::env::var_os("UPDATE_EXPECT").is_some_and(|value| value != "0") {
        fs::write(path, content).expect("the file can be written");
    }
    let found = fs::read_to_string(path).unwrap_or_default();
    assert_eq!(found, content, "{}", path.display());
}

#[test]
fn the_reviews_of_the_demonstrations_are_current_and_add_up() {
    let files = demonstrations();
    assert_eq!(files.len(), 10);
    for path in files {
        let name = path.to_string_lossy().into_owned();
        let table = printed(&["review", &name, "--nodes", NODES], "");
        check_file(&path.with_extension("review"), &table);
        let review = review_of(&name);
        let units = |value: &Value| (value.as_f64().expect("a number") * 10_000.0).round() as i64;
        let sum = units(&review["start"]) - units(&review["you"]["loss"])
            + units(&review["enemy"]["loss"])
            + units(&review["luck"]["you"])
            - units(&review["luck"]["enemy"]);
        assert_eq!(sum, units(&review["end"]), "{name}");
    }
}

/// The marks of your moves.
fn marks(review: &Value) -> Vec<&str> {
    let moves = review["moves"].as_array().expect("a list").iter();
    let yours = moves.filter(|made| made["side"] == "you");
    yours.filter_map(|made| made["mark"].as_str()).collect()
}

#[test]
fn a_planted_blunder_is_found_and_a_clean_match_has_none() {
    let match_of = |name: &str| {
        let path = root().join("data/reviews").join(name);
        review_of(&path.to_string_lossy())
    };
    let planted = match_of("match-10.txt");
    assert!(marks(&planted).contains(&"blunder"), "{planted}");
    let text = planted["message"].as_str().expect("a text");
    assert!(text.contains("was better"), "{text}");
    let clean = match_of("match-07.txt");
    assert!(!marks(&clean).contains(&"blunder"), "{clean}");
}

#[test]
fn moves_of_a_match_without_hands_are_not_judged() {
    let demo = root().join("data/matches/demo.txt");
    let review = review_of(&demo.to_string_lossy());
    assert_eq!(marks(&review), [""; 0], "{review}");
    assert!(review["you"]["accuracy"].is_null(), "{review}");
    let text = review["message"].as_str().expect("a text");
    assert!(text.contains("the hands are not known"), "{text}");
}

#[test]
fn what_cannot_be_reviewed_is_refused_with_the_reason() {
    for (input, reason) in [
        ("rules canon\n", "no move has been made yet"),
        (
            "game mage-knight\nenemies prowlers\n---\nend\n",
            "a combat of Mage Knight is not reviewed",
        ),
        (
            "first you\nyou play Crawler MID-3\n",
            "line 2: `you play 019 Crawler MID-3`: MID-3",
        ),
    ] {
        let error = refused(&["review", "-"], input.as_bytes());
        assert!(error.contains(reason), "{error}");
    }
    let error = refused(&["review", "-", "--nodes", "0"], b"");
    assert!(error.contains("--nodes"), "{error}");
    refused(&["review"], b"");
}

#[test]
fn the_coach_solves_every_shipped_puzzle() {
    let book = Rulebook::embedded(Rules::canon());
    let puzzles = read_puzzles(&book, SHIPPED_PUZZLES).expect("the file is right");
    assert!(puzzles.len() >= 50, "only {} puzzles", puzzles.len());
    let coach = Coach::new(book, Archetypes::default());
    for puzzle in puzzles {
        let report = coach.solve_puzzle(&puzzle).expect("it can be searched");
        assert_eq!(report.best(), puzzle.solution, "{}", puzzle.id);
        assert!(
            report.moves[1].win_chance < report.win_chance,
            "{}",
            puzzle.id
        );
    }
}

#[test]
fn a_puzzle_is_shown_and_its_answer_is_judged() {
    let memory = ["--data-dir", ":memory:"];
    let shown = printed(&[&["puzzle", "p001", "--json"], &memory[..]].concat(), "");
    let puzzle: Value = serde_json::from_str(&shown).expect("it prints JSON");
    assert_eq!(puzzle["id"], "p001");
    let passed = printed(&[&["puzzle", "p001"], &memory[..]].concat(), "pass\n");
    assert!(passed.contains("Not quite"), "{passed}");
    assert!(passed.contains("The line:"), "{passed}");
    let error = refused(
        &[&["puzzle", "p001", "--answer", "nothing m9"], &memory[..]].concat(),
        b"",
    );
    assert!(
        error.contains("no card") || error.contains("no tile"),
        "{error}"
    );
    refused(&[&["puzzle", "p999999"], &memory[..]].concat(), b"");
}
