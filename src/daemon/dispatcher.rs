//! Takes the messages of a connection in order, calls the methods, and makes sure that
//! each request gets exactly one answer. All doors use it.

mod batch_room;
mod refusals;

use std::borrow::Cow;
use std::sync::Arc;
use std::time::Instant;

use jsonrpsee::core::server::{
    BoundedSubscriptions, MethodCallback, MethodSink, SubscriptionPermit, SubscriptionState,
};
use jsonrpsee::core::traits::IdProvider;
use jsonrpsee::types::{Id, Params, SubscriptionId};
use jsonrpsee::{ConnectionId, Extensions};
use qbcoach_protocol::error::{INVALID_REQUEST, METHOD_NOT_FOUND};
use qbcoach_protocol::method::SessionUnsubscribe;
use qbcoach_protocol::{CancelParams, UnsubscribeParams};
use serde::Deserialize;
use serde_json::value::RawValue;
use tokio::sync::mpsc;
use tokio::task::JoinHandle;

use self::batch_room::BatchRoom;
pub(crate) use self::refusals::complaint;
use self::refusals::{DISCOVER, error_response, is_long, not_json, refuse, unknown_method};
use super::Daemon;
use super::method_table::{MethodTable, allow};
use super::params;
use super::peer::{AnswerGate, Call, Delivery, Door, Peer, RunningRequest};
use super::rpc_error::RpcError;
use qbcoach_basics::shorten::{LONGEST_NAME, check_name};

/// Whether a connection goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flow {
    GoOn,
    /// The client has sent `exit`.
    End,
}

pub struct Dispatcher {
    daemon: Arc<Daemon>,
    methods: MethodTable,
    peer: Arc<Peer>,
    subscriptions: BoundedSubscriptions,
}

#[derive(Deserialize)]
struct IncomingMessage<'a> {
    #[serde(borrow, default)]
    jsonrpc: Option<Cow<'a, str>>,
    #[serde(borrow, default, deserialize_with = "even_null")]
    id: Option<&'a RawValue>,
    #[serde(borrow, default)]
    method: Option<Cow<'a, str>>,
    #[serde(borrow, default)]
    params: Option<&'a RawValue>,
    #[serde(borrow, default, deserialize_with = "even_null")]
    result: Option<&'a RawValue>,
    #[serde(borrow, default)]
    error: Option<&'a RawValue>,
}

/// A field that is null is present: `id: null` is an id.
fn even_null<'de: 'a, 'a, D: serde::Deserializer<'de>>(
    input: D,
) -> Result<Option<&'a RawValue>, D::Error> {
    <&RawValue>::deserialize(input).map(Some)
}

type AnswerText = Option<Box<RawValue>>;

/// A message that the dispatcher has taken.
enum Started {
    /// The message is answered, or needs no answer.
    Done(AnswerText, Arc<AnswerGate>),
    Running(JoinHandle<(AnswerText, RunningRequest)>),
    Exit,
}

impl Started {
    fn done(answer: AnswerText) -> Started {
        Started::Done(answer, Arc::default())
    }
}

/// Who gets the answer of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum AnswerTo {
    Client(Delivery),
    /// A notification has no answer, and cannot begin a subscription.
    Nobody,
}

impl Dispatcher {
    pub fn new(daemon: Arc<Daemon>, methods: MethodTable, peer: Arc<Peer>) -> Dispatcher {
        let most = daemon.settings.limits.subscriptions as u32;
        Dispatcher {
            subscriptions: BoundedSubscriptions::new(most),
            daemon,
            methods,
            peer,
        }
    }

    pub fn peer(&self) -> &Arc<Peer> {
        &self.peer
    }

    /// Takes one message. Returns when the message has had its effect; an answer that
    /// takes longer is sent later.
    pub async fn take(&self, text: &str) -> Flow {
        if text.trim_start().starts_with('[') {
            return self.take_batch(text).await;
        }
        match self.start(text, Delivery::Alone).await {
            Started::Done(answer, gate) => {
                self.send(answer).await;
                gate.open();
            }
            Started::Exit => return Flow::End,
            Started::Running(task) => {
                let outbox = self.peer.outbox.clone();
                self.peer.tasks.spawn(async move {
                    if let Ok((answer, underway)) = task.await {
                        if let Some(answer) = answer {
                            let _ = outbox.send(answer).await;
                        }
                        underway.gate.open();
                    }
                });
            }
        }
        Flow::GoOn
    }

