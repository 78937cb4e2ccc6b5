//! The bot as people meet it: the real binary, the real daemon, real peers.

mod announcements;
mod configuration;
mod discord;
mod hostile;
mod irc;
mod readme;
mod support;
mod terminal;
mod twitch;
