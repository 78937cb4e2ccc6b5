//! Errors in a token file are explained without repeating a token.

use std::fs;

use crate::daemon::TempFolder;
use crate::serving::check::{start_refused, text_of};

const SECRET: &str = "a-secret-that-must-not-be-shown";

#[test]
fn the_error_for_an_invalid_token_file_has_no_token() {
    let cases = [
        (SECRET.to_owned(), "line 1"),
        (format!("# ours\nadmin {SECRET}"), "line 2"),
        (format!("control {SECRET} {SECRET}"), "line 1"),
        (format!("control: {SECRET}"), "line 1"),
        (format!("control {SECRET}\nview {SECRET}"), "twice"),
        (format!("control {SECRET}\nview short-secret"), "16"),
        (format!("stream delay=30 {SECRET}"), "delay=30s"),
        (format!("stream delay=s {SECRET}"), "delay=30s"),
        (format!("stream delay=-1s {SECRET}"), "delay=30s"),
        (format!("stream later=30s {SECRET}"), "line 1"),
        (
            format!("view delay=30s {SECRET}"),
            "only tokens of the role `stream`",
        ),
        (format!("stream delay=2h {SECRET}"), "delay=30s"),
        (format!("stream delay=11m {SECRET}"), "limits.delayMs"),
        (format!("# control {SECRET}\n"), "no tokens"),
        (String::new(), "no tokens"),
    ];
    let folder = TempFolder::new();
    let file = folder.path().join("tokens");
    for (text, expected) in cases {
        fs::write(&file, &text).expect("the file can be written");
        let message = start_refused(&[
            "serve",
            "--listen",
            "127.0.0.1:0",
            "--data-dir",
            ":memory:",
            "--token-file",
            &text_of(&file),
        ]);
        assert!(message.contains(expected), "{text}: {message}");
        assert!(!message.contains("secret"), "{message}");
    }
}

#[test]
fn the_error_for_an_unreadable_token_file_names_the_file() {
    let folder = TempFolder::new();
    let file = folder.path().join("tokens");
    let start =
        |file: &str| start_refused(&["serve", "--data-dir", ":memory:", "--token-file", file]);
    assert!(start(&text_of(&file)).contains("tokens"), "a missing file");
    fs::write(
        &file,
        [b"control secret-token-in-here".as_slice(), &[0xff, 0xfe]].concat(),
    )
    .expect("the file can be written");
    let message = start(&text_of(&file));
    assert!(
        message.contains("tokens") && !message.contains("secret"),
        "{message}"
    );
}