    async fn send(&self, answer: AnswerText) {
        if let Some(answer) = answer {
            let _ = self.peer.outbox.send(answer).await;
        }
    }

    /// The calls of a batch are made in order and answered in one message.
    async fn take_batch(&self, text: &str) -> Flow {
        let calls: Vec<&RawValue> = match serde_json::from_str(text) {
            Ok(calls) => calls,
            Err(error) => {
                self.send(refuse(Id::Null, not_json(&error))).await;
                return Flow::GoOn;
            }
        };
        let most = self.daemon.settings.limits.batch;
        if calls.is_empty() || calls.len() as u64 > most {
            let failure = match calls.is_empty() {
                true => RpcError::new(INVALID_REQUEST, "a batch has at least one call"),
                false => RpcError::limit("batch", most, "the batch has too many calls"),
            };
            self.send(refuse(Id::Null, failure)).await;
            return Flow::GoOn;
        }
        // Answers that the client does not read must not pile up, those of batches
        // neither. The semaphore is never closed.
        let place = self.peer.batches.clone().acquire_owned().await;
        let mut room = BatchRoom::new(self.daemon.settings.limits.batch_answer_bytes);
        let mut started = Vec::with_capacity(calls.len());
        let mut flow = Flow::GoOn;
        for call in calls {
            // A call that is not carried out changes nothing, so it can be refused; a
            // call that was carried out must be answered.
            if room.is_used_up() {
                started.push(Started::done(room.refuse(call.get())));
                continue;
            }
            match self.start(call.get(), Delivery::InBatch).await {
                Started::Exit => {
                    flow = Flow::End;
                    break;
                }
                other => {
                    if let Started::Done(Some(answer), _) = &other {
                        room.use_for(answer);
                    }
                    started.push(other);
                }
            }
        }
        let still_running = started
            .iter()
            .any(|call| matches!(call, Started::Running(_)));
        let outbox = self.peer.outbox.clone();
        let answer = async move {
            let (mut answers, mut finished) = (Vec::new(), Vec::new());
            let mut gates = Vec::new();
            for call in started {
                match call {
                    Started::Done(answer, gate) => {
                        answers.extend(answer);
                        gates.push(gate);
                    }
                    Started::Running(task) => {
                        if let Ok((answer, underway)) = task.await {
                            // What is still running has no effect but its answer.
                            answers.extend(answer.and_then(|answer| room.fit(answer)));
                            gates.push(underway.gate.clone());
                            finished.push(underway);
                        }
                    }
                    Started::Exit => {}
                }
            }
            if !answers.is_empty()
                && let Ok(batch) = serde_json::value::to_raw_value(&answers)
            {
                drop(answers);
                let _ = outbox.send(batch).await;
            }
            for gate in gates {
                gate.open();
            }
            drop(place);
        };
        // The answer keeps its order among other messages unless a call takes longer.
        match still_running {
            true => drop(self.peer.tasks.spawn(answer)),
            false => answer.await,
        }
        flow
    }

