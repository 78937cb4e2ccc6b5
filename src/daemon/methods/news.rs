//! `server/subscribe`: changes of the daemon as a whole.

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;

use qbcoach_protocol as wire;
use qbcoach_protocol::ServerTopic;
use qbcoach_protocol::method::*;
use serde_json::json;
use serde_json::value::to_raw_value;
use tokio::sync::watch;
use tokio::time::Instant;

use super::{MethodTable, MethodTableError};
use crate::Daemon;
use crate::method_table::{Subscription, SubscriptionEnd, UpdateSink};
use crate::peer::Peer;
use crate::rpc_error::RpcError;
use qbcoach_sessions::Roster;

pub(crate) fn register(table: &mut MethodTable) -> Result<(), MethodTableError> {
    table.add_subscription(
        ServerSubscribe,
        ServerUnsubscribe,
        "server/update",
        async |daemon, call, params| {
            Ok(News {
                daemon,
                peer: call.peer,
                topics: topics(params.topics)?,
            })
        },
    )
}

struct News {
    daemon: Arc<Daemon>,
    peer: Arc<Peer>,
    topics: Vec<ServerTopic>,
}

impl Subscription for News {
    async fn run(self, updates: &UpdateSink) -> SubscriptionEnd {
        let _counted = (self.daemon.metrics.subscription(), self.peer.follow_news());
        tokio::select! {
            () = send_news(&self.daemon, &self.topics, self.peer.delay(), updates) => {}
            () = updates.closed() => {}
        }
        SubscriptionEnd::ByClient
    }
}

fn topics(asked: Option<Vec<ServerTopic>>) -> Result<Vec<ServerTopic>, RpcError> {
    let mut topics = asked.unwrap_or(ServerTopic::ALL.to_vec());
    if topics.is_empty() {
        let reason =
            "name at least one topic, `sessions`, `overlay` or `poll`, or leave `topics` out";
        return Err(RpcError::params("topics", reason));
    }
    topics.sort_unstable();
    topics.dedup();
    Ok(topics)
}

/// Sends the current state of each topic, then every change. Changes that a slow
/// subscriber has not taken yet are sent as one.
async fn send_news(daemon: &Daemon, topics: &[ServerTopic], delay: Duration, updates: &UpdateSink) {
    let mut roster = rosters(daemon, delay);
    let mut poll = DelayedFeed::new(daemon.polls.follow(), delay, None);
    let mut look = daemon.overlay.follow();
    if topics.contains(&ServerTopic::Overlay) {
        look.mark_changed();
    }
    let wants = |topic| topics.contains(&topic);
    loop {
        let update = tokio::select! {
            biased;
            changed = roster.next(), if wants(ServerTopic::Sessions) => match changed {
                Some(now) => {
                    let data = wire::Roster {
                        newest: now.newest.map(|id| id.to_string()),
                        sessions: now.sessions,
                    };
                    wire::ServerUpdate { topic: ServerTopic::Sessions, data: json!(data) }
                }
                None => return,
            },
            changed = look.changed(), if wants(ServerTopic::Overlay) => match changed {
                Ok(()) => {
                    let data = wire::Overlay { look: look.borrow_and_update().clone() };
                    wire::ServerUpdate { topic: ServerTopic::Overlay, data: json!(data) }
                }
                Err(_) => return,
            },
            changed = poll.next(), if wants(ServerTopic::Poll) => match changed {
                Some(now) => {
                    let data = wire::PollNow { poll: now.as_deref().cloned() };
                    wire::ServerUpdate { topic: ServerTopic::Poll, data: json!(data) }
                }
                None => return,
            },
        };
        let Ok(update) = to_raw_value(&update) else {
            return;
        };
        if !updates.send(update.get()).await {
            return;
        }
        daemon.metrics.pushes.inc();
    }
}

fn rosters(daemon: &Daemon, delay: Duration) -> DelayedFeed<Roster> {
    let before = daemon.sessions.roster_before(delay);
    DelayedFeed::new(daemon.sessions.roster(), delay, before)
}

/// The states that a client may see, each as late as its token wants.
struct DelayedFeed<T> {
    changes: watch::Receiver<T>,
    delay: Duration,
    /// States that are not due yet, and the first one.
    pending: VecDeque<(Instant, T)>,
}

impl<T: Clone + PartialEq> DelayedFeed<T> {
    /// `before` is what a client with a delay sees first.
    fn new(mut changes: watch::Receiver<T>, delay: Duration, before: T) -> DelayedFeed<T> {
        let now = changes.borrow_and_update().clone();
        let first = match delay.is_zero() {
            true => now.clone(),
            false => before,
        };
        let mut pending = VecDeque::from([(Instant::now(), first.clone())]);
        if now != first {
            pending.push_back((Instant::now() + delay, now));
        }
        DelayedFeed {
            changes,
            delay,
            pending,
        }
    }

    /// The next state that is due; `None` when there will be no more.
    async fn next(&mut self) -> Option<T> {
        loop {
            let due = self.pending.front().map(|(due, _)| *due);
            // A timer would let other news pass.
            if due.is_some_and(|due| due <= Instant::now()) {
                return self.pending.pop_front().map(|(_, state)| state);
            }
            tokio::select! {
                biased;
                changed = self.changes.changed() => {
                    changed.ok()?;
                    let now = self.changes.borrow_and_update().clone();
                    let due = Instant::now() + self.delay;
                    if self.delay.is_zero() {
                        self.pending.clear();
                    }
                    self.pending.push_back((due, now));
                    // A client that waits long need not get every one.
                    if self.pending.len() > MOST_PENDING {
                        self.pending.remove(1);
                    }
                }
                () = sleep_until(due) => {}
            }
        }
    }
}

const MOST_PENDING: usize = 1024;

async fn sleep_until(due: Option<Instant>) {
    match due {
        Some(due) => tokio::time::sleep_until(due).await,
        None => std::future::pending().await,
    }
}
