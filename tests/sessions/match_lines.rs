//! An export with a broken line is refused, and the line is named.

use qbcoach::sessions::export;
use qbcoach::sessions::queens_blood::{Match, text};

use crate::match_walk::library;

const JSONL: &str = r#"{"qbcoach":1,"game":"queens-blood","setup":{"mode":"analysis","rules":"canon","seed":0,"first":"you"}}
{"seq":1,"act":{"type":"play","side":"you","card":"019","tile":"MID-1"}}
{"seq":2,"undo":1}
{"seq":3,"act":{"type":"pass","side":"you"}}
"#;

/// The error of these lines of JSON, with one of them (from 1) made another.
#[track_caller]
fn check_jsonl(number: usize, line: &str, words: &str) {
    let mut lines: Vec<&str> = JSONL.lines().collect();
    lines[number - 1] = line;
    let read = export::read::<Match>(&library(), &lines.join("\n"));
    let error = read.expect_err(line).to_string();
    let place = format!("line {number}: ");
    assert!(error.starts_with(&place), "{line}: {error}");
    assert!(error.contains(words), "{line}: {error}");
}

#[test]
fn whole_lines_of_json_are_read() {
    let read = export::read::<Match>(&library(), JSONL).expect("it is whole");
    assert_eq!(read.changes.len(), 3);
    assert!(export::is_jsonl(JSONL));
    // Empty lines and another end of line do no harm.
    let loose = JSONL.replace('\n', "\r\n\r\n");
    let read = export::read::<Match>(&library(), &loose).expect("it is whole");
    assert_eq!(read.changes.len(), 3);
}

#[test]
fn a_broken_head_is_named() {
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
fn a_broken_event_is_named() {
    for (line, words) in [
        ("nonsense", "expected"),
        ("[]", "invalid"),
        (
            r#"{"act":{"type":"pass","side":"you"}}"#,
            "missing field `seq`",
        ),
        (r#"{"seq":2}"#, "either `act` or `undo`"),
        (r#"{"seq":2,"undo":0}"#, "undo"),
        (r#"{"seq":2,"undo":-1}"#, "invalid value"),
        (
            r#"{"seq":2,"undo":1,"act":{"type":"pass","side":"you"}}"#,
            "either `act` or `undo`",
        ),
        (r#"{"seq":3,"undo":1}"#, "event 3 stands where 2 should"),
        (r#"{"seq":1,"undo":1}"#, "event 1 stands where 2 should"),
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
fn nothing_is_no_export() {
    for nothing in ["", "\n\n", "  \n"] {
        let error = export::read::<Match>(&library(), nothing).expect_err("it is empty");
        assert_eq!(error.to_string(), "there is nothing in it");
    }
}

/// The third line of a text that is otherwise whole is this one.
#[track_caller]
fn check_text(line: &str, words: &str) {
    let content = format!("mode live\nrules canon\n{line}\n---\nyou pass\n");
    let error = text::read(&library(), &content)
        .expect_err(line)
        .to_string();
    let place = format!("line 3: `{}`: ", line.trim());
    assert!(error.starts_with(&place), "{line}: {error}");
    assert!(error.contains(words), "{line}: {error}");
}

#[test]
fn a_broken_line_of_the_setup_is_named() {
    for (line, words) in [
        ("mode dream", "live, simulated or analysis"),
        ("rules chess", "chess"),
        ("seed many", "invalid digit"),
        ("seed -1", "invalid digit"),
        ("first they", "`they` is no side"),
        ("position somewhere", "somewhere"),
        ("autoplay they", "`they` is no side"),
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
fn a_broken_line_of_the_match_is_named() {
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
        ("set", "say what lies there"),
        ("set MID-1", "say what lies there"),
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
fn the_setup_comes_first() {
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

/// However a person writes it.
#[test]
fn lines_are_read_without_regard_to_case_blanks_and_comments() {
    let content = "\n  # a comment\nMode live   # so it is\nFIRST Enemy\n\n\
                   You Hand crawler, 2x 007\nenemy TAG Regina # 1\n---\n\
                   Enemy Play  crawler  mid5 # here\nUNDO 1\nYOU PASS\n";
    let read = text::read(&library(), content).expect("it is a match");
    assert_eq!(read.setup.enemy_tag.as_deref(), Some("Regina # 1"));
    assert_eq!(read.setup.hand.map(|hand| hand.len()), Some(3));
    assert_eq!(read.changes.len(), 3);
}
