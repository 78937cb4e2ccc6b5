//! One connection to a daemon: requests with answers, and the sessions it follows.

use std::collections::{BTreeMap, VecDeque};
use std::io;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use qbcoach_protocol::method::{Method, SessionSubscribe, SessionUnsubscribe};
use qbcoach_protocol::{Audience, SubscribeParams, Topic, UnsubscribeParams, UpdateParams};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use tokio::sync::{mpsc, oneshot, watch};
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::handshake::client::generate_key;
use tokio_tungstenite::tungstenite::http::Request;

use super::{CoachError, Followed, Refusal};
use crate::address::Address;
use crate::stream::{self, Stream};

/// Longer than any advice takes on a busy machine.
const DEADLINE: Duration = Duration::from_secs(20);
/// Messages on their way out; a request waits for room.
const OUTGOING: usize = 64;
/// Sessions followed at a time; whoever was asked for first is let go.
const MOST_FOLLOWED: usize = 32;

type Waiting = BTreeMap<u64, oneshot::Sender<Result<Value, CoachError>>>;
type Documents = BTreeMap<String, watch::Sender<Followed>>;

/// What the reading task shares with whoever asks.
#[derive(Debug, Default)]
struct Shared {
    waiting: Mutex<Waiting>,
    /// By subscription: an update may come before anybody knows the number.
    documents: Mutex<Documents>,
}

#[derive(Debug)]
pub struct Connection {
    outgoing: mpsc::Sender<String>,
    shared: Arc<Shared>,
    last_id: AtomicU64,
    ended: watch::Receiver<Ended>,
    delay: Duration,
    /// Session and subscription, in the order they were asked for.
    subscriptions: tokio::sync::Mutex<VecDeque<(String, String)>>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Ended {
    NotYet,
    Yes,
}

#[derive(Deserialize)]
struct Incoming {
    id: Option<u64>,
    #[serde(default)]
    result: Value,
    error: Option<Value>,
    method: Option<String>,
    params: Option<Value>,
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Connection {
    /// Connects; sessions are followed as a stream sees them, so much later.
    pub async fn open(address: &Address, delay: Duration) -> io::Result<Connection> {
        let stream = stream::connect(&address.host, address.port, address.security).await?;
        let path = match address.path.as_str() {
            "" => "/rpc",
            path => path,
        };
        let request = Request::builder()
            .uri(format!("ws://{}{path}", address.authority()))
            .header("Host", address.authority())
            .header("Connection", "Upgrade")
            .header("Upgrade", "websocket")
            .header("Sec-WebSocket-Version", "13")
            .header("Sec-WebSocket-Key", generate_key())
            .body(())
            .map_err(io::Error::other)?;
        let greeting = tokio_tungstenite::client_async(request, stream);
        let greeted = tokio::time::timeout(DEADLINE, greeting).await;
        let (socket, _) = greeted
            .map_err(|_| io::Error::new(io::ErrorKind::TimedOut, "no greeting"))?
            .map_err(io::Error::other)?;
        let (outgoing, to_send) = mpsc::channel(OUTGOING);
        let (end, ended) = watch::channel(Ended::NotYet);
        let shared = Arc::<Shared>::default();
        tokio::spawn(talk(socket, to_send, shared.clone(), end));
        Ok(Connection {
            outgoing,
            shared,
            last_id: AtomicU64::new(0),
            ended,
            delay,
            subscriptions: tokio::sync::Mutex::default(),
        })
    }

    /// Waits until it has ended.
    pub async fn ended(&self) {
        let mut ended = self.ended.clone();
        let _ = ended.wait_for(|ended| *ended == Ended::Yes).await;
    }

    pub async fn ask<M>(&self, params: &M::Params) -> Result<M::Result, CoachError>
    where
        M: Method,
        M::Params: Serialize,
        M::Result: DeserializeOwned,
    {
        let params = serde_json::to_value(params).map_err(|_| CoachError::Garbled)?;
        let result = self.ask_plainly(M::NAME, params).await?;
        serde_json::from_value(result).map_err(|_| CoachError::Garbled)
    }

    pub async fn ask_plainly(&self, method: &str, params: Value) -> Result<Value, CoachError> {
        let id = self.last_id.fetch_add(1, Ordering::Relaxed) + 1;
        let (reply, answer) = oneshot::channel();
        locked(&self.shared.waiting).insert(id, reply);
        // Whoever stops waiting, for whatever reason, takes his question back.
        let mut question = Question {
            connection: self,
            id,
            is_open: true,
        };
        let request = json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params });
        let sent = self.outgoing.send(request.to_string()).await;
        sent.map_err(|_| CoachError::Away)?;
        let answered = tokio::time::timeout(DEADLINE, answer).await;
        let answer = answered.map_err(|_| CoachError::Slow)?;
        question.is_open = false;
        answer.map_err(|_| CoachError::Away)?
    }

