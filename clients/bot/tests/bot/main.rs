//! The bot's program against a daemon, an IRC server and replacements for Discord and
//! Twitch.

mod announcements;
mod configuration;
mod discord;
mod hostile;
mod irc;
mod readme;
mod setup;
mod support;
mod terminal;
mod twitch;
