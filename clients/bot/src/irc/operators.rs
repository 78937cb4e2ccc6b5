//! Who runs a channel on an IRC network: the server's own list, asked for again
//! whenever it may have changed.

use std::collections::{BTreeMap, BTreeSet};

use super::Message;

#[derive(Clone, Debug, Default)]
pub struct Operators {
    /// By channel, in small letters.
    known: BTreeMap<String, BTreeSet<String>>,
    /// Lists that are still coming.
    coming: BTreeMap<String, BTreeSet<String>>,
}

/// Marks of those that may change a channel: owner, admin, operator, half-operator.
const MARKS: [char; 4] = ['~', '&', '@', '%'];

impl Operators {
    /// Takes a message in; gives what to ask the server, if anything.
    pub fn take(&mut self, message: &Message) -> Option<String> {
        match message.command.as_str() {
            "353" => {
                let channel = message.param(2).to_lowercase();
                let names = message.last_param().split(' ');
                let operators = names.filter(|name| name.starts_with(MARKS));
                let operators = operators.map(|name| {
                    let bare = name.trim_start_matches(|c| MARKS.contains(&c) || c == '+');
                    bare.to_lowercase()
                });
                self.coming.entry(channel).or_default().extend(operators);
                None
            }
            "366" => {
                let channel = message.param(1).to_lowercase();
                let list = self.coming.remove(&channel).unwrap_or_default();
                self.known.insert(channel, list);
                None
            }
            "MODE" if message.param(0).starts_with(['#', '&', '+']) => {
                Some(format!("NAMES {}", message.param(0)))
            }
            // The name is free now: whoever takes it next is somebody else.
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
        for list in self.known.values_mut().chain(self.coming.values_mut()) {
            list.remove(&nick);
        }
    }

    pub fn runs(&self, nick: &str, channel: &str) -> bool {
        let list = self.known.get(&channel.to_lowercase());
        list.is_some_and(|list| list.contains(&nick.to_lowercase()))
    }

    pub fn runs_any(&self, nick: &str) -> bool {
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
        let asked = messages.filter_map(|message| operators.take(&message));
        let asked = asked.collect();
        (operators, asked)
    }

    #[test]
    fn operators_are_those_the_server_marks() {
        let (operators, _) = after(&[
            ":srv 353 bot = #Seven :@cloud +tifa bot",
            ":srv 353 bot = #Seven :~barret %@aerith",
            ":srv 366 bot #Seven :End",
        ]);
        for (nick, runs) in [
            ("Cloud", true),
            ("barret", true),
            ("aerith", true),
            ("tifa", false),
            ("bot", false),
        ] {
            assert_eq!(operators.runs(nick, "#seven"), runs, "{nick}");
        }
        assert!(operators.runs_any("cloud") && !operators.runs("cloud", "#other"));
    }

    #[test]
    fn a_name_that_was_given_up_has_no_rights() {
        let list = [":srv 353 bot = #a :@cloud", ":srv 366 bot #a :End"];
        for left in [
            ":cloud!c@h NICK :zack",
            ":cloud!c@h QUIT :bye",
            ":cloud!c@h PART #a",
            ":x!y@z KICK #a cloud",
        ] {
            let (operators, _) = after(&[list[0], list[1], left]);
            assert!(!operators.runs("cloud", "#a"), "{left}");
        }
    }

    #[test]
    fn a_mode_of_a_channel_asks_for_the_list_again() {
        let (_, asked) = after(&[":x!y@z MODE #a +o tifa", ":bot MODE bot +i"]);
        assert_eq!(asked, ["NAMES #a"]);
    }
}
