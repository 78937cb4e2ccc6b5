//! Nodes without faults: any of them takes any client, and what hangs on a session at one
//! node costs its owner nothing.

use std::io::{Read, Write};
use std::net::TcpStream;

use serde_json::{Value, json};

use crate::database::Database;
use crate::nodes::{Node, NodeList, start, wait_for};
use crate::players::{Connection, Subscriber};

fn created(nodes: &NodeList, node: usize) -> String {
    let created = nodes[node].ask("session/create", json!({ "mode": "live" }));
    created["sessionId"].as_str().expect("an id").to_owned()
}

fn act(session: &str, act_id: &str) -> Value {
    let action = json!({ "type": "setHand", "cards": ["001", "002"] });
    json!({ "sessionId": session, "action": action, "actId": act_id })
}

#[test]
fn any_node_takes_any_client() {
    let database = Database::start();
    let nodes = start(&database, "sharing", 2);
    let session = created(&nodes, 0);
    // An act is done once, at whichever node it is sent again.
    let first = nodes[1].ask("match/act", act(&session, "a"));
    assert_eq!(first["seq"], 1);
    assert_eq!(nodes[0].ask("match/act", act(&session, "a")), first);
    assert_eq!(nodes[1].ask("match/act", act(&session, "a")), first);
    // Every question about it has the same answer at both.
    let of_session = json!({ "sessionId": session });
    for method in [
        "session/get",
        "session/history",
        "observation/get",
        "match/actions",
    ] {
        let answers = [0, 1].map(|node| nodes[node].ask(method, of_session.clone()));
        assert_eq!(answers[0], answers[1], "{method}");
    }
    assert_eq!(nodes[1].ask("session/undo", of_session.clone())["seq"], 2);
    assert_eq!(nodes[0].ask("session/get", of_session.clone())["seq"], 2);
    // Errors are those of the owner.
    let mut connection = Connection::open(&nodes[1].address()).expect("a connection");
    let stale = json!({ "sessionId": session, "ifSeq": 1, "action": { "type": "pass" } });
    let refused = connection.ask("match/act", stale).expect("an answer");
    assert_eq!(refused["error"]["code"], 1005, "{refused}");
    assert_eq!(refused["error"]["data"]["seq"], 2);
    // What is kept beside the sessions is everybody's.
    nodes[1].ask("overlay/set", json!({ "look": { "theme": "dark" } }));
    let mine = json!({ "tag": "mine", "deck": "starter-footsoldiers" });
    nodes[1].ask("decks/save", mine);
    wait_for("the look and the deck are at the other node", || {
        let look = nodes[0].ask("overlay/get", json!({}));
        let decks = nodes[0].ask("decks/list", json!({}));
        look["look"]["theme"] == "dark" && decks.to_string().contains("\"mine\"")
    });
    // The end of a session reaches those who follow it at the other node.
    let subscriber = Subscriber::begin(&nodes, 1, &session);
    wait_for("the subscriber has the session", || {
        subscriber.document()["seq"] == 2
    });
    nodes[0].ask("session/close", of_session.clone());
    assert_eq!(nodes[1].ask("session/get", of_session.clone())["seq"], 2);
    let closed = connection
        .ask("match/act", act(&session, "late"))
        .expect("an answer");
    assert_eq!(closed["error"]["code"], 1007, "{closed}");
    nodes[1].ask("session/reopen", of_session.clone());
    assert_eq!(nodes[0].ask("match/act", act(&session, "b"))["seq"], 3);
    nodes[1].ask("session/delete", of_session);
    wait_for("both nodes know that it is gone", || {
        [0, 1]
            .iter()
            .all(|node| nodes[*node].ask("server/info", json!({}))["sessions"] == 0)
    });
}

