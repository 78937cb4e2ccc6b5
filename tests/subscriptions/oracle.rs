//! What the get methods answer, asked by whoever may see it.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use crate::client::{Client, Door, Doors, Failed};
use crate::{CONTROL, STREAM};

pub struct Oracle {
    player: Client,
    stream: Client,
    /// Advice is asked for while it is new: its method has no `seq`.
    advice: BTreeMap<(String, u64), Value>,
    known: BTreeMap<(String, String, &'static str, u64), Value>,
}

impl Oracle {
    pub fn new(doors: &Doors) -> Oracle {
        Oracle {
            player: Client::with_token(doors, Door::Tcp, CONTROL),
            stream: Client::with_token(doors, Door::WebSocket, STREAM),
            advice: BTreeMap::new(),
            known: BTreeMap::new(),
        }
    }

    /// Keeps the advice of the newest event.
    pub fn note(&mut self, session: &str, seq: u64) {
        let answer = self
            .player
            .ask("coach/recommend", &json!({ "sessionId": session }));
        let advice = told("coach", answer, seq);
        assert_eq!(advice["seq"], json!(seq));
        self.advice.insert((session.to_owned(), seq), advice);
    }

    /// The document that a topic must show.
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
            _ => panic!("{topic} is asked of nobody"),
        };
        let client = match audience {
            "player" => &mut self.player,
            _ => &mut self.stream,
        };
        let answer = client.ask(method, &json!({ "sessionId": session, "seq": seq }));
        let document = told(topic, answer, seq);
        self.known.insert(key, document.clone());
        document
    }
}

/// A topic whose method refuses shows why.
fn told(topic: &str, answer: Result<Value, Failed>, seq: u64) -> Value {
    match answer {
        Ok(document) => document,
        Err(Failed::Refused(error)) => {
            let mut document = json!({ "seq": seq, "message": error["data"]["reason"] });
            match topic {
                "coach" => document["moves"] = json!([]),
                "threat" => document["outcomes"] = json!([]),
                _ => {}
            }
            document
        }
        Err(gone) => panic!("{gone:?}"),
    }
}
