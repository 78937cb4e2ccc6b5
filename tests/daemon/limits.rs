//! Whoever reaches a limit is told which one; the others are not disturbed.

use std::io::Write;

use serde_json::{Value, json};

use crate::check::{advice, daemon_with, hard_to_coach, limited, session, set_hand, simulated};
use crate::client::{Client, Framing, Heard, Way, bytes, http_answer, outcome, tcp, upgrade, web};

#[test]
fn sessions_are_limited_and_a_deleted_one_makes_room() {
    let (daemon, _folder) = daemon_with("[limits]\nsessions = 3\n", &[]);
    let mut client = Client::connect(&daemon, Way::Socket);
    let first = simulated(&mut client);
    simulated(&mut client);
    simulated(&mut client);
    let create = |client: &mut Client| client.ask("session/create", json!({}));
    limited(create(&mut client), "sessions", 3);
    // What is refused takes no room either.
    for _ in 0..5 {
        client
            .ask("session/create", json!({ "mode": "nonsense" }))
            .expect_err("no mode");
    }
    client
        .ask("session/delete", json!([first]))
        .expect("it is deleted");
    create(&mut client).expect("there is room again");
    limited(create(&mut client), "sessions", 3);
}

#[test]
fn events_of_a_session_are_limited_and_it_can_still_be_read() {
    let (daemon, _folder) = daemon_with("[limits]\neventsPerSession = 5\n", &[]);
    let mut client = Client::connect(&daemon, Way::Socket);
    let session = session(&mut client, json!({ "mode": "live" }));
    for _ in 0..5 {
        client
            .ask("match/act", set_hand(&session, &["001"]))
            .expect("it is taken");
    }
    limited(
        client.ask("match/act", set_hand(&session, &["003"])),
        "eventsPerSession",
        5,
    );
    let read = client
        .ask("session/get", json!([session]))
        .expect("it can be read");
    assert_eq!(
        (&read["seq"], &read["you"]["hand"][0]["id"]),
        (&json!(5), &json!("001"))
    );
}

#[test]
fn subscriptions_are_limited_and_an_ended_one_makes_room() {
    let (daemon, _folder) = daemon_with("[limits]\nsubscriptions = 3\n", &[]);
    for way in Way::LASTING {
        let mut client = Client::connect(&daemon, way);
        let session = simulated(&mut client);
        let subscribe = |client: &mut Client| client.ask("session/subscribe", json!([session]));
        let hear_news = |client: &mut Client| client.ask("server/subscribe", json!({}));
        let first = subscribe(&mut client).expect("a subscription");
        subscribe(&mut client).expect("a subscription");
        hear_news(&mut client).expect("a subscription");
        limited(subscribe(&mut client), "subscriptions", 3);
        limited(hear_news(&mut client), "subscriptions", 3);
        assert_eq!(
            client.ask("session/unsubscribe", json!([first])),
            Ok(json!(true))
        );
        // The permit comes back when the feed has noticed.
        while subscribe(&mut client).is_err() {}
        limited(subscribe(&mut client), "subscriptions", 3);
    }
}

