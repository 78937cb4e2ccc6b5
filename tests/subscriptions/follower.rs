//! A subscriber that minds the rules of section 4 at every update.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use crate::client::{Client, Failed};

pub struct Follower {
    pub client: Client,
    pub subscription: String,
    pub session: String,
    pub audience: &'static str,
    pub topics: Vec<&'static str>,
    /// What was sent last, by topic: the event it is of and the document.
    pub documents: BTreeMap<String, (u64, Value)>,
}

/// One update that kept the rules, and the document it led to.
pub struct Heard {
    pub topic: String,
    pub seq: u64,
    pub is_snapshot: bool,
    pub document: Value,
    pub bytes: String,
}

impl Follower {
    pub fn subscribe(
        mut client: Client,
        session: &str,
        topics: &[&'static str],
        audience: &'static str,
        delay_ms: u64,
    ) -> Follower {
        let params = json!({
            "sessionId": session,
            "topics": topics,
            "audience": audience,
            "delayMs": delay_ms,
        });
        let answer = client.ask("session/subscribe", &params);
        let answer = answer.expect("the subscription is accepted");
        Follower {
            client,
            subscription: answer.as_str().expect("an id").to_owned(),
            session: session.to_owned(),
            audience,
            // Advice is left out for a stream.
            topics: topics
                .iter()
                .copied()
                .filter(|topic| audience == "player" || *topic != "coach")
                .collect(),
            documents: BTreeMap::new(),
        }
    }

    /// Reads one update and checks that it follows from the one before.
    pub fn hear(&mut self) -> Heard {
        loop {
            let bytes = self.client.receive().expect("an update");
            let message: Value = serde_json::from_str(&bytes).expect("updates are JSON");
            assert_eq!(message["method"], "session/update", "{message}");
            let params = &message["params"];
            assert!(params.get("error").is_none(), "{message}");
            // The last words of a subscription that was given up may be on their way.
            if params["subscription"] == json!(self.subscription) {
                return self.take(&params["result"], bytes);
            }
        }
    }

    pub fn take(&mut self, update: &Value, bytes: String) -> Heard {
        let topic = update["topic"].as_str().expect("a topic").to_owned();
        let seq = update["seq"].as_u64().expect("a seq");
        assert_eq!(update["sessionId"], json!(self.session));
        assert!(
            self.topics.contains(&topic.as_str()),
            "nobody asked for {topic}"
        );
        let before = self.documents.remove(&topic);
        if let Some((last, _)) = &before {
            assert!(*last < seq, "{topic} went from {last} to {seq}");
        }
        let is_snapshot = update["kind"] == "snapshot";
        let document = match before {
            _ if is_snapshot => update["data"].clone(),
            None => panic!("the first message of {topic} is a {}", update["kind"]),
            Some((last, document)) => {
                assert_eq!(update["baseSeq"], json!(last), "of {topic} {seq}");
                patched(document, &update["data"])
            }
        };
        assert_eq!(document["seq"], json!(seq), "of {topic}");
        let kept = (seq, document.clone());
        self.documents.insert(topic.clone(), kept);
        Heard {
            topic,
            seq,
            is_snapshot,
            document,
            bytes,
        }
    }

    /// Whether every topic has come to this event.
    pub fn has_reached(&self, seq: u64) -> bool {
        self.topics.iter().all(|topic| {
            let last = self.documents.get(*topic);
            last.is_some_and(|(last, _)| *last >= seq)
        })
    }

    /// Reads until every topic has come to this event.
    pub fn hear_until(&mut self, seq: u64) -> Vec<Heard> {
        let mut heard = Vec::new();
        while !self.has_reached(seq) {
            heard.push(self.hear());
        }
        heard
    }

    pub fn set_delay(&mut self, delay_ms: u64) -> Result<Value, Failed> {
        let params = json!({ "subscription": self.subscription, "delayMs": delay_ms });
        self.client.ask("session/setDelay", &params)
    }

    /// Gives the subscription up; the connection stays.
    pub fn unsubscribe(mut self) -> Client {
        let params = json!([self.subscription]);
        let answer = self.client.ask("session/unsubscribe", &params);
        assert_eq!(answer, Ok(json!(true)));
        self.client
    }
}

/// Applies a patch that may only add, remove and replace.
fn patched(mut document: Value, patch: &Value) -> Value {
    for operation in patch.as_array().expect("a patch is a list") {
        let word = operation["op"].as_str().expect("an operation");
        assert!(["add", "remove", "replace"].contains(&word), "{operation}");
    }
    let patch: json_patch::Patch = serde_json::from_value(patch.clone()).expect("RFC 6902");
    json_patch::patch(&mut document, &patch).expect("the patch fits the document");
    document
}
