//! What was said in the transcripts fits what the document says of it.

use std::collections::{BTreeMap, BTreeSet};

use jsonschema::Validator;
use qbcoach::daemon::openrpc;
use qbcoach_protocol::error::CODES;
use serde_json::{Map, Value, json};

use crate::documents::served;
use crate::transcripts;

/// A request of a transcript and its answer; a batch is several of them.
pub struct Exchange {
    pub place: String,
    pub request: Value,
    pub answer: Value,
}

/// What clients said and what came back, apart from notifications.
pub fn exchanges() -> Vec<Exchange> {
    let mut found = Vec::new();
    for (name, text) in transcripts::all() {
        let mut said = Value::Null;
        for (number, line) in (1..).zip(text.lines()) {
            let place = || format!("{name}, line {number}");
            if let Some(text) = line.strip_prefix("--> ") {
                said = serde_json::from_str(text).unwrap_or_default();
            }
            let Some(heard) = line.strip_prefix("<-- ").map(json_of) else {
                continue;
            };
            let answers = match heard {
                Value::Array(answers) => answers,
                one => vec![one],
            };
            for answer in answers.into_iter().filter(|a| a.get("method").is_none()) {
                let calls = said.as_array().cloned().unwrap_or(vec![said.clone()]);
                let asked = calls.into_iter().find(|call| call["id"] == answer["id"]);
                found.push(Exchange {
                    place: place(),
                    request: asked.unwrap_or_default(),
                    answer,
                });
            }
        }
    }
    found
}

pub fn json_of(text: &str) -> Value {
    serde_json::from_str(text).expect("the daemon writes JSON")
}

/// Every notification of the daemon in one transcript.
fn notifications(text: &str) -> Vec<Value> {
    let heard = text.lines().filter_map(|line| line.strip_prefix("<-- "));
    let messages = heard.map(json_of);
    messages
        .filter(|message| message.get("method").is_some())
        .collect()
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Strictness {
    /// Fields that are not described are an error.
    Exact,
    Forgiving,
}

/// A validator for a schema of the document.
fn validator(schema: &Value, strictness: Strictness) -> Validator {
    let document = openrpc::document();
    let mut components = document["components"].clone();
    if strictness == Strictness::Exact {
        forbid_more(&mut components);
    }
    let whole = json!({ "allOf": [schema], "components": components });
    jsonschema::draft7::new(&whole).expect("the document has schemas")
}

/// Closes every object: the wire has no field that is not described.
fn forbid_more(schema: &mut Value) {
    match schema {
        Value::Object(fields) => {
            fields.values_mut().for_each(forbid_more);
            let is_object = fields.get("properties").is_some_and(Value::is_object)
                && fields.get("type").is_some_and(|kind| kind == "object");
            if is_object {
                let closed = fields.entry("additionalProperties");
                closed.or_insert(false.into());
            }
        }
        Value::Array(items) => items.iter_mut().for_each(forbid_more),
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

/// Params by name, however they were written.
fn named_params(request: &Value, method: &Value) -> Value {
    match &request["params"] {
        Value::Array(list) => match list.as_slice() {
            [] => json!({}),
            [Value::Object(wrapped)] => wrapped.clone().into(),
            [only] => {
                let name = method["x-positional"].as_str().expect("it has one param");
                json!({ name: only })
            }
            _ => panic!("{request} gives several params by place"),
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
fn every_result_is_as_its_method_describes_it() {
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
        place,
        request,
        mut answer,
    } in exchanges()
    {
        let Some(result) = answer.get_mut("result") else {
            continue;
        };
        let method = request["method"].as_str().expect("what was answered");
        if let Some(Value::Array(warnings)) = result
            .as_object_mut()
            .and_then(|result| result.remove("warnings"))
        {
            assert!(!warnings.is_empty(), "{place}: no warnings are no field");
            warnings.iter().for_each(|w| check(&warning, w, &place));
        }
        check(&results[method], result, &format!("{place}: {method}"));
        shown.insert(method.to_owned());
    }
    // What a daemon says of itself is not the same at each door; the page for
    // client authors shows these.
    let elsewhere = ["rpc.discover", "server/info"].map(str::to_owned);
    shown.extend(elsewhere);
    assert_eq!(shown, served(), "the transcripts show every method");
}

#[test]
fn all_params_that_were_taken_are_as_described() {
    let methods = described();
    for Exchange {
        place,
        request,
        answer,
    } in exchanges()
    {
        if answer.get("result").is_none() {
            continue;
        }
        let method = &methods[request["method"].as_str().expect("what was answered")];
        let schema = params_schema(&method["params"]);
        let validator = validator(&schema, Strictness::Forgiving);
        check(&validator, &named_params(&request, method), &place);
    }
}

#[test]
fn every_notification_is_as_described() {
    let document = openrpc::document();
    let told = document["x-serverNotifications"]
        .as_array()
        .expect("a list");
    let validators: BTreeMap<&str, Validator> = told
        .iter()
        .map(|told| {
            let mut schema = params_schema(&told["params"]);
            forbid_more(&mut schema);
            let name = told["name"].as_str().expect("a name");
            (name, validator(&schema, Strictness::Exact))
        })
        .collect();
    let mut shown = BTreeSet::new();
    for (name, text) in transcripts::all() {
        for message in notifications(&text) {
            let method = message["method"].as_str().expect("a name");
            let method = *validators.get_key_value(method).expect("it is listed").0;
            check(&validators[method], &message["params"], &name);
            shown.insert(method);
        }
    }
    assert_eq!(shown, validators.keys().copied().collect());
}

/// What each code must tell beside the reason.
const DATA: [(i64, &[&str]); 6] = [
    (-32602, &["field"]),
    (1002, &["rule"]),
    (1003, &["expected"]),
    (1004, &["suggestions"]),
    (1005, &["seq", "retry"]),
    (1008, &["limit"]),
];

#[test]
fn every_error_is_documented_and_says_why() {
    let documented: BTreeMap<i64, &str> = CODES
        .iter()
        .map(|(code, words)| (i64::from(*code), *words))
        .collect();
    let mut shown = BTreeSet::new();
    for Exchange { place, answer, .. } in exchanges() {
        let Some(error) = answer.get("error") else {
            continue;
        };
        let code = error["code"].as_i64().expect("a code");
        assert_eq!(error["message"], documented[&code], "{place}");
        let data = &error["data"];
        let reason = data["reason"].as_str().expect("a reason");
        assert!(!reason.is_empty(), "{place}");
        let needed = DATA.iter().find(|(known, _)| *known == code);
        for field in needed.map_or(&[][..], |(_, fields)| fields) {
            assert!(data.get(*field).is_some(), "{place}: {code} has no {field}");
        }
        shown.insert(code);
    }
    // A fault of the daemon is shown by none.
    shown.insert(-32603);
    let all: BTreeSet<i64> = documented.into_keys().collect();
    assert_eq!(shown, all, "the transcripts show every error");
}
