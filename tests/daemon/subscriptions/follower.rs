//! A subscriber that checks the rules of subscriptions at every update.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use crate::client::{Client, ErrorAnswer};

pub struct Follower {
    pub client: Client,
    pub subscription: String,
    pub session: String,
    pub audience: &'static str,
    pub topics: Vec<&'static str>,
    /// The newest seq and document of each topic.
    pub documents: BTreeMap<String, (u64, Value)>,
}

/// An update that kept the rules, and the document after it.
pub struct AppliedUpdate {
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
            // A stream gets no advice.
            topics: topics
                .iter()
                .copied()
                .filter(|topic| audience == "player" || *topic != "coach")
                .collect(),
            documents: BTreeMap::new(),
        }
    }

    /// Reads one update and checks that it follows from the one before it.
    pub fn next_update(&mut self) -> AppliedUpdate {
        loop {
            let bytes = self.client.receive_text();
            let message: Value = serde_json::from_str(&bytes).expect("updates are JSON");
            assert_eq!(message["method"], "session/update", "{message}");
            let params = &message["params"];
            assert!(params.get("error").is_none(), "{message}");
            // Updates of an earlier subscription of this client may still arrive.
            if params["subscription"] == json!(self.subscription) {
                return self.apply(&params["result"], bytes);
            }
        }
    }

    pub fn apply(&mut self, update: &Value, bytes: String) -> AppliedUpdate {
        let topic = update["topic"].as_str().expect("a topic").to_owned();
        let seq = update["seq"].as_u64().expect("a seq");
        assert_eq!(update["sessionId"], json!(self.session));
        assert!(
            self.topics.contains(&topic.as_str()),
            "{topic} was not subscribed to"
        );
        let before = self.documents.remove(&topic);
        if let Some((last, document)) = &before {
            // Only advice that the coach still thinks about comes again.
            let comes_again = *last == seq && document["thinking"] == true;
            assert!(
                *last < seq || comes_again,
                "{topic} went from {last} to {seq}"
            );
        }
        let is_snapshot = update["kind"] == "snapshot";
        let document = match before {
            _ if is_snapshot => update["data"].clone(),
            None => panic!("the first update of {topic} is a {}", update["kind"]),
            Some((last, document)) => {
                assert_eq!(update["baseSeq"], json!(last), "of {topic} {seq}");
                patched(document, &update["data"])
            }
        };
        assert_eq!(document["seq"], json!(seq), "of {topic}");
        let kept = (seq, document.clone());
        self.documents.insert(topic.clone(), kept);
        AppliedUpdate {
            topic,
            seq,
            is_snapshot,
            document,
            bytes,
        }
    }

    /// Whether every topic has reached this seq, and the coach has finished thinking.
    pub fn has_reached(&self, seq: u64) -> bool {
        self.topics.iter().all(|topic| {
            let last = self.documents.get(*topic);
            last.is_some_and(|(last, document)| *last >= seq && document["thinking"] != true)
        })
    }

    /// Reads until every topic has reached this seq.
    pub fn updates_until(&mut self, seq: u64) -> Vec<AppliedUpdate> {
        let mut updates = Vec::new();
        while !self.has_reached(seq) {
            updates.push(self.next_update());
        }
        updates
    }

    /// Reads until one topic has reached this seq.
    pub fn updates_of(&mut self, topic: &str, seq: u64) {
        while self
            .documents
            .get(topic)
            .is_none_or(|(last, _)| *last < seq)
        {
            self.next_update();
        }
    }

    pub fn set_delay(&mut self, delay_ms: u64) -> Result<Value, ErrorAnswer> {
        let params = json!({ "subscription": self.subscription, "delayMs": delay_ms });
        self.client.ask("session/setDelay", &params)
    }

    /// Ends the subscription and returns the client, which stays connected.
    pub fn unsubscribe(mut self) -> Client {
        let params = json!([self.subscription]);
        let answer = self.client.ask("session/unsubscribe", &params);
        assert_eq!(answer, Ok(json!(true)));
        self.client
    }
}

/// Applies a patch, which may only add, remove and replace.
fn patched(mut document: Value, patch: &Value) -> Value {
    for operation in patch.as_array().expect("a patch is a list") {
        let name = operation["op"].as_str().expect("an operation");
        assert!(["add", "remove", "replace"].contains(&name), "{operation}");
    }
    let patch: json_patch::Patch =
        serde_json::from_value(patch.clone()).expect("a patch of RFC 6902");
    json_patch::patch(&mut document, &patch).expect("the patch applies to the document");
    document
}
