//! One dispatcher for every door: takes the messages of a connection in order,
//! calls the method table, and sees to it that each request gets one answer.

use std::borrow::Cow;
use std::sync::Arc;
use std::time::Instant;

use jsonrpsee::core::server::{MethodCallback, MethodSink, Methods, SubscriptionState};
use jsonrpsee::types::{ErrorObjectOwned, Id, Params};
use jsonrpsee::{Extensions, MethodResponse};
use qbcoach_protocol::error::{INVALID_REQUEST, METHOD_NOT_FOUND, PARSE_ERROR};
use qbcoach_protocol::method::{METHODS, SessionUnsubscribe};
use qbcoach_protocol::{CancelParams, UnsubscribeParams};
use serde::Deserialize;
use serde_json::value::RawValue;
use tokio::sync::mpsc;
use tokio::task::JoinHandle;

use super::Daemon;
use super::failure::Failure;
use super::methods;
use super::params;
use super::peer::{Call, Door, Peer, SubscriptionNumbers, Underway};
use crate::rules::suggest::closest;

/// Whether a connection goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flow {
    GoOn,
    /// The client has sent `exit`.
    End,
}

pub struct Dispatcher {
    daemon: Arc<Daemon>,
    methods: Methods,
    peer: Arc<Peer>,
}

#[derive(Deserialize)]
struct Message<'a> {
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

/// An id that is null is still an id, and a result a result.
fn even_null<'de: 'a, 'a, D: serde::Deserializer<'de>>(
    input: D,
) -> Result<Option<&'a RawValue>, D::Error> {
    <&RawValue>::deserialize(input).map(Some)
}

type Answer = Option<Box<RawValue>>;

/// What a message sets going.
enum Started {
    /// Answered already, or nothing to answer.
    Done(Answer),
    Running(JoinHandle<(Answer, Underway)>),
    Exit,
}

impl Dispatcher {
    pub fn new(daemon: Arc<Daemon>, methods: Methods, peer: Arc<Peer>) -> Dispatcher {
        Dispatcher {
            daemon,
            methods,
            peer,
        }
    }

    pub fn peer(&self) -> &Arc<Peer> {
        &self.peer
    }

    /// Takes one message. Returns when its effect has been taken; an answer that
    /// needs longer is sent when it is there.
    pub async fn take(&self, text: &[u8]) -> Flow {
        let text = match std::str::from_utf8(text) {
            Ok(text) => text,
            Err(error) => {
                let reason = format!(
                    "the message is not UTF-8 (byte {})",
                    error.valid_up_to() + 1
                );
                self.send(refuse(Id::Null, Failure::new(PARSE_ERROR, reason)))
                    .await;
                return Flow::GoOn;
            }
        };
        if text.trim_start().starts_with('[') {
            return self.take_batch(text).await;
        }
        match self.start(text, &self.peer.outgoing).await {
            Started::Done(answer) => self.send(answer).await,
            Started::Exit => return Flow::End,
            Started::Running(task) => {
                let outgoing = self.peer.outgoing.clone();
                self.peer.tasks.spawn(async move {
                    if let Ok((Some(answer), _underway)) = task.await {
                        let _ = outgoing.send(answer).await;
                    }
                });
            }
        }
        Flow::GoOn
    }

    async fn send(&self, answer: Answer) {
        if let Some(answer) = answer {
            let _ = self.peer.outgoing.send(answer).await;
        }
    }

