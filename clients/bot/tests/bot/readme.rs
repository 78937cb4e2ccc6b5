//! Runs the console examples of the READMEs that use the bot.

use std::fs;
use std::process::Command;

use crate::support::daemon::{Daemon, repository};
use crate::support::folder::Folder;

/// Commands after a `$` in console blocks that run the bot, with the output shown.
fn examples(text: &str) -> Vec<(String, Vec<String>)> {
    let mut examples: Vec<(String, Vec<String>)> = Vec::new();
    let mut in_block = false;
    for line in text.lines() {
        if line.starts_with("```") {
            in_block = line == "```console";
        } else if let Some(command) = line.strip_prefix("$ ").filter(|_| in_block) {
            examples.push((command.to_owned(), Vec::new()));
        } else if let Some((_, shown)) = examples.last_mut().filter(|_| in_block) {
            shown.push(line.to_owned());
        }
    }
    examples.retain(|(command, _)| command.contains("qbcoach-bot "));
    examples
}

#[test]
fn console_examples_print_what_is_shown() {
    let folder = Folder::new();
    let daemon = Daemon::start(&folder, &["--demo"]);
    let program = std::path::Path::new(env!("CARGO_BIN_EXE_qbcoach-bot"));
    let programs = program.parent().expect("it is in a folder").display();
    let path = format!("{programs}:{}", std::env::var("PATH").unwrap_or_default());
    for file in ["README.md", "clients/bot/README.md"] {
        let readme = fs::read_to_string(repository().join(file)).expect("it can be read");
        let examples = examples(&readme);
        assert!(!examples.is_empty(), "{file} has examples of the bot");
        for (command, shown) in examples {
            let run = Command::new("sh")
                .args(["-c", &command])
                .env("PATH", &path)
                .env("QBCOACH_DAEMON", daemon.url())
                .current_dir(folder.path())
                .output()
                .expect("a shell");
            let printed = String::from_utf8_lossy(&run.stdout).into_owned();
            let mut lines = printed.lines();
            for expected in shown {
                let line = lines.next().unwrap_or_default();
                let fits = match expected.strip_suffix('…') {
                    Some(beginning) => line.starts_with(beginning),
                    None => line == expected,
                };
                let errors = String::from_utf8_lossy(&run.stderr);
                assert!(fits, "{file}: `{command}` printed\n{printed}{errors}");
            }
        }
    }
}
