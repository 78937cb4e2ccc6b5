//! The protocol that clients rely on: the checked-in documents describe the daemon,
//! and recorded conversations with the real program stay the same, byte for byte, over
//! every transport. `UPDATE_EXPECT=1 cargo test -p qbcoach --test daemon protocol`
//! rewrites both; the next run checks them.

mod conversation;
mod documents;
mod endings;
mod endpoint;
mod order;
mod page;
mod pattern;
mod promises;
mod roles;
mod schemas;
mod transcripts;

use std::fs;
use std::path::{Path, PathBuf};

use crate::root;

/// The files of a folder with this extension, sorted.
fn files(folder: &Path, extension: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("the folder can be read");
    let paths = entries.map(|entry| entry.expect("the entry can be read").path());
    let mut found: Vec<PathBuf> = paths
        .filter(|path| path.extension().is_some_and(|found| found == extension))
        .collect();
    found.sort();
    found
}

fn is_update() -> bool {
    std::env::var_os("UPDATE_EXPECT").is_some_and(|value| value != "0")
}

/// Compares a checked-in file with its expected content, or rewrites it.
#[track_caller]
fn check_file(path: &Path, content: &str) {
    let found = fs::read_to_string(path).unwrap_or_default();
    if found == content {
        return;
    }
    let name = path.strip_prefix(root()).unwrap_or(path).display();
    if is_update() {
        let folder = path.parent().expect("the path has a folder");
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
         UPDATE_EXPECT=1 cargo test -p qbcoach --test daemon protocol rewrites it",
        around(old, new),
        around(new, old)
    );
}

/// The part of a line around the first difference from another line.
fn around(line: &str, other: &str) -> String {
    let same = line.chars().zip(other.chars()).take_while(|(a, b)| a == b);
    let start = same.count().saturating_sub(60);
    line.chars().skip(start).take(300).collect()
}
