//! Discord by its interactions endpoint: signed requests in, answers out.

mod api;
mod endpoint;
mod gate;
mod interaction;
mod registration;
mod reply;

pub use endpoint::Endpoint;
pub use gate::{Gate, Rejected};
pub use registration::{commands, curl_recipe};
