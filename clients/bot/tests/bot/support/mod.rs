//! Helpers of the tests.

pub mod bot;
pub mod daemon;
pub mod discord;
pub mod folder;
pub mod http;
pub mod ircd;
pub mod person;
pub mod proxy;

use std::time::Duration;

/// Longer than anything here takes on a busy machine.
pub const PATIENCE: Duration = Duration::from_secs(60);