    /// The session as a stream sees it, from now on.
    pub async fn follow(&self, session: &str) -> Result<watch::Receiver<Followed>, CoachError> {
        let mut subscriptions = self.subscriptions.lock().await;
        let known = subscriptions.iter().find(|(known, _)| known == session);
        if let Some((_, subscription)) = known {
            let documents = locked(&self.shared.documents);
            let followed = documents.get(subscription).map(watch::Sender::subscribe);
            if let Some(followed) = followed.filter(|followed| !followed.borrow().has_ended()) {
                return Ok(followed);
            }
        }
        self.let_go(&mut subscriptions, session).await;
        while subscriptions.len() >= MOST_FOLLOWED {
            let oldest = subscriptions.front().map(|(session, _)| session.clone());
            self.let_go(&mut subscriptions, &oldest.unwrap_or_default())
                .await;
        }
        let params = SubscribeParams {
            session_id: session.to_owned(),
            topics: Some(vec![Topic::State]),
            audience: Some(Audience::Stream),
            delay_ms: Some(self.delay.as_millis() as u64),
        };
        let subscription = self.ask::<SessionSubscribe>(&params).await?;
        let mut documents = locked(&self.shared.documents);
        let followed = documents.entry(subscription.clone()).or_default();
        subscriptions.push_back((session.to_owned(), subscription));
        Ok(followed.subscribe())
    }

    async fn let_go(&self, subscriptions: &mut VecDeque<(String, String)>, session: &str) {
        let at = subscriptions.iter().position(|(known, _)| known == session);
        let Some((_, subscription)) = at.and_then(|at| subscriptions.remove(at)) else {
            return;
        };
        let params = UnsubscribeParams {
            subscription: subscription.clone(),
        };
        // It may have ended by itself.
        let _ = self.ask::<SessionUnsubscribe>(&params).await;
        locked(&self.shared.documents).remove(&subscription);
    }
}

/// A request that waits for its answer.
struct Question<'a> {
    connection: &'a Connection,
    id: u64,
    is_open: bool,
}

impl Drop for Question<'_> {
    fn drop(&mut self) {
        locked(&self.connection.shared.waiting).remove(&self.id);
        if self.is_open {
            let params = json!({ "id": self.id });
            let cancel = json!({ "jsonrpc": "2.0", "method": "$/cancelRequest", "params": params });
            // With no room left the answer is only made in vain.
            let _ = self.connection.outgoing.try_send(cancel.to_string());
        }
    }
}

impl Shared {
    fn take(&self, text: &str) {
        let Ok(message) = serde_json::from_str::<Incoming>(text) else {
            return;
        };
        if message.method.as_deref() == Some("session/update") {
            let params = serde_json::from_value(message.params.unwrap_or_default());
            let Ok(UpdateParams {
                subscription,
                result,
                ..
            }) = params
            else {
                return;
            };
            let mut documents = locked(&self.documents);
            let followed = documents.entry(subscription).or_default();
            followed.send_modify(|followed| followed.take(result));
            return;
        }
        let waiting = message.id.and_then(|id| locked(&self.waiting).remove(&id));
        if let Some(reply) = waiting {
            let _ = reply.send(match message.error {
                Some(error) => Err(CoachError::Refused(Refusal::read(&error))),
                None => Ok(message.result),
            });
        }
    }
}

async fn talk(
    socket: WebSocketStream<Box<dyn Stream>>,
    mut to_send: mpsc::Receiver<String>,
    shared: Arc<Shared>,
    end: watch::Sender<Ended>,
) {
    let (mut output, mut input) = socket.split();
    let writing = async {
        while let Some(text) = to_send.recv().await {
            if output.send(Message::text(text)).await.is_err() {
                return;
            }
        }
        let _ = output.close().await;
    };
    let reading = async {
        while let Some(Ok(message)) = input.next().await {
            if let Message::Text(text) = message {
                shared.take(&text);
            }
        }
    };
    tokio::select! {
        () = writing => {}
        () = reading => {}
    }
    to_send.close();
    // Nobody will answer any more, and nothing will be told.
    locked(&shared.waiting).clear();
    for followed in locked(&shared.documents).values() {
        followed.send_replace(Followed::Ended);
    }
    end.send_replace(Ended::Yes);
}
