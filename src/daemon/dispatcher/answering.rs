//! The futures that answer requests.

use std::panic::AssertUnwindSafe;
use std::sync::Arc;

use futures_util::FutureExt;
use jsonrpsee::core::server::{
    BoundedSubscriptions, MethodCallback, MethodSink, SubscriptionPermit, SubscriptionState,
};
use jsonrpsee::core::traits::IdProvider;
use jsonrpsee::types::{Id, Params, SubscriptionId};
use jsonrpsee::{ConnectionId, Extensions};
use qbcoach_protocol::UnsubscribeParams;
use qbcoach_protocol::error::INVALID_REQUEST;
use qbcoach_protocol::method::SessionUnsubscribe;
use serde::Serialize;
use serde_json::value::{RawValue, to_raw_value};
use tokio::sync::mpsc;

use super::refusals::{error_response, refuse};
use super::{AnswerText, AnswerTo, Dispatcher};
use crate::method_table::{PlainMethod, allow};
use crate::params;
use crate::peer::{Call, Door, Peer};
use crate::rpc_error::RpcError;

impl Dispatcher {
    /// The future that answers one request, also when its handler panics or is
    /// cancelled.
    pub(super) fn answer(
        &self,
        id: Id<'static>,
        method: PlainMethod,
        params: Option<&RawValue>,
        call: Call,
    ) -> impl Future<Output = (AnswerText, RequestOutcome)> + Send + 'static + use<> {
        let daemon = self.daemon.clone();
        let params = params.map(RawValue::to_owned);
        let most = daemon.settings.limits.answer_bytes;
        let cancel = call.cancel.clone();
        async move {
            let params = params.as_deref().map(RawValue::get);
            let working = AssertUnwindSafe(method.call(daemon, call, params)).catch_unwind();
            let done = tokio::select! {
                done = working => done,
                () = cancel.cancelled() => Ok(Err(RpcError::cancelled())),
            };
            let (failure, outcome) = match done {
                Ok(Ok(result)) if result.get().len() as u64 <= most => {
                    return (answer_text(&id, &result), RequestOutcome::Answered);
                }
                Ok(Ok(_)) => {
                    let reason = "the answer is too large: ask for less at once";
                    let failure = RpcError::limit("answerBytes", most, reason);
                    (failure, RequestOutcome::Failed)
                }
                Ok(Err(failure)) => (failure, RequestOutcome::Failed),
                Err(_) => {
                    tracing::error!("a handler panicked");
                    let failure = RpcError::internal("the daemon failed on this request");
                    (failure, RequestOutcome::Crashed)
                }
            };
            (refuse(id, failure), outcome)
        }
    }

    /// The same for a request that begins or ends a subscription.
    pub(super) fn answer_subscription(
        &self,
        id: Id<'static>,
        callback: MethodCallback,
        params: Option<&RawValue>,
        call: Call,
        answer_to: AnswerTo,
    ) -> impl Future<Output = (AnswerText, RequestOutcome)> + Send + 'static + use<> {
        let max = self.daemon.settings.limits.answer_bytes as usize;
        let params = Params::new(params.map(RawValue::get)).into_owned();
        let cancel = call.cancel.clone();
        let peer = call.peer.clone();
        // jsonrpsee sends the answer of a subscription into a channel. It also returns
        // it, so this channel is not read; updates go into the outbox.
        let (sink, sink_end) = mpsc::channel(1);
        match answer_to {
            AnswerTo::Client(_) => call.keep_sink_end(sink_end),
            AnswerTo::Nobody => drop(sink_end),
        }
        let mut extensions = Extensions::new();
        extensions.insert(call);
        let subscriptions = self.subscriptions.clone();
        let connection = ConnectionId(peer.id);
        let sink = MethodSink::new_with_limit(sink, max as u32);
        async move {
            let own_id = id.clone();
            let handler = tokio::spawn(async move {
                match callback {
                    MethodCallback::Sync(call) => call(id, params, max, extensions),
                    MethodCallback::Async(call) => {
                        call(id, params, connection, max, extensions).await
                    }
                    MethodCallback::Unsubscription(call) => match unsubscription(&peer, &params) {
                        Ok(params) => {
                            let params = Params::new(Some(&params));
                            call(id, params, connection, max, extensions)
                        }
                        Err(failure) => error_response(id, failure),
                    },
                    MethodCallback::Subscription(call) => match permit(&peer, &subscriptions) {
                        Ok(permit) => {
                            let state = SubscriptionState {
                                conn_id: connection,
                                id_provider: &SubscriptionNumbers(peer),
                                subscription_permit: permit,
                            };
                            call(id, params, sink, state, extensions).await
                        }
                        Err(error) => error_response(id, error),
                    },
                }
            });
            let mut handler = handler;
            let result = tokio::select! {
                result = &mut handler => result,
                () = cancel.cancelled() => {
                    handler.abort();
                    let response = error_response(own_id, RpcError::cancelled());
                    return (Some(response.into_json()), RequestOutcome::Failed);
                }
            };
            match result {
                Ok(response) => {
                    let outcome = match response.is_success() {
                        true => RequestOutcome::Answered,
                        false => RequestOutcome::Failed,
                    };
                    (Some(response.into_json()), outcome)
                }
                Err(failure) => {
                    tracing::error!(%failure, "a handler failed");
                    let failure = RpcError::internal("the daemon failed on this request");
                    let response = error_response(own_id, failure);
                    (Some(response.into_json()), RequestOutcome::Crashed)
                }
            }
        }
    }
}

/// A successful answer.
fn answer_text(id: &Id<'_>, result: &RawValue) -> AnswerText {
    #[derive(Serialize)]
    struct Answer<'a> {
        jsonrpc: &'static str,
        id: &'a Id<'a>,
        result: &'a RawValue,
    }

    let answer = Answer {
        jsonrpc: "2.0",
        id,
        result,
    };
    to_raw_value(&answer).ok()
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum RequestOutcome {
    Answered,
    Failed,
    Crashed,
}

impl RequestOutcome {
    pub const fn word(self) -> &'static str {
        match self {
            RequestOutcome::Answered => "ok",
            RequestOutcome::Failed => "error",
            RequestOutcome::Crashed => "crash",
        }
    }
}

/// Whether a connection may have one more subscription.
fn permit(
    peer: &Peer,
    subscriptions: &BoundedSubscriptions,
) -> Result<SubscriptionPermit, RpcError> {
    if peer.door == Door::Post {
        let reason = "subscriptions need a connection that stays open";
        return Err(RpcError::new(INVALID_REQUEST, reason).hint("use the WebSocket of this port"));
    }
    subscriptions.acquire().ok_or_else(|| {
        let reason = "this connection has too many subscriptions";
        RpcError::limit("subscriptions", subscriptions.max().into(), reason)
    })
}

#[derive(Debug)]
struct SubscriptionNumbers(Arc<Peer>);

impl IdProvider for SubscriptionNumbers {
    fn next_id(&self) -> SubscriptionId<'static> {
        SubscriptionId::Str(format!("sub-{}", self.0.next_subscription()).into())
    }
}

/// The params of an unsubscription as jsonrpsee wants them: the id in a list.
fn unsubscription(peer: &Peer, params: &Params<'_>) -> Result<String, RpcError> {
    allow::<SessionUnsubscribe>(peer)?;
    let read = params::read::<UnsubscribeParams>(params.as_str(), Some("subscription"))?;
    Ok(serde_json::json!([read.params.subscription]).to_string())
}
