//! `server/subscribe`: news of the daemon as a whole.

use std::sync::Arc;

use jsonrpsee::core::RegisterMethodError;
use jsonrpsee::core::server::{SubscriptionCloseResponse, SubscriptionSink};
use qbcoach_protocol as wire;
use qbcoach_protocol::ServerTopic;
use qbcoach_protocol::method::*;
use serde_json::json;
use serde_json::value::to_raw_value;

use super::{Table, allow};
use crate::daemon::failure::Failure;
use crate::daemon::peer::Call;
use crate::daemon::{Daemon, params};

pub fn register(table: &mut Table) -> Result<(), RegisterMethodError> {
    table.register_subscription(
        ServerSubscribe::NAME,
        "server/update",
        ServerUnsubscribe::NAME,
        |params, pending, daemon, extensions| async move {
            let Some(call) = Call::of(&extensions) else {
                return SubscriptionCloseResponse::None;
            };
            let topics = match topics(&call, params.as_str()) {
                Ok(topics) => topics,
                Err(failure) => {
                    pending.reject(failure).await;
                    return SubscriptionCloseResponse::None;
                }
            };
            let Ok(sink) = pending.accept().await else {
                return SubscriptionCloseResponse::None;
            };
            let followed = (daemon.metrics.subscription(), call.peer.follow_news());
            tokio::select! {
                () = tell(&daemon, &topics, &sink) => {}
                () = sink.closed() => {}
            }
            drop(followed);
            SubscriptionCloseResponse::None
        },
    )?;
    Ok(())
}

fn topics(call: &Call, text: Option<&str>) -> Result<Vec<ServerTopic>, Failure> {
    allow::<ServerSubscribe>(&call.peer)?;
    let positional = ServerSubscribe::POSITIONAL;
    let read = params::read::<wire::ServerSubscribeParams>(text, positional)?;
    let mut topics = read.params.topics.unwrap_or(ServerTopic::ALL.to_vec());
    if topics.is_empty() {
        let reason = "name at least one topic, `sessions` or `overlay`, or leave `topics` out";
        return Err(Failure::params("topics", reason));
    }
    topics.sort_unstable();
    topics.dedup();
    Ok(topics)
}

/// What is so now, and then whatever changes; what changes again before it was
/// taken is told once.
async fn tell(daemon: &Arc<Daemon>, topics: &[ServerTopic], sink: &SubscriptionSink) {
    let mut roster = daemon.sessions.roster();
    let mut look = daemon.overlay.follow();
    for topic in topics {
        match topic {
            ServerTopic::Sessions => roster.mark_changed(),
            ServerTopic::Overlay => look.mark_changed(),
        }
    }
    let wants = |topic| topics.contains(&topic);
    loop {
        let update = tokio::select! {
            biased;
            changed = roster.changed(), if wants(ServerTopic::Sessions) => match changed {
                Ok(()) => {
                    let now = roster.borrow_and_update().clone();
                    let data = wire::Roster {
                        newest: now.newest.map(|id| id.to_string()),
                        sessions: now.sessions,
                    };
                    wire::ServerUpdate { topic: ServerTopic::Sessions, data: json!(data) }
                }
                Err(_) => return,
            },
            changed = look.changed(), if wants(ServerTopic::Overlay) => match changed {
                Ok(()) => {
                    let data = wire::Overlay { look: look.borrow_and_update().clone() };
                    wire::ServerUpdate { topic: ServerTopic::Overlay, data: json!(data) }
                }
                Err(_) => return,
            },
        };
        let Ok(update) = to_raw_value(&update) else {
            return;
        };
        if sink.send(update).await.is_err() {
            return;
        }
        daemon.metrics.pushes.inc();
    }
}
