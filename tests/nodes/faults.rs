//! Random players over all nodes, while owners are killed, put to sleep beyond their
//! lease, and cut off from the database. `NODE_FAULTS=50` makes so many faults.

use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::checker::{Evidence, JournalEvent, check};
use crate::database::Database;
use crate::nodes::{LEASE, Node, NodeList, start, wait_for};
use crate::players::{Connection, Crowd, Subscriber};

#[derive(Clone, Copy, Debug)]
enum Fault {
    Kill,
    Sleep,
    Cut,
    Silence,
}

const FAULTS: [Fault; 4] = [Fault::Kill, Fault::Sleep, Fault::Cut, Fault::Silence];

fn suffer(node: &Node, fault: Fault) {
    let beyond_lease = LEASE + Duration::from_millis(700);
    match fault {
        Fault::Kill => {
            node.kill();
            std::thread::sleep(Duration::from_millis(300));
            node.start();
        }
        Fault::Sleep => {
            node.signal("-STOP");
            std::thread::sleep(beyond_lease);
            node.signal("-CONT");
        }
        Fault::Cut => {
            node.proxy.cut();
            std::thread::sleep(beyond_lease);
            node.proxy.open();
        }
        Fault::Silence => {
            node.proxy.fall_silent();
            std::thread::sleep(beyond_lease);
            node.proxy.open();
        }
    }
}

/// The events of a journal; `names` is the column with the names of acts.
pub fn journal(database: &Database, name: &str, names: &str) -> Vec<JournalEvent> {
    let columns = format!("'s' || session, seq, coalesce({names}, '')");
    let sql = format!("SELECT {columns} FROM event ORDER BY session, seq");
    let rows = database.sql(name, &sql);
    let event = |row: &String| {
        let columns: Vec<&str> = row.split('|').collect();
        JournalEvent {
            session: columns[0].to_owned(),
            seq: columns[1].parse().expect("a number"),
            act_id: Some(columns[2].to_owned()).filter(|name| !name.is_empty()),
        }
    };
    rows.iter().map(event).collect()
}

/// The place in the list of the node that owned a session last.
fn owner(database: &Database, session: &str) -> usize {
    let number = session.trim_start_matches('s');
    let sql =
        format!("SELECT n.name FROM session s JOIN node n ON n.id = s.owner WHERE s.id = {number}");
    let name = database.sql("faults", &sql).concat();
    let number = name.strip_prefix("node-").expect("a node of this test");
    number.parse::<usize>().expect("its number") - 1
}

/// What a node answers about a session, however long it takes.
fn state(node: &Node, session: &str) -> Option<Value> {
    let mut connection = Connection::open(&node.address())?;
    connection.wait_long();
    let answer = connection.ask("session/get", json!({ "sessionId": session }))?;
    Some(answer["result"].clone()).filter(|result| !result.is_null())
}

#[test]
fn what_was_answered_survives_kills_sleep_and_lost_links() {
    let rounds = std::env::var("NODE_FAULTS")
        .ok()
        .and_then(|text| text.parse().ok());
    let rounds: usize = rounds.unwrap_or(4);
    let database = Database::start();
    let nodes: NodeList = start(&database, "faults", 3);
    let sessions: Vec<String> = (0..3)
        .map(|number| {
            let created = nodes[number].ask("session/create", json!({ "mode": "live" }));
            created["sessionId"].as_str().expect("an id").to_owned()
        })
        .collect();
    let subscribers: Vec<(usize, &String, Subscriber)> = (0..3)
        .flat_map(|node| sessions.iter().map(move |session| (node, session)))
        .map(|(node, session)| (node, session, Subscriber::begin(&nodes, node, session)))
        .collect();
    let crowd = Crowd::begin(&nodes, &sessions, 6);
    for round in 0..rounds {
        let before = crowd.acts();
        wait_for("players go on", || crowd.acts() > before + 20);
        let fault = FAULTS[round % FAULTS.len()];
        // The owner of each session in turn.
        let node = owner(&database, &sessions[round % sessions.len()]);
        let began = Instant::now();
        suffer(&nodes[node], fault);
        let during = crowd.acts();
        wait_for("players go on after a fault", || crowd.acts() > during + 5);
        eprintln!(
            "{round}: {fault:?} of node {}, {:?}",
            node + 1,
            began.elapsed()
        );
    }
    let mut evidence: Evidence = crowd.end();
    evidence.journal = journal(&database, "faults", "act_id");
    eprintln!(
        "{rounds} faults, {} acts and {} reads answered, {} events",
        evidence.acts.len(),
        evidence.reads.len(),
        evidence.journal.len()
    );
    assert_eq!(check(&evidence), Ok(()));
    // All nodes agree, and the subscribers' documents are what `get` answers.
    for session in &sessions {
        let expected = state(&nodes[0], session).expect("the first node answers");
        for node in nodes.iter() {
            let found = state(node, session).expect("every node answers");
            assert_eq!(found, expected, "{session}");
        }
        for (node, _, subscriber) in subscribers.iter().filter(|(_, own, _)| *own == session) {
            wait_for(
                &format!("the subscriber of node {node} has {session}"),
                || subscriber.document() == expected,
            );
        }
    }
}
