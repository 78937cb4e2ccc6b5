//! `qbcoach combat`, and `qbcoach replay` of a combat.

use serde_json::Value;

use crate::commands::{printed, refused};

const SETUP: &str = "game mage-knight\nenemies prowlers, diggers\nhand whirlwind\n---\n";

/// The answer of `session/export` for a combat in which a card was played.
const JSONL: &str = concat!(
    r#"{"qbcoach":1,"game":"mage-knight","setup":{"rules":"seed","seed":1,"#,
    r#""enemies":["prowlers"],"armor":2,"handLimit":5,"fame":0,"hand":["whirlwind"],"#,
    r#""fortifiedSite":false}}"#,
    "\n",
    r#"{"seq":1,"act":{"type":"playCard","card":"whirlwind","powered":true}}"#,
    "\n",
    r#"{"seq":2,"act":{"type":"resolveChoice","option":0}}"#,
    "\n",
);

#[test]
fn the_demonstration_shows_every_phase_and_the_end() {
    let shown = printed(&["combat"], "");
    for part in [
        "Ranged & Siege phase",
        "Block phase",
        "Attack phase",
        "the combat is over",
        "fame gained ",
    ] {
        assert!(shown.contains(part), "{part}: {shown}");
    }
    let brief = printed(&["combat", "--brief"], "");
    assert!(brief.len() < shown.len(), "{brief}");
    assert!(!brief.contains("Ranged & Siege phase"), "{brief}");
}

#[test]
fn a_combat_is_read_from_a_file_or_standard_input() {
    let text = format!("{SETUP}play whirlwind powered\nchoose 1\n");
    let from_pipe = printed(&["combat", "-"], &text);
    assert!(from_pipe.contains("Diggers is defeated"), "{from_pipe}");
    let name = format!("qbcoach-combat-{}.txt", std::process::id());
    let file = std::env::temp_dir().join(name);
    std::fs::write(&file, &text).expect("the file can be written");
    let from_file = printed(&["combat", &file.to_string_lossy()], "");
    std::fs::remove_file(&file).expect("the file can be removed");
    assert_eq!(from_file, from_pipe);
    assert!(refused(&["combat", "no-such-file"], b"").contains("no-such-file"));
}

#[test]
fn json_has_one_line_for_each_event() {
    let lines = printed(&["combat", "--json"], "");
    let events: Vec<Value> = lines
        .lines()
        .map(|line| serde_json::from_str(line).expect("each line is JSON"))
        .collect();
    for (seq, event) in (1..).zip(&events) {
        assert_eq!(event["seq"], seq);
        assert!(event["entry"].is_string() && event["events"].is_array());
    }
    let last = events.last().expect("there are events");
    assert_eq!(last["phase"], "over");
}

#[test]
fn advice_is_printed_before_every_action_with_advise() {
    let plain = printed(&["combat", "--brief"], "");
    assert!(!plain.contains("coach ("), "{plain}");
    let advised = printed(&["combat", "--advise", "--brief"], "");
    assert!(advised.contains("coach ("), "{advised}");
    let actions = plain.matches("\nAction ").count();
    // Advice is printed first, and after each action that does not end the combat.
    assert_eq!(advised.matches("coach (").count(), actions, "{advised}");
}

#[test]
fn an_error_in_a_combat_text_names_the_line() {
    let cases = [
        ("plya whirlwind\n", "line 5: `plya whirlwind`"),
        ("# a comment\n\nplay whirlwind\nend\n", "line 8: `end`"),
        (
            "play tremor\n",
            "line 5: `play tremor`: tremor is not in the hand",
        ),
        ("choose 0\n", "line 5: `choose 0`: no choice is pending"),
        ("end\nundo 2\n", "line 6: `undo 2`"),
        ("attack enemy_0 with many\n", "line 5"),
    ];
    for (script, reason) in cases {
        let text = format!("{SETUP}{script}");
        for command in ["combat", "replay"] {
            let error = refused(&[command, "-"], text.as_bytes());
            assert!(error.contains(reason), "{command} {script}: {error}");
        }
    }
    let unknown = refused(&["combat", "-"], b"game mage-knight\nenemies prowlrs\n");
    assert!(unknown.contains("did you mean `prowlers`"), "{unknown}");
    let other = refused(&["combat", "-"], b"game chess\nenemies prowlers\n");
    assert!(other.contains("line 1: `game chess`"), "{other}");
    let none = refused(&["combat", "-"], b"game mage-knight\nhand tremor\n");
    assert!(none.contains("a combat needs an enemy"), "{none}");
}

#[test]
fn replay_reads_the_export_of_a_combat() {
    let shown = printed(&["replay", "-"], JSONL);
    assert!(
        shown.contains("Action 1: play whirlwind powered"),
        "{shown}"
    );
    assert!(shown.contains("Prowlers is defeated"), "{shown}");
    assert_eq!(shown, printed(&["combat", "-"], JSONL));
    let spaced = JSONL.replace("\"game\":", "\"game\" : ");
    assert_eq!(shown, printed(&["replay", "-"], &spaced));
    let broken = JSONL.replace("\"option\":0", "\"option\":7");
    let error = refused(&["replay", "-"], broken.as_bytes());
    assert!(error.contains("line 3: `choose 7`"), "{error}");
}
