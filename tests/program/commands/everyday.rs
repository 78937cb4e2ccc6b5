//! The commands with correct input.

use serde_json::Value;

use crate::commands::printed;

#[test]
fn help_names_every_command_and_fits_a_screen() {
    let help = printed(&["-h"], "");
    assert!(help.lines().count() <= 40, "{help}");
    for command in [
        "cards", "deck", "show", "replay", "threat", "advise", "mulligan", "check", "bench",
        "selfplay", "measure", "serve", "stdio", "lsp", "mcp", "watch", "config", "load",
        "journal", "combat", "play", "review", "puzzle",
    ] {
        assert!(help.contains(command), "{help}");
    }
    assert!(help.contains("Examples:"));
    for command in ["show", "replay"] {
        let long = printed(&[command, "--help"], "");
        let short = printed(&[command, "-h"], "");
        assert!(long.len() > short.len(), "--help explains more than -h");
    }
}

#[test]
fn cards_lists_all_and_finds_one() {
    let all = printed(&["cards"], "");
    assert_eq!(all.lines().count(), 166);
    let one = printed(&["cards", "great", "malboro"], "");
    assert!(one.starts_with("055 Great Malboro"), "{one}");
    assert!(one.contains("by 6."), "{one}");
    assert!(one.contains(" . . # X ."), "{one}");
    let several = printed(&["cards", "chocobo"], "");
    assert!(several.lines().count() >= 4, "{several}");
    for line in printed(&["cards", "--json"], "").lines() {
        let card: Value = serde_json::from_str(line).expect("each line is JSON");
        assert!(card["id"].is_string() && card["name"].is_string(), "{line}");
    }
}

#[test]
fn deck_shows_a_deck_by_its_tag_its_code_or_its_cards() {
    let shown = printed(&["deck", "starter-footsoldiers"], "");
    let code = shown.lines().last().expect("it ends in the code");
    assert!(code.starts_with("QB1-"), "{shown}");
    assert_eq!(printed(&["deck", &code.to_lowercase()], ""), shown);
    let cards: Vec<&str> = shown.lines().filter(|line| *line != code).collect();
    assert_eq!(printed(&["deck", &cards.join(", ")], ""), shown);
    let listed = printed(&["deck"], "");
    assert!(listed.contains(code), "{listed}");
    for line in printed(&["deck", "--json"], "").lines() {
        let deck: Value = serde_json::from_str(line).expect("each line is JSON");
        assert!(
            deck["tag"].is_string() && deck["code"].is_string(),
            "{line}"
        );
    }
}

#[test]
fn every_option_that_takes_a_deck_takes_a_code() {
    let code = "QB1-H8PA5AZ9F5G7QX";
    for arguments in [
        ["threat", "--enemy-deck", "starter-footsoldiers"].as_slice(),
        &[
            "advise",
            "--hand",
            "019",
            "--enemy-deck",
            "starter-footsoldiers",
        ],
        &[
            "mulligan",
            "--hand",
            "001 002 007 008 019",
            "--deck",
            "starter-footsoldiers",
        ],
    ] {
        let by_code: Vec<&str> = arguments
            .iter()
            .map(|word| {
                if word.starts_with("starter") {
                    code
                } else {
                    word
                }
            })
            .collect();
        assert_eq!(
            printed(&by_code, ""),
            printed(arguments, ""),
            "{arguments:?}"
        );
    }
    let contest = [
        "selfplay",
        "--you",
        "greedy",
        "--enemy",
        "random",
        "--matches",
        "2",
        "--decks",
    ];
    printed(&[&contest[..], &[code]].concat(), "");
}

#[test]
fn show_draws_scores_and_lists_plays() {
    let opening = printed(&["show"], "");
    assert!(
        opening.contains("cards of rank 1: TOP-1 MID-1 BOT-1"),
        "{opening}"
    );
    assert!(opening.contains("cards of rank 2: nowhere"), "{opening}");
    assert!(
        opening.ends_with("y1,.,.,.,e1/y1,.,.,.,e1/y1,.,.,.,e1 you\n"),
        "{opening}"
    );
    let held = printed(&["show", "--hand", "Queen Bee, 019"], "");
    assert!(held.contains("005 Queen Bee: TOP-1 MID-1 BOT-1"), "{held}");
}

