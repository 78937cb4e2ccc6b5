//! A client that reaches a limit gets an error that names the limit; other clients are
//! not affected.

use std::io::Write;

use serde_json::{Value, json};

use crate::client::{
    Client, Framing, Transport, byte_stream, http, open_websocket, read_response, result_of, tcp,
};
use crate::daemon::TestDaemon;
use crate::serving::check::{advice_params, hard_to_coach, limited, session, set_hand, simulated};

#[test]
fn the_number_of_sessions_is_limited_and_deleting_one_makes_room() {
    let daemon = TestDaemon::with("[limits]\nsessions = 3\n", &[]);
    let mut client = Client::connect(&daemon, Transport::Socket);
    let first = simulated(&mut client);
    simulated(&mut client);
    simulated(&mut client);
    let create = |client: &mut Client| client.ask("session/create", json!({}));
    limited(create(&mut client), "sessions", 3);
    // Refused creations do not count.
    for _ in 0..5 {
        client
            .ask("session/create", json!({ "mode": "nonsense" }))
            .expect_err("there is no such mode");
    }
    client
        .ask("session/delete", json!([first]))
        .expect("the session is deleted");
    create(&mut client).expect("there is room again");
    limited(create(&mut client), "sessions", 3);
}

#[test]
fn the_events_of_a_session_are_limited_and_it_can_still_be_read() {
    let daemon = TestDaemon::with("[limits]\neventsPerSession = 5\n", &[]);
    let mut client = Client::connect(&daemon, Transport::Socket);
    let session = session(&mut client, json!({ "mode": "live" }));
    for _ in 0..5 {
        client
            .ask("match/act", set_hand(&session, &["001"]))
            .expect("the action is accepted");
    }
    limited(
        client.ask("match/act", set_hand(&session, &["003"])),
        "eventsPerSession",
        5,
    );
    let read = client
        .ask("session/get", json!([session]))
        .expect("the session can be read");
    assert_eq!(
        (&read["seq"], &read["you"]["hand"][0]["id"]),
        (&json!(5), &json!("001"))
    );
}

#[test]
fn subscriptions_are_limited_and_unsubscribing_makes_room() {
    let daemon = TestDaemon::with("[limits]\nsubscriptions = 3\n", &[]);
    for transport in Transport::LASTING {
        let mut client = Client::connect(&daemon, transport);
        let session = simulated(&mut client);
        let subscribe = |client: &mut Client| client.ask("session/subscribe", json!([session]));
        let subscribe_to_server = |client: &mut Client| client.ask("server/subscribe", json!({}));
        let first = subscribe(&mut client).expect("a subscription");
        subscribe(&mut client).expect("a subscription");
        subscribe_to_server(&mut client).expect("a subscription");
        limited(subscribe(&mut client), "subscriptions", 3);
        limited(subscribe_to_server(&mut client), "subscriptions", 3);
        assert_eq!(
            client.ask("session/unsubscribe", json!([first])),
            Ok(json!(true))
        );
        // The daemon needs a moment to end the subscription.
        while subscribe(&mut client).is_err() {}
        limited(subscribe(&mut client), "subscriptions", 3);
    }
}

#[test]
fn the_delay_of_a_subscription_is_limited() {
    let daemon = TestDaemon::with("[limits]\ndelayMs = 50\n", &[]);
    let mut client = Client::connect(&daemon, Transport::WebSocket);
    let session = simulated(&mut client);
    let params = json!({ "sessionId": session, "delayMs": 51 });
    limited(client.ask("session/subscribe", params), "delayMs", 50);
    let id = client
        .ask("session/subscribe", json!([session]))
        .expect("a subscription");
    let params = json!({ "subscription": id, "delayMs": u64::MAX });
    limited(client.ask("session/setDelay", params), "delayMs", 50);
}

#[test]
fn the_calls_of_a_batch_are_limited() {
    let daemon = TestDaemon::with("[limits]\nbatch = 5\n", &[]);
    for transport in Transport::ALL {
        let mut client = Client::connect(&daemon, transport);
        let call = json!({ "jsonrpc": "2.0", "id": 1, "method": "session/list" });
        client.send_text(&Value::from(vec![call.clone(); 6]).to_string());
        limited(result_of(&client.wait_for(|_| true)), "batch", 5);
        client.send_text(&Value::from(vec![call; 5]).to_string());
        assert_eq!(
            client.wait_for(Value::is_array).as_array().map(Vec::len),
            Some(5)
        );
    }
}