    /// A batch is its calls in order; their answers come in one message.
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
                true => Failure::new(INVALID_REQUEST, "a batch has at least one call"),
                false => Failure::limit("batch", most, "the batch has too many calls"),
            };
            self.send(refuse(Id::Null, failure)).await;
            return Flow::GoOn;
        }
        let mut started = Vec::with_capacity(calls.len());
        let mut flow = Flow::GoOn;
        for call in calls {
            // A subscription answers through its own channel, which has room for
            // just that: its updates wait until the batch is answered.
            let (own, held) = mpsc::channel(1);
            match self.start(call.get(), &own).await {
                Started::Exit => {
                    flow = Flow::End;
                    break;
                }
                other => started.push((other, held)),
            }
        }
        let still_running = started
            .iter()
            .any(|(call, _)| matches!(call, Started::Running(_)));
        let outgoing = self.peer.outgoing.clone();
        let answer = async move {
            let (mut answers, mut finished) = (Vec::new(), Vec::new());
            let mut subscriptions = Vec::new();
            for (call, mut held) in started {
                match call {
                    Started::Done(answer) => answers.extend(answer),
                    Started::Running(task) => {
                        if let Ok((answer, underway)) = task.await {
                            answers.extend(answer);
                            finished.push(underway);
                        }
                    }
                    Started::Exit => {}
                }
                if let Ok(answer) = held.try_recv() {
                    answers.push(answer);
                    subscriptions.push(held);
                }
            }
            if !answers.is_empty()
                && let Ok(batch) = serde_json::value::to_raw_value(&answers)
            {
                let _ = outgoing.send(batch).await;
            }
            for held in subscriptions {
                tokio::spawn(pass_on(held, outgoing.clone()));
            }
        };
        // In order with its neighbours, unless a call in it needs longer.
        match still_running {
            true => drop(self.peer.tasks.spawn(answer)),
            false => answer.await,
        }
        flow
    }

    async fn start(&self, text: &str, outgoing: &mpsc::Sender<Box<RawValue>>) -> Started {
        let message: Message<'_> = match serde_json::from_str(text) {
            Ok(message) => message,
            Err(error) => {
                let failure = match error.classify() {
                    serde_json::error::Category::Data => {
                        let reason = "a request is an object with jsonrpc, id, method and params";
                        Failure::new(INVALID_REQUEST, reason)
                    }
                    _ => not_json(&error),
                };
                return Started::Done(refuse(Id::Null, failure));
            }
        };
        // serde would take a list for the fields in their order.
        if text.trim_start().starts_with('[') {
            let failure = Failure::new(INVALID_REQUEST, "a batch holds requests, not batches");
            return Started::Done(refuse(Id::Null, failure));
        }
        let id = match message
            .id
            .map(|id| serde_json::from_str::<Id<'_>>(id.get()))
        {
            None => None,
            Some(Ok(id)) => Some(id.into_owned()),
            Some(Err(_)) => {
                let reason = "an id is a text, a whole number from 0, or null";
                let failure = Failure::new(INVALID_REQUEST, reason);
                return Started::Done(refuse(Id::Null, failure));
            }
        };
        let Some(method) = message.method else {
            if message.result.is_some() || message.error.is_some() {
                // An answer to something; the daemon asks nothing of clients.
                return Started::Done(None);
            }
            let failure = Failure::new(INVALID_REQUEST, "the request has no `method`");
            return Started::Done(refuse(id.unwrap_or(Id::Null), failure));
        };
        if message.jsonrpc.as_deref() != Some("2.0") {
            let failure = Failure::new(INVALID_REQUEST, "`jsonrpc` must be \"2.0\"");
            return Started::Done(refuse(id.unwrap_or(Id::Null), failure));
        }
        match id {
            Some(id) => self.request(id, &method, message.params, outgoing).await,
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
            // What the greeting ends with, and what other servers may understand.
            "initialized" => {}
            other if other.starts_with("$/") => {}
            other => {
                let unanswered = Id::Null;
                let (nowhere, _) = mpsc::channel(1);
                let started = self.request(unanswered, other, params, &nowhere).await;
                if let Started::Running(task) = started {
                    let _ = task.await;
                }
            }
        }
        Started::Done(None)
    }

    async fn request(
        &self,
        id: Id<'static>,
        method: &str,
        params: Option<&RawValue>,
        outgoing: &mpsc::Sender<Box<RawValue>>,
    ) -> Started {
        let refused = |failure: Failure| Started::Done(refuse(id.clone(), failure));
        let Some((name, callback)) = self.methods.method_with_name(method) else {
            self.daemon.metrics.unknown_method();
            return refused(unknown_method(method));
        };
        if self.peer.has_said_goodbye() {
            let reason = "after `shutdown` only the notification `exit` may follow";
            return refused(Failure::new(INVALID_REQUEST, reason));
        }
        let most = self.daemon.settings.limits.requests_in_flight;
        if self.peer.number_running() as u64 >= most {
            let reason = "too many requests of this connection are under way";
            return refused(Failure::limit("requestsInFlight", most, reason));
        }
        let key = serde_json::to_string(&id).unwrap_or_default();
        let underway = self.peer.begin(key);
        let call = Call::new(self.peer.clone(), underway.cancel.clone());
        let turn = call.turn();
        let answer = self.answer(id, callback, params, call, outgoing);
        let daemon = self.daemon.clone();
        let mut task = tokio::spawn(async move {
            let began = Instant::now();
            let (answer, outcome) = answer.await;
            daemon.metrics.request(name, outcome, began.elapsed());
            (answer, underway)
        });
        tokio::select! {
            biased;
            done = &mut task => Started::Done(done.ok().and_then(|(answer, _)| answer)),
            () = turn.cancelled() => Started::Running(task),
        }
    }

    /// The future that answers one request, whatever happens to its handler.
    fn answer(
        &self,
        id: Id<'static>,
        callback: &MethodCallback,
        params: Option<&RawValue>,
        call: Call,
        outgoing: &mpsc::Sender<Box<RawValue>>,
    ) -> impl Future<Output = (Answer, Outcome)> + Send + 'static + use<> {
        let max = self.daemon.settings.limits.answer_bytes as usize;
        let params = Params::new(params.map(RawValue::get)).into_owned();
        let cancel = call.cancel.clone();
        let peer = call.peer.clone();
        let mut extensions = Extensions::new();
        extensions.insert(call);
        let callback = callback.clone();
        let sink = MethodSink::new_with_limit(outgoing.clone(), max as u32);
        async move {
            let own_id = id.clone();
            let handler = tokio::spawn(async move {
                match callback {
                    MethodCallback::Sync(call) => Some(call(id, params, max, extensions)),
                    MethodCallback::Async(call) => {
                        Some(call(id, params, peer.id, max, extensions).await)
                    }
                    MethodCallback::Unsubscription(call) => {
                        Some(match unsubscription(&peer, &params) {
                            Ok(params) => {
                                let params = Params::new(Some(&params));
                                call(id, params, peer.id, max, extensions)
                            }
                            Err(failure) => error_response(id, failure),
                        })
                    }
                    MethodCallback::Subscription(call) => {
                        subscribe(&call, id, params, &peer, sink, extensions).await
                    }
                }
            });
            let mut handler = handler;
            let result = tokio::select! {
                result = &mut handler => result,
                () = cancel.cancelled() => {
                    handler.abort();
                    let response = error_response(own_id, Failure::cancelled());
                    return (Some(response.into_json()), Outcome::Failed);
                }
            };
            match result {
                Ok(Some(response)) => {
                    let outcome = match response.is_success() {
                        true => Outcome::Answered,
                        false => Outcome::Failed,
                    };
                    (Some(response.into_json()), outcome)
                }
                // A subscription has answered through its own sink.
                Ok(None) => (None, Outcome::Answered),
                Err(failure) => {
                    tracing::error!(%failure, "a handler failed");
                    let failure = Failure::internal("the daemon failed on this request");
                    let response = error_response(own_id, failure);
                    (Some(response.into_json()), Outcome::Crashed)
                }
            }
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Outcome {
    Answered,
    Failed,
    Crashed,
}

impl Outcome {
    pub const fn word(self) -> &'static str {
        match self {
            Outcome::Answered => "ok",
            Outcome::Failed => "error",
            Outcome::Crashed => "crash",
        }
    }
}

