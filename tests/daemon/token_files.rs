//! Token files: what is wrong with one is said without repeating a token.

use std::fs;

use crate::check::{start_refused, text_of};
use crate::support::TempFolder;

const SECRET: &str = "a-secret-that-must-not-be-shown";

#[test]
fn a_wrong_token_file_is_explained_without_its_tokens() {
    let cases = [
        (SECRET.to_owned(), "line 1"),
        (format!("# ours\nadmin {SECRET}"), "line 2"),
        (format!("control {SECRET} {SECRET}"), "line 1"),
        (format!("control: {SECRET}"), "line 1"),
        (format!("control {SECRET}\nview {SECRET}"), "twice"),
        (format!("control {SECRET}\nview short-secret"), "16"),
        (format!("# control {SECRET}\n"), "no tokens"),
        (String::new(), "no tokens"),
    ];
    let folder = TempFolder::new();
    let file = folder.path().join("tokens");
    for (text, expected) in cases {
        fs::write(&file, &text).expect("written");
        let said = start_refused(&[
            "serve",
            "--listen",
            "127.0.0.1:0",
            "--data-dir",
            ":memory:",
            "--token-file",
            &text_of(&file),
        ]);
        assert!(said.contains(expected), "{text}: {said}");
        assert!(!said.contains("secret"), "{said}");
    }
}

#[test]
fn a_token_file_that_is_not_text_or_not_there_is_named() {
    let folder = TempFolder::new();
    let file = folder.path().join("tokens");
    let start =
        |file: &str| start_refused(&["serve", "--data-dir", ":memory:", "--token-file", file]);
    assert!(start(&text_of(&file)).contains("tokens"), "not there");
    fs::write(
        &file,
        [b"control secret-token-in-here".as_slice(), &[0xff, 0xfe]].concat(),
    )
    .expect("written");
    let said = start(&text_of(&file));
    assert!(
        said.contains("tokens") && !said.contains("secret"),
        "{said}"
    );
}
