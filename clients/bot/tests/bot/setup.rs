//! `qbcoach-bot setup`: questions, the file it writes, and the trial of the connections.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::net::TcpListener;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::thread;

use crate::support::bot::{command, error_text, printed};
use crate::support::daemon::Daemon;
use crate::support::folder::Folder;
use crate::support::ircd::Ircd;

/// Runs `setup` in a folder with these lines as the answers.
fn set_up(folder: &Folder, arguments: &[&str], answers: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_qbcoach-bot"));
    command
        .arg("setup")
        .args(arguments)
        .current_dir(folder.path());
    command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let mut child = command.spawn().expect("the bot starts");
    let mut input = child.stdin.take().expect("its input");
    // As a Windows terminal sends them.
    let lines: String = answers.iter().map(|line| format!("{line}\r\n")).collect();
    input
        .write_all(lines.as_bytes())
        .expect("the answers are read");
    drop(input);
    child.wait_with_output().expect("it ends")
}

#[track_caller]
fn check_is_private(path: &Path) {
    use std::os::unix::fs::PermissionsExt;
    let mode = fs::metadata(path)
        .expect("the file exists")
        .permissions()
        .mode();
    assert_eq!(mode & 0o777, 0o600, "{}", path.display());
}

/// A server that logs one client in, or refuses its token, as Twitch does.
fn twitch(answer: &'static str) -> (String, thread::JoinHandle<Vec<String>>) {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = listener.local_addr().expect("its address").to_string();
    let serving = thread::spawn(move || {
        let (mut stream, _) = listener.accept().expect("the bot connects");
        let mut lines = BufReader::new(stream.try_clone().expect("the other half")).lines();
        let heard = (0..3).map(|_| lines.next().expect("a line").expect("a text"));
        let heard: Vec<String> = heard.collect();
        let _ = stream.write_all(format!(":tmi.twitch.tv {answer}\r\n").as_bytes());
        // Until the bot leaves.
        while let Some(Ok(_)) = lines.next() {}
        heard
    });
    (address, serving)
}

#[test]
fn twitch_is_first_and_the_pasted_token_goes_to_a_file_of_its_own() {
    let folder = Folder::new();
    let daemon = Daemon::start(&folder, &[]);
    let (server, serving) = twitch("001 coach :Welcome, GLHF!");
    let answers = [
        "",
        "https://www.twitch.tv/Seven",
        "a b",
        "Coach",
        "",
        "tokens/of mine",
        "tokens/mine",
        "very-secret",
        &daemon.url(),
    ];
    let output = set_up(&folder, &["--twitch-server", &server], &answers);
    let said = printed(&output);
    assert!(
        output.status.success(),
        "{said}{}",
        String::from_utf8_lossy(&output.stderr)
    );
    assert!(
        said.contains("A name on Twitch has up to 25 letters"),
        "{said}"
    );
    assert!(said.contains("The token is one word."), "{said}");
    assert!(said.contains("There is no file tokens/mine."), "{said}");
    assert!(said.contains("coach  works: version"), "{said}");
    assert!(said.contains("lets the bot in as coach"), "{said}");
    assert!(said.contains("Type !score in the chat of #seven"), "{said}");
    let heard = serving.join().expect("the server ends");
    assert_eq!(heard[1..], ["PASS oauth:very-secret", "NICK coach"]);
    let file = folder.path().join("bot.toml");
    let text = fs::read_to_string(&file).expect("the configuration");
    assert!(text.contains("channels = [\"#seven\"]"), "{text}");
    assert!(!text.contains("very-secret"), "{text}");
    check_is_private(&file);
    check_is_private(&folder.path().join("twitch-token"));
    let checked = command(&["check", "--config", &file.display().to_string()]);
    assert!(printed(&checked).contains("The configuration is fine."));
}

#[test]
fn a_refused_token_is_told_and_the_file_stays() {
    let folder = Folder::new();
    folder.write("token.txt", "old-token\n");
    let (server, serving) = twitch("NOTICE * :Login authentication failed");
    let answers = ["1", "seven", "coach", "token.txt", "127.0.0.1:9"];
    let output = set_up(
        &folder,
        &["--twitch-server", &server, "--config", "my bot.toml"],
        &answers,
    );
    let said = printed(&output);
    assert!(
        said.contains("does not let the bot in: Login authentication failed"),
        "{said}"
    );
    assert!(
        said.contains("no daemon answers at ws://127.0.0.1:9; `qbcoach serve`"),
        "{said}"
    );
    assert!(error_text(&output).contains("not everything works yet"));
    serving.join().expect("the server ends");
    assert!(folder.path().join("my bot.toml").is_file());
}

#[test]
fn a_second_setup_offers_the_token_of_the_first_or_takes_another() {
    let folder = Folder::new();
    folder.write("twitch-token", "first-token\n");
    for (answer, token) in [("", "first-token"), ("second-token", "second-token")] {
        let (server, serving) = twitch("001 coach :Welcome, GLHF!");
        let answers = ["1", "seven", "coach", answer, "127.0.0.1:9"];
        let config = format!("{token}.toml");
        let arguments = ["--twitch-server", &server, "--config", &config];
        let output = set_up(&folder, &arguments, &answers);
        assert!(output.status.success(), "{}", printed(&output));
        let heard = serving.join().expect("the server ends");
        assert_eq!(heard[1], format!("PASS oauth:{token}"));
        let kept = fs::read_to_string(folder.path().join("twitch-token"));
        assert_eq!(kept.expect("the token's file"), format!("{token}\n"));
    }
}

#[test]
fn irc_is_tried_at_a_real_server() {
    let folder = Folder::new();
    let ircd = Ircd::start(&folder);
    let server = format!("127.0.0.1:{}", ircd.port);
    let answers = ["irc", &server, "no", "queensblood", "", "no", ""];
    let output = set_up(&folder, &[], &answers);
    let said = printed(&output);
    assert!(output.status.success(), "{said}");
    assert!(said.contains("lets the bot in as qbcoach"), "{said}");
    let text = fs::read_to_string(folder.path().join("bot.toml")).expect("the configuration");
    assert!(text.contains("channels = [\"#queensblood\"]"), "{text}");
}

#[test]
fn discord_is_told_what_remains_to_be_done() {
    let folder = Folder::new();
    let key = "3b6a27bcceb6a42d62a3a8d02a6f0d73653215771de243a63ac048a18b59da29";
    let answers = [
        "3",
        "no number",
        "100000000000000000",
        "zz",
        key,
        "127.0.0.1:0",
        "",
    ];
    let output = set_up(&folder, &[], &answers);
    let said = printed(&output);
    assert!(output.status.success(), "{said}");
    assert!(said.contains("It has 64 hexadecimal digits."), "{said}");
    assert!(said.contains("Interactions Endpoint URL"), "{said}");
    assert!(said.contains("qbcoach-bot register --curl"), "{said}");
}

#[test]
fn nothing_is_written_when_the_answers_end_or_the_file_is_to_be_kept() {
    let folder = Folder::new();
    let ended = set_up(&folder, &[], &["2"]);
    assert!(error_text(&ended).contains("the answers ended"));
    assert!(!folder.path().join("bot.toml").exists());
    folder.write("bot.toml", "# mine\n");
    let kept = set_up(&folder, &[], &["no"]);
    assert!(error_text(&kept).contains("exists and is kept"));
    let text = fs::read_to_string(folder.path().join("bot.toml")).expect("the file");
    assert_eq!(text, "# mine\n");
}
