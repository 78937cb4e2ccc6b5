//! The messages of the transcripts fit the schemas of the OpenRPC document.

use std::collections::{BTreeMap, BTreeSet};

use jsonschema::Validator;
use qbcoach_daemon::openrpc;
use qbcoach_protocol::error::CODES;
use serde_json::{Map, Value, json};

use crate::protocol::documents::served;
use crate::protocol::transcripts;

/// A request of a transcript and its answer; a batch is several of them.
pub struct Exchange {
    /// The transcript and the line of the answer.
    pub source: String,
    pub request: Value,
    pub answer: Value,
}

/// All requests and answers of the transcripts.
pub fn exchanges() -> Vec<Exchange> {
    let mut found = Vec::new();
    for (name, text) in transcripts::all() {
        let mut sent = Value::Null;
        for (number, line) in (1..).zip(text.lines()) {
            let source = || format!("{name}, line {number}");
            if let Some(text) = line.strip_prefix("--> ") {
                sent = serde_json::from_str(text).unwrap_or_default();
            }
            let Some(received) = line.strip_prefix("<-- ").map(json_of) else {
                continue;
            };
            let answers = match received {
                Value::Array(answers) => answers,
                one => vec![one],
            };
            for answer in answers.into_iter().filter(|a| a.get("method").is_none()) {
                let calls = sent.as_array().cloned().unwrap_or(vec![sent.clone()]);
                let request = calls.into_iter().find(|call| call["id"] == answer["id"]);
                found.push(Exchange {
                    source: source(),
                    request: request.unwrap_or_default(),
                    answer,
                });
            }
        }
    }
    found
}

pub fn json_of(text: &str) -> Value {
    serde_json::from_str(text).expect("messages are JSON")
}

