//! Rules of the protocol that connect several answers.

use std::collections::{BTreeMap, BTreeSet};

use qbcoach_protocol::Topic;
use qbcoach_protocol::client::Documents;
use serde_json::{Value, json};

use crate::protocol::conversation::Conversation;
use crate::protocol::endpoint::Endpoint;
use crate::protocol::schemas::{exchanges, json_of};
use crate::protocol::transcripts;

/// Every snapshot in the answers of the transcripts.
fn snapshots() -> Vec<Value> {
    let mut found = Vec::new();
    for exchange in exchanges() {
        let result = &exchange.answer["result"];
        let is_get = exchange.request["method"] == "session/get";
        let snapshot = if is_get { result } else { &result["snapshot"] };
        found.extend(Some(snapshot.clone()).filter(|snapshot| snapshot.is_object()));
    }
    assert!(found.len() > 40, "the transcripts have snapshots");
    found
}

#[test]
fn a_session_from_a_position_has_an_equal_board() {
    let mut conversation = Conversation::start(Endpoint::StdioLines);
    let is_match = |snapshot: &Value| snapshot["game"] == "queens-blood";
    for snapshot in snapshots().into_iter().filter(is_match) {
        let (rules, position) = (&snapshot["rules"], &snapshot["position"]);
        let params = json!({ "mode": "analysis", "rules": rules, "position": position });
        let request = json!({
            "jsonrpc": "2.0", "id": 1, "method": "session/create", "params": params
        });
        let received = conversation.exchange(&request.to_string());
        let again = &json_of(&received[0])["result"]["snapshot"];
        for field in ["board", "score", "position", "sideToAct"] {
            assert_eq!(again[field], snapshot[field], "{field} of {position}");
        }
    }
}

#[test]
fn an_imported_session_equals_the_exported_one() {
    let mut original = Value::Null;
    let mut exports: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    let mut imported = 0;
    let whole = exchanges().into_iter();
    for exchange in whole.filter(|one| one.source.starts_with("export_and_import")) {
        let (request, mut result) = (exchange.request, exchange.answer["result"].clone());
        let method = request["method"].as_str().unwrap_or_default();
        match method {
            "session/get" => original = result,
            "session/export" => {
                let text = |field: &str| result[field].as_str().expect("a text").to_owned();
                let formats = exports.entry(text("format"));
                formats.or_default().insert(text("content"));
            }
            "session/import" if result["snapshot"]["enemy"]["tag"] == "Chadley" => {
                result["snapshot"]["sessionId"] = original["sessionId"].clone();
                assert_eq!(result["snapshot"], original, "{}", exchange.source);
                imported += 1;
            }
            _ => {}
        }
    }
    assert_eq!(imported, 2, "one import of each format");
    for (format, contents) in exports {
        assert_eq!(contents.len(), 1, "{format} is the same after an import");
    }
}

#[test]
fn patches_lead_to_what_the_get_methods_answer() {
    let mut compared = BTreeSet::new();
    for (name, text) in transcripts::all() {
        let mut followed: BTreeMap<String, Documents> = BTreeMap::new();
        let mut sent = Value::Null;
        for line in text.lines() {
            if let Some(text) = line.strip_prefix("--> ") {
                sent = serde_json::from_str(text).unwrap_or_default();
            }
            let Some(received) = line.strip_prefix("<-- ").map(json_of) else {
                continue;
            };
            let params = &received["params"];
            let is_of_session = received["method"] == "session/update";
            if let Some(update) = params.get("result").filter(|_| is_of_session) {
                let id = params["subscription"].as_str().expect("an id").to_owned();
                let update = serde_json::from_value(update.clone()).expect("an update");
                let documents = followed.entry(id).or_default();
                documents
                    .apply(update)
                    .expect("the update follows from the last one");
            }
            let topic = match sent["method"].as_str() {
                Some("session/get") => Topic::State,
                Some("observation/get") => Topic::Observation,
                Some("prediction/threatMap") => Topic::Threat,
                Some("coach/recommend") => Topic::Coach,
                Some("coach/evaluate") => Topic::Evaluation,
                Some("prediction/hand") => Topic::Hand,
                Some("session/history") => Topic::History,
                _ => continue,
            };
            if sent["params"].get("seq").is_some() {
                continue;
            }
            // The first subscription of a transcript has the audience `player`.
            let document = followed.get("sub-1").and_then(|first| first.get(topic));
            if let (Some(document), Some(result)) = (document, received.get("result")) {
                assert_eq!(document, result, "{name}");
                compared.insert(topic);
            }
        }
    }
    assert_eq!(compared, Topic::ALL.into());
}

/// Checks your hand, your draws and the advice.
#[test]
fn a_stream_receives_no_hand_and_no_advice() {
    let mut checked = 0;
    for (name, text) in transcripts::all() {
        let mut streams = BTreeSet::new();
        let mut sent = Value::Null;
        for line in text.lines() {
            if let Some(text) = line.strip_prefix("--> ") {
                sent = serde_json::from_str(text).unwrap_or_default();
            }
            let Some(received) = line.strip_prefix("<-- ").map(json_of) else {
                continue;
            };
            if sent["params"]["audience"] == "stream"
                && let Some(Value::String(id)) = received.get("result")
            {
                streams.insert(id.clone());
            }
            let id = received["params"]["subscription"].as_str();
            if id.is_some_and(|id| streams.contains(id)) {
                assert!(!line.contains("\"hand\":[{"), "{name}: {line}");
                assert!(!line.contains("/you/hand/"), "{name}: {line}");
                assert!(!line.contains("\"topic\":\"coach\""), "{name}: {line}");
                checked += 1;
            }
        }
    }
    assert!(checked > 5, "the transcripts have updates of a stream");
}
