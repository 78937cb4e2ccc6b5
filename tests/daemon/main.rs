//! The daemon as its clients meet it: the real program, through every door.

mod bad_bytes;
mod bad_params;
mod check;
mod client;
mod configuration;
mod floods;
mod handlers;
mod hidden_hand;
mod life;
mod limits;
mod logs;
mod news;
mod order;
mod origins;
mod overlay_look;
mod pages;
mod peers;
mod roles;
mod slow_readers;
mod starting;
mod stdio;
mod stopping;
mod token_files;

#[path = "../support/daemon.rs"]
mod support;
