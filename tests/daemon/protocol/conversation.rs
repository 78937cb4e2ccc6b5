//! A conversation in a fixed order: after each message it waits for the answer, then
//! for the updates of every subscription up to the newest event. So the same requests
//! always give the same lines, although the daemon works in parallel.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use crate::client::Client;
use crate::daemon::TestDaemon;
use crate::protocol::endpoint::{ConnectedClient, Endpoint};

pub struct Conversation {
    connected: ConnectedClient,
    subscriptions: BTreeMap<String, Subscription>,
    /// For each subscription to the daemon as a whole and each of its topics, the
    /// number of updates that have not come yet.
    news: BTreeMap<String, BTreeMap<String, u32>>,
    /// The newest event of each session.
    seqs: BTreeMap<String, u64>,
}

struct Subscription {
    session: String,
    /// The seq of the newest update of each topic.
    latest: BTreeMap<String, Option<u64>>,
    /// Better advice at the same seq is still to come.
    thinking: bool,
    delayed: bool,
    /// The session has ended; the subscription ends with its next update.
    ending: bool,
}

impl Conversation {
    pub fn start(endpoint: Endpoint) -> Conversation {
        Conversation {
            connected: ConnectedClient::start(endpoint),
            subscriptions: BTreeMap::new(),
            news: BTreeMap::new(),
            seqs: BTreeMap::new(),
        }
    }

    fn client(&mut self) -> &mut Client {
        &mut self.connected.client
    }

    pub fn daemon(&self) -> &TestDaemon {
        self.connected.daemon()
    }

    pub fn end(self) -> Option<i32> {
        self.connected.end()
    }

    /// Sends a message and returns what comes back: progress, the answer, then the
    /// updates by subscription.
    pub fn exchange(&mut self, text: &str) -> Vec<String> {
        self.client().send_text(text);
        let mut received = Vec::new();
        let mut updates = Vec::new();
        let sent: Option<Value> = serde_json::from_str(text).ok();
        if sent.as_ref().is_none_or(is_answered) {
            let answer = loop {
                let message = self.client().receive_text();
                let value: Value = serde_json::from_str(&message).expect("messages are JSON");
                match value["method"].as_str() {
                    None => break (message, value),
                    Some("session/update" | "server/update") => updates.push((message, value)),
                    Some(_) => received.push(masked(&message)),
                }
            };
            if let Some(id) = sent.as_ref().and_then(|sent| sent.get("id")) {
                let given = &answer.1["id"];
                assert!(
                    given == id || given.is_null(),
                    "{} answers {text}",
                    answer.0
                );
            }
            received.push(masked(&answer.0));
            self.note(sent.as_ref(), &answer.1);
        }
        for (_, update) in &updates {
            self.note_update(update);
        }
        while !self.is_current() {
            let message = self.client().receive_text();
            let value: Value = serde_json::from_str(&message).expect("messages are JSON");
            self.note_update(&value);
            updates.push((message, value));
        }
        // The updates of one subscription are in order; those of different subscriptions
        // are not.
        updates.sort_by_key(|(_, update)| name(&update["params"]["subscription"]));
        received.extend(updates.iter().map(|(message, _)| masked(message)));
        received
    }

    fn is_current(&self) -> bool {
        let mut missing = self.news.values().flat_map(BTreeMap::values);
        missing.all(|number| *number == 0) && self.subscriptions_are_current()
    }

    fn subscriptions_are_current(&self) -> bool {
        self.subscriptions.values().all(|subscription| {
            let newest = self.seqs.get(&subscription.session).copied();
            let at_newest = || subscription.latest.values().all(|seq| *seq == newest);
            let is_current = || at_newest() && !subscription.thinking;
            !subscription.ending && (subscription.delayed || is_current())
        })
    }

    /// Notes which updates a request and its answer lead to.
    fn note(&mut self, sent: Option<&Value>, answer: &Value) {
        let Some(sent) = sent else { return };
        let (Some(calls), Some(answers)) = (sent.as_array(), answer.as_array()) else {
            self.note_call(sent, answer);
            return;
        };
        for call in calls.iter().filter(|call| call.get("id").is_some()) {
            let answer = answers.iter().find(|answer| answer["id"] == call["id"]);
            self.note_call(call, answer.expect("every call of a batch is answered"));
        }
    }

    fn note_call(&mut self, call: &Value, answer: &Value) {
        let Some(result) = answer.get("result") else {
            return;
        };
        let given = |field: &str| match &call["params"] {
            Value::Array(list) => list.first().map(name).unwrap_or_default(),
            params => name(&params[field]),
        };
        let method = call["method"].as_str().unwrap_or_default();
        self.note_news(method, &call["params"], result);
        match method {
            "session/create" | "session/import" => {
                let seq = result["snapshot"]["seq"].as_u64();
                self.seqs.extend(Some(name(&result["sessionId"])).zip(seq));
            }
            "match/act" | "session/undo" => {
                let seq = result["seq"].as_u64();
                self.seqs.extend(Some(given("sessionId")).zip(seq));
            }
            "session/close" | "session/delete" => {
                let session = given("sessionId");
                let of_session = |subscription: &&mut Subscription| subscription.session == session;
                for subscription in self.subscriptions.values_mut().filter(of_session) {
                    subscription.ending = true;
                }
            }
            "session/unsubscribe" => {
                self.subscriptions.remove(&given("subscription"));
            }
            "session/setDelay" => {
                let subscription = self.subscriptions.get_mut(&given("subscription"));
                let subscription = subscription.expect("the subscription exists");
                subscription.delayed = result["delayMs"] != 0;
            }
            "session/subscribe" => {
                let params = &call["params"];
                let subscription = Subscription {
                    session: given("sessionId"),
                    latest: topics(params)
                        .into_iter()
                        .map(|topic| (topic, None))
                        .collect(),
                    thinking: false,
                    delayed: params["delayMs"].as_u64().is_some_and(|delay| delay > 0),
                    ending: false,
                };
                self.subscriptions.insert(name(result), subscription);
            }
            _ => {}
        }
    }

