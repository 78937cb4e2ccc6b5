//! Values of wrong types for every param of every method. Values that the schema
//! forbids are refused; other values may be refused, and none causes an internal error.

use jsonschema::Validator;
use qbcoach_protocol::error::INVALID_PARAMS;
use qbcoach_protocol::method::{METHODS, MethodInfo};
use schemars::SchemaGenerator;
use serde_json::{Map, Value, json};

use crate::client::{Client, Transport};
use crate::daemon::TestDaemon;
use crate::serving::check::{check_error, session};

fn junk() -> Vec<Value> {
    let long = "x".repeat(5000);
    let mut nested = json!("bottom");
    for _ in 0..60 {
        nested = json!({ "a": [nested] });
    }
    let texts = ["junk", "", "\u{0}\n\u{202e}", "019", "-1", &long];
    let mut junk: Vec<Value> = texts.map(Value::from).into();
    junk.extend([
        Value::Null,
        json!(true),
        json!(-1),
        json!(0),
        json!(1.5),
        json!(u64::MAX),
        json!(-1e300),
    ]);
    junk.extend([
        json!([]),
        json!([[]]),
        json!([null, 7, {}]),
        json!({}),
        json!({ "id": 7, "lane": [], "preset": {} }),
        nested,
    ]);
    junk
}

/// The self-contained schema of a method's params.
fn schema(method: &MethodInfo) -> Value {
    let mut generator = SchemaGenerator::default();
    let params = (method.params)(&mut generator);
    let definitions = generator.take_definitions(true);
    let mut schema = params.to_value();
    schema["$defs"] = Value::Object(definitions);
    schema
}

/// The names of the params.
fn fields(schema: &Value) -> Vec<String> {
    let name = schema["$ref"]
        .as_str()
        .and_then(|path| path.rsplit('/').next());
    let object = name.map_or(schema, |name| &schema["$defs"][name]);
    let properties = object["properties"].as_object();
    properties
        .map(|fields| fields.keys().cloned().collect())
        .unwrap_or_default()
}

/// Valid values for the required params; the session `s1` exists.
fn valid_params(method: &str) -> Map<String, Value> {
    let params = match method {
        "session/export" => json!({ "sessionId": "s1", "format": "text" }),
        "session/import" => json!({ "content": "" }),
        // Ending `s1` would break the other requests.
        "session/close" | "session/delete" => json!({ "sessionId": "s99" }),
        "session/unsubscribe" => json!({ "subscription": "sub-9" }),
        "session/setDelay" => json!({ "subscription": "sub-9", "delayMs": 1 }),
        "match/act" => json!({ "sessionId": "s1", "action": { "type": "pass" }, "ifSeq": 99 }),
        "cards/get" => json!({ "card": "019" }),
        "cards/search" => json!({ "query": "bee" }),
        "decks/get" => json!({ "tag": "starter-footsoldiers" }),
        "decks/validate" => json!({ "cards": ["019"] }),
        _ => json!({ "sessionId": "s1" }),
    };
    params.as_object().expect("an object").clone()
}

/// serde accepts a list in place of an object, with the fields in their order. That is
/// harmless, although the schema does not allow it.
fn has_list(params: &Value) -> bool {
    let mut values = params.as_object().into_iter().flat_map(Map::values);
    values.any(Value::is_array)
}

/// Sends a request and checks the answer against the schema.
fn check(client: &mut Client, validator: &Validator, method: &str, params: &Value) {
    let shown: String = params.to_string().chars().take(200).collect();
    let about = format!("{method} {shown}");
    match client.ask(method, params.clone()) {
        Ok(result) => {
            let valid = validator.is_valid(params) || has_list(params);
            assert!(valid, "{about} was accepted: {result}");
        }
        Err(refusal) => {
            check_error(&refusal, &about);
            if refusal.code == i64::from(INVALID_PARAMS) {
                assert!(refusal.data["field"].is_string(), "{about}: {refusal:?}");
            }
        }
    }
    // Updates of subscriptions are not needed.
    client.discard_unread();
}

#[test]
fn params_of_wrong_types_never_cause_an_internal_error() {
    let daemon = TestDaemon::start();
    let mut client = Client::connect(&daemon, Transport::Socket);
    let params = json!({ "mode": "analysis", "enemy": { "deck": "starter-footsoldiers" } });
    assert_eq!(session(&mut client, params), "s1");
    let mut checked = 0;
    // After `shutdown` every request is refused; it has no params anyway.
    for method in METHODS.iter().filter(|method| method.name != "shutdown") {
        let schema = schema(method);
        let validator = jsonschema::validator_for(&schema).expect("the schema is valid");
        for field in fields(&schema) {
            for wrong in junk() {
                let mut params = valid_params(method.name);
                params.insert(field.clone(), wrong);
                check(&mut client, &validator, method.name, &params.into());
                checked += 1;
            }
        }
        for wrong in junk() {
            // A list may hold the only param, and null means no params.
            let anything = jsonschema::validator_for(&json!(true)).expect("the schema is valid");
            check(&mut client, &anything, method.name, &json!([wrong, wrong]));
            check(&mut client, &anything, method.name, &json!([wrong]));
            check(&mut client, &anything, method.name, &wrong);
        }
    }
    assert!(checked > 500, "only {checked} values were checked");
    assert_eq!(diagnostics_are_ok(&mut client), json!(true));
}

fn diagnostics_are_ok(client: &mut Client) -> Value {
    let checks = client
        .ask("server/diagnostics", json!({}))
        .expect("an answer");
    checks["ok"].clone()
}

const ACTIONS: [(&str, &[&str]); 7] = [
    ("mulligan", &["side", "replace", "drew"]),
    ("draw", &["card"]),
    ("play", &["side", "card", "tile"]),
    ("pass", &["side"]),
    ("setHand", &["cards"]),
    ("resync", &["tiles"]),
    ("nonsense", &[]),
];

#[test]
fn action_fields_of_wrong_types_never_cause_an_internal_error() {
    let daemon = TestDaemon::start();
    let mut client = Client::connect(&daemon, Transport::Tcp);
    session(
        &mut client,
        json!({ "mode": "live", "you": { "hand": ["001", "003"] } }),
    );
    let anything = jsonschema::validator_for(&json!(true)).expect("the schema is valid");
    let mut act = |action: Value| {
        check(
            &mut client,
            &anything,
            "match/act",
            &json!({ "sessionId": "s1", "action": action }),
        );
    };
    for (kind, fields) in ACTIONS {
        for field in fields {
            for wrong in junk() {
                let mut action = json!({ "type": kind, "card": "001", "tile": "MID-1", "cards": ["001"], "replace": [], "tiles": [] });
                action[field] = wrong.clone();
                act(action);
                act(json!({ "type": kind, *field: [wrong.clone()] }));
                act(json!({ "type": kind, *field: wrong }));
            }
        }
        act(json!({ "type": kind }));
    }
    for field in [
        "tile",
        "owner",
        "rank",
        "playerRank",
        "enemyRank",
        "card",
        "side",
        "powerDelta",
    ] {
        for wrong in junk() {
            let mut tile = json!({ "tile": "MID-1" });
            tile[field] = wrong;
            act(json!({ "type": "resync", "tiles": [tile] }));
        }
    }
    for wrong in junk() {
        act(json!({ "type": wrong }));
        act(wrong);
    }
    client
        .ask("session/get", json!(["s1"]))
        .expect("the session can be read");
}
