//! `session/subscribe` and `session/setDelay`.

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;

use qbcoach_protocol as wire;
use qbcoach_protocol::error::NOT_ALLOWED;
use qbcoach_protocol::method::*;
use qbcoach_protocol::{Audience, Topic};
use tokio::sync::watch;

use super::{MethodTable, MethodTableError};
use crate::feed::{Arrivals, Ended, Feed};
use crate::method_table::{Subscription, SubscriptionEnd, UpdateSink};
use crate::peer::Peer;
use crate::rpc_error::RpcError;
use crate::{Daemon, from_wire};
use qbcoach_sessions::SessionError;

pub(crate) fn register(table: &mut MethodTable) -> Result<(), MethodTableError> {
    table.add_subscription(
        SessionSubscribe,
        SessionUnsubscribe,
        "session/update",
        async |daemon, call, params| {
            let (feed, delay) = open_feed(&daemon, &call.peer, params).await?;
            Ok(FollowedSession {
                daemon,
                peer: call.peer,
                feed,
                delay,
            })
        },
    )?;
    table.add(SessionSetDelay, async |daemon, call, params| {
        let delay = delay_of(&daemon, &call.peer, Some(params.delay_ms))?;
        if !call.peer.set_delay(&params.subscription, delay) {
            let reason = "this connection has no such subscription";
            return Err(RpcError::params("subscription", reason));
        }
        Ok(wire::DelaySet {
            subscription: params.subscription,
            delay_ms: u64::try_from(delay.as_millis()).unwrap_or(u64::MAX),
        })
    })
}

struct FollowedSession {
    daemon: Arc<Daemon>,
    peer: Arc<Peer>,
    feed: Feed,
    /// Changes the delay of the feed.
    delay: watch::Sender<Duration>,
}

impl Subscription for FollowedSession {
    async fn run(self, updates: &UpdateSink) -> SubscriptionEnd {
        let id = updates.subscription_id();
        self.peer.add_delay(id.clone(), self.delay);
        let counted = self.daemon.metrics.subscription();
        let ended = tokio::select! {
            // Whoever has left gets no more updates.
            biased;
            () = updates.closed() => Ended::Subscriber,
            ended = self.feed.run(updates) => ended,
        };
        drop(counted);
        self.peer.remove_delay(&id);
        match ended {
            Ended::Subscriber => SubscriptionEnd::ByClient,
            Ended::Session => SubscriptionEnd::ByDaemon("the session was closed or deleted"),
        }
    }
}

/// The delay that was asked for, or that of the client's token if that is longer.
fn delay_of(daemon: &Daemon, peer: &Peer, delay_ms: Option<u64>) -> Result<Duration, RpcError> {
    let most = daemon.settings.limits.delay_ms;
    match delay_ms.unwrap_or(0) {
        delay if delay <= most => Ok(Duration::from_millis(delay).max(peer.delay())),
        _ => Err(RpcError::limit("delayMs", most, "the delay is too long")),
    }
}

/// The feed of a new subscriber, from the first moment that it may see, and the
/// sender of its delay.
pub async fn open_feed(
    daemon: &Arc<Daemon>,
    peer: &Peer,
    params: wire::SubscribeParams,
) -> Result<(Feed, watch::Sender<Duration>), RpcError> {
    let audience = audience_of(peer, params.audience)?;
    let topics = topics_of(audience, params.topics)?;
    let delay = delay_of(daemon, peer, params.delay_ms)?;
    let id = from_wire::session_id(&params.session_id)?;
    // Followed before the past is read, so that no moment is missed in between.
    let moments = daemon.sessions.follow(id).await;
    let mut moments = moments.map_err(|error| daemon.failed(error))?;
    let mut pending = VecDeque::new();
    if delay.is_zero() {
        moments.mark_changed();
    } else {
        let past = daemon.sessions.moments_of_the_last(id, delay).await;
        let past = past.map_err(|error| daemon.failed(error))?;
        // Whoever may not see the session yet does not know that there is one.
        let hidden = past
            .first()
            .is_none_or(|first| first.since.elapsed() < delay);
        if hidden && !peer.delay().is_zero() {
            let unknown = SessionError::Unknown { id: id.to_string() };
            return Err(daemon.failed(unknown));
        }
        pending.extend(past);
    }
    let (delay_sender, delay) = watch::channel(delay);
    let feed = Feed {
        arrivals: Arrivals {
            moments,
            pending,
            latest: None,
            delay,
        },
        topics,
        audience,
        metrics: daemon.metrics.clone(),
        searches: daemon.searches.clone(),
        share: peer.document_share.clone(),
    };
    Ok((feed, delay_sender))
}

fn audience_of(peer: &Peer, asked: Option<Audience>) -> Result<Audience, RpcError> {
    match (peer.audience(), asked) {
        (Audience::Stream, Some(Audience::Player)) => {
            let reason = "the audience `player` needs the role `view`";
            Err(RpcError::new(NOT_ALLOWED, reason).hint("ask for the audience `stream`"))
        }
        (Audience::Stream, _) => Ok(Audience::Stream),
        (Audience::Player, asked) => Ok(asked.unwrap_or(Audience::Player)),
    }
}

/// A stream gets no advice; asking for the advice alone is an error.
fn topics_of(audience: Audience, asked: Option<Vec<Topic>>) -> Result<Vec<Topic>, RpcError> {
    let mut topics = asked.unwrap_or_else(|| Topic::USUAL.to_vec());
    if topics.is_empty() {
        let reason = "name at least one topic, such as `state`, or leave `topics` out";
        return Err(RpcError::params("topics", reason));
    }
    topics.sort_unstable();
    topics.dedup();
    if audience == Audience::Stream {
        topics.retain(|topic| *topic != Topic::Coach);
    }
    if topics.is_empty() {
        let reason = "advice is not for the audience `stream`";
        return Err(RpcError::new(NOT_ALLOWED, reason).with("needed", "view"));
    }
    Ok(topics)
}
