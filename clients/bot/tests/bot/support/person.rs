//! Somebody else on IRC.

use std::io::{BufRead, BufReader, Write};
use std::net::TcpStream;

use super::PATIENCE;

pub struct Person {
    reader: BufReader<TcpStream>,
    writer: TcpStream,
    caught_up: u32,
}

impl Person {
    /// Comes into a channel; the first one there runs it.
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

    /// Leaves behind all that has been said so far.
    pub fn catch_up(&mut self) {
        self.caught_up += 1;
        let token = format!("caught-up-{}", self.caught_up);
        self.send(&format!("PING {token}"));
        self.wait_for(&format!(":{token}"));
    }

    pub fn say(&mut self, target: &str, text: &str) {
        self.send(&format!("PRIVMSG {target} :{text}"));
    }

    /// The next line that has these words.
    pub fn wait_for(&mut self, words: &str) -> String {
        let mut heard = String::new();
        loop {
            let mut line = Vec::new();
            let read = self.reader.read_until(b'\n', &mut line);
            let read =
                read.unwrap_or_else(|error| panic!("`{words}` never came ({error}):\n{heard}"));
            assert_ne!(read, 0, "the server hung up before `{words}`:\n{heard}");
            let line = String::from_utf8(line).expect("lines are UTF-8");
            if let Some(token) = line.strip_prefix("PING ") {
                self.send(&format!("PONG {}", token.trim_end()));
            }
            if line.contains(words) {
                return line.trim_end().to_owned();
            }
            heard.push_str(&line);
        }
    }

    /// What the bot says next, wherever it says it.
    pub fn hear(&mut self, bot: &str) -> String {
        let line = loop {
            let line = self.wait_for("PRIVMSG");
            if line.starts_with(&format!(":{bot}!")) {
                break line;
            }
        };
        // The server adds who said it.
        let (_, said) = line.split_once(' ').expect("a command");
        assert!(said.len() <= 400, "{} bytes: {said}", said.len());
        let (_, text) = said.split_once(" :").expect("a text");
        text.to_owned()
    }

    /// Asks, and hears the answer: what was said to others before is over.
    pub fn ask(&mut self, target: &str, text: &str) -> String {
        self.catch_up();
        self.say(target, text);
        self.hear("coach")
    }
}

impl Person {
    /// The next thing the bot says of itself, without what others were answered.
    pub fn hear_news(&mut self) -> String {
        loop {
            let said = self.hear("coach");
            if !said.contains("announced here") {
                return said;
            }
        }
    }

    /// An answer that may come after announcements.
    pub fn ask_after_news(&mut self, text: &str) -> String {
        self.say("#seven", text);
        loop {
            let said = self.hear("coach");
            if said.contains("announced here") {
                return said;
            }
        }
    }
}
