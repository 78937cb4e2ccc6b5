//! Runs the bot's program.

use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Output, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Instant;

use super::PATIENCE;
use super::folder::Folder;

pub struct Bot {
    child: Child,
    log: Receiver<String>,
    /// The log lines read so far.
    pub logged: String,
}

impl Bot {
    pub fn run(folder: &Folder, config: &str) -> Bot {
        let config = folder.write("bot.toml", config);
        let mut command = Command::new(env!("CARGO_BIN_EXE_qbcoach-bot"));
        command
            .args(["run", "--log", "debug", "--config"])
            .arg(config);
        command
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::piped());
        let mut child = command.spawn().expect("the bot starts");
        let stderr = child.stderr.take().expect("its stderr");
        let (sender, log) = channel();
        std::thread::spawn(move || {
            for line in BufReader::new(stderr).lines().map_while(Result::ok) {
                let _ = sender.send(line);
            }
        });
        Bot {
            child,
            log,
            logged: String::new(),
        }
    }

    /// Waits for the next log line that contains these words.
    pub fn wait_for_log(&mut self, words: &str) -> String {
        let deadline = Instant::now() + PATIENCE;
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            let line = self.log.recv_timeout(left);
            let line = line.unwrap_or_else(|_| panic!("`{words}` is not logged:\n{}", self.logged));
            self.logged.push_str(&line);
            self.logged.push('\n');
            if line.contains(words) {
                return line;
            }
        }
    }

    /// Stops the bot with SIGTERM and returns its whole log.
    pub fn stop(mut self) -> String {
        let pid = self.child.id().to_string();
        let sent = Command::new("kill").args(["-s", "TERM", &pid]).status();
        assert!(sent.expect("kill runs").success());
        let ended = self.child.wait().expect("it ends");
        assert!(ended.success(), "{ended}");
        self.logged.extend(self.log.iter().map(|line| line + "\n"));
        std::mem::take(&mut self.logged)
    }
}

impl Drop for Bot {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Runs a command of the bot that ends by itself.
pub fn command(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_qbcoach-bot"));
    command.args(arguments).stdin(Stdio::null());
    command.output().expect("the bot runs")
}

pub fn printed(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).expect("it prints text")
}

/// What a command that failed printed to stderr.
pub fn error_text(output: &Output) -> String {
    assert!(!output.status.success(), "the command must fail");
    String::from_utf8(output.stderr.clone()).expect("it prints text")
}
