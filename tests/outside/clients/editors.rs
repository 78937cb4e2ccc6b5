//! The clients for editors, and the complete client in `clients/README.md`.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::clients::{DAEMON, clients, run, run_script};

#[test]
fn the_extension_for_vs_code_passes_its_tests() {
    let printed = run_script("vscode");
    assert!(printed.contains("# fail 0"), "{printed}");
    assert!(!printed.contains("# pass 0"), "{printed}");
}

#[test]
fn neovim_plays_a_match_and_the_commands_of_the_page_work() {
    let printed = run_script("editors");
    assert!(printed.contains("done"), "{printed}");
    assert!(
        printed.contains("commands do what the page shows"),
        "{printed}"
    );
}

#[test]
fn the_client_in_the_readme_plays_a_match() {
    let page = fs::read_to_string(clients().join("README.md")).expect("the page exists");
    let (_, after) = page
        .split_once("```python\n")
        .expect("the page has a client");
    let (client, _) = after.split_once("```").expect("the client ends");
    let folder = Path::new(DAEMON)
        .parent()
        .expect("the program is in a folder");
    let path = std::env::var("PATH").unwrap_or_default();
    let printed = run(Command::new("python3")
        .args(["-c", client])
        .env("PATH", format!("{}:{path}", folder.display())));
    let last = printed.lines().last().unwrap_or_default();
    assert!(
        last.starts_with("score "),
        "the last line is not the score: {last}"
    );
}
