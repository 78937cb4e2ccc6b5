//! Texts as editors on Windows write them: lines end in CR LF, and a byte order mark may
//! come first.

use std::fs;

use crate::commands::printed;
use crate::root;

#[track_caller]
fn check(file: &str, arguments: &[&str]) {
    let text = fs::read_to_string(root().join(file)).expect("the file is shipped");
    let expected = printed(arguments, &text);
    let crlf = text.replace('\n', "\r\n");
    assert_eq!(printed(arguments, &crlf), expected, "{file}");
    assert_eq!(
        printed(arguments, &format!("\u{feff}{crlf}")),
        expected,
        "{file}"
    );
}

#[test]
fn a_match_may_have_windows_line_ends() {
    check("data/matches/demo.txt", &["replay", "-"]);
    check("data/matches/demo.txt", &["show", "-"]);
}

#[test]
fn a_combat_may_have_windows_line_ends() {
    check("data/mage_knight/demo.txt", &["combat", "-"]);
}

#[test]
fn play_reads_windows_line_ends() {
    let arguments = ["play", "--hand", "001 002 007 019 021"];
    let lines = "crawler m1\ne levrikon m5\ndraw zu\nlock\n";
    let expected = printed(&arguments, lines);
    let crlf = format!("\u{feff}{}", lines.replace('\n', "\r\n"));
    assert_eq!(printed(&arguments, &crlf), expected);
}
