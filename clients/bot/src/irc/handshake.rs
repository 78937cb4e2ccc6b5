//! Getting in: what is said first, and when it is done. Only the server's numerics
//! count; nothing is waited for by the clock.

use super::Message;
use super::message::one_word;
use crate::config::{IrcSettings, Network};

#[derive(Clone, Debug)]
pub struct Handshake {
    network: Network,
    nick: String,
    /// Names that were taken.
    taken: usize,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    Wait,
    Send(String),
    /// It is done, under this name.
    Welcome(String),
    Refused(String),
}

/// Names tried after the one that was wanted.
const MOST_TAKEN: usize = 5;

impl Handshake {
    pub fn new(settings: &IrcSettings) -> Handshake {
        Handshake {
            network: settings.network,
            nick: settings.nick.clone(),
            taken: 0,
        }
    }

    /// The first lines. They hold the password: they are never logged.
    pub fn first_lines(&self, settings: &IrcSettings) -> Vec<String> {
        let nick = one_word(&self.nick);
        let password = settings.password.as_ref().map(|password| password.reveal());
        let mut lines = Vec::new();
        match self.network {
            Network::Twitch => {
                let token = password.unwrap_or_default();
                let token = token.strip_prefix("oauth:").unwrap_or(token);
                lines.push("CAP REQ :twitch.tv/tags twitch.tv/commands".to_owned());
                lines.push(format!("PASS oauth:{token}"));
                lines.push(format!("NICK {nick}"));
            }
            Network::Irc => {
                lines.extend(password.map(|password| format!("PASS {password}")));
                // Granted or not makes no difference, so the answer is not waited for.
                lines.push("CAP REQ :multi-prefix".to_owned());
                lines.push(format!("NICK {nick}"));
                lines.push(format!("USER {nick} 0 * :qbcoach, the coach of a match"));
                lines.push("CAP END".to_owned());
            }
        }
        lines
    }

    pub fn take(&mut self, message: &Message) -> Step {
        match message.command.as_str() {
            "001" => Step::Welcome(message.param(0).to_owned()),
            "432" | "433" | "436" | "437" => {
                self.taken += 1;
                if self.taken > MOST_TAKEN {
                    return Step::Refused(format!("no name like {} is free", self.nick));
                }
                Step::Send(format!("NICK {}{}", self.nick, self.taken + 1))
            }
            "464" | "465" | "ERROR" => Step::Refused(message.last_param().to_owned()),
            // Twitch has no numeric for a token it does not like.
            "NOTICE" if self.network == Network::Twitch => {
                Step::Refused(message.last_param().to_owned())
            }
            "CAP" if self.network == Network::Twitch && message.param(1) == "NAK" => {
                tracing::warn!("the server sends no badges: nobody is a moderator here");
                Step::Wait
            }
            _ => Step::Wait,
        }
    }
}
