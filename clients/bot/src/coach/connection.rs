//! One connection to a daemon: calls with a deadline, and the sessions it follows.

use std::collections::VecDeque;
use std::future::Future;
use std::time::Duration;

use qbcoach_protocol::client::{Client, ClientError, DaemonAddress, Subscription};
use qbcoach_protocol::method::Method;
use qbcoach_protocol::{Audience, SubscribeParams, Topic};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use tokio::sync::{Mutex, watch};
use tokio::task::JoinHandle;

use super::{LinkError, SessionView};
use crate::address::Address;
use crate::stream;

/// Longer than any advice takes on a busy machine.
const DEADLINE: Duration = Duration::from_secs(20);
/// Sessions followed at the same time; with one more, the oldest is no longer followed.
const MOST_FOLLOWED: usize = 32;

#[derive(Debug)]
pub struct Connection {
    client: Client,
    delay: Duration,
    /// The oldest first.
    followed: Mutex<VecDeque<FollowedSession>>,
}

#[derive(Debug)]
struct FollowedSession {
    session: String,
    subscription: String,
    view: watch::Receiver<SessionView>,
    updating: JoinHandle<()>,
}

impl Connection {
    /// Connects. Sessions are followed as the audience `stream`, with this delay.
    pub async fn open(address: &DaemonAddress, delay: Duration) -> Result<Connection, LinkError> {
        let client = match address {
            DaemonAddress::WebSocket(url) => open_websocket(url).await,
            _ => within_deadline(Client::connect(address)).await,
        };
        Ok(Connection {
            client: client.map_err(|error| not_connected(&error))?,
            delay,
            followed: Mutex::default(),
        })
    }

    /// Waits until the connection has ended.
    pub async fn ended(&self) {
        self.client.ended().await;
    }

    pub async fn ask<M>(&self, params: &M::Params) -> Result<M::Result, LinkError>
    where
        M: Method,
        M::Params: Serialize,
        M::Result: DeserializeOwned,
    {
        within_deadline(self.client.call::<M>(params)).await
    }

    pub async fn ask_value(&self, method: &str, params: Value) -> Result<Value, LinkError> {
        within_deadline(self.client.call_value(method, &params)).await
    }

    /// Follows a session as the audience `stream`.
    pub async fn follow(&self, session: &str) -> Result<watch::Receiver<SessionView>, LinkError> {
        let mut followed = self.followed.lock().await;
        if let Some(known) = followed.iter().find(|known| known.session == session)
            && !known.view.borrow().has_ended()
        {
            return Ok(known.view.clone());
        }
        self.unfollow(&mut followed, session).await;
        while followed.len() >= MOST_FOLLOWED {
            let oldest = followed.front().map(|oldest| oldest.session.clone());
            self.unfollow(&mut followed, &oldest.unwrap_or_default())
                .await;
        }
        let params = SubscribeParams {
            session_id: session.to_owned(),
            topics: Some(vec![Topic::State]),
            audience: Some(Audience::Stream),
            delay_ms: Some(self.delay.as_millis() as u64),
        };
        let subscription = within_deadline(self.client.subscribe(&params)).await?;
        let (sender, view) = watch::channel(SessionView::default());
        followed.push_back(FollowedSession {
            session: session.to_owned(),
            subscription: subscription.id().to_owned(),
            view: view.clone(),
            updating: tokio::spawn(keep_current(subscription, sender)),
        });
        Ok(view)
    }

    async fn unfollow(&self, followed: &mut VecDeque<FollowedSession>, session: &str) {
        let at = followed.iter().position(|known| known.session == session);
        let Some(ended) = at.and_then(|at| followed.remove(at)) else {
            return;
        };
        // The daemon may have ended the subscription already.
        let _ = within_deadline(self.client.unsubscribe(&ended.subscription)).await;
        ended.updating.abort();
    }
}

/// Opens a WebSocket, with TLS if the URL wants it.
async fn open_websocket(url: &str) -> Result<Client, LinkError> {
    let address = Address::websocket(url).map_err(|error| not_connected(&error))?;
    let stream = stream::connect(&address.host, address.port, address.security).await;
    let stream = stream.map_err(|error| not_connected(&error))?;
    let path = match address.path.as_str() {
        "" => "/rpc",
        path => path,
    };
    // The stream has TLS already if it is needed.
    let url = format!("ws://{}{path}", address.authority());
    within_deadline(Client::over_websocket(stream, &url)).await
}

/// Applies the updates of a subscription until it ends.
async fn keep_current(mut subscription: Subscription, view: watch::Sender<SessionView>) {
    while let Ok(update) = subscription.next().await {
        view.send_modify(|view| view.apply(update));
    }
    view.send_replace(SessionView::Ended);
}

fn not_connected(error: &dyn std::fmt::Display) -> LinkError {
    tracing::debug!(%error, "no connection");
    LinkError::Away
}

/// A call that takes longer is dropped, which cancels it at the daemon.
async fn within_deadline<T>(
    call: impl Future<Output = Result<T, ClientError>>,
) -> Result<T, LinkError> {
    let result = tokio::time::timeout(DEADLINE, call).await;
    Ok(result.map_err(|_| LinkError::Slow)??)
}
