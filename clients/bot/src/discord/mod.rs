//! Discord: signed requests to an interactions endpoint, and its API.

mod api;
mod endpoint;
mod interaction;
mod registration;
mod reply;
mod signature;

pub use endpoint::Endpoint;
pub use registration::{commands, curl_recipe};
pub use signature::{Rejected, SignatureCheck};
