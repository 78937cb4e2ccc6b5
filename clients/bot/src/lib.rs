//! qbcoach in chat: Discord, Twitch and IRC.
//!
//! | module | is |
//! | --- | --- |
//! | [`coach`] | the daemon as the bot sees it: asked, followed, away at times |
//! | [`words`] | what the daemon said, in one line |
//! | [`commands`] | who asks what where, and what is answered |
//! | [`announce`] | what is said without being asked |
//! | [`irc`] | IRC networks and Twitch |
//! | [`discord`] | the interactions endpoint |
//! | [`config`] | the configuration file and its secrets |
//!
//! **Invariant:** no rule of a game is here; what is shown, the daemon said.
//! **Invariant:** a public answer is made of what the audience `stream` sees.
//! **Invariant:** secrets are revealed only where they are sent.
//! **Invariant:** nothing a stranger writes reaches a wire without [`text`] between.

pub mod address;
pub mod announce;
pub mod backoff;
pub mod cli;
pub mod clock;
pub mod coach;
pub mod commands;
pub mod config;
pub mod discord;
pub mod hex;
pub mod irc;
pub mod run;
pub mod stop;
pub mod stream;
pub mod text;
pub mod words;
