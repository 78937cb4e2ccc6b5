//! One connection to a daemon: calls with their answers, and subscriptions.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::pin::Pin;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use serde::Deserialize;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::value::RawValue;
use serde_json::{Value, json};
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpStream;
use tokio::sync::{mpsc, oneshot};
use tokio_tungstenite::connect_async_with_config;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;

use super::{ClientError, DaemonAddress, ErrorAnswer, Subscription, transport};
use crate::method::{Method, SessionSubscribe, SessionUnsubscribe};
use crate::{SubscribeParams, UnsubscribeParams};

/// The buffer for a read, which the library fills with zeros before each read. The updates of
/// one turn fit, and larger messages are read in several parts.
const READ_BUFFER: usize = 4 * 1024;

/// Messages that may wait to be sent; with more, calls wait.
const OUTGOING: usize = 256;

/// A connection to a daemon. Calls may be made at the same time from several tasks.
#[derive(Debug)]
pub struct Client {
    outgoing: mpsc::Sender<String>,
    shared: Arc<Shared>,
    last_id: AtomicU64,
}

/// What a client and its subscriptions share with the task that reads the connection.
#[derive(Debug, Default)]
pub(super) struct Shared {
    pending: Mutex<BTreeMap<u64, PendingCall>>,
    subscribers: Mutex<BTreeMap<String, mpsc::UnboundedSender<Notification>>>,
    /// By the `workDoneToken` of the calls.
    watchers: Mutex<BTreeMap<String, mpsc::UnboundedSender<Value>>>,
}

type AnswerSender<T> = oneshot::Sender<Result<T, ErrorAnswer>>;

#[derive(Debug)]
enum PendingCall {
    Call(AnswerSender<Box<RawValue>>),
    /// The reading task registers the subscriber itself, as updates may follow the
    /// answer immediately.
    Subscribe(AnswerSender<Subscription>),
}

/// An answer or a notification.
#[derive(Deserialize)]
struct IncomingMessage<'a> {
    id: Option<u64>,
    #[serde(borrow)]
    result: Option<&'a RawValue>,
    error: Option<ErrorAnswer>,
    #[serde(borrow)]
    params: Option<NotificationParams<'a>>,
}

/// The params of a notification of a subscription, or of the progress of a call.
#[derive(Deserialize)]
struct NotificationParams<'a> {
    #[serde(borrow)]
    subscription: Option<Cow<'a, str>>,
    #[serde(borrow)]
    result: Option<&'a RawValue>,
    #[serde(borrow)]
    error: Option<&'a RawValue>,
    #[serde(borrow)]
    token: Option<&'a RawValue>,
    #[serde(borrow)]
    value: Option<&'a RawValue>,
}

/// A notification of a subscription, and the bytes of the whole message.
#[derive(Debug)]
pub(super) struct Notification {
    pub content: NotificationContent,
    pub size: usize,
}

#[derive(Debug)]
pub(super) enum NotificationContent {
    Update(Box<RawValue>),
    /// Why the subscription ends.
    End(String),
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Work of a client. It is boxed, so that it is compiled here and not again wherever it is
/// awaited.
type Working<'a, T> = Pin<Box<dyn Future<Output = Result<T, ClientError>> + Send + 'a>>;

impl Client {
    pub async fn connect(address: &DaemonAddress) -> Result<Client, ClientError> {
        Client::connecting(address).await
    }

    fn connecting(address: &DaemonAddress) -> Working<'_, Client> {
        Box::pin(Client::open(address))
    }

    async fn open(address: &DaemonAddress) -> Result<Client, ClientError> {
        let failed = |error: &dyn ToString| ClientError::Connect(error.to_string());
        match address {
            DaemonAddress::WebSocket(url) if url.starts_with("wss://") => {
                let reason = "wss:// needs TLS, which this client has not: use ws://, or an \
                              address on this machine that a tunnel leads to";
                Err(ClientError::Connect(reason.to_owned()))
            }
            DaemonAddress::WebSocket(url) => {
                let config = WebSocketConfig::default().read_buffer_size(READ_BUFFER);
                let connected = connect_async_with_config(url, Some(config), false).await;
                let (socket, _) = connected.map_err(|error| failed(&error))?;
                Ok(Client::start(|receiver, shared| {
                    tokio::spawn(transport::run_websocket(socket, receiver, shared));
                }))
            }
            DaemonAddress::Tcp(address) => {
                let stream = TcpStream::connect(address).await;
                Ok(Client::over_lines(stream.map_err(|error| failed(&error))?))
            }
            DaemonAddress::Local(name) => {
                let stream = qbcoach_platform::connect_local(name).await;
                Ok(Client::over_lines(stream.map_err(|error| failed(&error))?))
            }
        }
    }

