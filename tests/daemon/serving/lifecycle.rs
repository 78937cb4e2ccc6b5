//! `initialize`, `shutdown` and `exit` work as in language servers.

use qbcoach_protocol::error::{CANCELLED, INVALID_REQUEST, METHOD_NOT_FOUND};
use serde_json::{Value, json};

use crate::client::{Client, Framing, StdioDaemon, Transport, request};
use crate::daemon::TestDaemon;
use crate::serving::check::{advice_params, hard_to_coach, refused, simulated};

#[test]
fn exit_after_shutdown_ends_the_process_with_0() {
    for framing in [Framing::Headers, Framing::Lines] {
        let (process, mut client) = StdioDaemon::start(framing);
        let greeting = client
            .ask("initialize", json!({}))
            .expect("the answer of initialize");
        assert_eq!(greeting["serverInfo"]["name"], "qbcoach");
        client.notify("initialized", json!({}));
        assert_eq!(client.ask("shutdown", Value::Null), Ok(Value::Null));
        client.notify("exit", Value::Null);
        assert_eq!(process.wait().code(), Some(0), "{framing:?}");
        assert_eq!(
            client.read_to_end().0,
            Vec::<Value>::new(),
            "no more messages come"
        );
    }
}

#[test]
fn exit_without_shutdown_ends_the_process_with_1() {
    let (process, mut client) = StdioDaemon::start(Framing::Headers);
    client.notify("exit", Value::Null);
    assert_eq!(process.wait().code(), Some(1));
}

#[test]
fn a_request_after_shutdown_is_refused() {
    let daemon = TestDaemon::start();
    for transport in Transport::LASTING {
        let mut client = Client::connect(&daemon, transport);
        assert_eq!(client.ask("shutdown", Value::Null), Ok(Value::Null));
        let late = client.ask("session/list", json!({}));
        refused(late, INVALID_REQUEST, "a request after shutdown");
    }
}

#[test]
fn exit_on_a_socket_closes_only_that_connection() {
    let daemon = TestDaemon::start();
    for transport in Transport::LASTING {
        let mut staying = Client::connect(&daemon, transport);
        let mut leaving = Client::connect(&daemon, transport);
        leaving.ask("session/list", json!({})).expect("an answer");
        leaving.notify("exit", Value::Null);
        assert_eq!(
            leaving.read_to_end().0,
            Vec::<Value>::new(),
            "{transport:?}"
        );
        staying.ask("session/list", json!({})).expect("an answer");
    }
}

#[test]
fn the_end_of_input_ends_the_process_and_queued_requests_are_answered() {
    for framing in [Framing::Headers, Framing::Lines] {
        let (process, mut client) = StdioDaemon::start(framing);
        let session = simulated(&mut client);
        let asked: Vec<u64> = (0..300)
            .map(|_| client.send_request("session/get", json!([session])))
            .collect();
        process.close_input();
        for id in asked {
            client.answer(id).expect("the request came before the end");
        }
        assert_eq!(process.wait().code(), Some(0), "{framing:?}");
    }
}

#[test]
fn the_end_of_input_ends_the_process_while_a_long_computation_runs() {
    let (process, mut client) = StdioDaemon::start(Framing::Headers);
    let session = hard_to_coach(&mut client);
    let long: Vec<u64> = (0..40)
        .map(|_| client.send_request("coach/recommend", advice_params(&session, "long")))
        .collect();
    client.wait_for(|message| message["method"] == "$/progress");
    process.close_input();
    assert_eq!(process.wait().code(), Some(0));
    // Each request has one answer, some of them that it was cancelled.
    for id in long {
        if let Err(refusal) = client.answer(id) {
            assert_eq!(refusal.code, i64::from(CANCELLED), "{refusal:?}");
        }
    }
}

#[test]
fn empty_input_ends_the_process_without_output() {
    let (process, mut client) = StdioDaemon::start(Framing::Lines);
    process.close_input();
    assert_eq!(process.wait().code(), Some(0));
    assert_eq!(client.read_to_end().0, Vec::<Value>::new());
}

#[test]
fn the_error_for_an_unknown_method_suggests_a_similar_one() {
    let daemon = TestDaemon::start();
    for transport in Transport::ALL {
        let mut client = Client::connect(&daemon, transport);
        let result = client.ask("sesion/lst", json!({}));
        let refusal = refused(result, METHOD_NOT_FOUND, "an unknown method");
        assert!(refusal.reason().contains("session/list"), "{refusal:?}");
    }
}

#[test]
fn unknown_params_are_ignored_with_a_warning() {
    let daemon = TestDaemon::start();
    for transport in Transport::ALL {
        let mut client = Client::connect(&daemon, transport);
        let params = json!({ "mode": "live", "titel": "x", "you": { "hnad": [] } });
        let created = client
            .ask("session/create", params)
            .expect("the session is created");
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
    let daemon = TestDaemon::start();
    for transport in Transport::LASTING {
        let mut client = Client::connect(&daemon, transport);
        let session = simulated(&mut client);
        client.notify("session/delete", json!({ "sessionId": session }));
        client.notify("no/such", json!({}));
        client.notify("$/unheardOf", json!({}));
        let gone = client.ask("session/get", json!({ "sessionId": session }));
        refused(gone, 1001, "a session that a notification deleted");
        assert!(
            client.unread().count() == 0,
            "{:?}",
            client.unread().collect::<Vec<_>>()
        );
    }
}

#[test]
fn an_id_comes_back_as_it_was_sent() {
    let daemon = TestDaemon::start();
    let mut client = Client::connect(&daemon, Transport::Socket);
    for id in [
        json!("seven"),
        json!("7"),
        json!(7),
        json!(""),
        json!(u64::MAX),
        Value::Null,
    ] {
        client.send_text(
            &json!({ "jsonrpc": "2.0", "id": id, "method": "session/list" }).to_string(),
        );
        client.wait_for(|message| message["id"] == id && message.get("result").is_some());
    }
    client.send_text(&request(1, "session/list", json!([])));
    client
        .answer(1)
        .expect("an empty list of params is allowed");
}
