//! IRC networks, and Twitch's chat, which is nearly IRC.

mod badges;
mod client;
mod handshake;
mod mask;
mod message;
mod operators;
mod pace;

pub use client::{IrcClient, chat, try_login};
pub use mask::{Mask, MaskError};
pub use message::Message;