/// Hands on what a subscription of a batch has to say, as long as anybody listens.
async fn pass_on(mut held: mpsc::Receiver<Box<RawValue>>, outgoing: mpsc::Sender<Box<RawValue>>) {
    loop {
        let message = tokio::select! {
            message = held.recv() => message,
            () = outgoing.closed() => return,
        };
        let Some(message) = message else {
            return;
        };
        if outgoing.send(message).await.is_err() {
            return;
        }
    }
}

async fn subscribe(
    call: &jsonrpsee::core::server::SubscriptionMethod<'static>,
    id: Id<'static>,
    params: Params<'static>,
    peer: &Arc<Peer>,
    sink: MethodSink,
    extensions: Extensions,
) -> Option<MethodResponse> {
    if peer.door == Door::Post {
        let reason = "subscriptions need a connection that stays open";
        let failure = Failure::new(INVALID_REQUEST, reason).hint("use the WebSocket of this port");
        return Some(error_response(id, failure));
    }
    let Some(permit) = peer.subscriptions.acquire() else {
        let most = peer.subscriptions.max();
        let reason = "this connection has too many subscriptions";
        let failure = Failure::limit("subscriptions", most.into(), reason);
        return Some(error_response(id, failure));
    };
    let state = SubscriptionState {
        conn_id: peer.id,
        id_provider: &SubscriptionNumbers(peer.clone()),
        subscription_permit: permit,
    };
    let response = call(id, params, sink, state, extensions).await;
    (!response.is_subscription()).then_some(response)
}

/// jsonrpsee knows the id by its place only.
fn unsubscription(peer: &Peer, params: &Params<'_>) -> Result<String, Failure> {
    methods::allow::<SessionUnsubscribe>(peer)?;
    let read = params::read::<UnsubscribeParams>(params.as_str(), Some("subscription"))?;
    Ok(serde_json::json!([read.params.subscription]).to_string())
}

fn error_response(id: Id<'_>, failure: Failure) -> MethodResponse {
    MethodResponse::error(id, ErrorObjectOwned::from(failure))
}

fn refuse(id: Id<'_>, failure: Failure) -> Answer {
    Some(error_response(id, failure).into_json())
}

/// An error that belongs to no request.
pub fn complaint(failure: Failure) -> Box<RawValue> {
    error_response(Id::Null, failure).into_json()
}

fn not_json(error: &serde_json::Error) -> Failure {
    Failure::new(PARSE_ERROR, format!("the message is not JSON: {error}"))
}

fn unknown_method(method: &str) -> Failure {
    let shown: String = method.chars().take(60).collect();
    let names = METHODS.iter().map(|method| method.name);
    let near = closest(&shown, names, 1).concat();
    Failure::new(
        METHOD_NOT_FOUND,
        format!("there is no method `{shown}`; did you mean `{near}`?"),
    )
    .hint("`rpc.discover` describes every method")
}
