//! The client at the other end of a connection, and its running requests.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use qbcoach_protocol::Audience;
use qbcoach_protocol::method::Role;
use serde_json::json;
use serde_json::value::{RawValue, to_raw_value};
use tokio::sync::{Semaphore, mpsc, watch};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use super::language::Workspace;
use super::outbox::Outbox;
use super::places::{Claimant, Place};
use super::reads::{DocumentShare, ReadLength, ReadPlace, ReadShare, Reads};
use super::rpc_error::RpcError;
use super::tokens::Access;
use qbcoach_sessions::workers::WorkError;

/// The transport of a connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Door {
    Stdio,
    Socket,
    Tcp,
    WebSocket,
    Post,
    /// Another node, which asks for a client of its own.
    Node,
}

impl Door {
    /// Those of clients.
    pub const ALL: [Door; 5] = [
        Door::Stdio,
        Door::Socket,
        Door::Tcp,
        Door::WebSocket,
        Door::Post,
    ];

    pub const fn word(self) -> &'static str {
        match self {
            Door::Stdio => "stdio",
            Door::Socket => "socket",
            Door::Tcp => "tcp",
            Door::WebSocket => "websocket",
            Door::Post => "http",
            Door::Node => "node",
        }
    }
}

#[derive(Debug)]
pub struct Peer {
    pub id: usize,
    pub door: Door,
    /// Messages that wait to be sent to the client.
    pub outbox: Outbox,
    /// Running requests.
    pub tasks: TaskTracker,
    /// Batches that are being answered.
    pub(crate) batches: Arc<Semaphore>,
    access: Mutex<Option<Access>>,
    /// Cancelled when the client has a role.
    pub(crate) admitted: CancellationToken,
    /// The place of the connection, if it needs one.
    place: Option<Arc<Place>>,
    reads: Arc<Reads>,
    read_share: ReadShare,
    pub(crate) document_share: DocumentShare,
    /// By numbers of our own: a client may use one id for several requests.
    running: Mutex<BTreeMap<u64, (String, CancellationToken)>>,
    requests_made: AtomicU64,
    delays: Mutex<BTreeMap<String, watch::Sender<Duration>>>,
    /// The number of subscriptions to the daemon as a whole.
    news: AtomicU64,
    shut_down: AtomicBool,
    subscriptions_made: AtomicU64,
    /// The documents that the client has open, if it is an editor.
    pub(crate) workspace: Workspace,
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Peer {
    pub(crate) fn new(
        id: usize,
        door: Door,
        access: Option<Access>,
        place: Option<Arc<Place>>,
        outbox: Outbox,
        reads: Arc<Reads>,
        workspace: Workspace,
    ) -> Peer {
        let admitted = CancellationToken::new();
        if access.is_some() {
            admitted.cancel();
        }
        Peer {
            id,
            door,
            outbox,
            tasks: TaskTracker::new(),
            batches: Arc::new(Semaphore::new(BATCHES)),
            access: Mutex::new(access),
            admitted,
            place,
            document_share: DocumentShare::new(reads.clone()),
            reads,
            read_share: ReadShare::default(),
            running: Mutex::default(),
            requests_made: AtomicU64::new(0),
            delays: Mutex::default(),
            news: AtomicU64::new(0),
            shut_down: AtomicBool::new(false),
            subscriptions_made: AtomicU64::new(0),
            workspace,
        }
    }

    /// None until the client has sent a token, if the daemon requires one.
    pub(crate) fn access(&self) -> Option<Access> {
        *locked(&self.access)
    }

    pub(crate) fn role(&self) -> Option<Role> {
        self.access().map(|access| access.role)
    }

    /// How much later than others this client sees what happens, at every method.
    pub(crate) fn delay(&self) -> Duration {
        self.access().map_or(Duration::ZERO, |access| access.delay)
    }

    /// Whether the client may know how many nodes there are and what they do. Tokens for
    /// streams are shown to many people.
    pub(crate) fn sees_nodes(&self) -> bool {
        let is_inside = |access: Access| access.role >= Role::View && access.delay.is_zero();
        self.access().is_some_and(is_inside)
    }

    /// The client has sent a token. It needs a place among those that have a role.
    pub(crate) fn admit(&self, access: Access) -> Result<(), RpcError> {
        if let Some(place) = &self.place {
            place.settle(claimant(access.role))?;
        }
        *locked(&self.access) = Some(access);
        self.admitted.cancel();
        Ok(())
    }

    /// The client has sent a message. If it had its role from the beginning, it gets its
    /// place now.
    pub(crate) fn has_spoken(&self) -> Result<(), RpcError> {
        match (&self.place, self.role()) {
            (Some(place), Some(_)) => place.settle(Claimant::Other),
            _ => Ok(()),
        }
    }

    /// The most privileged audience that the role allows.
    pub(crate) fn audience(&self) -> Audience {
        match self.role() {
            Some(Role::View | Role::Control) => Audience::Player,
            Some(Role::Stream) | None => Audience::Stream,
        }
    }

    pub(crate) fn set_shut_down(&self) {
        self.shut_down.store(true, Ordering::Relaxed);
    }

    pub(crate) fn is_shut_down(&self) -> bool {
        self.shut_down.load(Ordering::Relaxed)
    }

    /// Registers a request, so that it can be cancelled by its id.
    pub(crate) fn begin(self: &Arc<Peer>, id: String, delivery: Delivery) -> RunningRequest {
        let number = self.requests_made.fetch_add(1, Ordering::Relaxed);
        let cancel = CancellationToken::new();
        locked(&self.running).insert(number, (id, cancel.clone()));
        RunningRequest {
            peer: self.clone(),
            number,
            cancel,
            gate: Arc::new(AnswerGate {
                delivery,
                ..AnswerGate::default()
            }),
        }
    }

    pub fn number_running(&self) -> usize {
        locked(&self.running).len()
    }

    pub(crate) fn cancel(&self, id: &str) {
        for (_, token) in locked(&self.running).values().filter(|(own, _)| own == id) {
            token.cancel();
        }
    }

    pub fn cancel_all(&self) {
        for (_, token) in locked(&self.running).values() {
            token.cancel();
        }
    }

    /// Whether the client has running requests, subscriptions or open documents. Such a client is not
    /// idle, even if it sends nothing.
    pub(crate) fn is_busy(&self) -> bool {
        let is_subscribed =
            self.news.load(Ordering::Relaxed) > 0 || !locked(&self.delays).is_empty();
        self.number_running() > 0 || is_subscribed || !self.workspace.is_empty()
    }

    pub(crate) fn follow_news(self: &Arc<Peer>) -> NewsSubscription {
        self.news.fetch_add(1, Ordering::Relaxed);
        NewsSubscription(self.clone())
    }

    pub(crate) fn add_delay(&self, subscription: String, delay: watch::Sender<Duration>) {
        locked(&self.delays).insert(subscription, delay);
    }

    pub(crate) fn remove_delay(&self, subscription: &str) {
        locked(&self.delays).remove(subscription);
    }

    /// Subscriptions are numbered for each connection, so that the same requests get
    /// the same answers over every transport.
    pub(crate) fn next_subscription(&self) -> u64 {
        self.subscriptions_made.fetch_add(1, Ordering::Relaxed) + 1
    }

    /// Returns whether there is such a subscription.
    pub(crate) fn set_delay(&self, subscription: &str, delay: Duration) -> bool {
        let delays = locked(&self.delays);
        let known = delays.get(subscription);
        known.is_some_and(|sender| {
            sender.send_replace(delay);
            true
        })
    }

    /// Sends a notification unless the queue is full. This is for progress, for which
    /// nothing should wait.
    pub(crate) fn try_notify(&self, method: &str, params: &serde_json::Value) {
        let message = json!({ "jsonrpc": "2.0", "method": method, "params": params });
        if let Ok(message) = to_raw_value(&message) {
            let _ = self.outbox.try_send(message);
        }
    }
}

/// Batches of one connection that are answered at the same time.
const BATCHES: usize = 4;

/// Who asks for a place, with a token of this role.
pub(crate) fn claimant(role: Role) -> Claimant {
    match role {
        Role::Control => Claimant::Owner,
        Role::View | Role::Stream => Claimant::Other,
    }
}

/// Counts a subscription to the daemon as a whole until it is dropped.
#[derive(Debug)]
pub(crate) struct NewsSubscription(Arc<Peer>);

impl Drop for NewsSubscription {
    fn drop(&mut self) {
        self.0.news.fetch_sub(1, Ordering::Relaxed);
    }
}

/// A request counts as running until this is dropped. That happens when its answer is
/// in the queue of the writer, not when the answer is ready, so that answers that the
/// client does not read cannot pile up.
#[derive(Debug)]
pub(crate) struct RunningRequest {
    peer: Arc<Peer>,
    number: u64,
    pub cancel: CancellationToken,
    pub gate: Arc<AnswerGate>,
}

impl Drop for RunningRequest {
    fn drop(&mut self) {
        locked(&self.peer.running).remove(&self.number);
    }
}

/// How a request's answer is sent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Delivery {
    #[default]
    Alone,
    /// With the answers of the other calls of its batch.
    InBatch,
}

