//! What a client may see and do is the same at every node, and nodes know each other by
//! a secret that is no client's.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::database::Database;
use crate::nodes::{NodeKind, NodeList, PLAIN, join, wait_for};
use crate::players::Connection;

const VIEW: &str = "a-token-that-may-read-as-the-player";
const STREAM: &str = "a-token-for-the-audience-of-a-stream";
const DELAYED: &str = "a-token-for-an-audience-that-waits";
const DELAY: Duration = Duration::from_secs(3);

const GUARDED: NodeKind = NodeKind {
    tokens: "control a-token-that-may-do-everything\nview a-token-that-may-read-as-the-player\n\
             stream a-token-for-the-audience-of-a-stream\n\
             stream delay=3s a-token-for-an-audience-that-waits\n",
    token: "a-token-that-may-do-everything",
    ..PLAIN
};

fn started(database: &Database, name: &str) -> (NodeList, String) {
    database.create(name);
    let nodes = join(database, name, &[GUARDED, GUARDED]);
    let params = json!({ "you": { "hand": ["001", "002", "019", "021", "007"] } });
    let created = nodes[0].ask("session/create", params);
    let session = created["sessionId"].as_str().expect("an id").to_owned();
    (nodes, session)
}

fn act(nodes: &NodeList, session: &str, action: Value) -> u64 {
    let acted = nodes[0].ask(
        "match/act",
        json!({ "sessionId": session, "action": action }),
    );
    acted["seq"].as_u64().expect("a seq")
}

/// A subscriber, and what it has been sent.
struct Viewer {
    connection: Connection,
    document: Value,
}

/// What a viewer has after an event, and when it came.
struct Seen {
    at: Instant,
    document: Value,
}

impl Viewer {
    /// Follows the state of a session as the holder of a token.
    fn begin(nodes: &NodeList, node: usize, session: &str, token: &str) -> Viewer {
        let mut connection = nodes[node].connect_with(token);
        let params = json!({ "sessionId": session, "topics": ["state"], "delayMs": 0 });
        let began = connection.ask("session/subscribe", params);
        let began = began.expect("the node answers");
        assert_eq!(began["error"], Value::Null, "{began}");
        Viewer {
            connection,
            document: Value::Null,
        }
    }

    /// Waits until it has been sent this event.
    fn see(&mut self, seq: u64) -> Seen {
        while self.document["seq"]
            .as_u64()
            .is_none_or(|known| known < seq)
        {
            let message = self.connection.message().expect("an update comes");
            let update = &message["params"]["result"];
            match update["kind"].as_str() {
                Some("snapshot") => self.document = update["data"].clone(),
                Some("patch") => {
                    let patch = serde_json::from_value(update["data"].clone());
                    let patch: json_patch::Patch = patch.expect("a JSON Patch");
                    json_patch::patch(&mut self.document, &patch).expect("the patch fits");
                }
                _ => panic!("the subscription goes on: {message}"),
            }
        }
        assert_eq!(self.document["seq"], seq, "no event is skipped");
        Seen {
            at: Instant::now(),
            document: self.document.clone(),
        }
    }
}

fn asked(connection: &mut Connection, method: &str, params: Value) -> Value {
    let mut answer = connection.ask(method, params).expect("the node answers");
    if let Some(answer) = answer.as_object_mut() {
        answer.remove("id");
    }
    answer
}

/// The methods about one session that the role `stream` may call.
const ABOUT_A_SESSION: [&str; 6] = [
    "session/get",
    "session/history",
    "observation/get",
    "prediction/decks",
    "prediction/hand",
    "coach/evaluate",
];

