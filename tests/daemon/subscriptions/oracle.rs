//! The documents that the get methods answer, asked with the role of each audience.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use crate::client::{Client, ErrorAnswer, Transport};
use crate::daemon::{CONTROL, STREAM, TestDaemon};

pub struct Oracle {
    player: Client,
    stream: Client,
    /// `coach/recommend` has no `seq`, so the advice is kept when its event is new.
    advice: BTreeMap<(String, u64), Value>,
    known: BTreeMap<(String, String, &'static str, u64), Value>,
}

impl Oracle {
    pub fn new(daemon: &TestDaemon) -> Oracle {
        Oracle {
            player: Client::with_token(daemon, Transport::Tcp, CONTROL),
            stream: Client::with_token(daemon, Transport::WebSocket, STREAM),
            advice: BTreeMap::new(),
            known: BTreeMap::new(),
        }
    }

    /// Keeps the advice of the newest event.
    pub fn note(&mut self, session: &str, seq: u64) {
        let answer = self
            .player
            .ask("coach/recommend", json!({ "sessionId": session }));
        let advice = document_of("coach", answer, seq);
        assert_eq!(advice["seq"], json!(seq));
        self.advice.insert((session.to_owned(), seq), advice);
    }

    /// The document that a topic must have at an event.
    pub fn document(
        &mut self,
        session: &str,
        topic: &str,
        audience: &'static str,
        seq: u64,
    ) -> Value {
        if topic == "coach" {
            return self.advice[&(session.to_owned(), seq)].clone();
        }
        let key = (session.to_owned(), topic.to_owned(), audience, seq);
        if let Some(known) = self.known.get(&key) {
            return known.clone();
        }
        let method = match topic {
            "state" => "session/get",
            "observation" => "observation/get",
            "evaluation" => "coach/evaluate",
            "hand" => "prediction/hand",
            "history" => "session/history",
            "threat" => "prediction/threatMap",
            _ => panic!("{topic} has no get method"),
        };
        let client = match audience {
            "player" => &mut self.player,
            _ => &mut self.stream,
        };
        let answer = client.ask(method, json!({ "sessionId": session, "seq": seq }));
        let document = document_of(topic, answer, seq);
        self.known.insert(key, document.clone());
        document
    }
}

/// If the method refuses, the document of the topic has the reason.
fn document_of(topic: &str, answer: Result<Value, ErrorAnswer>, seq: u64) -> Value {
    match answer {
        Ok(document) => document,
        Err(error) => {
            let mut document = json!({ "seq": seq, "message": error.reason() });
            match topic {
                "coach" => document["moves"] = json!([]),
                "threat" => document["outcomes"] = json!([]),
                _ => {}
            }
            document
        }
    }
}