#[test]
fn show_reads_a_position_from_words_a_pipe_or_a_match() {
    let text = "y1[012+2],.,.,.,e1/y1,.,.,.,e1/y1,.,.,.,e1 enemy passes=1";
    let words: Vec<&str> = ["show"].into_iter().chain(text.split(' ')).collect();
    let from_words = printed(&words, "");
    let from_pipe = printed(&["show", "-"], text);
    assert_eq!(from_words, from_pipe);
    assert!(from_words.ends_with(&format!("{text}\n")), "{from_words}");
    assert!(from_words.contains("3▲"), "{from_words}");
    assert!(from_words.contains('★'), "{from_words}");
    let from_match = printed(&["show", "-"], "rules rebirth\nyou play crawler m1\n");
    assert!(from_match.contains("Crawler"), "{from_match}");
    assert!(from_match.contains("the enemy's turn"), "{from_match}");
}

#[test]
fn show_as_json_has_the_tiles_the_score_and_the_actions() {
    let shown: Value = serde_json::from_str(&printed(&["show", "--json", "--hand", "019"], ""))
        .expect("it is JSON");
    assert_eq!(shown["board"]["tiles"].as_array().map(Vec::len), Some(15));
    assert_eq!(shown["board"]["tiles"][0]["tile"], "TOP-1");
    assert_eq!(shown["board"]["tiles"][0]["owner"], "you");
    assert_eq!(shown["board"]["tiles"][4]["enemyRank"], 1);
    assert_eq!(shown["sideToAct"], "you");
    assert_eq!(shown["actions"].as_array().map(Vec::len), Some(4));
    assert_eq!(shown["score"]["winner"], Value::Null);
}

#[test]
fn replay_goes_through_the_demonstration_to_its_end() {
    let shown = printed(&["replay"], "");
    assert!(
        shown.contains("Turn 15: you pass\n  the match is over"),
        "{shown}"
    );
    assert!(shown.contains("is destroyed by"), "{shown}");
    let brief = printed(&["replay", "--brief"], "");
    assert!(
        brief.len() < shown.len() && !brief.contains("+----"),
        "{brief}"
    );
    for line in printed(&["replay", "--json"], "").lines() {
        let turn: Value = serde_json::from_str(line).expect("each line is JSON");
        assert!(
            turn["events"]
                .as_array()
                .is_some_and(|events| !events.is_empty()),
            "{line}"
        );
    }
}

#[test]
fn replay_corrects_a_tile_by_set() {
    let text = "you play crawler MID-1\nset TOP-3 y2[001]  # as the game shows it\nenemy pass\n";
    let shown = printed(&["replay", "-", "--brief"], text);
    assert!(shown.contains("set TOP-3 y2[001]"), "{shown}");
    assert!(shown.contains("TOP  you   1"), "{shown}");
}

#[test]
fn a_users_cards_can_be_played_and_override_the_embedded_ones() {
    let file = std::env::temp_dir().join(format!("qbcoach-cards-{}.json", std::process::id()));
    let cards = r#"{"cards": [
        {"number": "019", "name": "Crawler", "kind": "card", "rank": 1, "power": 9,
         "rarity": "standard", "range": "", "effects": []},
        {"number": "900", "name": "House Cat", "kind": "card", "rank": 1, "power": 3,
         "rarity": "standard", "range": "B3X", "effects": ["on-play-lower-all-1"]}
    ]}"#;
    std::fs::write(&file, cards).expect("the file can be written");
    let path = file.to_string_lossy().into_owned();
    let found = printed(&["--cards", &path, "cards", "house cat"], "");
    assert!(found.starts_with("900 House Cat"), "{found}");
    let played = printed(
        &["replay", "-", "--brief", "--cards", &path],
        "you play crawler m1\nenemy play house cat m5\n",
    );
    assert!(played.contains("MID  you   9  enemy   3"), "{played}");
    let check = |arguments: &[&str]| -> String { printed(arguments, "") };
    assert_ne!(
        check(&["check", "--rules", "canon", "--cards", &path]),
        check(&["check", "--rules", "canon"]),
        "the data's hash covers the user's file"
    );
    std::fs::remove_file(&file).expect("the file can be removed");
}

