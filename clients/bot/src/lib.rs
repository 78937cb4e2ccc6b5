//! qbcoach in chat: Discord, Twitch and IRC.
//!
//! | module | is |
//! | --- | --- |
//! | [`coach`] | the connection to the daemon |
//! | [`words`] | documents of the daemon as one line of text |
//! | [`commands`] | chat commands: parsing, permission, answers |
//! | [`announce`] | announcements of turns |
//! | [`irc`] | IRC networks and Twitch |
//! | [`discord`] | the interactions endpoint |
//! | [`config`] | the configuration file and its secrets |
//! | [`setup`] | questions that make a configuration |
//!
//! **Invariant:** the bot contains no rules of the games; everything shown comes from
//! the daemon.
//! **Invariant:** public answers contain only what the audience `stream` sees.
//! **Invariant:** `Secret::reveal` is called only where the secret is sent.
//! **Invariant:** text of chat users is cleaned by [`text`] before it is sent anywhere.

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
pub mod setup;
pub mod stop;
pub mod stream;
pub mod text;
pub mod words;
