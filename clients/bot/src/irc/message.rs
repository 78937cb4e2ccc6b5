//! IRC messages.

use std::collections::BTreeMap;

use crate::text;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Message {
    pub tags: BTreeMap<String, String>,
    /// The sender: `nick!user@host`, or a server.
    pub prefix: String,
    pub command: String,
    pub params: Vec<String>,
}

impl Message {
    /// Parses a line; none if it has no command.
    pub fn parse(line: &str) -> Option<Message> {
        let mut rest = line.trim_end_matches(['\r', '\n']);
        let mut message = Message::default();
        if let Some(tagged) = rest.strip_prefix('@') {
            let (tags, after) = tagged.split_once(' ')?;
            for tag in tags.split(';') {
                let (key, value) = tag.split_once('=').unwrap_or((tag, ""));
                message.tags.insert(key.to_owned(), unescaped(value));
            }
            rest = after.trim_start_matches(' ');
        }
        if let Some(prefixed) = rest.strip_prefix(':') {
            let (prefix, after) = prefixed.split_once(' ')?;
            message.prefix = prefix.to_owned();
            rest = after.trim_start_matches(' ');
        }
        let (command, mut rest) = rest.split_once(' ').unwrap_or((rest, ""));
        message.command = command.to_ascii_uppercase();
        while !rest.is_empty() {
            if let Some(last) = rest.strip_prefix(':') {
                message.params.push(last.to_owned());
                break;
            }
            let (param, after) = rest.split_once(' ').unwrap_or((rest, ""));
            if !param.is_empty() {
                message.params.push(param.to_owned());
            }
            rest = after;
        }
        (!message.command.is_empty()).then_some(message)
    }

    pub fn nick(&self) -> &str {
        self.prefix.split(['!', '@']).next().unwrap_or_default()
    }

    pub fn param(&self, index: usize) -> &str {
        self.params
            .get(index)
            .map(String::as_str)
            .unwrap_or_default()
    }

    pub fn last_param(&self) -> &str {
        self.params.last().map(String::as_str).unwrap_or_default()
    }
}

/// Unescapes a tag's value as IRCv3 defines it.
fn unescaped(value: &str) -> String {
    let mut plain = String::new();
    let mut letters = value.chars();
    while let Some(letter) = letters.next() {
        if letter != '\\' {
            plain.push(letter);
            continue;
        }
        plain.extend(letters.next().map(|escaped| match escaped {
            ':' => ';',
            's' => ' ',
            'r' => '\r',
            'n' => '\n',
            other => other,
        }));
    }
    plain
}

/// The lines that send a text to a channel or a user.
pub fn privmsg(target: &str, text: &str) -> Vec<String> {
    let begin = format!("PRIVMSG {} :", one_word(target));
    let room = text::LINE_BYTES.saturating_sub(begin.len());
    let lines = text::chat_lines(text, room).into_iter();
    lines.map(|line| format!("{begin}{line}")).collect()
}

/// Removes blanks and control characters, which would end a param.
pub fn one_word(text: &str) -> String {
    let is_plain = |c: &char| !c.is_whitespace() && !c.is_control();
    text.chars().filter(is_plain).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_prefix_command_and_params_are_parsed() {
        let line = "@badges=moderator/1;display-name=Tifa\\sL\\:;mod=1 :tifa!t@host PRIVMSG #seven :!card  7th :heaven\r\n";
        let message = Message::parse(line).expect("a message");
        assert_eq!(message.tags["badges"], "moderator/1");
        assert_eq!(message.tags["display-name"], "Tifa L;");
        assert_eq!(message.nick(), "tifa");
        assert_eq!(message.command, "PRIVMSG");
        assert_eq!(message.params, ["#seven", "!card  7th :heaven"]);
        let ping = Message::parse("ping :x y").expect("a message");
        assert_eq!((ping.command.as_str(), ping.last_param()), ("PING", "x y"));
    }

    #[test]
    fn malformed_lines_do_not_panic() {
        for line in [
            "",
            " ",
            ":",
            "@",
            "@a",
            "@a=b",
            ":only",
            "@a :b",
            "@;;==; :x ",
            "\0",
            ":a  ",
        ] {
            let _ = Message::parse(line);
        }
        let odd = Message::parse(":a!b@c 001").expect("a message");
        assert_eq!(odd.param(7), "");
    }

    #[test]
    fn a_text_becomes_lines_of_at_most_400_bytes() {
        let hostile = [
            "ok\r\nQUIT :bye",
            "nul\0byte",
            &"●".repeat(1000),
            &"x".repeat(10_000),
            &"e\u{301}\u{302}".repeat(500),
        ];
        for text in hostile {
            for line in privmsg("#seven", text) {
                assert!(line.len() <= 400, "{} bytes", line.len());
                assert!(!line.contains(['\r', '\n', '\0']), "{line:?}");
                assert!(line.starts_with("PRIVMSG #seven :"));
            }
        }
        assert_eq!(privmsg("#a\r\nQUIT b", "hi"), ["PRIVMSG #aQUITb :hi"]);
        assert!(privmsg("#a", "\r\n").is_empty());
    }
}
