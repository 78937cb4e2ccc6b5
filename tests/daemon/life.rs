//! Greeting, goodbye and the end, as language servers have them.

use qbcoach_protocol::error::{CANCELLED, INVALID_REQUEST, METHOD_NOT_FOUND};
use serde_json::{Value, json};

use crate::check::{advice, daemon, hard_to_coach, refused, simulated};
use crate::client::{Client, Framing, Way, request};
use crate::stdio::StdioDaemon;

#[test]
fn exit_after_shutdown_ends_the_process_with_0() {
    for framing in [Framing::Headers, Framing::Lines] {
        let (process, mut client, _input) = StdioDaemon::start(framing);
        let greeting = client.ask("initialize", json!({})).expect("a greeting");
        assert_eq!(greeting["serverInfo"]["name"], "qbcoach");
        client.notify("initialized", json!({}));
        assert_eq!(client.ask("shutdown", Value::Null), Ok(Value::Null));
        client.notify("exit", Value::Null);
        assert_eq!(process.end().code(), Some(0), "{framing:?}");
        assert_eq!(
            client.until_the_end().0,
            Vec::<Value>::new(),
            "nothing follows"
        );
    }
}

#[test]
fn exit_without_shutdown_ends_the_process_with_1() {
    let (process, mut client, _input) = StdioDaemon::start(Framing::Headers);
    client.notify("exit", Value::Null);
    assert_eq!(process.end().code(), Some(1));
}

#[test]
fn a_request_after_shutdown_is_refused() {
    let (daemon, _folder) = daemon();
    for way in Way::LASTING {
        let mut client = Client::connect(&daemon, way);
        assert_eq!(client.ask("shutdown", Value::Null), Ok(Value::Null));
        let late = client.ask("session/list", json!({}));
        refused(late, INVALID_REQUEST, "a request after shutdown");
    }
}

#[test]
fn exit_on_a_socket_closes_only_that_connection() {
    let (daemon, _folder) = daemon();
    for way in Way::LASTING {
        let mut staying = Client::connect(&daemon, way);
        let mut leaving = Client::connect(&daemon, way);
        leaving.ask("session/list", json!({})).expect("an answer");
        leaving.notify("exit", Value::Null);
        assert_eq!(leaving.until_the_end().0, Vec::<Value>::new(), "{way:?}");
        staying.ask("session/list", json!({})).expect("an answer");
    }
}

#[test]
fn the_end_of_input_ends_the_process_and_queued_requests_are_answered() {
    for framing in [Framing::Headers, Framing::Lines] {
        let (process, mut client, input) = StdioDaemon::start(framing);
        let session = simulated(&mut client);
        let asked: Vec<u64> = (0..300)
            .map(|_| client.begin("session/get", json!([session])))
            .collect();
        input.close();
        for id in asked {
            client.answer(id).expect("it was asked before the end");
        }
        assert_eq!(process.end().code(), Some(0), "{framing:?}");
    }
}

#[test]
fn the_end_of_input_ends_the_process_while_a_long_computation_runs() {
    let (process, mut client, input) = StdioDaemon::start(Framing::Headers);
    let session = hard_to_coach(&mut client);
    let long: Vec<u64> = (0..40)
        .map(|_| client.begin("coach/recommend", advice(&session, "long")))
        .collect();
    client.wait_for(|message| message["method"] == "$/progress");
    input.close();
    assert_eq!(process.end().code(), Some(0));
    // Each has its one answer, be it that it was called off.
    for id in long {
        if let Err(refusal) = client.answer(id) {
            assert_eq!(refusal.code, i64::from(CANCELLED), "{refusal:?}");
        }
    }
}

#[test]
fn nothing_at_all_on_stdin_is_a_quiet_end() {
    let (process, mut client, input) = StdioDaemon::start(Framing::Lines);
    input.close();
    assert_eq!(process.end().code(), Some(0));
    assert_eq!(client.until_the_end().0, Vec::<Value>::new());
}

#[test]
fn an_unknown_method_is_answered_with_the_nearest_name() {
    let (daemon, _folder) = daemon();
    for way in Way::ALL {
        let mut client = Client::connect(&daemon, way);
        let outcome = client.ask("sesion/lst", json!({}));
        let refusal = refused(outcome, METHOD_NOT_FOUND, "an unknown method");
        assert!(refusal.reason().contains("session/list"), "{refusal:?}");
    }
}

#[test]
fn unknown_params_are_warned_of_and_do_no_harm() {
    let (daemon, _folder) = daemon();
    for way in Way::ALL {
        let mut client = Client::connect(&daemon, way);
        let params = json!({ "mode": "live", "titel": "x", "you": { "hnad": [] } });
        let created = client.ask("session/create", params).expect("it is created");
        let warnings = created["warnings"].as_array().expect("warnings");
        let fields: Vec<&str> = warnings
            .iter()
            .filter_map(|warning| warning["field"].as_str())
            .collect();
        assert_eq!(fields, ["titel", "you.hnad"]);
        let message = warnings[0]["message"].as_str().unwrap_or_default();
        assert!(message.contains("`title`"), "{message}");
    }
}

#[test]
fn notifications_take_effect_and_are_never_answered() {
    let (daemon, _folder) = daemon();
    for way in Way::LASTING {
        let mut client = Client::connect(&daemon, way);
        let session = simulated(&mut client);
        client.notify("session/delete", json!({ "sessionId": session }));
        client.notify("no/such", json!({}));
        client.notify("$/unheardOf", json!({}));
        let gone = client.ask("session/get", json!({ "sessionId": session }));
        refused(gone, 1001, "a session that a notification deleted");
        assert!(client.heard.is_empty(), "{:?}", client.heard);
    }
}

#[test]
fn an_id_comes_back_as_it_was_sent() {
    let (daemon, _folder) = daemon();
    let mut client = Client::connect(&daemon, Way::Socket);
    for id in [
        json!("seven"),
        json!("7"),
        json!(7),
        json!(""),
        json!(u64::MAX),
        Value::Null,
    ] {
        client.say(&json!({ "jsonrpc": "2.0", "id": id, "method": "session/list" }).to_string());
        client.wait_for(|message| message["id"] == id && message.get("result").is_some());
    }
    client.say(&request(1, "session/list", json!([])));
    client.answer(1).expect("an empty list of params is none");
}
