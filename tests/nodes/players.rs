//! Clients of the nodes: players that act on any node, repeating an act under its name
//! until it is answered, readers, and subscribers that apply what they are sent.

use std::io::{BufRead, BufReader, Write};
use std::net::{TcpStream, ToSocketAddrs};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use qbcoach_basics::chance::Chance;
use serde_json::{Value, json};

use crate::checker::{AnsweredAct, AnsweredRead, Evidence};
use crate::nodes::NodeList;

pub struct Connection {
    output: TcpStream,
    input: BufReader<TcpStream>,
    asked: u64,
}

/// A request that is not answered for so long is sent to another node.
const PATIENCE: Duration = Duration::from_secs(4);

impl Connection {
    pub fn open(address: &str) -> Option<Connection> {
        let address = address.to_socket_addrs().ok()?.next()?;
        let output = TcpStream::connect_timeout(&address, Duration::from_secs(1)).ok()?;
        output.set_read_timeout(Some(PATIENCE)).ok()?;
        output.set_nodelay(true).ok()?;
        let input = BufReader::new(output.try_clone().ok()?);
        Some(Connection {
            output,
            input,
            asked: 0,
        })
    }

    pub fn wait_long(&self) {
        let _ = self.output.set_read_timeout(Some(Duration::from_secs(90)));
    }

    /// The answer; none if the connection is lost or silent.
    pub fn ask(&mut self, method: &str, params: Value) -> Option<Value> {
        self.asked += 1;
        let id = self.asked;
        let request = json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params });
        self.output
            .write_all(format!("{request}\n").as_bytes())
            .ok()?;
        loop {
            let message = self.message()?;
            if message["id"] == id {
                return Some(message);
            }
        }
    }

    pub fn message(&mut self) -> Option<Value> {
        let mut line = String::new();
        match self.input.read_line(&mut line) {
            Ok(0) | Err(_) => None,
            Ok(_) => serde_json::from_str(&line).ok(),
        }
    }
}

/// Clients on many threads, and what they were told.
pub struct Crowd {
    stop: Arc<AtomicBool>,
    evidence: Arc<Mutex<Evidence>>,
    threads: Vec<JoinHandle<()>>,
}

impl Crowd {
    pub fn begin(nodes: &NodeList, sessions: &[String], players: u64) -> Crowd {
        let (stop, evidence) = (Arc::new(AtomicBool::new(false)), Arc::default());
        let mut crowd = Crowd {
            stop,
            evidence,
            threads: Vec::new(),
        };
        for number in 0..players {
            let client = Client {
                nodes: nodes.clone(),
                sessions: sessions.to_vec(),
                chance: Chance::new(number, 20),
                name: format!("p{number}"),
                stop: crowd.stop.clone(),
                evidence: crowd.evidence.clone(),
            };
            crowd.threads.push(thread::spawn(move || client.run()));
        }
        crowd
    }

    pub fn acts(&self) -> usize {
        self.evidence.lock().expect("the evidence").acts.len()
    }

    pub fn end(self) -> Evidence {
        self.stop.store(true, Ordering::SeqCst);
        for thread in self.threads {
            thread.join().expect("a client ends well");
        }
        self.evidence.lock().expect("the evidence").clone()
    }
}

struct Client {
    nodes: NodeList,
    sessions: Vec<String>,
    chance: Chance,
    name: String,
    stop: Arc<AtomicBool>,
    evidence: Arc<Mutex<Evidence>>,
}

/// Hands to report; every one of them is legal at any time.
const HANDS: [&[&str]; 3] = [&["001"], &["001", "002"], &["007", "019", "021"]];

impl Client {
    fn run(mut self) {
        let mut connection: Option<Connection> = None;
        let mut acts = 0;
        while !self.stop.load(Ordering::SeqCst) {
            let session = self.chance.pick(&self.sessions).expect("a session").clone();
            let read = self.chance.below(3) == 0;
            if read {
                self.read(&mut connection, &session);
            } else {
                acts += 1;
                let act_id = format!("{}-{acts}", self.name);
                self.act(&mut connection, &session, &act_id);
            }
            // Now and then another node.
            if self.chance.below(10) == 0 {
                connection = None;
            }
        }
    }

