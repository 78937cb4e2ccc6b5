//! What clients may rely on: the checked-in documents say what the daemon does,
//! and whole conversations with the real program stay as they were, byte for byte,
//! at every door. `UPDATE_EXPECT=1 cargo test --test protocol` rewrites them; the run
//! after it checks what was written.

#[path = "../support/daemon.rs"]
mod daemon;

mod conversation;
mod documents;
mod doors;
mod endings;
mod order;
mod page;
mod pattern;
mod promises;
mod roles;
mod schemas;
mod transcripts;

use std::fs;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// The files of a folder with this ending, in a stable order.
fn files(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("the folder can be read");
    let paths = entries.map(|entry| entry.expect("its entries can be read").path());
    let mut found: Vec<PathBuf> = paths
        .filter(|path| path.extension().is_some_and(|found| found == ending))
        .collect();
    found.sort();
    found
}

fn is_update() -> bool {
    std::env::var_os("UPDATE_EXPECT").is_some_and(|value| value != "0")
}

/// Compares a checked-in file with what it should be, or rewrites it.
#[track_caller]
fn check_file(path: &Path, content: &str) {
    let found = fs::read_to_string(path).unwrap_or_default();
    if found == content {
        return;
    }
    let name = path.strip_prefix(root()).unwrap_or(path).display();
    if is_update() {
        let folder = path.parent().expect("a file lies in a folder");
        fs::create_dir_all(folder).expect("the folder can be made");
        fs::write(path, content).expect("the file can be written");
        return;
    }
    let differs = (1..).zip(found.lines().zip(content.lines()));
    let (line, (old, new)) = differs
        .into_iter()
        .find(|(_, (old, new))| old != new)
        .unwrap_or((0, ("it ends", "it ends elsewhere")));
    panic!(
        "{name}, line {line}, is not current:\n  there: {}\n  now:   {}\n\
         UPDATE_EXPECT=1 cargo test --test protocol rewrites it",
        around(old, new),
        around(new, old)
    );
}

/// A long line from shortly before where it leaves the other.
fn around(line: &str, other: &str) -> String {
    let same = line.chars().zip(other.chars()).take_while(|(a, b)| a == b);
    let start = same.count().saturating_sub(60);
    line.chars().skip(start).take(300).collect()
}