    /// Notes the updates about the daemon as a whole that a request leads to.
    fn note_news(&mut self, method: &str, params: &Value, result: &Value) {
        let topic = match method {
            "session/create" | "session/import" | "session/close" | "session/delete" => "sessions",
            "overlay/set" | "overlay/hide" => "overlay",
            "poll/open" | "poll/vote" | "poll/close" => "poll",
            "server/subscribe" => {
                let topics = match params["topics"].as_array() {
                    Some(topics) => topics.iter().map(name).collect(),
                    None => ["sessions", "overlay", "poll"].map(str::to_owned).to_vec(),
                };
                let missing = topics.into_iter().map(|topic| (topic, 1)).collect();
                self.news.insert(name(result), missing);
                return;
            }
            "server/unsubscribe" => {
                let given = params.get(0).unwrap_or(&params["subscription"]);
                self.news.remove(&name(given));
                return;
            }
            _ => return,
        };
        let subscriptions = self.news.values_mut();
        let missing = subscriptions.filter_map(|topics| topics.get_mut(topic));
        missing.for_each(|number| *number += 1);
    }

    fn note_update(&mut self, update: &Value) {
        let params = &update["params"];
        let id = name(&params["subscription"]);
        if update["method"] == "server/update" {
            let topic = name(&params["result"]["topic"]);
            let missing = self.news.get_mut(&id).and_then(|news| news.get_mut(&topic));
            let missing = missing.unwrap_or_else(|| panic!("{id} has no topic {topic}"));
            *missing = missing
                .checked_sub(1)
                .expect("an update comes only after a change");
            return;
        }
        assert_eq!(update["method"], "session/update", "{update}");
        if params.get("error").is_some() {
            self.subscriptions.remove(&id);
            return;
        }
        // No update may come for a subscription that has ended.
        let subscription = self.subscriptions.get_mut(&id);
        let subscription = subscription.unwrap_or_else(|| panic!("there is no subscription {id}"));
        let result = &params["result"];
        let topic = name(&result["topic"]);
        if topic == "coach" {
            subscription.thinking = is_thinking(&result["data"], subscription.thinking);
        }
        let latest = subscription.latest.get_mut(&topic);
        *latest.unwrap_or_else(|| panic!("{topic} was not subscribed to")) = result["seq"].as_u64();
    }
}

/// Whether the coach thinks on, by a whole document or a patch.
fn is_thinking(data: &Value, before: bool) -> bool {
    match data {
        Value::Array(patch) => {
            let said = patch.iter().rev().find(|one| one["path"] == "/thinking");
            said.map_or(before, |operation| operation["value"] == true)
        }
        document => document["thinking"] == true,
    }
}

fn name(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

fn topics(params: &Value) -> BTreeSet<String> {
    let all = || ["state", "observation", "threat", "coach"].map(str::to_owned);
    let mut topics: BTreeSet<String> = match params["topics"].as_array() {
        Some(topics) => topics.iter().map(name).collect(),
        None => all().into(),
    };
    if params["audience"] == "stream" {
        topics.remove("coach");
    }
    topics
}

/// Whether JSON-RPC requires an answer: to requests and to invalid messages, but not
/// to notifications.
fn is_answered(sent: &Value) -> bool {
    match sent {
        Value::Array(calls) => calls.is_empty() || calls.iter().any(is_answered),
        Value::Object(call) => {
            let is_valid = call.get("jsonrpc").is_some_and(|version| version == "2.0")
                && call.get("method").is_some_and(Value::is_string);
            let is_answer = call.contains_key("result") || call.contains_key("error");
            !is_answer && (call.contains_key("id") || !is_valid)
        }
        _ => true,
    }
}

/// Replaces times and versions, which differ between runs.
pub fn masked(message: &str) -> String {
    let message = mask(message, "\"updatedAt\":\"", "2000-01-01T00:00:00.000Z");
    let message = mask(&message, "\"lastPlayed\":\"", "2000-01-01T00:00:00.000Z");
    mask(&message, "\"name\":\"qbcoach\",\"version\":\"", "0.0.0")
}

fn mask(message: &str, before: &str, mask: &str) -> String {
    let mut parts = message.split(before);
    let mut masked = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let end = part.find('"').expect("the string ends");
        masked.push_str(before);
        masked.push_str(mask);
        masked.push_str(&part[end..]);
    }
    masked
}
