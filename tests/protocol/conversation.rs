//! A conversation in a fixed order: a message is sent, its answer awaited, and
//! then every subscription is waited for until it has told the newest event. So
//! the same requests leave the same lines, whatever ran in parallel meanwhile.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use crate::doors::{Client, Door};

pub struct Conversation {
    client: Client,
    subscriptions: BTreeMap<String, Subscription>,
    /// For each follower of the daemon as a whole and each of its topics: how many
    /// updates are still to come.
    news: BTreeMap<String, BTreeMap<String, u32>>,
    /// The newest event of each session.
    seqs: BTreeMap<String, u64>,
}

struct Subscription {
    session: String,
    /// The newest event each topic has told.
    told: BTreeMap<String, Option<u64>>,
    delayed: bool,
    /// The session is gone, and the subscription with it as soon as it says so.
    ending: bool,
}

impl Conversation {
    pub fn start(door: Door) -> Conversation {
        Conversation {
            client: Client::connect(door),
            subscriptions: BTreeMap::new(),
            news: BTreeMap::new(),
            seqs: BTreeMap::new(),
        }
    }

    pub fn client(&self) -> &Client {
        &self.client
    }

    pub fn end(self) -> Option<i32> {
        self.client.end()
    }

    /// What comes back: progress, the answer, then updates by subscription.
    pub fn say(&mut self, text: &str) -> Vec<String> {
        self.client.send(text);
        let mut heard = Vec::new();
        let mut updates = Vec::new();
        let sent: Option<Value> = serde_json::from_str(text).ok();
        if sent.as_ref().is_none_or(is_answered) {
            let answer = loop {
                let message = self.client.receive();
                let value: Value = serde_json::from_str(&message).expect("JSON");
                match value["method"].as_str() {
                    None => break (message, value),
                    Some("session/update" | "server/update") => updates.push((message, value)),
                    Some(_) => heard.push(masked(&message)),
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
            heard.push(masked(&answer.0));
            self.note(sent.as_ref(), &answer.1);
        }
        for (_, update) in &updates {
            self.note_update(update);
        }
        while !self.is_current() {
            let message = self.client.receive();
            let value: Value = serde_json::from_str(&message).expect("JSON");
            self.note_update(&value);
            updates.push((message, value));
        }
        // Those of one subscription are in order; between two there is none.
        updates.sort_by_key(|(_, update)| name(&update["params"]["subscription"]));
        heard.extend(updates.iter().map(|(message, _)| masked(message)));
        heard
    }

    fn is_current(&self) -> bool {
        let mut owed = self.news.values().flat_map(BTreeMap::values);
        owed.all(|number| *number == 0) && self.has_followed()
    }

    fn has_followed(&self) -> bool {
        self.subscriptions.values().all(|subscription| {
            let newest = self.seqs.get(&subscription.session).copied();
            let told = || subscription.told.values().all(|seq| *seq == newest);
            !subscription.ending && (subscription.delayed || told())
        })
    }

    /// Learns from a request and its answer what there will be to wait for.
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
                let of_it = |subscription: &&mut Subscription| subscription.session == session;
                for subscription in self.subscriptions.values_mut().filter(of_it) {
                    subscription.ending = true;
                }
            }
            "session/unsubscribe" => {
                self.subscriptions.remove(&given("subscription"));
            }
            "session/setDelay" => {
                let subscription = self.subscriptions.get_mut(&given("subscription"));
                let subscription = subscription.expect("the daemon knows it");
                subscription.delayed = result["delayMs"] != 0;
            }
            "session/subscribe" => {
                let params = &call["params"];
                let subscription = Subscription {
                    session: given("sessionId"),
                    told: topics(params)
                        .into_iter()
                        .map(|topic| (topic, None))
                        .collect(),
                    delayed: params["delayMs"].as_u64().is_some_and(|delay| delay > 0),
                    ending: false,
                };
                self.subscriptions.insert(name(result), subscription);
            }
            _ => {}
        }
    }

    /// What the daemon as a whole will tell after this.
    fn note_news(&mut self, method: &str, params: &Value, result: &Value) {
        let topic = match method {
            "session/create" | "session/import" | "session/close" | "session/delete" => "sessions",
            "overlay/set" => "overlay",
            "server/subscribe" => {
                let topics = match params["topics"].as_array() {
                    Some(topics) => topics.iter().map(name).collect(),
                    None => vec!["sessions".to_owned(), "overlay".to_owned()],
                };
                let owed = topics.into_iter().map(|topic| (topic, 1)).collect();
                self.news.insert(name(result), owed);
                return;
            }
            "server/unsubscribe" => {
                let given = params.get(0).unwrap_or(&params["subscription"]);
                self.news.remove(&name(given));
                return;
            }
            _ => return,
        };
        let followers = self.news.values_mut();
        let owed = followers.filter_map(|topics| topics.get_mut(topic));
        owed.for_each(|number| *number += 1);
    }

    fn note_update(&mut self, update: &Value) {
        let params = &update["params"];
        let id = name(&params["subscription"]);
        if update["method"] == "server/update" {
            let topic = name(&params["result"]["topic"]);
            let owed = self.news.get_mut(&id).and_then(|news| news.get_mut(&topic));
            let owed = owed.unwrap_or_else(|| panic!("nobody asked {id} for {topic}"));
            *owed = owed
                .checked_sub(1)
                .expect("nothing is told without a change");
            return;
        }
        assert_eq!(update["method"], "session/update", "{update}");
        if params.get("error").is_some() {
            self.subscriptions.remove(&id);
            return;
        }
        // The first ones may come before the answer that names the subscription
        // has been looked at; none comes for one that has ended.
        let subscription = self.subscriptions.get_mut(&id);
        let subscription = subscription.unwrap_or_else(|| panic!("nobody follows {id}"));
        let result = &params["result"];
        let topic = name(&result["topic"]);
        let told = subscription.told.get_mut(&topic);
        *told.unwrap_or_else(|| panic!("nobody asked for {topic}")) = result["seq"].as_u64();
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

/// Whether JSON-RPC asks for an answer: to requests and to what is none at all,
/// but not to notifications.
fn is_answered(sent: &Value) -> bool {
    match sent {
        Value::Array(calls) => calls.is_empty() || calls.iter().any(is_answered),
        Value::Object(call) => {
            let is_valid = call.get("jsonrpc").is_some_and(|version| version == "2.0")
                && call.get("method").is_some_and(Value::is_string);
            let is_reply = call.contains_key("result") || call.contains_key("error");
            !is_reply && (call.contains_key("id") || !is_valid)
        }
        _ => true,
    }
}

/// Times and versions are not what a conversation is about.
pub fn masked(message: &str) -> String {
    let message = mask(message, "\"updatedAt\":\"", "2000-01-01T00:00:00.000Z");
    mask(&message, "\"name\":\"qbcoach\",\"version\":\"", "0.0.0")
}

fn mask(message: &str, before: &str, mask: &str) -> String {
    let mut parts = message.split(before);
    let mut masked = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let end = part.find('"').expect("a text ends");
        masked.push_str(before);
        masked.push_str(mask);
        masked.push_str(&part[end..]);
    }
    masked
}
