//! Lines from a pipe: the output is plain text, and the exit status says whether all
//! lines were accepted.

use std::fs;
use std::io::Write;
use std::process::{Command, Stdio};

use crate::play::daemon::{Running, TempFolder};

struct Run {
    code: Option<i32>,
    out: String,
    err: String,
}

/// Runs `qbcoach play` with these lines as its input.
fn play(arguments: &[&str], lines: &str) -> Run {
    let mut child = Command::new(env!("CARGO_BIN_EXE_qbcoach"))
        .arg("play")
        .args(arguments)
        .current_dir(std::env::temp_dir())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut stdin = child.stdin.take().expect("its input is a pipe");
    // Writing fails if the program has stopped at an earlier line.
    let _ = stdin.write_all(lines.as_bytes());
    drop(stdin);
    let output = child.wait_with_output().expect("it ends");
    Run {
        code: output.status.code(),
        out: String::from_utf8(output.stdout).expect("it prints text"),
        err: String::from_utf8(output.stderr).expect("it prints text"),
    }
}

/// Runs `qbcoach play`, which must succeed; returns what it printed.
#[track_caller]
fn played(arguments: &[&str], lines: &str) -> String {
    let run = play(arguments, lines);
    assert_eq!((run.code, run.err.as_str()), (Some(0), ""), "{}", run.out);
    assert!(
        !run.out.contains('\x1b'),
        "a pipe gets plain text: {}",
        run.out
    );
    run.out
}

/// Checks that these texts are printed in this order.
#[track_caller]
fn check(printed: &str, expected: &[&str]) {
    let mut rest = printed;
    for text in expected {
        let found = rest.find(text);
        let at = found.unwrap_or_else(|| panic!("`{text}` is not in\n{rest}\nof\n{printed}"));
        rest = &rest[at + text.len()..];
    }
}

const HAND: [&str; 2] = ["--hand", "crawler, levrikon, 001, 002, 021"];
const DECKS: [&str; 4] = [
    "--you",
    "starter-footsoldiers",
    "--enemy",
    "QB1-H8PA5AZ9F5G7QX",
];

#[test]
fn a_live_match_is_reported_turn_by_turn() {
    let arguments = [&HAND[..], &DECKS[..]].concat();
    let printed = played(
        &arguments,
        "mulligan crawler -> grasslands wolf\n\
         grasslands wolf m1\n\
         e levrikon m5\n\
         riot trooper # drawn\n\
         best 2\nwhy\nlock\nthreat\nodds crawler\nhand\nlog\n\
         pass\n\
         enemy pass\n",
    );
    check(
        &printed,
        &[
            "hand  Crawler, Levrikon",
            "mulligan: ",
            "coach: ",
            "locks: TOP open, MID open, BOT open; the match open",
            "turn 1 · mulligan, or you to play › mulligan crawler -> grasslands wolf",
            "turn 1 · mulligan, or you to play › grasslands wolf m1",
            "  you play Grasslands Wolf to MID-1",
            "turn 2 · enemy to play › e levrikon m5",
            "  the enemy plays Levrikon to MID-5",
            "turn 3 · you drew? › riot trooper",
            "coach: ",
            "turn 3 · you to play › best 2",
            " 1. ",
            " 2. ",
            "› why",
            "(best)",
            "› lock",
            "match open",
            "› threat",
            "the likeliest:",
            "› odds crawler",
            "Crawler: ",
            " % in the enemy's hand of ",
            "› hand",
            "› log",
            "you mulligan 019 Crawler -> 008 Grasslands Wolf",
            "enemy play 007 Levrikon MID-5",
            "turn 3 · you to play › pass",
            "turn 4 · enemy to play › enemy pass",
            "the match is over: ",
        ],
    );
}

#[test]
fn the_hand_is_taken_where_it_is_asked_for() {
    let printed = played(
        &[],
        "security officer, 002, levrikon, crawler, 021\ncrawler m1\n",
    );
    check(
        &printed,
        &[
            "your hand? (commas between cards) › security officer, 002",
            "hand  Security Officer, Riot Trooper",
            "you play Crawler to MID-1",
        ],
    );
}

#[test]
fn the_prompt_asks_for_an_unknown_hand() {
    let printed = played(
        &["--first", "enemy"],
        "e crawler m5\nhand 001 002 007 008 019\nlog\n",
    );
    check(
        &printed,
        &[
            "turn 1 · your hand? (commas between cards) › e crawler m5",
            "you",
            "hand  Security Officer",
            "hand 001 Security Officer",
        ],
    );
}