#[test]
fn many_subscribers_at_one_node_are_one_subscription_at_the_owner() {
    let database = Database::start();
    let nodes = start(&database, "fanout", 2);
    let session = created(&nodes, 0);
    const SUBSCRIBERS: usize = 100;
    let mut connections: Vec<Connection> =
        (0..SUBSCRIBERS / 50).map(|_| nodes[1].connect()).collect();
    for connection in &mut connections {
        for number in 0..50 {
            let audience = if number % 2 == 0 { "player" } else { "stream" };
            let params = json!({
                "sessionId": session, "topics": ["state"], "audience": audience,
                "delayMs": number % 3,
            });
            let began = connection
                .ask("session/subscribe", params)
                .expect("an answer");
            assert_eq!(began["error"], Value::Null);
        }
    }
    nodes[0].ask("match/act", act(&session, "a"));
    wait_for("one subscription upstream", || {
        nodes[1].ask("server/info", json!({}))["node"]["upstream"] == 1
    });
    for connection in &mut connections {
        let mut newest = 0;
        while newest < 50 {
            let update = connection.message().expect("every subscriber gets the act");
            newest += usize::from(update["params"]["result"]["seq"] == 1);
        }
    }
}

/// The metrics of a node.
fn metrics(node: &Node) -> String {
    let mut stream = TcpStream::connect(node.http()).expect("the HTTP port");
    let request = format!(
        "GET /metrics HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n\r\n",
        node.http()
    );
    stream.write_all(request.as_bytes()).expect("a request");
    let mut text = String::new();
    stream.read_to_string(&mut text).expect("an answer");
    text
}

#[test]
fn every_node_names_the_owner_of_a_session() {
    let database = Database::start();
    let nodes = start(&database, "owners", 2);
    let session = created(&nodes, 0);
    nodes[1].ask("match/act", act(&session, "a"));
    for node in nodes.iter() {
        let listed = node.ask("session/list", json!({}));
        assert_eq!(listed["sessions"][0]["owner"]["name"], "node-1", "{listed}");
    }
    let owner = nodes[0].ask("server/info", json!({}))["node"].clone();
    let info = nodes[1].ask("server/info", json!({}))["node"].clone();
    assert_eq!(
        (&owner["name"], &owner["owned"], &owner["forwarded"]),
        (&json!("node-1"), &json!(1), &json!(0))
    );
    assert_eq!((&info["owned"], &info["forwarded"]), (&json!(0), &json!(1)));
    assert_eq!(info["others"][0]["id"], owner["id"]);
    assert_eq!(info["others"][0]["owned"], 1, "{info}");
    let said = metrics(&nodes[1]);
    let line = format!(
        "qbcoach_sessions_of_owner{{id=\"{}\",name=\"node-1\"}} 1\n",
        owner["id"]
    );
    for line in [
        line.as_str(),
        "qbcoach_forwarded_total 1\n",
        "qbcoach_sessions_owned 0\n",
    ] {
        assert!(said.contains(line), "{line}: {said}");
    }
    // The owner is gone; whoever is asked next has the session.
    nodes[0].kill();
    let mut connection = nodes[1].connect();
    let acted = connection.ask("match/act", act(&session, "b"));
    assert_eq!(acted.expect("an answer")["result"]["seq"], 2);
    let listed = nodes[1].ask("session/list", json!({}));
    assert_eq!(listed["sessions"][0]["owner"]["name"], "node-2", "{listed}");
}

#[test]
fn lists_of_actions_undos_and_redos_are_done_once_by_the_owner() {
    let database = Database::start();
    let nodes = start(&database, "changes", 2);
    let session = created(&nodes, 0);
    let hand = |card: &str| json!({ "type": "setHand", "cards": [card] });
    let list = json!({
        "sessionId": session, "actions": [hand("001"), hand("002")], "actId": "list",
    });
    let named = |name: &str| json!({ "sessionId": session, "actId": name });
    for (method, params, seq) in [
        ("match/actAll", list, 2),
        ("session/undo", named("back"), 3),
        ("session/redo", named("forth"), 4),
    ] {
        for node in [1, 0, 1] {
            let acted = nodes[node].ask(method, params.clone());
            assert_eq!(acted["seq"], seq, "{method} at node {node}");
        }
    }
    let state = nodes[0].ask("session/get", json!({ "sessionId": session }));
    assert_eq!(state["seq"], 4);
}
