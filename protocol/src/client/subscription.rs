//! Updates of one subscription.

use std::sync::Arc;

use serde::de::DeserializeOwned;
use tokio::sync::mpsc;

use super::connection::{Notification, NotificationContent, Shared};
use crate::Update;

/// A subscription of one session. Dropping it discards further updates, but does not
/// end it at the daemon: [`Client::unsubscribe`](super::Client::unsubscribe) does.
#[derive(Debug)]
pub struct Subscription {
    id: String,
    notifications: mpsc::UnboundedReceiver<Notification>,
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

impl Subscription {
    pub(super) fn new(
        id: String,
        notifications: mpsc::UnboundedReceiver<Notification>,
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
        loop {
            let notification = self.notifications.recv().await;
            let Notification { content, size } =
                notification.ok_or(SubscriptionEnd::ConnectionEnded)?;
            match content {
                NotificationContent::Update(update) => {
                    if let Ok(update) = serde_json::from_str(update.get()) {
                        return Ok((update, size));
                    }
                }
                NotificationContent::End(reason) => return Err(SubscriptionEnd::ByDaemon(reason)),
            }
        }
    }
}

impl Drop for Subscription {
    fn drop(&mut self) {
        self.shared.remove_subscriber(&self.id);
    }
}