#[test]
fn check_prints_every_diagnostic_under_both_presets() {
    let shown = printed(&["check"], "");
    for name in [
        "card hydration",
        "pawn records",
        "tile ownership",
        "scoring",
        "lane evaluation",
        "predictor",
        "move ranking",
    ] {
        assert_eq!(
            shown.matches(name).count(),
            2,
            "under both presets: {shown}"
        );
    }
    assert!(!shown.contains("FAIL"), "{shown}");
    let json: Value = serde_json::from_str(&printed(&["check", "--json"], "")).expect("JSON");
    assert_eq!(json["ok"], true);
    assert_eq!(json["checks"].as_array().map(Vec::len), Some(14));
}

/// The signature of the engine's behaviour. The message of a commit that changes it has
/// a line `Bench: N`.
const SIGNATURE: u64 = 83_166_402;

/// The number of actions in the benchmark's combats; it changes with the legal actions.
const COMBAT_ACTIONS: u64 = 520;

#[test]
fn bench_prints_the_expected_signature() {
    let json: Value = serde_json::from_str(&printed(&["bench", "--json", "--seconds", "0.05"], ""))
        .expect("it is JSON");
    assert_eq!(json["signature"], SIGNATURE);
    assert!(json["playsPerSecond"].as_u64().is_some_and(|rate| rate > 0));
    assert!(
        json["positionBytes"]
            .as_u64()
            .is_some_and(|bytes| bytes < 1024)
    );
    assert!(
        json["threatKnownHands"]
            .as_u64()
            .is_some_and(|hands| hands > 100)
    );
    assert!(
        json["threatUnknownHands"]
            .as_u64()
            .is_some_and(|hands| hands > 10_000)
    );
    assert_eq!(json["combatActions"], COMBAT_ACTIONS);
    for figure in ["combatActionsPerSecond", "combatAdviceMicros"] {
        assert!(json[figure].as_f64().is_some_and(|n| n > 0.0), "{figure}");
    }
    let shown = printed(&["bench", "--seconds", "0.05"], "");
    assert!(shown.contains(&SIGNATURE.to_string()), "{shown}");
    assert!(shown.contains("combat actions/second"), "{shown}");
}

/// The first moves of the demonstration.
const FOUR_MOVES: &str = "you play Security Officer MID-1\nenemy play Crawler MID-5\n\
    you play Cactuar TOP-1\nenemy play Capparwire TOP-5\n";

#[test]
fn threat_prints_lanes_tiles_and_the_likeliest_replies() {
    let shown = printed(&["threat", "-"], FOUR_MOVES);
    for part in [
        "possible decks",
        "points in danger: TOP +",
        "MID |",
        "the likeliest:",
        "%",
    ] {
        assert!(shown.contains(part), "{shown}");
    }
    // Five at the start, one drawn, two played, and one more to be drawn.
    assert!(shown.contains("from 5 cards, 5 of them unknown"), "{shown}");
    let known = printed(
        &["threat", "-", "--enemy-deck", "starter-footsoldiers"],
        "you play Security Officer MID-1\nenemy play Security Officer MID-5\n",
    );
    assert!(known.contains("over 1 possible deck\n"), "{known}");
    let file = std::env::temp_dir().join(format!("qbcoach-decks-{}.json", std::process::id()));
    let cards = "001 001 007 007 008 008 019 019 020 020 012 012 002 002 011";
    let cards: Vec<&str> = cards.split(' ').collect();
    let decks = serde_json::json!({"decks": [
        {"tag": "my-rival", "name": "My rival", "style": "Always the same.", "cards": cards},
    ]});
    std::fs::write(&file, decks.to_string()).expect("the file can be written");
    let path = file.to_string_lossy().into_owned();
    let rival = printed(
        &["threat", "--decks", &path, "--enemy-deck", "my-rival"],
        "",
    );
    assert!(rival.contains("over 1 possible deck\n"), "{rival}");
    let guessed = printed(&["threat", "--decks", &path], "");
    assert_ne!(
        guessed,
        printed(&["threat"], ""),
        "a rival's deck is evidence"
    );
    std::fs::remove_file(&file).expect("the file can be removed");
}

#[test]
fn weights_of_threat_as_json_sum_to_one() {
    let shown = printed(&["threat", "-", "--json"], FOUR_MOVES);
    let map: Value = serde_json::from_str(&shown).expect("it is JSON");
    let outcomes = map["outcomes"].as_array().expect("a list");
    let weights = outcomes
        .iter()
        .filter_map(|outcome| outcome["weight"].as_f64());
    let sum: f64 = weights.sum();
    assert!((sum - 1.0).abs() < 1e-9, "{sum}");
    let fields = |name: &str| map[name].as_object().map(serde_json::Map::len);
    assert_eq!(fields("tilePressure"), Some(15));
    assert_eq!(fields("lanePressure"), Some(3));
    assert_eq!(map["basis"]["mode"], "unknown");
}