#[test]
fn undo_fix_and_hand_correct_mistakes() {
    let printed = played(
        &HAND,
        "crawler m1\nundo\ncrawler t1\nfix m3 enemy 2 archdragon\nfix m3 none\nhand 001 002\n",
    );
    check(
        &printed,
        &[
            "you play Crawler to MID-1",
            "turn 1 · mulligan, or you to play › crawler t1",
            "you play Crawler to TOP-1",
            "Archdragon",
            "› fix m3 none",
            "› hand 001 002",
            "hand  Security Officer, Riot Trooper",
        ],
    );
}

#[test]
fn the_first_refused_line_ends_the_program_and_is_named() {
    for (lines, number, reason) in [
        (
            "crawler m1\n\ncrawler m2\n",
            3,
            "it is the enemy's turn (`e CARD TILE` or `e pass`",
        ),
        (
            "crawlr m1\n",
            1,
            "did you mean 019 Crawler? (`cards TEXT` looks cards up)",
        ),
        (
            "ogre m1\n",
            1,
            "the card needs rank 2 (`actions` lists every legal action)",
        ),
        (
            "archdragon m1\n",
            1,
            "the card is not in it (`hand CARDS` corrects your hand)",
        ),
        ("crawler m9\n", 1, "m9"),
        (
            "crawler m1\ne pass\n001 m1\n",
            3,
            "report the card you drew first",
        ),
        (
            "undo\n",
            1,
            "there is no event to undo yet (act before you undo)",
        ),
        ("dance\n", 1, "`CARD TILE`"),
        ("# a comment\nsave /\n", 2, "give another name"),
    ] {
        let run = play(&HAND, &format!("{lines}board\n"));
        assert_eq!(run.code, Some(1), "{lines}: {}", run.out);
        let begin = format!("error: line {number}: `");
        assert!(run.err.starts_with(&begin), "{lines}: {}", run.err);
        assert!(run.err.contains(reason), "{lines}: {}", run.err);
        assert!(!run.out.contains("› board"), "{lines}: {}", run.out);
    }
}

#[test]
fn with_keep_going_refused_lines_are_skipped() {
    let arguments = [&HAND[..], &["--keep-going"]].concat();
    let run = play(&arguments, "crawlr m1\ncrawler m1\ne nobody m5\ne pass\n");
    assert_eq!(run.code, Some(0), "{}", run.err);
    let errors: Vec<&str> = run
        .err
        .lines()
        .filter(|line| line.starts_with("error: line"))
        .collect();
    assert_eq!(errors.len(), 2, "{}", run.err);
    check(
        &run.out,
        &[
            "you play Crawler to MID-1",
            "turn 2 · enemy to play › e pass",
        ],
    );
}

#[test]
fn with_simulate_the_daemon_draws_and_plays_the_enemy() {
    let arguments = ["--simulate", "--seed", "3", "--first", "enemy"];
    let printed = played(&arguments, "keep\nactions\nquit\nnever read\n");
    check(
        &printed,
        &[
            "mulligan or keep? › keep",
            "  the enemy plays ",
            "turn 2 · you to play › actions",
            " to TOP-1",
            "pass",
        ],
    );
    assert!(!printed.contains("never read"), "{printed}");
}

#[test]
fn actions_of_a_combat_are_chosen_by_number() {
    let arguments = ["--combat", "prowlers", "--hand", "chill", "--armor", "3"];
    let printed = played(&arguments, "1\n1\nundo\nprowlers\nbest\nthreat\nlog\n");
    check(
        &printed,
        &[
            "Ranged & Siege phase",
            "  1. Chill (basic)",
            "coach: ",
            "ranged and siege · action? › 1",
            "  Chill is played, basic",
            "  1. Prowlers: does not attack",
            "ranged and siege · choice? › 1",
            "  chosen: Prowlers: does not attack",
            "ranged and siege · action? › undo",
            "ranged and siege · choice? › prowlers",
            "› best",
            " 1. ",
            "› threat",
            "wounds if nothing is done: 0 in hand",
            "› log",
            "play chill",
        ],
    );
    let run = play(&arguments, "99\n");
    assert!(
        run.err
            .contains("there is no action 99: `actions` lists them"),
        "{}",
        run.err
    );
    let run = play(&arguments, "tremor\n");
    assert!(
        run.err.contains("no action has the words `tremor`"),
        "{}",
        run.err
    );
}

