//! Takes the messages of a connection in order, calls the methods, and makes sure that
//! each request gets exactly one answer. All doors use it.

mod answering;
mod batch_room;
mod refusals;

use std::borrow::Cow;
use std::sync::Arc;
use std::time::Instant;

use futures_util::FutureExt;
use jsonrpsee::core::server::BoundedSubscriptions;
use jsonrpsee::types::Id;
use qbcoach_protocol::CancelParams;
use qbcoach_protocol::error::{INVALID_REQUEST, METHOD_NOT_FOUND};
use serde::Deserialize;
use serde_json::value::RawValue;
use tokio::task::JoinHandle;

pub(crate) use self::answering::RequestOutcome;
use self::batch_room::BatchRoom;
pub(crate) use self::refusals::complaint;
use self::refusals::{DISCOVER, is_long, not_json, refuse, unknown_method};
use super::Daemon;
use super::doors::framing::IncomingText;
use super::method_table::{Called, MethodTable};
use super::params;
use super::peer::{AnswerGate, Call, Delivery, Peer, RunningRequest};
use super::rpc_error::RpcError;
use crate::tasks::spawn;
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
    pub async fn take(&self, message: &IncomingText) -> Flow {
        self.peer.outbox.unread().may_ask().await;
        if message.text.trim_start().starts_with('[') {
            return self.take_batch(message).await;
        }
        match self.start(&message.text, Delivery::Alone).await {
            Started::Done(answer, gate) => {
                self.send(answer).await;
                gate.open();
            }
            Started::Exit => return Flow::End,
            Started::Running(task) => {
                let outbox = self.peer.outbox.clone();
                // The request has a copy of its params while it runs.
                let room = message.room.clone();
                spawn(self.peer.tasks.track_future(async move {
                    let _room = room;
                    if let Ok((answer, underway)) = task.await {
                        if let Some(answer) = answer {
                            let _ = outbox.send(answer).await;
                        }
                        underway.gate.open();
                    }
                }));
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
    async fn take_batch(&self, message: &IncomingText) -> Flow {
        let calls: Vec<&RawValue> = match serde_json::from_str(&message.text) {
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
        let share = self.daemon.answer_room.share();
        let mut room = BatchRoom::new(self.daemon.settings.limits.batch_answer_bytes, share);
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
        let message_room = message.room.clone();
        let answer = async move {
            let _room = message_room;
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
                let _ = outbox.send_batch(batch, room.into_share()).await;
            }
            for gate in gates {
                gate.open();
            }
            drop(place);
        };
        // The answer keeps its order among other messages unless a call takes longer.
        match still_running {
            true => drop(spawn(self.peer.tasks.track_future(answer))),
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
        let Some((name, called)) = self.methods.find(method) else {
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
        let answer = match called {
            Called::Plain(method) => self.answer(id, method, params, call).left_future(),
            Called::Subscription(callback) => {
                let answer = self.answer_subscription(id, callback, params, call, answer_to);
                answer.right_future()
            }
        };
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
}
