//! Every console example of the README does what it shows.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::root;

/// A command after a `$` and the lines it is shown to print.
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

/// Whether a line is the one shown; `…` at its end stands for the rest.
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

/// Whether the output matches, `…` alone on a line standing for any lines: what
/// stands between two of them must be printed in one piece.
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
fn readme_console_examples_do_what_they_show() {
    let readme = fs::read_to_string(root().join("README.md")).expect("it can be read");
    let mut examples = examples(&readme);
    // Those of the bot are run by its own tests, which have a daemon for it to ask.
    examples.retain(|example| !example.command.starts_with("qbcoach-bot "));
    assert!(examples.len() >= 4, "the README shows the program at work");
    for Example { command, output } in examples {
        assert!(
            command.contains("qbcoach "),
            "`{command}`: console blocks show qbcoach"
        );
        // The shell finds the program and splits quotes as it would for a reader.
        let program = Path::new(env!("CARGO_BIN_EXE_qbcoach"));
        let folder = program.parent().expect("it is in a folder");
        let path = std::env::var("PATH").unwrap_or_default();
        let run = Command::new("sh")
            .arg("-c")
            .arg(&command)
            .env("PATH", format!("{}:{path}", folder.display()))
            .current_dir(root())
            .output()
            .expect("the program runs");
        let printed = String::from_utf8(run.stdout).expect("it prints text");
        let said = String::from_utf8_lossy(&run.stderr);
        assert!(
            matches(&output, &format!("{printed}{said}")),
            "`{command}` printed\n{printed}{said}"
        );
    }
}

#[test]
fn readme_names_the_two_commands() {
    let readme = fs::read_to_string(root().join("README.md")).expect("it can be read");
    for command in ["cargo run --release -- ", "tests/all"] {
        assert!(
            readme.contains(command),
            "the README leaves out `{command}`"
        );
    }
    let ci = fs::read_to_string(root().join(".ci/run")).expect("it can be read");
    assert!(
        ci.contains("tests/all"),
        "CI runs the README's test command"
    );
}

#[test]
fn shown_output_may_skip_lines_but_not_invent_them() {
    assert!(matches("a\nb\n", "a\nb\n"));
    assert!(matches("a\n…\nd\n", "a\nb\nc\nd\n"));
    assert!(matches("a\n…\n", "a\nb\n"));
    assert!(!matches("a\n", "a\nb\n"));
    assert!(!matches("a\nc\n", "a\nb\nc\n"));
    assert!(!matches("a\n…\nx\n", "a\nb\n"));
    assert!(matches("ab…\n", "abc\n"));
    assert!(!matches("ab…\n", "acb\n"));
}