#[test]
fn a_combat_is_played_by_words_with_cards_units_and_skills() {
    let arguments = [
        "--combat",
        "Prowlers, prowlers",
        "--hand",
        "RAGE, Swiftness, march",
        "--mana",
        "white",
        "--dice",
        "red",
        "--units",
        "Peasants",
        "--armor",
        "3",
    ];
    let script = "hand\nSwiftness Powered\nattack prowlers 2\nend\nthreat\nrage\nblock\n\
                  march sideways\nblock prowlers\nend\ntake peasants\nend\nend\ncards rage\nhelp\n";
    let run = play(&[&arguments[..], &["--keep-going"]].concat(), script);
    check(
        &run.out,
        &[
            "hand  Rage, Swiftness, March",
            "› Swiftness Powered",
            "  white token paid for Swiftness",
            "› attack prowlers 2",
            "  Prowlers 2 is defeated, 2 fame",
            "the attack of Prowlers 1 needs 4: can be blocked: ",
            "› march sideways",
            "› cards rage",
            "Rage: basic 2 attack",
            "rage powered, march sideways",
        ],
    );
    for text in [&run.out, &run.err] {
        assert!(
            !text.contains("enemy_") && !text.contains("unit_"),
            "{text}"
        );
    }
}

#[test]
fn a_saved_match_can_be_imported() {
    let folder = TempFolder::new();
    let file = folder.path().join("match.txt");
    let file = file.to_str().expect("a plain path");
    let saved = played(&HAND, &format!("crawler m1\nsave {file}\n"));
    check(&saved, &["saved to "]);
    let text = fs::read_to_string(file).expect("it was written");
    assert!(text.contains("you play 019 Crawler MID-1"), "{text}");
    let again = play(&HAND, &format!("save {file}\n"));
    assert_eq!(again.code, Some(1), "an existing file is not overwritten");
    let printed = played(&["--import", file], "e pass\n");
    check(&printed, &["turn 2 · enemy to play › e pass"]);
}

#[test]
fn a_session_in_a_data_directory_can_be_resumed() {
    let folder = TempFolder::new();
    let data = folder.path().join("data");
    let data = ["--data-dir", data.to_str().expect("a plain path")];
    played(&[&HAND[..], &data[..]].concat(), "crawler m1\n");
    let printed = played(&[&data[..], &["--resume", "s1"]].concat(), "e pass\n");
    check(&printed, &["turn 2 · enemy to play › e pass"]);
}

#[test]
fn connect_works_at_every_door_and_needs_the_token() {
    let folder = TempFolder::new();
    let tokens = folder.path().join("tokens");
    let text = "stream abcdefghijklmnop-s\ncontrol abcdefghijklmnop-c\n";
    fs::write(&tokens, text).expect("it can be written");
    let tokens = tokens.to_str().expect("a plain path");
    let running = Running::start(folder.path(), &["--token-file", tokens]);
    let tcp = format!("tcp://{}", running.tcp());
    for target in [running.websocket(), tcp.clone(), running.socket()] {
        let connect = ["--connect", &target, "--token-file", tokens];
        let printed = played(&[&HAND[..], &connect[..]].concat(), "crawler m1\n");
        check(&printed, &["you play Crawler to MID-1"]);
    }
    let run = play(&["--connect", &tcp], "");
    assert_eq!(run.code, Some(1), "without its token");
    assert!(run.err.contains("token"), "{}", run.err);
}

#[test]
fn a_session_that_cannot_start_is_an_error_with_a_reason() {
    for (arguments, reason) in [
        (["--you", "swarn"], "did you mean swarm"),
        (["--you", "QB1-H8PA5AZ9F5G7QY"], "a typo"),
        (["--hand", "crawlr"], "did you mean 019 Crawler"),
        (["--combat", "prowler"], "prowlers"),
        (["--resume", "s9"], "there is no session `s9`"),
        (["--import", "no such file"], "cannot read"),
        (
            ["--connect", "/no/such/socket"],
            "`qbcoach serve` starts one",
        ),
        (["--rules", "cannon"], "canon"),
    ] {
        let run = play(&arguments, "");
        assert_eq!(run.code, Some(1), "{arguments:?}: {}", run.out);
        assert!(run.err.contains(reason), "{arguments:?}: {}", run.err);
    }
}