    fn ask(
        &mut self,
        connection: &mut Option<Connection>,
        method: &str,
        params: Value,
    ) -> Option<Value> {
        if connection.is_none() {
            let node = self.chance.below(self.nodes.len());
            *connection = Connection::open(&self.nodes[node].address());
        }
        let answer = connection
            .as_mut()
            .and_then(|open| open.ask(method, params));
        if answer.is_none() {
            *connection = None;
            thread::sleep(Duration::from_millis(20));
        }
        answer
    }

    /// Sends the act under its name until it is answered, also when the test is ending:
    /// otherwise nobody would know whether it was done.
    fn act(&mut self, connection: &mut Option<Connection>, session: &str, act_id: &str) {
        let hand = self.chance.pick(&HANDS).copied().unwrap_or_default();
        let action = json!({ "type": "setHand", "cards": hand });
        let params = json!({ "sessionId": session, "action": action, "actId": act_id });
        let sent = Instant::now();
        loop {
            let answer = self.ask(connection, "match/act", params.clone());
            let answered = Instant::now();
            let Some(answer) = answer else { continue };
            if let Some(seq) = answer["result"]["seq"].as_u64() {
                let mut evidence = self.evidence.lock().expect("the evidence");
                evidence.acts.push(AnsweredAct {
                    session: session.to_owned(),
                    act_id: act_id.to_owned(),
                    seq,
                    sent,
                    answered,
                });
                return;
            }
            // The node is cut off, or the outcome is not known: another one may know.
            let code = answer["error"]["code"].as_i64().unwrap_or_default();
            assert!([1010, -32603, -32010].contains(&code), "{answer}");
            *connection = None;
        }
    }

    fn read(&mut self, connection: &mut Option<Connection>, session: &str) {
        let sent = Instant::now();
        let answer = self.ask(connection, "session/get", json!({ "sessionId": session }));
        let seq = answer.and_then(|answer| answer["result"]["seq"].as_u64());
        if let Some(seq) = seq {
            let mut evidence = self.evidence.lock().expect("the evidence");
            evidence.reads.push(AnsweredRead {
                session: session.to_owned(),
                seq,
                sent,
                answered: Instant::now(),
            });
        }
    }
}

/// Follows a session at one node, through its ends and starts.
pub struct Subscriber {
    document: Arc<Mutex<Value>>,
    stop: Arc<AtomicBool>,
}

impl Subscriber {
    pub fn begin(nodes: &NodeList, node: usize, session: &str) -> Subscriber {
        // Nodes end with their test, also while somebody still follows a session.
        let (nodes, session) = (Arc::downgrade(nodes), session.to_owned());
        let subscriber = Subscriber {
            document: Arc::default(),
            stop: Arc::new(AtomicBool::new(false)),
        };
        let (document, stop) = (subscriber.document.clone(), subscriber.stop.clone());
        thread::spawn(move || {
            while !stop.load(Ordering::SeqCst) {
                let Some(address) = nodes.upgrade().map(|nodes| nodes[node].address()) else {
                    return;
                };
                let Some(mut connection) = Connection::open(&address) else {
                    thread::sleep(Duration::from_millis(20));
                    continue;
                };
                connection.wait_long();
                let params = json!({ "sessionId": session, "topics": ["state"] });
                let began = connection.ask("session/subscribe", params);
                if began.is_none_or(|answer| answer["error"] != Value::Null) {
                    continue;
                }
                while let Some(message) = connection.message() {
                    let update = &message["params"]["result"];
                    let mut document = document.lock().expect("the document");
                    match update["kind"].as_str() {
                        Some("snapshot") => *document = update["data"].clone(),
                        Some("patch") => {
                            let patch = serde_json::from_value(update["data"].clone());
                            let patch: json_patch::Patch = patch.expect("a JSON Patch");
                            json_patch::patch(&mut document, &patch).expect("the patch fits");
                        }
                        _ => break,
                    }
                }
            }
        });
        subscriber
    }

    pub fn document(&self) -> Value {
        self.document.lock().expect("the document").clone()
    }
}

impl Drop for Subscriber {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::SeqCst);
    }
}
