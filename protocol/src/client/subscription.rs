//! Updates of one subscription.

use std::sync::Arc;

use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::value::RawValue;
use tokio::sync::mpsc;

use super::connection::Shared;
use crate::Update;

/// A subscription of one session. Dropping it discards further updates, but does not
/// end it at the daemon: [`Client::unsubscribe`](super::Client::unsubscribe) does.
#[derive(Debug)]
pub struct Subscription {
    id: String,
    /// The `params` of its notifications.
    notifications: mpsc::UnboundedReceiver<Box<RawValue>>,
    shared: Arc<Shared>,
}

/// No more updates will come.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SubscriptionEnd {
    #[error("the daemon ended the subscription: {0}")]
    ByDaemon(String),
    #[error("the connection has ended")]
    ConnectionEnded,
}

/// The `params` of an update notification, with as much of the update as `T` reads.
#[derive(Deserialize)]
struct NotificationParams<T> {
    result: Option<T>,
    error: Option<String>,
}

impl Subscription {
    pub(super) fn new(
        id: String,
        notifications: mpsc::UnboundedReceiver<Box<RawValue>>,
        shared: Arc<Shared>,
    ) -> Subscription {
        Subscription {
            id,
            notifications,
            shared,
        }
    }

    pub fn id(&self) -> &str {
        &self.id
    }

    /// Waits for the next update.
    pub async fn next(&mut self) -> Result<Update, SubscriptionEnd> {
        self.next_as().await
    }

    /// Waits for the next update and reads only the fields of `T`; an update that is
    /// no `T` is skipped.
    pub async fn next_as<T: DeserializeOwned>(&mut self) -> Result<T, SubscriptionEnd> {
        self.next_sized().await.map(|(update, _)| update)
    }

    /// As [`Subscription::next_as`], with the bytes of the whole notification.
    pub async fn next_sized<T: DeserializeOwned>(&mut self) -> Result<(T, usize), SubscriptionEnd> {
        /// The rest of the notification around its params.
        const FRAME: &str = r#"{"jsonrpc":"2.0","method":"session/update","params":}"#;
        loop {
            let params = self.notifications.recv().await;
            let params = params.ok_or(SubscriptionEnd::ConnectionEnded)?;
            let read = serde_json::from_str::<NotificationParams<T>>(params.get());
            match read.map(|params| (params.result, params.error)) {
                Ok((Some(update), _)) => return Ok((update, FRAME.len() + params.get().len())),
                Ok((None, reason)) => {
                    return Err(SubscriptionEnd::ByDaemon(reason.unwrap_or_default()));
                }
                Err(_) => {}
            }
        }
    }
}

impl Drop for Subscription {
    fn drop(&mut self) {
        self.shared.remove_subscriber(&self.id);
    }
}
