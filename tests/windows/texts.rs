//! Texts as Windows editors write them: lines that end in CR LF, and a byte order mark.

use std::fs;

use serde_json::json;

use crate::client::{Client, Transport};
use crate::daemon::{CONTROL, TempFolder};
use crate::root;
use crate::wine::{self, WindowsDaemon, windows_path};

/// Writes a text as Notepad does. Returns its path for Wine.
fn notepad(folder: &TempFolder, name: &str, text: &str) -> String {
    let path = folder.path().join(name);
    let text = format!("\u{feff}{}", text.replace('\n', "\r\n"));
    fs::write(&path, text).expect("the file can be written");
    windows_path(&path)
}

#[test]
fn play_reads_lines_that_end_in_cr_lf_from_a_pipe() {
    let lines = "crawler m1\r\ne levrikon m5\r\ndraw zu\r\nlock\r\n";
    let arguments = ["play", "--hand", "001 002 007 019 021"];
    let played = wine::printed(&wine::run(&arguments, lines));
    assert!(
        played.contains("› crawler m1\n  you play Crawler to MID-1"),
        "{played}"
    );
    assert!(
        played.contains("match open        Nobody leads"),
        "{played}"
    );
}

#[test]
fn a_match_and_a_combat_may_have_windows_line_ends() {
    let folder = TempFolder::new();
    for (command, file) in [
        ("replay", "data/matches/demo.txt"),
        ("combat", "data/mage_knight/demo.txt"),
    ] {
        let path = root().join(file);
        let Ok(text) = fs::read_to_string(&path) else {
            panic!("{file} is shipped");
        };
        let here = std::process::Command::new(env!("CARGO_BIN_EXE_qbcoach"))
            .arg(command)
            .arg(&path)
            .output()
            .expect("the program runs");
        let name = notepad(&folder, &format!("{command} 日本.txt"), &text);
        let there = wine::printed(&wine::run(&[command, &name], ""));
        assert_eq!(there, wine::printed(&here), "{command}");
    }
}

#[test]
fn settings_and_tokens_may_have_windows_line_ends() {
    let folder = TempFolder::new();
    let settings = "demo = false\n\n[limits]\nbatch = 7\n";
    let settings = notepad(&folder, "settings.toml", settings);
    let tokens = notepad(
        &folder,
        "my tokens.txt",
        &format!("# mine\ncontrol {CONTROL}\n"),
    );
    let arguments = [
        "--data-dir",
        ":memory:",
        "--config",
        &settings,
        "--token-file",
        &tokens,
    ];
    let daemon = WindowsDaemon::start(&arguments);
    let mut client = Client::connect(&daemon, Transport::Tcp).authenticated(CONTROL);
    let info = client.ask("server/info", json!({})).expect("an answer");
    assert_eq!(info["limits"]["batch"], 7);
    assert_eq!(info["role"], "control");
}

#[test]
fn cards_may_have_windows_line_ends() {
    let folder = TempFolder::new();
    let cards = fs::read_to_string(root().join("data/cards.json")).expect("cards are shipped");
    let cards = notepad(&folder, "cards.json", &cards);
    let listed = wine::printed(&wine::run(&["cards", "crawler", "--cards", &cards], ""));
    assert!(listed.starts_with("019 Crawler"), "{listed}");
}
