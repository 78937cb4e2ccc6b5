//! A client of the daemon: typed calls, subscriptions, and documents kept current.
//!
//! Needs the feature `client` and a Tokio runtime.
//!
//! ```no_run
//! # async fn follow() -> Result<(), Box<dyn std::error::Error>> {
//! use qbcoach_protocol::client::{Client, DaemonAddress, Documents};
//! use qbcoach_protocol::{ListParams, SubscribeParams, method::SessionListAll};
//!
//! let client = Client::connect(&DaemonAddress::parse("127.0.0.1:7117")?).await?;
//! let sessions = client.call::<SessionListAll>(&ListParams {}).await?.sessions;
//! let session_id = sessions.last().ok_or("no session yet")?.session_id.clone();
//! let params = SubscribeParams { session_id, ..SubscribeParams::default() };
//! let mut subscription = client.subscribe(&params).await?;
//! let mut documents = Documents::default();
//! while let Ok(update) = subscription.next().await {
//!     println!("{}", documents.apply(update)?);
//! }
//! # Ok(())
//! # }
//! ```

mod address;
mod connection;
mod documents;
mod error;
mod relay;
mod subscription;
#[cfg(test)]
mod tests;
mod transport;

pub use address::{AddressError, DaemonAddress};
pub use connection::{Client, Progress};
pub use documents::{Documents, UpdateError};
pub use error::{ClientError, ErrorAnswer};
pub use relay::relay;
pub use subscription::{Subscription, SubscriptionEnd};