/// What has to wait until a request's answer is in the outbox.
#[derive(Debug, Default)]
pub(crate) struct AnswerGate {
    delivery: Delivery,
    answered: CancellationToken,
    read: Mutex<Option<ReadPlace>>,
}

impl AnswerGate {
    /// The answer is in the outbox.
    pub(crate) fn open(&self) {
        self.answered.cancel();
        *locked(&self.read) = None;
    }
}

/// The context of a request in its handler.
#[derive(Clone, Debug)]
pub struct Call {
    pub peer: Arc<Peer>,
    pub cancel: CancellationToken,
    /// Cancelled when the request has taken effect, so that the next request of the
    /// connection may begin.
    turn: CancellationToken,
    gate: Arc<AnswerGate>,
    /// The end of the channel that jsonrpsee wants for a subscription. The
    /// subscription lives as long as this end.
    sink_end: Arc<Mutex<Option<SinkEnd>>>,
}

pub(crate) type SinkEnd = mpsc::Receiver<Box<RawValue>>;

impl Call {
    pub(crate) fn new(request: &RunningRequest) -> Call {
        Call {
            peer: request.peer.clone(),
            cancel: request.cancel.clone(),
            turn: CancellationToken::new(),
            gate: request.gate.clone(),
            sink_end: Arc::default(),
        }
    }

