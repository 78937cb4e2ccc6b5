//! Params of wrong types for every field of every method. What the protocol's own
//! schema forbids is refused; what it allows is at worst refused, too, and nothing
//! is ever a fault of the daemon.

use jsonschema::Validator;
use qbcoach_protocol::error::INVALID_PARAMS;
use qbcoach_protocol::method::{METHODS, MethodInfo};
use schemars::SchemaGenerator;
use serde_json::{Map, Value, json};

use crate::check::{daemon, session, well_formed};
use crate::client::{Client, Way};

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

/// The schema of a method's params, complete in itself.
fn schema(method: &MethodInfo) -> Value {
    let mut generator = SchemaGenerator::default();
    let params = (method.params)(&mut generator);
    let definitions = generator.take_definitions(true);
    let mut schema = params.to_value();
    schema["$defs"] = Value::Object(definitions);
    schema
}

/// The fields of the params.
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

/// Params that are right as far as they go; `s1` is a session.
fn sound(method: &str) -> Map<String, Value> {
    let params = match method {
        "session/export" => json!({ "sessionId": "s1", "format": "text" }),
        "session/import" => json!({ "content": "" }),
        // What would end the session the others ask about.
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

/// serde takes a list for the fields of an object in their order. That does no harm,
/// so it is no fault here; the schema does not promise it.
fn by_place(params: &Value) -> bool {
    let mut values = params.as_object().into_iter().flat_map(Map::values);
    values.any(Value::is_array)
}

/// Sends it and holds the daemon to its word.
fn check(client: &mut Client, validator: &Validator, method: &str, params: &Value) {
    let shown: String = params.to_string().chars().take(200).collect();
    let about = format!("{method} {shown}");
    match client.ask(method, params.clone()) {
        Ok(result) => {
            let sound = validator.is_valid(params) || by_place(params);
            assert!(sound, "{about} was answered: {result}");
        }
        Err(refusal) => {
            well_formed(&refusal, &about);
            if refusal.code == i64::from(INVALID_PARAMS) {
                assert!(refusal.data["field"].is_string(), "{about}: {refusal:?}");
            }
        }
    }
    // Each subscription tells of itself; nobody here listens.
    client.heard.clear();
}

#[test]
fn no_method_stumbles_over_params_of_any_type() {
    let (daemon, _folder) = daemon();
    let mut client = Client::connect(&daemon, Way::Socket);
    let params = json!({ "mode": "analysis", "enemy": { "deck": "starter-footsoldiers" } });
    assert_eq!(session(&mut client, params), "s1");
    let mut checked = 0;
    // After `shutdown` nothing more is answered; a farewell has no params anyway.
    for method in METHODS.iter().filter(|method| method.name != "shutdown") {
        let schema = schema(method);
        let validator = jsonschema::validator_for(&schema).expect("the schema is sound");
        for field in fields(&schema) {
            for wrong in junk() {
                let mut params = sound(method.name);
                params.insert(field.clone(), wrong);
                check(&mut client, &validator, method.name, &params.into());
                checked += 1;
            }
        }
        for wrong in junk() {
            // An array may hold the one param, and null stands for none.
            let anything = jsonschema::validator_for(&json!(true)).expect("the schema is sound");
            check(&mut client, &anything, method.name, &json!([wrong, wrong]));
            check(&mut client, &anything, method.name, &json!([wrong]));
            check(&mut client, &anything, method.name, &wrong);
        }
    }
    assert!(checked > 500, "the table was read: {checked}");
    assert_eq!(daemon_is_well(&mut client), json!(true));
}

fn daemon_is_well(client: &mut Client) -> Value {
    let checks = client
        .ask("server/diagnostics", json!({}))
        .expect("it answers");
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
fn no_action_stumbles_over_fields_of_any_type() {
    let (daemon, _folder) = daemon();
    let mut client = Client::connect(&daemon, Way::Tcp);
    session(
        &mut client,
        json!({ "mode": "live", "you": { "hand": ["001", "003"] } }),
    );
    let anything = jsonschema::validator_for(&json!(true)).expect("the schema is sound");
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
        .expect("the session stands");
}
