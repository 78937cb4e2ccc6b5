//! A user of IRC.

use std::io::{BufRead, BufReader, Write};
use std::net::TcpStream;

use super::PATIENCE;

pub struct Person {
    reader: BufReader<TcpStream>,
    writer: TcpStream,
    caught_up: u32,
}

impl Person {
    /// Joins a channel; the first user in it becomes its operator.
    pub fn join(port: u16, nick: &str, channel: &str) -> Person {
        let writer = TcpStream::connect(("127.0.0.1", port)).expect("the server listens");
        writer.set_read_timeout(Some(PATIENCE)).expect("a timeout");
        let reader = BufReader::new(writer.try_clone().expect("the other half"));
        let mut person = Person {
            reader,
            writer,
            caught_up: 0,
        };
        person.send(&format!("NICK {nick}\r\nUSER {nick} 0 * :{nick}"));
        person.wait_for(" 001 ");
        if !channel.is_empty() {
            person.send(&format!("JOIN {channel}"));
            person.wait_for(" 366 ");
        }
        person
    }

    pub fn send(&mut self, line: &str) {
        let sent = self.writer.write_all(format!("{line}\r\n").as_bytes());
        sent.expect("the server takes it");
    }

    /// Skips all messages sent so far.
    pub fn catch_up(&mut self) {
        self.caught_up += 1;
        let token = format!("caught-up-{}", self.caught_up);
        self.send(&format!("PING {token}"));
        self.wait_for(&format!(":{token}"));
    }

    pub fn send_text(&mut self, target: &str, text: &str) {
        self.send(&format!("PRIVMSG {target} :{text}"));
    }

    /// Waits for the next line that contains these words.
    pub fn wait_for(&mut self, words: &str) -> String {
        let mut received = String::new();
        loop {
            let mut line = Vec::new();
            let read = self.reader.read_until(b'\n', &mut line);
            let read = read
                .unwrap_or_else(|error| panic!("`{words}` did not come ({error}):\n{received}"));
            assert_ne!(
                read, 0,
                "the server closed the connection before `{words}`:\n{received}"
            );
            let line = String::from_utf8(line).expect("lines are UTF-8");
            if let Some(token) = line.strip_prefix("PING ") {
                self.send(&format!("PONG {}", token.trim_end()));
            }
            if line.contains(words) {
                return line.trim_end().to_owned();
            }
            received.push_str(&line);
        }
    }

    /// The next text of the bot, in a channel or in private.
    pub fn next_text(&mut self, bot: &str) -> String {
        let line = loop {
            let line = self.wait_for("PRIVMSG");
            if line.starts_with(&format!(":{bot}!")) {
                break line;
            }
        };
        // The server puts the sender before the command.
        let (_, command) = line.split_once(' ').expect("a command");
        assert!(command.len() <= 400, "{} bytes: {command}", command.len());
        let (_, text) = command.split_once(" :").expect("a text");
        text.to_owned()
    }

    /// Sends a command and returns the answer; earlier texts are skipped.
    pub fn ask(&mut self, target: &str, text: &str) -> String {
        self.catch_up();
        self.send_text(target, text);
        self.next_text("coach")
    }
}

impl Person {
    /// The next announcement; answers to `!subscribe` and `!unsubscribe` are skipped.
    pub fn next_announcement(&mut self) -> String {
        loop {
            let text = self.next_text("coach");
            if !text.contains("announced here") {
                return text;
            }
        }
    }

    /// Sends `!subscribe` or `!unsubscribe` and returns the answer; announcements before it
    /// are skipped.
    pub fn ask_between_announcements(&mut self, text: &str) -> String {
        self.send_text("#seven", text);
        loop {
            let text = self.next_text("coach");
            if text.contains("announced here") {
                return text;
            }
        }
    }
}
