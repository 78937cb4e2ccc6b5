//! Following resources: the assistant is told when one has changed.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use qbcoach_protocol::client::{ClientError, SubscriptionEnd};
use qbcoach_protocol::method::SessionUnsubscribe;
use qbcoach_protocol::{Audience, SubscribeParams, Topic, UnsubscribeParams};
use tokio_util::sync::{CancellationToken, DropGuard};

use crate::answer::Refusal;
use crate::current_match::read_name;
use crate::daemon_line::DaemonLine;
use crate::uri::{Address, Part};

/// The resources that are followed, by their addresses. Dropping a guard ends the task.
#[derive(Debug, Default)]
pub(crate) struct Followed(Mutex<BTreeMap<String, DropGuard>>);

impl Followed {
    /// The token that ends when the resource is not followed any more.
    pub(crate) fn add(&self, uri: &str) -> CancellationToken {
        let token = CancellationToken::new();
        let mut followed = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        followed.insert(uri.to_owned(), token.clone().drop_guard());
        token
    }

    pub(crate) fn remove(&self, uri: &str) {
        let mut followed = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        followed.remove(uri);
    }
}

/// The match whose turns change a resource; none for what never changes.
pub(crate) fn followable(uri: &str) -> Option<SubscribeParams> {
    let Some(Address::Match(name, part)) = Address::parse(uri) else {
        return None;
    };
    Some(SubscribeParams {
        session_id: read_name(&name),
        topics: Some(vec![Topic::State]),
        audience: match part {
            Part::Stream => Some(Audience::Stream),
            _ => None,
        },
        delay_ms: None,
    })
}

/// Follows a match until the token ends, through restarts of the daemon, and calls `changed`
/// after every turn. `begun` hears whether it could be followed at all.
pub(crate) async fn follow<F>(
    line: Arc<DaemonLine>,
    params: SubscribeParams,
    stop: CancellationToken,
    begun: tokio::sync::oneshot::Sender<Result<(), Refusal>>,
    changed: impl Fn() -> F,
) where
    F: Future<Output = ()>,
{
    let mut begun = Some(begun);
    loop {
        let followed = follow_once(&line, &params, &stop, &mut begun, &changed).await;
        match followed {
            // It may have changed while the connection was lost.
            Ok(AfterLoss::Again) => {}
            Ok(AfterLoss::Ended) => return changed().await,
            Ok(AfterLoss::Stopped) => return,
            Err(error) => {
                if let Some(begun) = begun.take() {
                    let _ = begun.send(Err(error.into()));
                }
                return;
            }
        }
    }
}

enum AfterLoss {
    Again,
    /// The match was deleted, or the daemon follows it no more.
    Ended,
    /// Nobody follows it any more.
    Stopped,
}

async fn follow_once<F>(
    line: &DaemonLine,
    params: &SubscribeParams,
    stop: &CancellationToken,
    begun: &mut Option<tokio::sync::oneshot::Sender<Result<(), Refusal>>>,
    changed: &impl Fn() -> F,
) -> Result<AfterLoss, ClientError>
where
    F: Future<Output = ()>,
{
    let client = tokio::select! {
        () = stop.cancelled() => return Ok(AfterLoss::Stopped),
        client = line.connected() => client?,
    };
    let mut subscription = match client.subscribe(params).await {
        Err(ClientError::ConnectionEnded) => {
            line.lost(&client).await;
            return Ok(AfterLoss::Again);
        }
        subscription => subscription?,
    };
    let id = subscription.id().to_owned();
    // The first document is what can be read now; after a loss it may be news.
    let mut is_news = begun.is_none();
    loop {
        let update = tokio::select! {
            () = stop.cancelled() => {
                let params = UnsubscribeParams { subscription: id };
                let _ = client.call::<SessionUnsubscribe>(&params).await;
                return Ok(AfterLoss::Stopped);
            }
            update = subscription.next() => update,
        };
        match update {
            Ok(_) => {
                if let Some(begun) = begun.take() {
                    let _ = begun.send(Ok(()));
                }
                if is_news {
                    changed().await;
                }
                is_news = true;
            }
            Err(SubscriptionEnd::ByDaemon(_)) => return Ok(AfterLoss::Ended),
            Err(SubscriptionEnd::ConnectionEnded) => {
                line.lost(&client).await;
                return Ok(AfterLoss::Again);
            }
        }
    }
}
