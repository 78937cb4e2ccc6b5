//! What the protocol promises of answers that belong together.

use std::collections::{BTreeMap, BTreeSet};

use qbcoach::client::follow::Followed;
use qbcoach_protocol::Topic;
use serde_json::{Value, json};

use crate::conversation::Conversation;
use crate::doors::Door;
use crate::schemas::{exchanges, json_of};
use crate::transcripts;

/// Every snapshot in the answers of the transcripts.
fn snapshots() -> Vec<Value> {
    let mut found = Vec::new();
    for exchange in exchanges() {
        let result = &exchange.answer["result"];
        let is_get = exchange.request["method"] == "session/get";
        let snapshot = if is_get { result } else { &result["snapshot"] };
        found.extend(Some(snapshot.clone()).filter(|snapshot| snapshot.is_object()));
    }
    assert!(found.len() > 40, "the transcripts show snapshots");
    found
}

#[test]
fn a_position_reads_back_to_an_equal_board() {
    let mut conversation = Conversation::start(Door::StdioLines);
    let is_match = |snapshot: &Value| snapshot["game"] == "queens-blood";
    for snapshot in snapshots().into_iter().filter(is_match) {
        let (rules, position) = (&snapshot["rules"], &snapshot["position"]);
        let params = json!({ "mode": "analysis", "rules": rules, "position": position });
        let request = json!({
            "jsonrpc": "2.0", "id": 1, "method": "session/create", "params": params
        });
        let heard = conversation.say(&request.to_string());
        let again = &json_of(&heard[0])["result"]["snapshot"];
        for field in ["board", "score", "position", "text", "sideToAct"] {
            assert_eq!(again[field], snapshot[field], "{field} of {position}");
        }
    }
}

#[test]
fn an_export_imported_again_is_an_equal_session() {
    let mut original = Value::Null;
    let mut exports: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    let mut imported = 0;
    let whole = exchanges().into_iter();
    for exchange in whole.filter(|one| one.place.starts_with("export_and_import")) {
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
                assert_eq!(result["snapshot"], original, "{}", exchange.place);
                imported += 1;
            }
            _ => {}
        }
    }
    assert_eq!(imported, 2, "one from each format");
    for (format, contents) in exports {
        assert_eq!(contents.len(), 1, "{format} is the same after an import");
    }
}

#[test]
fn patches_lead_to_what_the_get_methods_answer() {
    let mut compared = BTreeSet::new();
    for (name, text) in transcripts::all() {
        let mut followed: BTreeMap<String, Followed> = BTreeMap::new();
        let mut said = Value::Null;
        for line in text.lines() {
            if let Some(text) = line.strip_prefix("--> ") {
                said = serde_json::from_str(text).unwrap_or_default();
            }
            let Some(heard) = line.strip_prefix("<-- ").map(json_of) else {
                continue;
            };
            let params = &heard["params"];
            let is_of_session = heard["method"] == "session/update";
            if let Some(update) = params.get("result").filter(|_| is_of_session) {
                let id = params["subscription"].as_str().expect("an id").to_owned();
                let update = serde_json::from_value(update.clone()).expect("an update");
                let document = followed.entry(id).or_default();
                document.take(update).expect("it follows from the last");
            }
            let topic = match said["method"].as_str() {
                Some("session/get") => Topic::State,
                Some("observation/get") => Topic::Observation,
                Some("prediction/threatMap") => Topic::Threat,
                Some("coach/recommend") => Topic::Coach,
                Some("coach/evaluate") => Topic::Evaluation,
                Some("prediction/hand") => Topic::Hand,
                Some("session/history") => Topic::History,
                _ => continue,
            };
            if said["params"].get("seq").is_some() {
                continue;
            }
            // The first subscription of a transcript is the player's own.
            let document = followed.get("sub-1").and_then(|first| first.get(topic));
            if let (Some(document), Some(result)) = (document, heard.get("result")) {
                assert_eq!(document, result, "{name}");
                compared.insert(topic);
            }
        }
    }
    assert_eq!(compared, Topic::ALL.into());
}

/// Nothing of your hand, your draws or the advice reaches a stream.
#[test]
fn a_stream_sees_no_hand_and_no_advice() {
    let mut seen = 0;
    for (name, text) in transcripts::all() {
        let mut streams = BTreeSet::new();
        let mut said = Value::Null;
        for line in text.lines() {
            if let Some(text) = line.strip_prefix("--> ") {
                said = serde_json::from_str(text).unwrap_or_default();
            }
            let Some(heard) = line.strip_prefix("<-- ").map(json_of) else {
                continue;
            };
            if said["params"]["audience"] == "stream"
                && let Some(Value::String(id)) = heard.get("result")
            {
                streams.insert(id.clone());
            }
            let id = heard["params"]["subscription"].as_str();
            if id.is_some_and(|id| streams.contains(id)) {
                assert!(!line.contains("\"hand\":[{"), "{name}: {line}");
                assert!(!line.contains("/you/hand/"), "{name}: {line}");
                assert!(!line.contains("\"topic\":\"coach\""), "{name}: {line}");
                seen += 1;
            }
        }
    }
    assert!(seen > 5, "the transcripts show a stream");
}