#[test]
fn roles_and_delays_are_the_same_at_a_node_that_does_not_own_the_session() {
    let database = Database::start();
    let (nodes, session) = started(&database, "roles");
    let of_session = json!({ "sessionId": session });

    // While the session is younger than the delay, it does not exist at either node.
    let begun = Instant::now();
    for node in [0, 1] {
        let mut waiting = nodes[node].connect_with(DELAYED);
        let answer = asked(&mut waiting, "session/get", of_session.clone());
        if begun.elapsed() < Duration::from_secs(2) {
            assert_eq!(answer["error"]["code"], 1001, "node {node}: {answer}");
        }
    }
    wait_for("the delayed audience sees the session", || {
        [0, 1].iter().all(|node| {
            let mut waiting = nodes[*node].connect_with(DELAYED);
            asked(&mut waiting, "session/get", of_session.clone())["error"].is_null()
        })
    });

    let mut streams = [0, 1].map(|node| Viewer::begin(&nodes, node, &session, STREAM));
    let mut delayed = [0, 1].map(|node| Viewer::begin(&nodes, node, &session, DELAYED));
    let mut players = [0, 1].map(|node| Viewer::begin(&nodes, node, &session, VIEW));
    let play = json!({ "type": "play", "card": "019", "tile": "MID-1" });
    let reply = json!({ "type": "play", "side": "enemy", "card": "Levrikon", "tile": "MID-5" });
    let draw = json!({ "type": "draw", "card": "Archdragon" });
    for action in [play, reply, draw] {
        let sent = Instant::now();
        let seq = act(&nodes, &session, action);
        let [home, away] = streams.each_mut().map(|viewer| viewer.see(seq).document);
        assert_eq!(home, away, "the audience at both nodes");
        assert!(away["you"]["hand"].is_null(), "the hand is hidden: {away}");
        let [player, other] = players.each_mut().map(|viewer| viewer.see(seq).document);
        assert_eq!(player, other, "the players at both nodes");
        assert!(player["you"]["hand"].is_array(), "{player}");
        // Whoever waits is told nothing of it by any method meanwhile.
        let mut waiting = nodes[1].connect_with(DELAYED);
        let early = asked(&mut waiting, "session/get", of_session.clone());
        if sent.elapsed() < DELAY {
            assert!(early["result"]["seq"].as_u64() < Some(seq), "{early}");
        }
        for viewer in &mut delayed {
            let seen = viewer.see(seq);
            assert_eq!(seen.document, home, "the same, only later");
            // Events are stored with whole milliseconds.
            let waited = seen.at - sent + Duration::from_millis(2);
            assert!(waited >= DELAY, "it came after {waited:?}");
        }
    }
    for token in [STREAM, VIEW, DELAYED] {
        let mut connections = [0, 1].map(|node| nodes[node].connect_with(token));
        for method in ABOUT_A_SESSION {
            let answers = connections
                .each_mut()
                .map(|connection| asked(connection, method, of_session.clone()));
            assert_eq!(answers[0], answers[1], "{method}");
        }
        // None of them may change anything, at home or elsewhere.
        for method in [
            "match/act",
            "match/actAll",
            "session/undo",
            "session/delete",
        ] {
            let action = json!({ "type": "pass" });
            let params = json!({ "sessionId": session, "action": action, "actions": [action] });
            for connection in &mut connections {
                let refused = asked(connection, method, params.clone());
                assert_eq!(refused["error"]["code"], 1009, "{method}: {refused}");
            }
        }
    }
    // Only those who may see the present learn of nodes and owners.
    for (token, learns) in [(VIEW, true), (STREAM, false), (DELAYED, false)] {
        let mut connection = nodes[1].connect_with(token);
        let info = asked(&mut connection, "server/info", json!({}));
        assert_eq!(info["result"]["node"].is_object(), learns, "{info}");
        let list = asked(&mut connection, "session/list", json!({}));
        let owner = &list["result"]["sessions"][0]["owner"]["name"];
        assert_eq!(owner == "node-1", learns, "{list}");
    }
}

#[test]
fn a_token_is_no_secret_of_nodes_and_the_secret_is_no_token() {
    let database = Database::start();
    let (nodes, session) = started(&database, "secrets");
    // The secret does not make a client.
    let mut client = Connection::open(&nodes[0].address()).expect("a connection");
    let refused = client.ask("initialize", json!({ "token": PLAIN.secret }));
    let refused = refused.expect("an answer");
    assert_eq!(refused["error"]["code"], 1009, "{refused}");
    // The door for nodes answers no client, whatever its token.
    let info = nodes[0].ask("server/info", json!({}));
    let door = info["node"]["address"].as_str().expect("an address");
    let request = json!({
        "jsonrpc": "2.0", "id": 1, "method": "initialize", "params": { "token": GUARDED.token },
    });
    let text = request.to_string();
    let framed = [&(text.len() as u32).to_be_bytes(), text.as_bytes()].concat();
    for bytes in [format!("{text}\n").into_bytes(), framed] {
        let mut stream = TcpStream::connect(door).expect("the door is open");
        stream.write_all(&bytes).expect("it can be written to");
        let patience = Some(Duration::from_secs(60));
        stream.set_read_timeout(patience).expect("a time limit");
        let mut said = Vec::new();
        // It says its random number, and ends.
        let _ = stream.read_to_end(&mut said);
        let said = String::from_utf8_lossy(&said);
        assert!(
            !said.contains("result") && !said.contains("jsonrpc"),
            "{said}"
        );
    }
    // A node that has a token for a secret gets no answer from the others, and gives none.
    const STRANGER: NodeKind = NodeKind {
        secret: VIEW,
        ..GUARDED
    };
    let stranger = join(&database, "secrets", &[STRANGER]);
    let mut client = stranger[0].connect();
    let hand = json!({ "type": "setHand", "cards": ["001"] });
    let params = json!({ "sessionId": session, "action": hand, "actId": "a" });
    let refused = asked(&mut client, "match/act", params);
    assert_eq!(refused["error"]["code"], -32603, "{refused}");
    assert_eq!(
        nodes[0].ask("session/get", json!({ "sessionId": session }))["seq"],
        0
    );
    let created = stranger[0].ask("session/create", json!({ "mode": "live" }));
    let mut client = nodes[0].connect();
    let params = json!({ "sessionId": created["sessionId"], "action": hand, "actId": "a" });
    let refused = asked(&mut client, "match/act", params);
    assert_eq!(refused["error"]["code"], -32603, "{refused}");
}
