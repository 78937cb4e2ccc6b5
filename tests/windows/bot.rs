//! The chat bot on Windows: a double click sets it up, and it reaches the coach by its pipe.

use std::fs;
use std::io::Write;
use std::process::Stdio;

use crate::daemon::TempFolder;
use crate::wine::{self, WindowsDaemon};

/// Double-clicks the bot in a folder and types these lines.
fn double_click(folder: &TempFolder, lines: &[&str]) -> String {
    let mut desktop = wine::program("explorer.exe");
    desktop.arg("qbcoach-bot.exe").current_dir(folder.path());
    desktop.stdin(Stdio::piped()).stdout(Stdio::piped());
    // That nobody chats there is said on standard error, too.
    desktop.stderr(Stdio::null());
    let mut clicked = desktop.spawn().expect("wine starts");
    let typed: String = lines.iter().map(|line| format!("{line}\r\n")).collect();
    let mut input = clicked.stdin.take().expect("its input");
    let typing = input.write_all(typed.as_bytes());
    typing.expect("the lines are read");
    drop(input);
    let ended = clicked.wait_with_output().expect("it ends");
    String::from_utf8(ended.stdout).expect("it prints UTF-8")
}

#[test]
fn a_double_click_asks_and_the_bot_finds_the_coach_by_its_pipe() {
    let name = format!("qbcoach bot {}", std::process::id());
    let daemon = WindowsDaemon::start(&["--data-dir", ":memory:", "--demo", "--socket", &name]);
    let folder = TempFolder::new();
    // Nobody listens for chat there: the daemon does, and does not speak IRC.
    let server = &daemon.as_ref().tcp;
    let address = format!(r"\\.\pipe\{name}");
    let answers = ["irc", server, "no", "日本", "", "no", &address];
    let said = double_click(&folder, &answers);
    assert!(said.contains("coach  works: version"), "{said}");
    assert!(said.contains("chat   does not work yet"), "{said}");
    let file = folder.path().join("bot.toml");
    let text = fs::read_to_string(&file).expect("the configuration is written");
    assert!(text.contains("channels = [\"#日本\"]"), "{text}");
    // As Notepad saves it.
    let text = format!("\u{feff}{}", text.replace('\n', "\r\n"));
    fs::write(&file, text).expect("it can be written");
    let mut ask = wine::program("qbcoach-bot.exe");
    ask.args(["ask", "--config", "bot.toml", "!score"]);
    let asked = ask.current_dir(folder.path()).stdin(Stdio::null()).output();
    let score = wine::printed(&asked.expect("wine starts"));
    assert!(score.contains("TOP"), "{score}");
}

#[test]
fn the_bot_refuses_names_of_devices() {
    let folder = TempFolder::new();
    let config = "[twitch]\nnick = \"bot\"\nchannels = [\"#you\"]\ntokenFile = \"com1.txt\"\n";
    fs::write(folder.path().join("bot.toml"), config).expect("it can be written");
    for arguments in [
        ["check", "--config", "bot.toml"],
        ["check", "--config", "nul.toml"],
        ["setup", "--config", "Con"],
    ] {
        let mut bot = wine::program("qbcoach-bot.exe");
        bot.args(arguments).current_dir(folder.path());
        let ran = bot.stdin(Stdio::null()).output().expect("wine starts");
        let refused = wine::error_text(&ran);
        assert!(refused.contains("is a device of Windows"), "{refused}");
    }
}
