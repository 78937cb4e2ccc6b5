//! Twitch, replaced by a server that behaves like it.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};

use crate::support::PATIENCE;
use crate::support::bot::Bot;
use crate::support::daemon::Daemon;
use crate::support::folder::Folder;

struct Twitch(TcpListener);

/// Twitch's end of a connection with the bot.
struct TwitchConnection {
    reader: BufReader<TcpStream>,
    writer: TcpStream,
}

impl Twitch {
    fn start() -> Twitch {
        Twitch(TcpListener::bind("127.0.0.1:0").expect("a port"))
    }

    fn config(&self, daemon: &str, folder: &Folder) -> String {
        let token = folder.write("twitch-token", "oauth:very-secret-token\n");
        format!(
            "[daemon]\naddress = \"{daemon}\"\n[answers]\nuserCooldownSeconds = 0\nchannelCooldownSeconds = 0\n\
             [twitch]\nserver = \"{}\"\ntls = false\npaceMs = 0\nnick = \"Coach\"\nchannels = [\"#Seven\"]\ntokenFile = \"{}\"\n",
            self.0.local_addr().expect("its address"),
            token.display()
        )
    }

    fn accept(&self) -> TwitchConnection {
        let (writer, _) = self.0.accept().expect("the bot connects");
        writer.set_read_timeout(Some(PATIENCE)).expect("a timeout");
        let reader = BufReader::new(writer.try_clone().expect("the other half"));
        TwitchConnection { reader, writer }
    }

    /// Accepts the bot with the login of Twitch's documentation.
    fn log_in(&self) -> TwitchConnection {
        let mut line = self.accept();
        let greeting = [line.read(), line.read(), line.read()];
        assert_eq!(
            greeting,
            [
                "CAP REQ :twitch.tv/tags twitch.tv/commands",
                "PASS oauth:very-secret-token",
                "NICK coach"
            ]
        );
        line.write(":tmi.twitch.tv CAP * ACK :twitch.tv/tags twitch.tv/commands");
        for numeric in ["001 coach :Welcome, GLHF!", "375 coach :-", "376 coach :>"] {
            line.write(&format!(":tmi.twitch.tv {numeric}"));
        }
        assert_eq!(line.read(), "JOIN #seven");
        line
    }
}

impl TwitchConnection {
    fn read(&mut self) -> String {
        let mut line = String::new();
        let read = self
            .reader
            .read_line(&mut line)
            .expect("the bot sends a line");
        assert_ne!(read, 0, "the bot closed the connection");
        line.trim_end().to_owned()
    }

    fn write(&mut self, line: &str) {
        let sent = self.writer.write_all(format!("{line}\r\n").as_bytes());
        sent.expect("the bot is connected");
    }

    fn ask(&mut self, tags: &str, text: &str) -> String {
        self.write(&format!(
            "@{tags};user-id=5 :tifa!tifa@tifa.tmi.twitch.tv PRIVMSG #seven :{text}"
        ));
        let line = self.read();
        let text = line.strip_prefix("PRIVMSG #seven :");
        text.unwrap_or_else(|| panic!("`{line}` is not an answer"))
            .to_owned()
    }
}

#[test]
fn badges_decide_who_may_report() {
    let folder = Folder::new();
    let daemon = Daemon::start(&folder, &[]);
    daemon.begin_match();
    let twitch = Twitch::start();
    let bot = Bot::run(&folder, &twitch.config(&daemon.url(), &folder));
    let mut line = twitch.log_in();
    line.write("PING :tmi.twitch.tv");
    assert_eq!(line.read(), "PONG :tmi.twitch.tv");
    let viewer = line.ask("badges=subscriber/6;mod=0", "!pass");
    assert_eq!(viewer, "Only moderators may !pass");
    let moderator = line.ask("badges=moderator/1;mod=1", "!pass");
    assert!(moderator.starts_with("You pass · Turn 2"), "{moderator}");
    let broadcaster = line.ask("badges=broadcaster/1;mod=0", "!undo");
    assert!(broadcaster.starts_with("Taken back"), "{broadcaster}");
    let advice = line.ask("badges=broadcaster/1", "!best");
    assert!(advice.contains("not for the whole channel"), "{advice}");
    assert!(
        !bot.stop().contains("very-secret-token"),
        "the token is never logged"
    );
}

#[test]
fn the_bot_reconnects_after_reconnect_and_after_a_lost_connection() {
    let folder = Folder::new();
    let daemon = Daemon::start(&folder, &[]);
    let twitch = Twitch::start();
    let _bot = Bot::run(&folder, &twitch.config(&daemon.url(), &folder));
    let mut line = twitch.log_in();
    line.write(":tmi.twitch.tv RECONNECT");
    let mut line = twitch.log_in();
    assert!(
        line.ask("badges=", "!card crawler")
            .starts_with("019 Crawler")
    );
    // The same after the connection is closed without RECONNECT.
    drop(line);
    let mut line = twitch.log_in();
    assert!(
        line.ask("badges=", "!card crawler")
            .starts_with("019 Crawler")
    );
}

#[test]
fn a_refused_token_is_logged() {
    let folder = Folder::new();
    let daemon = Daemon::start(&folder, &[]);
    let twitch = Twitch::start();
    let mut bot = Bot::run(&folder, &twitch.config(&daemon.url(), &folder));
    let mut line = twitch.accept();
    for _ in 0..3 {
        line.read();
    }
    line.write(":tmi.twitch.tv NOTICE * :Login authentication failed");
    let logged = bot.wait_for_log("Login authentication failed");
    assert!(
        logged.contains("check the name and its password or token"),
        "{logged}"
    );
    assert!(!bot.stop().contains("very-secret-token"));
}

#[test]
fn the_bot_works_without_capabilities() {
    let folder = Folder::new();
    let daemon = Daemon::start(&folder, &[]);
    let twitch = Twitch::start();
    let _bot = Bot::run(&folder, &twitch.config(&daemon.url(), &folder));
    let mut line = twitch.accept();
    for _ in 0..3 {
        line.read();
    }
    line.write(":tmi.twitch.tv CAP * NAK :twitch.tv/tags twitch.tv/commands");
    line.write(":tmi.twitch.tv 001 coach :Welcome");
    assert_eq!(line.read(), "JOIN #seven");
    assert!(
        line.ask("badges=", "!card crawler")
            .starts_with("019 Crawler")
    );
}

#[test]
fn with_tls_nothing_is_sent_unencrypted() {
    let folder = Folder::new();
    let daemon = Daemon::start(&folder, &[]);
    let twitch = Twitch::start();
    let config = twitch
        .config(&daemon.url(), &folder)
        .replace("tls = false", "tls = true");
    let mut bot = Bot::run(&folder, &config);
    let mut line = twitch.accept();
    let mut first = [0; 512];
    let read = line.reader.read(&mut first).expect("the bot begins");
    // The first bytes are a TLS handshake record.
    assert_eq!(first[..2], [22, 3]);
    let text = String::from_utf8_lossy(&first[..read]).into_owned();
    assert!(
        !text.contains("PASS") && !text.contains("secret"),
        "{text:?}"
    );
    // A server that does not answer in TLS is not used.
    line.write(":tmi.twitch.tv 001 coach :Welcome");
    bot.wait_for_log("connecting again");
    assert!(!bot.stop().contains("very-secret-token"));
}
