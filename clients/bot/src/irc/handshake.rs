//! The login: the lines sent first, and the server's answers to them.

use super::Message;
use super::message::one_word;
use crate::config::{IrcSettings, Network};

#[derive(Clone, Debug)]
pub struct Handshake {
    network: Network,
    nick: String,
    /// How many names were refused because they are in use.
    taken: usize,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum HandshakeStep {
    Wait,
    Send(String),
    /// The bot is logged in with this name.
    Welcome(String),
    Refused(String),
}

/// How many other names are tried.
const MOST_TAKEN: usize = 5;

impl Handshake {
    pub fn new(settings: &IrcSettings) -> Handshake {
        Handshake {
            network: settings.network,
            nick: settings.nick.clone(),
            taken: 0,
        }
    }

    /// The first lines. They contain the password and are never logged.
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
                // The answer is not needed: the bot works with and without multi-prefix.
                lines.push("CAP REQ :multi-prefix".to_owned());
                lines.push(format!("NICK {nick}"));
                lines.push(format!("USER {nick} 0 * :qbcoach, the coach of a match"));
                lines.push("CAP END".to_owned());
            }
        }
        lines
    }

    pub fn receive(&mut self, message: &Message) -> HandshakeStep {
        match message.command.as_str() {
            "001" => HandshakeStep::Welcome(message.param(0).to_owned()),
            "432" | "433" | "436" | "437" => {
                self.taken += 1;
                if self.taken > MOST_TAKEN {
                    return HandshakeStep::Refused(format!(
                        "the name {} and its variants are in use",
                        self.nick
                    ));
                }
                HandshakeStep::Send(format!("NICK {}{}", self.nick, self.taken + 1))
            }
            "464" | "465" | "ERROR" => HandshakeStep::Refused(message.last_param().to_owned()),
            // Twitch refuses a token by a NOTICE instead of a numeric.
            "NOTICE" if self.network == Network::Twitch => {
                HandshakeStep::Refused(message.last_param().to_owned())
            }
            "CAP" if self.network == Network::Twitch && message.param(1) == "NAK" => {
                tracing::warn!("the server sends no badges: nobody is a moderator here");
                HandshakeStep::Wait
            }
            _ => HandshakeStep::Wait,
        }
    }
}