#[test]
fn threat_of_a_position_uses_the_hand_size_given() {
    let position = "y1,.,.,.,e1/y1[001],y1,.,.,e1/y2,.,.,.,e1 enemy";
    let shown = printed(&["threat", "-", "--enemy-hand", "3"], position);
    assert!(shown.contains("from 3 cards"), "{shown}");
}

#[test]
fn advise_prints_moves_reasons_the_board_and_the_locks() {
    let hand = ["--hand", "Screamer, Archdragon, Griffon"];
    let shown = printed(&["advise", "-", hand[0], hand[1]], FOUR_MOVES);
    for part in [
        "Play ",
        "1. ",
        "2. ",
        "3. ",
        " best ",
        "win chance ",
        " points",
        "then ",
        "after ",
        "score  you",
        "match  ",
    ] {
        assert!(shown.contains(part), "{part}: {shown}");
    }
    let json = printed(
        &["advise", "-", "--json", "--top", "99", hand[0], hand[1]],
        FOUR_MOVES,
    );
    let advice: Value = serde_json::from_str(&json).expect("it is JSON");
    let moves = advice["moves"].as_array().expect("a list");
    assert_eq!(moves[0]["rank"], 1);
    assert_eq!(moves[0]["quality"], "best");
    let passes = moves
        .iter()
        .filter(|moved| moved["action"]["type"] == "pass");
    assert_eq!(passes.count(), 1, "passing is one of the moves");
    let sum = |name: &str| moves[0][name].as_f64().expect("a number");
    let predicted = 0.7 * sum("worstReply") + 0.3 * sum("likelyReply");
    // Every number is rounded by itself.
    assert!((sum("predicted") - predicted).abs() < 1e-5);
    assert!((sum("moveScore") - sum("immediate") - 1.5 * predicted).abs() < 1e-5);
}

#[test]
fn advise_warns_that_passing_ends_the_match() {
    let after_a_pass = "you play Security Officer MID-1\nenemy pass\n";
    let shown = printed(&["advise", "-", "--hand", "019"], after_a_pass);
    assert!(
        shown.contains("passing now ends the match at 1 to 0, you win"),
        "{shown}"
    );
    assert!(shown.contains("Pass, ending the match 1 to 0"), "{shown}");
}

#[test]
fn mulligan_prints_a_verdict_on_each_card_of_the_hand() {
    let hand = "001, 007, 002, 021, 044";
    let arguments = ["mulligan", "--deck", "starter-footsoldiers", "--hand", hand];
    let shown = printed(&arguments, "");
    let verdicts = shown
        .lines()
        .filter(|line| line.contains("playable on turn 1"));
    assert_eq!(verdicts.count(), 5, "one for each card: {shown}");
    assert!(shown.contains("\nwin chance "), "{shown}");
    let json = [&arguments[..], &["--json"]].concat();
    let advice: Value = serde_json::from_str(&printed(&json, "")).expect("it is JSON");
    let number = |name: &str| advice[name].as_array().map_or(0, Vec::len);
    assert_eq!(number("replace") + number("keep"), 5);
    assert!(advice["valueAfter"].as_f64() >= advice["valueKept"].as_f64());
}

#[test]
fn measure_inference_beats_both_baselines() {
    let arguments = ["measure", "inference", "--matches", "44", "--json"];
    let report: Value = serde_json::from_str(&printed(&arguments, "")).expect("it is JSON");
    let bits = |name: &str| report["overall"][name].as_f64().expect("a number");
    assert!(bits("ours") < 0.97 * bits("uniform"), "{report}");
    assert!(bits("ours") < 0.97 * bits("byCost"), "{report}");
}

#[test]
fn the_same_input_gives_the_same_bytes() {
    for arguments in [
        &["replay"][..],
        &["replay", "--json"],
        &["show", "--json"],
        &["threat", "--json"],
        &["measure", "inference", "--matches", "3"],
        &["check"],
    ] {
        assert_eq!(
            printed(arguments, ""),
            printed(arguments, ""),
            "{arguments:?}"
        );
    }
}