/// Every notification of the daemon in one transcript.
fn notifications(text: &str) -> Vec<Value> {
    let received = text.lines().filter_map(|line| line.strip_prefix("<-- "));
    let messages = received.map(json_of);
    messages
        .filter(|message| message.get("method").is_some())
        .collect()
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Strictness {
    /// Fields that the schema does not describe are errors.
    Exact,
    /// Fields that the schema does not describe are allowed.
    Lenient,
}

/// A validator for a schema of the document.
fn validator(schema: &Value, strictness: Strictness) -> Validator {
    let document = openrpc::document();
    let mut components = document["components"].clone();
    if strictness == Strictness::Exact {
        forbid_other_fields(&mut components);
    }
    let whole = json!({ "allOf": [schema], "components": components });
    jsonschema::draft7::new(&whole).expect("the schema is valid")
}

/// Forbids fields that a schema does not describe, in every object.
fn forbid_other_fields(schema: &mut Value) {
    match schema {
        Value::Object(fields) => {
            fields.values_mut().for_each(forbid_other_fields);
            let is_object = fields.get("properties").is_some_and(Value::is_object)
                && fields.get("type").is_some_and(|kind| kind == "object");
            if is_object {
                let closed = fields.entry("additionalProperties");
                closed.or_insert(false.into());
            }
        }
        Value::Array(items) => items.iter_mut().for_each(forbid_other_fields),
        _ => {}
    }
}

fn described() -> BTreeMap<String, Value> {
    let document = openrpc::document();
    let methods = document["methods"].as_array().expect("a list").clone();
    let named = |method: Value| (method["name"].as_str().expect("a name").to_owned(), method);
    methods.into_iter().map(named).collect()
}

/// The names of every method's params.
pub fn params_by_method() -> BTreeMap<String, BTreeSet<String>> {
    let names = |method: &Value| {
        let params = method["params"].as_array().expect("a list");
        let name = |field: &Value| field["name"].as_str().expect("a name").to_owned();
        params.iter().map(name).collect()
    };
    let methods = described().into_iter();
    methods
        .map(|(name, method)| (name, names(&method)))
        .collect()
}

/// A method's params as one schema.
fn params_schema(params: &Value) -> Value {
    let mut properties = Map::new();
    let mut required = Vec::new();
    for field in params.as_array().expect("a list") {
        let name = field["name"].as_str().expect("a name");
        properties.insert(name.to_owned(), field["schema"].clone());
        if field["required"] == true {
            required.push(name);
        }
    }
    json!({ "type": "object", "properties": properties, "required": required })
}

/// The params of a request by name, also if they were given by position.
fn named_params(request: &Value, method: &Value) -> Value {
    match &request["params"] {
        Value::Array(list) => match list.as_slice() {
            [] => json!({}),
            [Value::Object(wrapped)] => wrapped.clone().into(),
            [only] => {
                let name = method["x-positional"]
                    .as_str()
                    .expect("the method takes one param by position");
                json!({ name: only })
            }
            _ => panic!("{request} gives several params by position"),
        },
        Value::Null => json!({}),
        params => params.clone(),
    }
}

#[track_caller]
fn check(validator: &Validator, value: &Value, what: &str) {
    let errors: Vec<String> = validator
        .iter_errors(value)
        .map(|error| format!("{}: {error}", error.instance_path()))
        .collect();
    assert!(errors.is_empty(), "{what}: {}", errors.join("\n"));
}

#[test]
fn every_result_fits_its_schema() {
    let methods = described();
    let results: BTreeMap<&str, Validator> = methods
        .iter()
        .filter_map(|(name, method)| {
            let schema = method.get("result")?.get("schema")?;
            Some((name.as_str(), validator(schema, Strictness::Exact)))
        })
        .collect();
    let warning = json!({ "$ref": "#/components/schemas/Warning" });
    let warning = validator(&warning, Strictness::Exact);
    let mut shown = BTreeSet::new();
    for Exchange {
        source,
        request,
        mut answer,
    } in exchanges()
    {
        let Some(result) = answer.get_mut("result") else {
            continue;
        };
        let method = request["method"]
            .as_str()
            .expect("the request of the answer");
        if let Some(Value::Array(warnings)) = result
            .as_object_mut()
            .and_then(|result| result.remove("warnings"))
        {
            assert!(
                !warnings.is_empty(),
                "{source}: an empty list of warnings is left out"
            );
            warnings.iter().for_each(|w| check(&warning, w, &source));
        }
        check(&results[method], result, &format!("{source}: {method}"));
        shown.insert(method.to_owned());
    }
    // The answers of these differ between transports; `protocol/README.md` has
    // examples of them.
    let elsewhere = ["rpc.discover", "server/info"].map(str::to_owned);
    shown.extend(elsewhere);
    assert_eq!(shown, served(), "the transcripts show every method");
}

#[test]
fn all_accepted_params_fit_their_schemas() {
    let methods = described();
    for Exchange {
        source,
        request,
        answer,
    } in exchanges()
    {
        if answer.get("result").is_none() {
            continue;
        }
        let method = &methods[request["method"]
            .as_str()
            .expect("the request of the answer")];
        let schema = params_schema(&method["params"]);
        let validator = validator(&schema, Strictness::Lenient);
        check(&validator, &named_params(&request, method), &source);
    }
}

#[test]
fn every_notification_fits_its_schema() {
    let document = openrpc::document();
    let described = document["x-serverNotifications"]
        .as_array()
        .expect("a list");
    let validators: BTreeMap<&str, Validator> = described
        .iter()
        .map(|notification| {
            let mut schema = params_schema(&notification["params"]);
            forbid_other_fields(&mut schema);
            let name = notification["name"].as_str().expect("a name");
            (name, validator(&schema, Strictness::Exact))
        })
        .collect();
    let mut shown = BTreeSet::new();
    for (name, text) in transcripts::all() {
        for message in notifications(&text) {
            let method = message["method"].as_str().expect("a name");
            // Another protocol describes it.
            if method == "textDocument/publishDiagnostics" {
                continue;
            }
            let method = *validators
                .get_key_value(method)
                .expect("the document lists the notification")
                .0;
            check(&validators[method], &message["params"], &name);
            shown.insert(method);
        }
    }
    // It comes in its own time, so no transcript can show it; `serving::match_files` does.
    shown.insert("qbcoach/sessionReplaced");
    assert_eq!(shown, validators.keys().copied().collect());
}

/// The fields of `data` that each code requires beside the reason.
const DATA: [(i64, &[&str]); 7] = [
    (-32602, &["field"]),
    (1002, &["rule"]),
    (1003, &["expected"]),
    (1004, &["suggestions"]),
    (1005, &["seq", "retry"]),
    (1008, &["limit"]),
    (1010, &["retry"]),
];

#[test]
fn every_error_is_documented_and_has_a_reason() {
    let documented: BTreeMap<i64, &str> = CODES
        .iter()
        .map(|(code, words)| (i64::from(*code), *words))
        .collect();
    let mut shown = BTreeSet::new();
    for Exchange { source, answer, .. } in exchanges() {
        let Some(error) = answer.get("error") else {
            continue;
        };
        let code = error["code"].as_i64().expect("a code");
        assert_eq!(error["message"], documented[&code], "{source}");
        let data = &error["data"];
        let reason = data["reason"].as_str().expect("a reason");
        assert!(!reason.is_empty(), "{source}");
        let needed = DATA.iter().find(|(known, _)| *known == code);
        for field in needed.map_or(&[][..], |(_, fields)| fields) {
            assert!(
                data.get(*field).is_some(),
                "{source}: {code} has no {field}"
            );
        }
        shown.insert(code);
    }
    // No transcript has an internal error, or a journal that does not answer.
    shown.extend([-32603, 1010]);
    let all: BTreeSet<i64> = documented.into_keys().collect();
    assert_eq!(shown, all, "the transcripts show every error");
}