    pub(crate) fn keep_sink_end(&self, end: SinkEnd) {
        *locked(&self.sink_end) = Some(end);
    }

    pub(crate) fn take_sink_end(&self) -> Option<SinkEnd> {
        locked(&self.sink_end).take()
    }

    /// Returns when the answer of this request is in the outbox.
    pub(crate) async fn answered(&self) {
        self.gate.answered.cancelled().await;
    }

    /// Computes something on a thread for reads, when it is this connection's turn. The
    /// connection's next request does not wait for it.
    pub(crate) async fn read<T: Send + 'static>(
        &self,
        length: ReadLength,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, RpcError> {
        self.pass_turn();
        self.read_in_order(length, work).await
    }

    /// The same, but the connection's next request waits for it.
    pub(crate) async fn read_in_order<T: Send + 'static>(
        &self,
        length: ReadLength,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, RpcError> {
        let place = self.read_place(length).await?;
        let done = self.peer.reads.run(length, work).await;
        drop(place);
        done.map_err(not_computed)
    }

    /// Waits for this connection's turn. Returns what the caller keeps while it computes.
    async fn read_place(&self, length: ReadLength) -> Result<Option<ReadPlace>, RpcError> {
        let reads = &self.peer.reads;
        let mut place = reads.enter(&self.peer.read_share)?;
        reads.turn(&self.peer.read_share, length, &mut place).await;
        // The answer of one call waits for those of its batch, so the call must not keep
        // them from being computed. The bytes of a batch have a limit of their own.
        Ok(match self.gate.delivery {
            Delivery::Alone => {
                *locked(&self.gate.read) = Some(place);
                None
            }
            Delivery::InBatch => Some(place),
        })
    }

    /// The request has taken effect and now only computes its answer.
    pub fn pass_turn(&self) {
        self.turn.cancel();
    }

    pub(crate) fn turn(&self) -> CancellationToken {
        self.turn.clone()
    }
}

fn not_computed(failure: WorkError) -> RpcError {
    tracing::error!(%failure, "an answer could not be computed");
    match failure {
        WorkError::Panicked => RpcError::internal("the daemon failed on this request"),
        WorkError::NoThread => RpcError::internal(failure),
    }
}