    /// Uses a stream that carries one message per line: a socket, a pipe, or one end
    /// of an in-memory stream.
    pub fn over_lines(stream: impl AsyncRead + AsyncWrite + Send + 'static) -> Client {
        Client::start(|receiver, shared| {
            tokio::spawn(transport::run_lines(stream, receiver, shared));
        })
    }

    /// Opens a WebSocket over a stream that is connected already, such as one with TLS.
    pub async fn over_websocket(
        stream: impl AsyncRead + AsyncWrite + Send + Unpin + 'static,
        url: &str,
    ) -> Result<Client, ClientError> {
        let opened = tokio_tungstenite::client_async(url, stream).await;
        let (socket, _) = opened.map_err(|error| ClientError::Connect(error.to_string()))?;
        Ok(Client::start(|receiver, shared| {
            tokio::spawn(transport::run_websocket(socket, receiver, shared));
        }))
    }

    fn start(run: impl FnOnce(mpsc::Receiver<String>, Arc<Shared>)) -> Client {
        let (outgoing, receiver) = mpsc::channel(OUTGOING);
        let shared = Arc::<Shared>::default();
        run(receiver, shared.clone());
        Client {
            outgoing,
            shared,
            last_id: AtomicU64::new(0),
        }
    }

    /// Waits until the connection has ended.
    pub async fn ended(&self) {
        self.outgoing.closed().await;
    }

    /// Calls a method. A call that is dropped before its answer arrives is cancelled
    /// at the daemon.
    pub async fn call<M>(&self, params: &M::Params) -> Result<M::Result, ClientError>
    where
        M: Method,
        M::Params: Serialize,
        M::Result: DeserializeOwned,
    {
        let result = self.sent_call(M::NAME, json!(params)).await?;
        read(&result)
    }

    /// Calls a method by name, for results that are shown as they came.
    pub async fn call_value(
        &self,
        method: &str,
        params: &impl Serialize,
    ) -> Result<Value, ClientError> {
        let result = self.sent_call(method, json!(params)).await?;
        read(&result)
    }

    /// Calls a method by name and does not read the result.
    pub async fn call_raw(
        &self,
        method: &str,
        params: &impl Serialize,
    ) -> Result<Box<RawValue>, ClientError> {
        self.sent_call(method, json!(params)).await
    }

    fn sent_call<'a>(&'a self, method: &'a str, params: Value) -> Working<'a, Box<RawValue>> {
        Box::pin(self.send(method, params, PendingCall::Call))
    }

    /// The progress of calls that have this `workDoneToken`. It begins now, so it is
    /// taken before the call is made.
    pub fn progress(&self, token: &str) -> Progress {
        let (sender, reports) = mpsc::unbounded_channel();
        locked(&self.shared.watchers).insert(token.to_owned(), sender);
        Progress {
            token: token.to_owned(),
            reports,
            shared: self.shared.clone(),
        }
    }

    /// Subscribes to a session.
    pub async fn subscribe(&self, params: &SubscribeParams) -> Result<Subscription, ClientError> {
        let method = SessionSubscribe::NAME;
        let sent = self.send(method, json!(params), PendingCall::Subscribe);
        sent.await
    }

    /// Ends a subscription; false if the daemon had ended it already.
    pub async fn unsubscribe(&self, subscription: &str) -> Result<bool, ClientError> {
        let params = UnsubscribeParams {
            subscription: subscription.to_owned(),
        };
        self.call::<SessionUnsubscribe>(&params).await
    }

    async fn send<T>(
        &self,
        method: &str,
        params: Value,
        pending: fn(AnswerSender<T>) -> PendingCall,
    ) -> Result<T, ClientError> {
        let id = self.last_id.fetch_add(1, Ordering::Relaxed) + 1;
        let mut request = json!({ "jsonrpc": "2.0", "id": id, "method": method });
        request["params"] = params;
        let (sender, answer) = oneshot::channel();
        locked(&self.shared.pending).insert(id, pending(sender));
        let mut guard = CallGuard {
            client: self,
            id,
            is_answered: false,
        };
        let sent = self.outgoing.send(request.to_string()).await;
        sent.map_err(|_| ClientError::ConnectionEnded)?;
        let answer = answer.await;
        guard.is_answered = true;
        let answer = answer.map_err(|_| ClientError::ConnectionEnded)?;
        answer.map_err(ClientError::Refused)
    }
}

