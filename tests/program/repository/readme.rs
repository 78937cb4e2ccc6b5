//! Every console example of the README prints what the README shows.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::repository::root;

/// A command after a `$` and its shown output.
struct Example {
    command: String,
    output: String,
}

/// The examples in the fenced blocks marked `console`.
fn examples(text: &str) -> Vec<Example> {
    let mut examples: Vec<Example> = Vec::new();
    let mut in_block = false;
    for line in text.lines() {
        if line.starts_with("```") {
            in_block = line == "```console";
        } else if !in_block {
            continue;
        } else if let Some(command) = line.strip_prefix("$ ") {
            examples.push(Example {
                command: command.to_owned(),
                output: String::new(),
            });
        } else if let Some(example) = examples.last_mut() {
            example.output.push_str(line);
            example.output.push('\n');
        }
    }
    examples
}

/// Whether a printed line is the shown one, in which `…` at the end stands for the rest.
fn same(shown: &str, printed: &str) -> bool {
    match shown.strip_suffix('…') {
        Some(beginning) => printed.starts_with(beginning),
        None => shown == printed,
    }
}

fn begins_with(printed: &[&str], block: &[&str]) -> bool {
    let pairs = block.iter().zip(printed);
    printed.len() >= block.len() && pairs.into_iter().all(|(shown, line)| same(shown, line))
}

/// Whether the output is the shown one, in which a line `…` stands for any lines. The
/// lines between two `…` must be consecutive.
fn matches(shown: &str, printed: &str) -> bool {
    let printed: Vec<&str> = printed.lines().collect();
    let shown: Vec<&str> = shown.lines().collect();
    let blocks: Vec<&[&str]> = shown.split(|line| *line == "…").collect();
    let [first, rest @ ..] = blocks.as_slice() else {
        return printed.is_empty();
    };
    let Some((last, middle)) = rest.split_last() else {
        return printed.len() == first.len() && begins_with(&printed, first);
    };
    if !begins_with(&printed, first) {
        return false;
    }
    let mut at = first.len();
    for block in middle {
        let found = (at..=printed.len()).find(|start| begins_with(&printed[*start..], block));
        match found {
            Some(start) => at = start + block.len(),
            None => return false,
        }
    }
    let rest = &printed[at..];
    rest.len() >= last.len() && begins_with(&rest[rest.len() - last.len()..], last)
}

#[test]
fn the_console_examples_of_the_readme_are_correct() {
    let readme = fs::read_to_string(root().join("README.md")).expect("the file can be read");
    let mut examples = examples(&readme);
    // The tests of the bot run its examples, which need a daemon.
    examples.retain(|example| !example.command.starts_with("qbcoach-bot "));
    assert!(
        examples.len() >= 4,
        "the README has only {} examples",
        examples.len()
    );
    for Example { command, output } in examples {
        assert!(
            command.contains("qbcoach "),
            "`{command}` does not run qbcoach"
        );
        // A shell runs the command, with the program in its path.
        let program = Path::new(env!("CARGO_BIN_EXE_qbcoach"));
        let folder = program.parent().expect("the program is in a folder");
        let path = std::env::var("PATH").unwrap_or_default();
        let run = Command::new("sh")
            .arg("-c")
            .arg(&command)
            .env("PATH", format!("{}:{path}", folder.display()))
            .current_dir(root())
            .output()
            .expect("the program runs");
        let printed = String::from_utf8(run.stdout).expect("the output is UTF-8");
        let errors = String::from_utf8_lossy(&run.stderr);
        assert!(
            matches(&output, &format!("{printed}{errors}")),
            "`{command}` printed\n{printed}{errors}"
        );
    }
}

#[test]
fn the_readme_names_the_commands_to_run_and_to_test() {
    let readme = fs::read_to_string(root().join("README.md")).expect("the file can be read");
    for command in ["cargo run --release -- ", "tests/all"] {
        assert!(
            readme.contains(command),
            "the README does not name `{command}`"
        );
    }
    let ci = fs::read_to_string(root().join(".ci/run")).expect("the file can be read");
    assert!(ci.contains("tests/all"), ".ci/run does not run tests/all");
}

#[test]
fn shown_output_may_leave_out_lines_but_not_invent_them() {
    assert!(matches("a\nb\n", "a\nb\n"));
    assert!(matches("a\n…\nd\n", "a\nb\nc\nd\n"));
    assert!(matches("a\n…\n", "a\nb\n"));
    assert!(!matches("a\n", "a\nb\n"));
    assert!(!matches("a\nc\n", "a\nb\nc\n"));
    assert!(!matches("a\n…\nx\n", "a\nb\n"));
    assert!(matches("ab…\n", "abc\n"));
    assert!(!matches("ab…\n", "acb\n"));
}
