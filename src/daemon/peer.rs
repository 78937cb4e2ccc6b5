//! Who is at the other end of a connection, and what it has under way.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use jsonrpsee::core::server::BoundedSubscriptions;
use jsonrpsee::core::traits::IdProvider;
use jsonrpsee::types::SubscriptionId;
use jsonrpsee::{ConnectionId, Extensions};
use qbcoach_protocol::Audience;
use qbcoach_protocol::method::Role;
use serde_json::json;
use serde_json::value::{RawValue, to_raw_value};
use tokio::sync::{mpsc, watch};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

/// How a client came in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Door {
    Stdio,
    Socket,
    Tcp,
    WebSocket,
    Post,
}

impl Door {
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
        }
    }
}

#[derive(Debug)]
pub struct Peer {
    pub id: ConnectionId,
    pub door: Door,
    pub outgoing: mpsc::Sender<Box<RawValue>>,
    pub subscriptions: BoundedSubscriptions,
    /// Answers that are still being worked out.
    pub tasks: TaskTracker,
    role: Mutex<Option<Role>>,
    /// By our own numbers: a client may use one id for several requests.
    running: Mutex<BTreeMap<u64, (String, CancellationToken)>>,
    requests_made: AtomicU64,
    delays: Mutex<BTreeMap<String, watch::Sender<Duration>>>,
    /// Followers of the daemon as a whole.
    news: AtomicU64,
    said_goodbye: AtomicBool,
    subscriptions_made: AtomicU64,
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Peer {
    pub fn new(
        id: ConnectionId,
        door: Door,
        role: Option<Role>,
        outgoing: mpsc::Sender<Box<RawValue>>,
        most_subscriptions: u32,
    ) -> Peer {
        Peer {
            id,
            door,
            outgoing,
            subscriptions: BoundedSubscriptions::new(most_subscriptions),
            tasks: TaskTracker::new(),
            role: Mutex::new(role),
            running: Mutex::default(),
            requests_made: AtomicU64::new(0),
            delays: Mutex::default(),
            news: AtomicU64::new(0),
            said_goodbye: AtomicBool::new(false),
            subscriptions_made: AtomicU64::new(0),
        }
    }

    /// What it may do; nothing before it has shown a token where one is needed.
    pub fn role(&self) -> Option<Role> {
        *locked(&self.role)
    }

    pub fn set_role(&self, role: Role) {
        *locked(&self.role) = Some(role);
    }

    /// As whom it may read at most.
    pub fn audience(&self) -> Audience {
        match self.role() {
            Some(Role::View | Role::Control) => Audience::Player,
            Some(Role::Stream) | None => Audience::Stream,
        }
    }

    pub fn say_goodbye(&self) {
        self.said_goodbye.store(true, Ordering::Relaxed);
    }

    pub fn has_said_goodbye(&self) -> bool {
        self.said_goodbye.load(Ordering::Relaxed)
    }

    /// Notes a request, so that it can be cancelled by its id.
    pub fn begin(self: &Arc<Peer>, id: String) -> Underway {
        let number = self.requests_made.fetch_add(1, Ordering::Relaxed);
        let cancel = CancellationToken::new();
        locked(&self.running).insert(number, (id, cancel.clone()));
        Underway {
            peer: self.clone(),
            number,
            cancel,
        }
    }

    pub fn number_running(&self) -> usize {
        locked(&self.running).len()
    }

    pub fn cancel(&self, id: &str) {
        for (_, token) in locked(&self.running).values().filter(|(own, _)| own == id) {
            token.cancel();
        }
    }

    pub fn cancel_all(&self) {
        for (_, token) in locked(&self.running).values() {
            token.cancel();
        }
    }

    /// Whether anything is asked or followed, so that silence means nothing.
    pub fn is_busy(&self) -> bool {
        let follows = self.news.load(Ordering::Relaxed) > 0 || !locked(&self.delays).is_empty();
        self.number_running() > 0 || follows
    }

    pub fn follow_news(self: &Arc<Peer>) -> FollowsNews {
        self.news.fetch_add(1, Ordering::Relaxed);
        FollowsNews(self.clone())
    }

    pub fn add_delay(&self, subscription: String, delay: watch::Sender<Duration>) {
        locked(&self.delays).insert(subscription, delay);
    }

    pub fn remove_delay(&self, subscription: &str) {
        locked(&self.delays).remove(subscription);
    }

    /// Whether there is such a subscription.
    pub fn set_delay(&self, subscription: &str, delay: Duration) -> bool {
        let delays = locked(&self.delays);
        let known = delays.get(subscription);
        known.is_some_and(|sender| {
            sender.send_replace(delay);
            true
        })
    }

    /// Sends a notification if there is room; progress is worth no waiting.
    pub fn try_notify(&self, method: &str, params: &serde_json::Value) {
        let message = json!({ "jsonrpc": "2.0", "method": method, "params": params });
        if let Ok(message) = to_raw_value(&message) {
            let _ = self.outgoing.try_send(message);
        }
    }
}

/// A connection follows the daemon as a whole until this is dropped.
#[derive(Debug)]
pub struct FollowsNews(Arc<Peer>);

impl Drop for FollowsNews {
    fn drop(&mut self) {
        self.0.news.fetch_sub(1, Ordering::Relaxed);
    }
}

/// A request counts as under way until this is dropped: when its answer has been
/// handed on, not when it is known, so that unread answers do not pile up.
#[derive(Debug)]
pub struct Underway {
    peer: Arc<Peer>,
    number: u64,
    pub cancel: CancellationToken,
}

impl Drop for Underway {
    fn drop(&mut self) {
        locked(&self.peer.running).remove(&self.number);
    }
}

/// Subscriptions are numbered for each connection, so that the same requests give
/// the same answers on every door.
#[derive(Debug)]
pub struct SubscriptionNumbers(pub Arc<Peer>);

impl IdProvider for SubscriptionNumbers {
    fn next_id(&self) -> SubscriptionId<'static> {
        let number = self.0.subscriptions_made.fetch_add(1, Ordering::Relaxed) + 1;
        SubscriptionId::Str(format!("sub-{number}").into())
    }
}

/// One request on its way through its handler.
#[derive(Clone, Debug)]
pub struct Call {
    pub peer: Arc<Peer>,
    pub cancel: CancellationToken,
    /// Cancelled when the request's effect has been taken, so that the next one of
    /// the connection may begin.
    turn: CancellationToken,
}

impl Call {
    pub fn new(peer: Arc<Peer>, cancel: CancellationToken) -> Call {
        Call {
            peer,
            cancel,
            turn: CancellationToken::new(),
        }
    }

    /// From here on the request only works out its answer.
    pub fn pass_turn(&self) {
        self.turn.cancel();
    }

    pub fn turn(&self) -> CancellationToken {
        self.turn.clone()
    }

    pub fn of(extensions: &Extensions) -> Option<Call> {
        extensions.get::<Call>().cloned()
    }
}
