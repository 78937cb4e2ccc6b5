//! The operators of IRC channels, from the server's list of names, which is requested
//! again after every change of a mode.

use std::collections::{BTreeMap, BTreeSet};

use super::Message;

#[derive(Clone, Debug, Default)]
pub struct Operators {
    /// By channel, in lower case.
    known: BTreeMap<String, BTreeSet<String>>,
    /// Lists of which the server has not sent all lines yet.
    incomplete: BTreeMap<String, BTreeSet<String>>,
}

/// The marks of owners, admins, operators and half-operators.
const MARKS: [char; 4] = ['~', '&', '@', '%'];

impl Operators {
    /// Updates the lists by a message; returns a line to send to the server, if any.
    pub fn receive(&mut self, message: &Message) -> Option<String> {
        match message.command.as_str() {
            "353" => {
                let channel = message.param(2).to_lowercase();
                let names = message.last_param().split(' ');
                let operators = names.filter(|name| name.starts_with(MARKS));
                let operators = operators.map(|name| {
                    let bare = name.trim_start_matches(|c| MARKS.contains(&c) || c == '+');
                    bare.to_lowercase()
                });
                self.incomplete
                    .entry(channel)
                    .or_default()
                    .extend(operators);
                None
            }
            "366" => {
                let channel = message.param(1).to_lowercase();
                let list = self.incomplete.remove(&channel).unwrap_or_default();
                self.known.insert(channel, list);
                None
            }
            "MODE" if message.param(0).starts_with(['#', '&', '+']) => {
                Some(format!("NAMES {}", message.param(0)))
            }
            // Another user may take the name now.
            "NICK" | "QUIT" => {
                self.forget(message.nick());
                None
            }
            "PART" => {
                self.forget(message.nick());
                None
            }
            "KICK" => {
                self.forget(message.param(1));
                None
            }
            _ => None,
        }
    }

    fn forget(&mut self, nick: &str) {
        let nick = nick.to_lowercase();
        for list in self.known.values_mut().chain(self.incomplete.values_mut()) {
            list.remove(&nick);
        }
    }

    pub fn is_operator(&self, nick: &str, channel: &str) -> bool {
        let list = self.known.get(&channel.to_lowercase());
        list.is_some_and(|list| list.contains(&nick.to_lowercase()))
    }

    pub fn is_operator_anywhere(&self, nick: &str) -> bool {
        let nick = nick.to_lowercase();
        self.known.values().any(|list| list.contains(&nick))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn after(lines: &[&str]) -> (Operators, Vec<String>) {
        let mut operators = Operators::default();
        let messages = lines.iter().filter_map(|line| Message::parse(line));
        let requests = messages.filter_map(|message| operators.receive(&message));
        let requests = requests.collect();
        (operators, requests)
    }

    #[test]
    fn operators_are_the_names_with_a_mark() {
        let (operators, _) = after(&[
            ":srv 353 bot = #Seven :@cloud +tifa bot",
            ":srv 353 bot = #Seven :~barret %@aerith",
            ":srv 366 bot #Seven :End",
        ]);
        for (nick, expected) in [
            ("Cloud", true),
            ("barret", true),
            ("aerith", true),
            ("tifa", false),
            ("bot", false),
        ] {
            assert_eq!(operators.is_operator(nick, "#seven"), expected, "{nick}");
        }
        assert!(
            operators.is_operator_anywhere("cloud") && !operators.is_operator("cloud", "#other")
        );
    }

    #[test]
    fn a_name_given_up_loses_its_rights() {
        let list = [":srv 353 bot = #a :@cloud", ":srv 366 bot #a :End"];
        for left in [
            ":cloud!c@h NICK :zack",
            ":cloud!c@h QUIT :bye",
            ":cloud!c@h PART #a",
            ":x!y@z KICK #a cloud",
        ] {
            let (operators, _) = after(&[list[0], list[1], left]);
            assert!(!operators.is_operator("cloud", "#a"), "{left}");
        }
    }

    #[test]
    fn a_mode_of_a_channel_requests_the_list_again() {
        let (_, requests) = after(&[":x!y@z MODE #a +o tifa", ":bot MODE bot +i"]);
        assert_eq!(requests, ["NAMES #a"]);
    }
}
