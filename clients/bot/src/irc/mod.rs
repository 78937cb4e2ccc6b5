//! Chat by IRC: any network, and Twitch, which is nearly one.

mod badges;
mod client;
mod handshake;
mod mask;
mod message;
mod operators;
mod pace;

pub use client::{IrcClient, chat};
pub use mask::{Mask, MaskError};
pub use message::Message;