fn read<T: DeserializeOwned>(result: &RawValue) -> Result<T, ClientError> {
    serde_json::from_str(result.get()).map_err(|error| ClientError::Unreadable(error.to_string()))
}

/// The reports of a call's progress.
#[derive(Debug)]
pub struct Progress {
    token: String,
    reports: mpsc::UnboundedReceiver<Value>,
    shared: Arc<Shared>,
}

impl Progress {
    /// Waits for the next report; none when the connection has ended.
    pub async fn next(&mut self) -> Option<Value> {
        self.reports.recv().await
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        locked(&self.shared.watchers).remove(&self.token);
    }
}

/// Forgets a call when its future is finished or dropped.
struct CallGuard<'a> {
    client: &'a Client,
    id: u64,
    is_answered: bool,
}

impl Drop for CallGuard<'_> {
    fn drop(&mut self) {
        if self.is_answered {
            return;
        }
        locked(&self.client.shared.pending).remove(&self.id);
        let params = json!({ "id": self.id });
        let cancel = json!({ "jsonrpc": "2.0", "method": "$/cancelRequest", "params": params });
        // If the queue is full, the call is not cancelled and its answer is ignored.
        let _ = self.client.outgoing.try_send(cancel.to_string());
    }
}

impl Shared {
    /// Takes in one message of the daemon; one that cannot be read is ignored.
    pub(super) fn receive(self: &Arc<Self>, text: &str) {
        let Ok(message) = serde_json::from_str::<IncomingMessage<'_>>(text) else {
            return;
        };
        let Some(id) = message.id else {
            if let Some(params) = message.params {
                self.notify(params, text.len());
            }
            return;
        };
        let Some(pending) = locked(&self.pending).remove(&id) else {
            return;
        };
        let result = match message.error {
            Some(error) => Err(error),
            // Serde reads a result of null as None.
            None => Ok(message.result.unwrap_or(RawValue::NULL)),
        };
        // Sending fails when the call was dropped meanwhile.
        match pending {
            PendingCall::Call(answer) => {
                let _ = answer.send(result.map(RawValue::to_owned));
            }
            PendingCall::Subscribe(answer) => {
                let _ = answer.send(result.map(|id| self.add_subscriber(id)));
            }
        }
    }

    fn add_subscriber(self: &Arc<Self>, id: &RawValue) -> Subscription {
        let id: String = serde_json::from_str(id.get()).unwrap_or_default();
        let (sender, receiver) = mpsc::unbounded_channel();
        locked(&self.subscribers).insert(id.clone(), sender);
        Subscription::new(id, receiver, self.clone())
    }

    pub(super) fn remove_subscriber(&self, id: &str) {
        locked(&self.subscribers).remove(id);
    }

    fn notify(&self, params: NotificationParams<'_>, size: usize) {
        let Some(id) = params.subscription else {
            self.report_progress(params.token, params.value);
            return;
        };
        let content = match (params.result, params.error) {
            (Some(update), _) => NotificationContent::Update(update.to_owned()),
            (None, reason) => {
                let reason = reason.and_then(|reason| serde_json::from_str(reason.get()).ok());
                NotificationContent::End(reason.unwrap_or_default())
            }
        };
        if let Some(subscriber) = locked(&self.subscribers).get(&*id) {
            let _ = subscriber.send(Notification { content, size });
        }
    }

    /// Progress that nobody waits for is not read.
    fn report_progress(&self, token: Option<&RawValue>, value: Option<&RawValue>) {
        let watchers = locked(&self.watchers);
        if watchers.is_empty() {
            return;
        }
        let token = token.and_then(|token| serde_json::from_str::<String>(token.get()).ok());
        let value = value.and_then(|value| serde_json::from_str(value.get()).ok());
        if let (Some(token), Some(value)) = (token, value)
            && let Some(watcher) = watchers.get(&token)
        {
            let _ = watcher.send(value);
        }
    }

    /// Fails every pending call and ends every subscription. Call it after the queue of
    /// outgoing messages is closed: no call can be added then.
    pub(super) fn end(&self) {
        locked(&self.pending).clear();
        locked(&self.subscribers).clear();
        locked(&self.watchers).clear();
    }
}
