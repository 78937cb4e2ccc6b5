//! The real program, serving clients over every transport.

mod bad_bytes;
mod bad_params;
pub mod check;
mod configuration;
mod floods;
mod handlers;
mod hidden_hand;
mod lifecycle;
mod limits;
mod logs;
mod match_files;
mod news;
mod opening;
mod order;
mod origins;
mod overlay_look;
mod pages;
mod peers;
mod roles;
mod slow_readers;
mod starting;
mod stopping;
mod token_files;
