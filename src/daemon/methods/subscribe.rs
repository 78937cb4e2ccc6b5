//! `session/subscribe` and its kin.

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::{Duration, Instant};

use jsonrpsee::core::server::SubscriptionCloseResponse;
use jsonrpsee::core::{RegisterMethodError, SubscriptionError};
use jsonrpsee::types::SubscriptionId;
use qbcoach_protocol as wire;
use qbcoach_protocol::error::NOT_ALLOWED;
use qbcoach_protocol::method::*;
use qbcoach_protocol::{Audience, Topic};
use tokio::sync::watch;

use super::{Table, add, allow};
use crate::daemon::failure::Failure;
use crate::daemon::feed::{Ended, Feed};
use crate::daemon::peer::{Call, Peer};
use crate::daemon::{Daemon, from_wire, params};
use crate::sessions::history::ReplayError;

pub fn register(table: &mut Table) -> Result<(), RegisterMethodError> {
    table.register_subscription(
        SessionSubscribe::NAME,
        "session/update",
        SessionUnsubscribe::NAME,
        |params, pending, daemon, extensions| async move {
            let Some(call) = Call::of(&extensions) else {
                return SubscriptionCloseResponse::None;
            };
            let ready = prepare(&daemon, &call, params.as_str()).await;
            let (feed, delay) = match ready {
                Ok(ready) => ready,
                Err(failure) => {
                    pending.reject(failure).await;
                    return SubscriptionCloseResponse::None;
                }
            };
            let Ok(sink) = pending.accept().await else {
                return SubscriptionCloseResponse::None;
            };
            let name = name_of(&sink.subscription_id());
            call.peer.add_delay(name.clone(), delay);
            let counted = daemon.metrics.subscription();
            let ended = tokio::select! {
                ended = feed.run(&sink) => ended,
                () = sink.closed() => Ended::Subscriber,
            };
            drop(counted);
            call.peer.remove_delay(&name);
            match ended {
                Ended::Subscriber => SubscriptionCloseResponse::None,
                Ended::Session => {
                    let reason = SubscriptionError::from("the session was closed or deleted");
                    SubscriptionCloseResponse::NotifErr(reason)
                }
            }
        },
    )?;
    add(table, SessionSetDelay, async |daemon, call, params| {
        let delay = delay_of(&daemon, Some(params.delay_ms))?;
        if !call.peer.set_delay(&params.subscription, delay) {
            let reason = "this connection has no such subscription";
            return Err(Failure::params("subscription", reason));
        }
        Ok(wire::DelaySet {
            subscription: params.subscription,
            delay_ms: params.delay_ms,
        })
    })
}

fn name_of(id: &SubscriptionId<'_>) -> String {
    match id {
        SubscriptionId::Num(number) => number.to_string(),
        SubscriptionId::Str(text) => text.to_string(),
    }
}

fn delay_of(daemon: &Daemon, delay_ms: Option<u64>) -> Result<Duration, Failure> {
    let most = daemon.settings.limits.delay_ms;
    match delay_ms.unwrap_or(0) {
        delay if delay <= most => Ok(Duration::from_millis(delay)),
        _ => Err(Failure::limit("delayMs", most, "the delay is too long")),
    }
}

async fn prepare(
    daemon: &Arc<Daemon>,
    call: &Call,
    text: Option<&str>,
) -> Result<(Feed, watch::Sender<Duration>), Failure> {
    allow::<SessionSubscribe>(&call.peer)?;
    let positional = SessionSubscribe::POSITIONAL;
    let read = params::read::<wire::SubscribeParams>(text, positional)?;
    open_feed(daemon, &call.peer, read.params).await
}

/// What a subscriber will hear, from the moment it may see first.
pub async fn open_feed(
    daemon: &Arc<Daemon>,
    peer: &Peer,
    params: wire::SubscribeParams,
) -> Result<(Feed, watch::Sender<Duration>), Failure> {
    let audience = audience_of(peer, params.audience)?;
    let topics = topics_of(audience, params.topics)?;
    let delay = delay_of(daemon, params.delay_ms)?;
    let id = from_wire::session_id(&params.session_id)?;
    // Followed first, so that nothing falls between the past and the present.
    let moments = daemon.sessions.follow(id).await;
    let mut moments = moments.map_err(|error| daemon.failed(error))?;
    let mut pending = VecDeque::new();
    if delay.is_zero() {
        moments.mark_changed();
    } else {
        let history = daemon.sessions.history(id).await;
        let history = history.map_err(|error| daemon.failed(error))?;
        let now = Instant::now();
        let when = now.checked_sub(delay).unwrap_or(now);
        let replaying = daemon.clone();
        let past = tokio::task::spawn_blocking(move || {
            history.moments_from(replaying.sessions.library(), when)
        });
        let past = past.await.map_err(Failure::internal)?;
        pending.extend(past.map_err(|error: ReplayError| Failure::internal(error))?);
    }
    let (delay_sender, delay) = watch::channel(delay);
    let feed = Feed {
        moments,
        pending,
        latest: None,
        topics,
        audience,
        delay,
        metrics: daemon.metrics.clone(),
    };
    Ok((feed, delay_sender))
}

fn audience_of(peer: &Peer, asked: Option<Audience>) -> Result<Audience, Failure> {
    match (peer.audience(), asked) {
        (Audience::Stream, Some(Audience::Player)) => {
            let reason = "the audience `player` needs the role `view`";
            Err(Failure::new(NOT_ALLOWED, reason).hint("ask for the audience `stream`"))
        }
        (Audience::Stream, _) => Ok(Audience::Stream),
        (Audience::Player, asked) => Ok(asked.unwrap_or(Audience::Player)),
    }
}

/// Advice is left out for a stream; who asks for nothing else is told so.
fn topics_of(audience: Audience, asked: Option<Vec<Topic>>) -> Result<Vec<Topic>, Failure> {
    let mut topics = asked.unwrap_or_else(|| Topic::USUAL.to_vec());
    if topics.is_empty() {
        let reason = "name at least one topic, such as `state`, or leave `topics` out";
        return Err(Failure::params("topics", reason));
    }
    topics.sort_unstable();
    topics.dedup();
    if audience == Audience::Stream {
        topics.retain(|topic| *topic != Topic::Coach);
    }
    if topics.is_empty() {
        let reason = "advice is not for the audience `stream`";
        return Err(Failure::new(NOT_ALLOWED, reason).with("needed", "view"));
    }
    Ok(topics)
}