#[test]
fn a_delay_is_limited() {
    let (daemon, _folder) = daemon_with("[limits]\ndelayMs = 50\n", &[]);
    let mut client = Client::connect(&daemon, Way::WebSocket);
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
fn a_batch_is_limited() {
    let (daemon, _folder) = daemon_with("[limits]\nbatch = 5\n", &[]);
    for way in Way::ALL {
        let mut client = Client::connect(&daemon, way);
        let call = json!({ "jsonrpc": "2.0", "id": 1, "method": "session/list" });
        client.say(&Value::from(vec![call.clone(); 6]).to_string());
        limited(outcome(&client.wait_for(|_| true)), "batch", 5);
        client.say(&Value::from(vec![call; 5]).to_string());
        assert_eq!(
            client.wait_for(Value::is_array).as_array().map(Vec::len),
            Some(5)
        );
    }
}

#[test]
fn requests_under_way_are_limited_and_each_is_answered() {
    let (daemon, _folder) = daemon_with("[limits]\nrequestsInFlight = 2\n", &[]);
    for way in Way::LASTING {
        let mut client = Client::connect(&daemon, way);
        let session = hard_to_coach(&mut client);
        let asked: Vec<u64> = (0..20)
            .map(|_| client.begin("coach/recommend", advice(&session, "long")))
            .collect();
        for id in &asked {
            client.notify("$/cancelRequest", json!({ "id": id }));
        }
        let answers = asked.into_iter().map(|id| client.answer(id));
        let refusals = answers
            .filter_map(Result::err)
            .filter(|refusal| refusal.code == 1008);
        let refusals: Vec<_> = refusals.collect();
        assert!(refusals.len() >= 10, "{way:?}: {}", refusals.len());
        limited(Err(refusals[0].clone()), "requestsInFlight", 2);
        client
            .ask("session/list", json!({}))
            .expect("there is room again");
    }
}

#[test]
fn connections_are_limited_at_every_door_and_leaving_makes_room() {
    let (daemon, _folder) = daemon_with("[limits]\nconnections = 6\n", &[]);
    let mut inside: Vec<Client> = Vec::new();
    for way in [Way::Socket, Way::Tcp, Way::WebSocket].repeat(2) {
        let mut client = Client::connect(&daemon, way);
        client
            .ask("session/list", json!({}))
            .expect("there is room");
        inside.push(client);
    }
    for way in [Way::Socket, Way::Tcp] {
        let mut late = Client::over(bytes(&daemon, way, Framing::Lines));
        let (messages, _) = late.until_the_end();
        limited(outcome(&messages[0]), "connections", 6);
    }
    let late = web(&daemon.http(), upgrade(&daemon.websocket(), &[]));
    assert_eq!(late.err(), Some(503));
    let late = crate::client::http(&daemon.http(), "GET", "/healthz", &[], b"");
    assert_eq!(late.status, 503);
    for client in &mut inside {
        client
            .ask("session/list", json!({}))
            .expect("those inside go on");
    }
    inside.truncate(4);
    // The daemon needs a moment to see that somebody has left.
    let come_in = || {
        let mut client = Client::over(bytes(&daemon, Way::Socket, Framing::Lines));
        client.begin("session/list", json!({}));
        match client.wire.hear() {
            Heard::Message(message) => message.get("result").is_some(),
            Heard::Closed(_) => false,
        }
    };
    while !come_in() {}
}

#[test]
fn a_connection_that_asks_nothing_is_closed_with_a_reason() {
    let (daemon, _folder) = daemon_with("[limits]\nidleSeconds = 1\n", &[]);
    // Whoever follows a session or the daemon as a whole is not idle, however quiet
    // they are.
    let mut following = Way::LASTING.map(|way| Client::connect(&daemon, way));
    for client in &mut following {
        let session = session(client, json!({ "mode": "live" }));
        client
            .ask("session/subscribe", json!([session]))
            .expect("a subscription");
    }
    let mut hearing_news = Way::LASTING.map(|way| Client::connect(&daemon, way));
    for client in &mut hearing_news {
        client
            .ask("server/subscribe", json!({ "topics": ["overlay"] }))
            .expect("a subscription");
    }
    for way in [Way::Socket, Way::Tcp] {
        for begun in ["", "Content-Length: 10\r\n", "Content-Length: 10\r\n\r\n{"] {
            let mut stream = bytes(
                &daemon,
                way,
                if begun.is_empty() {
                    Framing::Lines
                } else {
                    Framing::Headers
                },
            );
            stream.raw(begun.as_bytes());
            let (messages, _) = Client::over(stream).until_the_end();
            limited(
                outcome(messages.last().expect("a reason")),
                "idleSeconds",
                1,
            );
        }
    }
    let closing = Client::connect(&daemon, Way::WebSocket).until_the_end().1;
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
    post.write_all(head.as_bytes()).expect("it is sent");
    assert_eq!(http_answer(&mut post).status, 408, "a POST without an end");
    for client in following.iter_mut().chain(&mut hearing_news) {
        client
            .ask("session/list", json!({}))
            .expect("it is still there");
    }
    // Who follows nothing any more is idle like everybody.
    for client in &mut hearing_news {
        assert_eq!(
            client.ask("server/unsubscribe", json!(["sub-1"])),
            Ok(json!(true))
        );
        let (messages, closing) = client.until_the_end();
        let reason = messages.last().map(Value::to_string);
        let reason = closing.map(|(_, reason)| reason).or(reason);
        assert!(reason.expect("a reason").contains("idleSeconds"));
    }
}
