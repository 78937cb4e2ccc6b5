//! What is released has the same names in the command, the workflow and the documents.

use std::collections::BTreeSet;
use std::fs;

use crate::repository::root;

fn read(file: &str) -> String {
    fs::read_to_string(root().join(file)).unwrap_or_else(|error| panic!("{file}: {error}"))
}

/// The part of a text between two others.
#[track_caller]
fn between<'a>(text: &'a str, begin: &str, end: &str) -> &'a str {
    let found = text.split_once(begin).expect(begin).1;
    found.split_once(end).expect(end).0
}

/// The names of the archives that the command builds, such as `linux-arm64`.
fn released() -> BTreeSet<String> {
    let command = read(".github/release");
    let table = between(&command, "declare -A targets=(", "\n)");
    let lines = table.lines().filter(|line| !line.is_empty());
    lines
        .map(|line| between(line, "[", "]=").to_owned())
        .collect()
}

#[test]
fn the_command_builds_all_archives_it_knows() {
    let command = read(".github/release");
    let all = between(&command, "|| names=(", ")");
    let all: BTreeSet<String> = all.split(' ').map(str::to_owned).collect();
    assert_eq!(all, released());
    assert_eq!(all.len(), 5);
}

#[test]
fn the_workflow_tries_every_archive() {
    let workflow = read(".github/workflows/release.yml");
    let rows = workflow
        .lines()
        .filter(|line| line.contains("{ system:") && line.contains("name:"));
    let tried: BTreeSet<String> = rows
        .map(|row| between(row, "name: ", " }").to_owned())
        .collect();
    assert_eq!(tried, released());
}

#[test]
fn the_documents_name_every_system() {
    let readme = read("README.md");
    let readme = between(&readme, "## Get it\n", "\n## ");
    let for_users = read(".github/readme_for_users.txt");
    for name in released() {
        let system = match name.split('-').next() {
            Some("linux") => "Linux",
            Some("macos") => "macOS",
            Some("windows") => "Windows",
            _ => panic!("{name} is of a system that this test does not know"),
        };
        assert!(readme.contains(system), "README.md: {system}");
        assert!(
            for_users.contains(&format!("\n{system} ")),
            "readme_for_users.txt: {system}"
        );
    }
}

#[test]
fn the_version_is_in_the_changelog_and_on_the_page_for_users() {
    let version = env!("CARGO_PKG_VERSION");
    let changelog = read(".github/CHANGELOG.md");
    let newest = changelog.lines().find_map(|line| line.strip_prefix("## "));
    assert_eq!(newest, Some(version));
    let for_users = read(".github/readme_for_users.txt");
    // The command writes version and commit in its place.
    assert!(for_users.starts_with("qbcoach VERSION\n"));
    assert_eq!(for_users.matches("VERSION").count(), 1);
}