#[test]
fn running_requests_are_limited_and_each_is_answered() {
    let daemon = TestDaemon::with("[limits]\nrequestsInFlight = 2\n", &[]);
    for transport in Transport::LASTING {
        let mut client = Client::connect(&daemon, transport);
        let session = hard_to_coach(&mut client);
        let asked: Vec<u64> = (0..20)
            .map(|_| client.send_request("coach/recommend", advice_params(&session, "long")))
            .collect();
        for id in &asked {
            client.notify("$/cancelRequest", json!({ "id": id }));
        }
        let answers = asked.into_iter().map(|id| client.answer(id));
        let refusals = answers
            .filter_map(Result::err)
            .filter(|refusal| refusal.code == 1008);
        let refusals: Vec<_> = refusals.collect();
        assert!(refusals.len() >= 10, "{transport:?}: {}", refusals.len());
        limited(Err(refusals[0].clone()), "requestsInFlight", 2);
        client
            .ask("session/list", json!({}))
            .expect("there is room again");
    }
}

#[test]
fn connections_are_limited_over_every_transport_and_disconnecting_makes_room() {
    let daemon = TestDaemon::with("[limits]\nconnections = 6\nkeptConnections = 0\n", &[]);
    let mut connected: Vec<Client> = Vec::new();
    for transport in [Transport::Socket, Transport::Tcp, Transport::WebSocket].repeat(2) {
        let mut client = Client::connect(&daemon, transport);
        client
            .ask("session/list", json!({}))
            .expect("there is room");
        connected.push(client);
    }
    for transport in [Transport::Socket, Transport::Tcp] {
        let mut late = Client::over(byte_stream(&daemon, transport, Framing::Lines));
        let (messages, _) = late.read_to_end();
        limited(result_of(&messages[0]), "connections", 6);
    }
    let late = open_websocket(&daemon, "/", &[]);
    assert_eq!(late.err(), Some(503));
    let late = http(&daemon.http(), "GET", "/healthz", &[], b"");
    assert_eq!(late.status, 503);
    for client in &mut connected {
        client
            .ask("session/list", json!({}))
            .expect("connected clients are served");
    }
    connected.truncate(4);
    // The daemon needs a moment to notice the closed connections.
    let is_accepted = || {
        let mut client = Client::connect(&daemon, Transport::Socket);
        client.send_request("session/list", json!({}));
        let first = client.try_receive();
        first.is_some_and(|message| message.get("result").is_some())
    };
    while !is_accepted() {}
}

#[test]
fn an_idle_connection_is_closed_with_a_reason() {
    let daemon = TestDaemon::with("[limits]\nidleSeconds = 1\n", &[]);
    // A client with a subscription to a session or to the daemon is not idle.
    let mut following = Transport::LASTING.map(|transport| Client::connect(&daemon, transport));
    for client in &mut following {
        let session = session(client, json!({ "mode": "live" }));
        client
            .ask("session/subscribe", json!([session]))
            .expect("a subscription");
    }
    let mut following_server =
        Transport::LASTING.map(|transport| Client::connect(&daemon, transport));
    for client in &mut following_server {
        client
            .ask("server/subscribe", json!({ "topics": ["overlay"] }))
            .expect("a subscription");
    }
    for transport in [Transport::Socket, Transport::Tcp] {
        for begun in ["", "Content-Length: 10\r\n", "Content-Length: 10\r\n\r\n{"] {
            let mut stream = byte_stream(
                &daemon,
                transport,
                if begun.is_empty() {
                    Framing::Lines
                } else {
                    Framing::Headers
                },
            );
            stream.write_raw(begun.as_bytes());
            let (messages, _) = Client::over(stream).read_to_end();
            limited(
                result_of(messages.last().expect("a reason")),
                "idleSeconds",
                1,
            );
        }
    }
    let closing = Client::connect(&daemon, Transport::WebSocket)
        .read_to_end()
        .1;
    let (code, reason) = closing.expect("a close frame");
    assert!(
        code == 1000 && reason.contains("idleSeconds"),
        "{code} {reason}"
    );
    let mut post = tcp(&daemon.http());
    let head = format!(
        "POST /rpc HTTP/1.1\r\nHost: {}\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n",
        daemon.http()
    );
    post.write_all(head.as_bytes()).expect("the bytes are sent");
    assert_eq!(
        read_response(&mut post).status,
        408,
        "a POST whose body does not end"
    );
    for client in following.iter_mut().chain(&mut following_server) {
        client
            .ask("session/list", json!({}))
            .expect("the connection is still open");
    }
    // Without its subscription a client is idle.
    for client in &mut following_server {
        assert_eq!(
            client.ask("server/unsubscribe", json!(["sub-1"])),
            Ok(json!(true))
        );
        let (messages, closing) = client.read_to_end();
        let reason = messages.last().map(Value::to_string);
        let reason = closing.map(|(_, reason)| reason).or(reason);
        assert!(reason.expect("a reason").contains("idleSeconds"));
    }
}
