//! The error for an invalid line of an export names the line.

use qbcoach_sessions::export;
use qbcoach_sessions::queens_blood::{Match, text};

use crate::sessions::match_walk::library;

const JSONL: &str = r#"{"qbcoach":1,"game":"queens-blood","setup":{"mode":"analysis","rules":"canon","seed":0,"first":"you"}}
{"seq":1,"act":{"type":"play","side":"you","card":"019","tile":"MID-1"}}
{"seq":2,"undo":1}
{"seq":3,"act":{"type":"pass","side":"you"}}
"#;

/// Replaces a line of `JSONL` (counted from 1) and checks the error.
#[track_caller]
fn check_jsonl(number: usize, line: &str, words: &str) {
    let mut lines: Vec<&str> = JSONL.lines().collect();
    lines[number - 1] = line;
    let read = export::read::<Match>(&library(), &lines.join("\n"));
    let error = read.expect_err(line).to_string();
    let start = format!("line {number}: ");
    assert!(error.starts_with(&start), "{line}: {error}");
    assert!(error.contains(words), "{line}: {error}");
}

#[test]
fn valid_lines_of_json_are_read() {
    let read = export::read::<Match>(&library(), JSONL).expect("the lines are valid");
    assert_eq!(read.changes.len(), 3);
    assert!(export::is_jsonl(JSONL));
    // Empty lines and CRLF are allowed.
    let loose = JSONL.replace('\n', "\r\n\r\n");
    let read = export::read::<Match>(&library(), &loose).expect("the lines are valid");
    assert_eq!(read.changes.len(), 3);
}

#[test]
fn an_invalid_first_line_is_named() {
    for (head, words) in [
        ("{", "EOF"),
        ("{}", "missing field `qbcoach`"),
        (
            r#"{"qbcoach":1,"game":"queens-blood"}"#,
            "missing field `setup`",
        ),
        (
            r#"{"qbcoach":2,"game":"queens-blood","setup":{}}"#,
            "written by a newer qbcoach (version 2",
        ),
        (
            r#"{"qbcoach":1,"game":"queens-blood","setup":{}}"#,
            "missing field `mode`",
        ),
        (
            r#"{"qbcoach":1,"game":"chess","setup":{"mode":"live","rules":"canon","seed":0,"first":"you"}}"#,
            "the game is `chess`",
        ),
        (r#"{"seq":1,"undo":1}"#, "missing field"),
    ] {
        check_jsonl(1, head, words);
    }
}

#[test]
fn an_invalid_event_is_named() {
    for (line, words) in [
        ("nonsense", "expected"),
        ("[]", "invalid"),
        (
            r#"{"act":{"type":"pass","side":"you"}}"#,
            "missing field `seq`",
        ),
        (r#"{"seq":2}"#, "one of `act`, `undo` and `redo`"),
        (r#"{"seq":2,"undo":0}"#, "undo"),
        (r#"{"seq":2,"undo":-1}"#, "invalid value"),
        (
            r#"{"seq":2,"undo":1,"act":{"type":"pass","side":"you"}}"#,
            "one of `act`, `undo` and `redo`",
        ),
        (
            r#"{"seq":3,"undo":1}"#,
            "event 3 is where event 2 should be",
        ),
        (
            r#"{"seq":1,"undo":1}"#,
            "event 1 is where event 2 should be",
        ),
        (
            r#"{"seq":2,"act":{"type":"dance"}}"#,
            "unknown variant `dance`",
        ),
        (
            r#"{"seq":2,"act":{"type":"draw","card":"999"}}"#,
            "there is no card 999",
        ),
        (r#"{"seq":2,"act":"#, "EOF"),
    ] {
        check_jsonl(3, line, words);
    }
}

#[test]
fn an_empty_export_is_refused() {
    for empty in ["", "\n\n", "  \n"] {
        let error = export::read::<Match>(&library(), empty).expect_err("the export is empty");
        assert_eq!(error.to_string(), "the export is empty");
    }
}

/// Puts a line into an otherwise valid text and checks the error.
#[track_caller]
fn check_text(line: &str, words: &str) {
    let content = format!("mode live\nrules canon\n{line}\n---\nyou pass\n");
    let error = text::read(&library(), &content)
        .expect_err(line)
        .to_string();
    let start = format!("line 3: `{}`: ", line.trim());
    assert!(error.starts_with(&start), "{line}: {error}");
    assert!(error.contains(words), "{line}: {error}");
}

#[test]
fn an_invalid_line_of_the_setup_is_named() {
    for (line, words) in [
        ("mode dream", "live, simulated or analysis"),
        ("rules chess", "chess"),
        ("seed many", "invalid digit"),
        ("seed -1", "invalid digit"),
        ("first they", "`they` is not a side"),
        ("position somewhere", "somewhere"),
        ("autoplay they", "`they` is not a side"),
        ("you deck 019, nobody", "nobody"),
        ("you hand nobody", "nobody"),
        ("enemy hand unseen many", "invalid digit"),
        ("enemy hand nobody", "nobody"),
        ("you tag Regina", "only the enemy has a tag"),
        ("titel x", "did you mean `title`?"),
        ("autplay enemy", "did you mean `autoplay`?"),
    ] {
        check_text(line, words);
    }
}

#[test]
fn an_invalid_line_of_the_match_is_named() {
    for (line, words) in [
        ("you", "you play CARD TILE"),
        ("you dance", "you play CARD TILE"),
        ("you play", "say which card where"),
        ("you play 019", "say which card where"),
        ("you play nobody MID-1", "nobody"),
        ("you play 019, 020 MID-1", "not one card"),
        ("you play 019 MID-9", "MID-9"),
        ("you pass now", "you play CARD TILE"),
        ("enemy draw 019", "enemy play CARD TILE"),
        ("you draw", "not one card"),
        ("you draw -", "not one card"),
        ("you mulligan nobody", "nobody"),
        ("you mulligan 019 -> nobody", "nobody"),
        ("hand nobody", "nobody"),
        ("set", "give the state of the tile"),
        ("set MID-1", "give the state of the tile"),
        ("set MID-1 ?", "?"),
        ("set MID-1 y1; TOP-9 y1", "TOP-9"),
        ("undo", "say how many"),
        ("undo 0", "say how many"),
        ("undo two", "say how many"),
    ] {
        check_text(line, words);
    }
}

#[test]
fn a_setup_line_after_the_first_event_is_refused() {
    for line in [
        "title x",
        "mode live",
        "seed 1",
        "you deck 019",
        "enemy tag x",
        "autoplay you",
    ] {
        let content = format!("mode live\nyou pass\n{line}\n");
        let error = text::read(&library(), &content)
            .expect_err(line)
            .to_string();
        let expected = format!("line 3: `{line}`: the setup comes before the first event");
        assert_eq!(error, expected);
    }
}

#[test]
fn case_white_space_and_comments_do_not_matter() {
    let content = "\n  # a comment\nMode live   # so it is\nFIRST Enemy\n\n\
                   You Hand crawler, 2x 007\nenemy TAG Regina # 1\n---\n\
                   Enemy Play  crawler  mid5 # here\nUNDO 1\nYOU PASS\n";
    let read = text::read(&library(), content).expect("the text is valid");
    assert_eq!(read.setup.enemy_tag.as_deref(), Some("Regina # 1"));
    assert_eq!(read.setup.hand.map(|hand| hand.len()), Some(3));
    assert_eq!(read.changes.len(), 3);
}