    async fn start(&self, text: &str, delivery: Delivery) -> Started {
        let message: IncomingMessage<'_> = match serde_json::from_str(text) {
            Ok(message) => message,
            Err(error) => {
                let failure = match error.classify() {
                    serde_json::error::Category::Data => {
                        let reason = "a request is an object with jsonrpc, id, method and params";
                        RpcError::new(INVALID_REQUEST, reason)
                    }
                    _ => not_json(&error),
                };
                return Started::done(refuse(Id::Null, failure));
            }
        };
        // serde reads a list as the fields in their order.
        if text.trim_start().starts_with('[') {
            let failure = RpcError::new(INVALID_REQUEST, "a batch holds requests, not batches");
            return Started::done(refuse(Id::Null, failure));
        }
        let id = match message
            .id
            .map(|id| serde_json::from_str::<Id<'_>>(id.get()))
        {
            None => None,
            Some(Ok(id)) if !is_long(&id) => Some(id.into_owned()),
            Some(_) => {
                let reason = format!(
                    "an id is a text of at most {LONGEST_NAME} characters, a whole number from \
                     0, or null"
                );
                let failure = RpcError::new(INVALID_REQUEST, reason);
                return Started::done(refuse(Id::Null, failure));
            }
        };
        let Some(method) = message.method else {
            if message.result.is_some() || message.error.is_some() {
                // An answer of the client; the daemon sends no requests.
                return Started::done(None);
            }
            let failure = RpcError::new(INVALID_REQUEST, "the request has no `method`");
            return Started::done(refuse(id.unwrap_or(Id::Null), failure));
        };
        if message.jsonrpc.as_deref() != Some("2.0") {
            let failure = RpcError::new(INVALID_REQUEST, "`jsonrpc` must be \"2.0\"");
            return Started::done(refuse(id.unwrap_or(Id::Null), failure));
        }
        match id {
            Some(id) => {
                self.request(id, &method, message.params, AnswerTo::Client(delivery))
                    .await
            }
            None => self.notification(&method, message.params).await,
        }
    }

    async fn notification(&self, method: &str, params: Option<&RawValue>) -> Started {
        match method {
            "exit" => return Started::Exit,
            "$/cancelRequest" => {
                let text = params.map(RawValue::get);
                if let Ok(read) = params::read::<CancelParams>(text, Some("id")) {
                    self.peer.cancel(&read.params.id.to_string());
                }
            }
            // The end of the greeting; optional notifications may be ignored.
            "initialized" => {}
            other if other.starts_with("$/") => {}
            other => {
                let unanswered = Id::Null;
                let started = self
                    .request(unanswered, other, params, AnswerTo::Nobody)
                    .await;
                match started {
                    Started::Running(task) => {
                        if let Ok((_, underway)) = task.await {
                            underway.gate.open();
                        }
                    }
                    Started::Done(_, gate) => gate.open(),
                    Started::Exit => {}
                }
            }
        }
        Started::done(None)
    }

    async fn request(
        &self,
        id: Id<'static>,
        method: &str,
        params: Option<&RawValue>,
        answer_to: AnswerTo,
    ) -> Started {
        let refused = |failure: RpcError| Started::done(refuse(id.clone(), failure));
        if let Err(too_long) = check_name(method) {
            self.daemon.metrics.unknown_method();
            return refused(RpcError::new(METHOD_NOT_FOUND, too_long).hint(DISCOVER));
        }
        let Some((name, callback)) = self.methods.methods().method_with_name(method) else {
            self.daemon.metrics.unknown_method();
            return refused(unknown_method(method));
        };
        if self.peer.is_shut_down() {
            let reason = "after `shutdown` only the notification `exit` may follow";
            return refused(RpcError::new(INVALID_REQUEST, reason));
        }
        let most = self.daemon.settings.limits.requests_in_flight;
        if self.peer.number_running() as u64 >= most {
            let reason = "too many requests of this connection are under way";
            return refused(RpcError::limit("requestsInFlight", most, reason));
        }
        let key = serde_json::to_string(&id).unwrap_or_default();
        let delivery = match answer_to {
            AnswerTo::Client(delivery) => delivery,
            AnswerTo::Nobody => Delivery::Alone,
        };
        let underway = self.peer.begin(key, delivery);
        let gate = underway.gate.clone();
        let call = Call::new(&underway);
        let turn = call.turn();
        let answer = self.answer(id, callback, params, call, answer_to);
        let daemon = self.daemon.clone();
        let mut task = tokio::spawn(async move {
            let began = Instant::now();
            let (answer, outcome) = answer.await;
            daemon.metrics.request(name, outcome, began.elapsed());
            (answer, underway)
        });
        tokio::select! {
            biased;
            done = &mut task => {
                Started::Done(done.ok().and_then(|(answer, _)| answer), gate)
            }
            () = turn.cancelled() => Started::Running(task),
        }
    }

    /// The future that answers one request, also when its handler panics or is
    /// cancelled.
    fn answer(
        &self,
        id: Id<'static>,
        callback: &MethodCallback,
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
        let callback = callback.clone();
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
