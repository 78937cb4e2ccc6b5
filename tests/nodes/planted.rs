//! The checker finds what it is for. The same two stories are told of real nodes, once as
//! they are and once with a guard of the journal taken out.

use std::thread;
use std::time::Instant;

use serde_json::{Value, json};

use crate::checker::{AnsweredAct, AnsweredRead, Evidence, check};
use crate::database::Database;
use crate::faults::journal;
use crate::nodes::{Node, NodeKind, NodeList, PLAIN, join, wait_for};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Guard {
    Kept,
    TakenOut,
}

/// Nodes that wait longer for the database than their lease lasts.
const PATIENT: NodeKind = NodeKind {
    settings: "[nodes]\nleaseMs = 3000\nstatementMs = 20000\nconnections = 4\n",
    ..PLAIN
};

fn act(node: &Node, session: &str, name: &str) -> (Value, AnsweredAct) {
    let action = json!({ "type": "setHand", "cards": ["001"] });
    let params = json!({ "sessionId": session, "action": action, "actId": name });
    let mut connection = node.connect();
    let sent = Instant::now();
    let answer = connection.ask("match/act", params).expect("an answer");
    let act = AnsweredAct {
        session: session.to_owned(),
        act_id: name.to_owned(),
        seq: answer["result"]["seq"].as_u64().unwrap_or_default(),
        sent,
        answered: Instant::now(),
    };
    (answer, act)
}

fn read(node: &Node, session: &str) -> AnsweredRead {
    let sent = Instant::now();
    let state = node.ask("session/get", json!({ "sessionId": session }));
    AnsweredRead {
        session: session.to_owned(),
        seq: state["seq"].as_u64().expect("a seq"),
        sent,
        answered: Instant::now(),
    }
}

fn created(nodes: &NodeList) -> String {
    let created = nodes[0].ask("session/create", json!({ "mode": "live" }));
    created["sessionId"].as_str().expect("an id").to_owned()
}

/// To the statements of this database, all epochs are the same: numbers as large as
/// these are equal.
const EPOCHS_ARE_EQUAL: [&str; 3] = [
    "CREATE FUNCTION same_epoch(a BIGINT, b BIGINT) RETURNS BOOLEAN LANGUAGE SQL IMMUTABLE AS \
     'SELECT a OPERATOR(pg_catalog.=) b OR (a > 1000000000000000 AND b > 1000000000000000)'",
    "CREATE OPERATOR public.= (LEFTARG = BIGINT, RIGHTARG = BIGINT, FUNCTION = same_epoch)",
    "ALTER DATABASE planted SET search_path = public, pg_catalog",
];

/// The owner sends an act to the database, and the link is slow. Its lease ends, and the
/// other node takes the session over. Then the act arrives.
fn late_write(guard: Guard) -> Result<(), String> {
    let database = Database::start();
    database.create("planted");
    if guard == Guard::TakenOut {
        for sql in EPOCHS_ARE_EQUAL {
            database.sql("planted", sql);
        }
    }
    let nodes = join(&database, "planted", &[PATIENT, PATIENT]);
    let session = created(&nodes);
    let large = "UPDATE session SET epoch = epoch + 1000000000000000";
    database.sql("planted", large);
    let mut evidence = Evidence::default();
    evidence.acts.push(act(&nodes[0], &session, "a").1);

    nodes[0].proxy.fall_silent();
    let (waiting, of_session) = (nodes.clone(), session.clone());
    let late = thread::spawn(move || act(&waiting[0], &of_session, "b"));
    wait_for("the other node has the session", || {
        evidence.reads.push(read(&nodes[1], &session));
        nodes[1].ask("server/info", json!({}))["node"]["owned"] == 1
    });
    nodes[0].proxy.open();
    let (answer, late) = late.join().expect("the client gets an answer");
    assert_eq!(answer["error"], Value::Null, "{answer}");
    evidence.acts.push(late);
    evidence.reads.push(read(&nodes[1], &session));
    evidence.journal = journal(&database, "planted", "act_id");
    check(&evidence)
}

/// Nodes do not see the names of acts that the journal has; only an index knows them.
const NAMES_ARE_HIDDEN: [&str; 4] = [
    "ALTER TABLE event ADD COLUMN hidden TEXT",
    "CREATE FUNCTION hide() RETURNS TRIGGER LANGUAGE plpgsql AS \
     'BEGIN NEW.hidden := NEW.act_id; NEW.act_id := NULL; RETURN NEW; END'",
    "CREATE TRIGGER hiding BEFORE INSERT ON event FOR EACH ROW EXECUTE FUNCTION hide()",
    "DROP INDEX event_of_act",
];
const INDEX: &str = "CREATE UNIQUE INDEX event_of_act ON event (session, hidden)";

/// The owner is killed before its answer reaches the client, who sends the act again.
fn lost_answer(guard: Guard) -> Result<(), String> {
    let database = Database::start();
    database.create("planted");
    let nodes = join(&database, "planted", &[PLAIN, PLAIN]);
    for sql in NAMES_ARE_HIDDEN {
        database.sql("planted", sql);
    }
    if guard == Guard::Kept {
        database.sql("planted", INDEX);
    }
    let session = created(&nodes);
    let (answer, _) = act(&nodes[0], &session, "a");
    assert_eq!(answer["result"]["seq"], 1, "{answer}");
    nodes[0].kill();
    let (answer, again) = act(&nodes[1], &session, "a");
    let mut evidence = Evidence::default();
    if answer["error"].is_null() {
        evidence.acts.push(again);
    }
    evidence.journal = journal(&database, "planted", "hidden");
    assert!(!evidence.journal.is_empty());
    check(&evidence)
}

#[test]
fn without_the_test_of_the_epoch_the_checker_finds_a_read_of_the_past() {
    assert_eq!(late_write(Guard::Kept), Ok(()));
    let fault = late_write(Guard::TakenOut).expect_err("a fault");
    assert!(fault.contains("a read saw 1"), "{fault}");
}

#[test]
fn without_the_index_of_act_names_the_checker_finds_an_act_twice() {
    assert_eq!(lost_answer(Guard::Kept), Ok(()));
    let fault = lost_answer(Guard::TakenOut).expect_err("a fault");
    assert!(fault.contains("is there as 1 and 2"), "{fault}");
}
