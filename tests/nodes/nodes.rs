//! Three nodes on one database, each with a link to it that can go down.

use std::fs;
use std::path::PathBuf;
use std::process::Command;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use serde_json::{Value, json};

use crate::daemon::{Running, TempFolder};
use crate::database::Database;
use crate::players::Connection;
use crate::proxy::Proxy;

/// Short, so that a test meets many take-overs.
pub const LEASE: Duration = Duration::from_millis(1500);

/// What a node is started with.
#[derive(Clone, Copy)]
pub struct NodeKind {
    pub settings: &'static str,
    pub secret: &'static str,
    /// The lines of its token file; without any, everybody may do everything.
    pub tokens: &'static str,
    /// The token that the test itself uses; empty for none.
    pub token: &'static str,
}

pub const PLAIN: NodeKind = NodeKind {
    settings: "[nodes]\nleaseMs = 1500\nstatementMs = 700\nconnections = 4\n",
    secret: "the secret that the nodes of this test know",
    tokens: "",
    token: "",
};

pub struct Node {
    pub proxy: Proxy,
    pub token: &'static str,
    folder: TempFolder,
    arguments: Vec<String>,
    running: Mutex<Option<Running>>,
    /// HOST:PORT of its plain TCP door; another one after each start.
    address: Mutex<String>,
}

pub type NodeList = Arc<Vec<Node>>;

impl Node {
    fn new(number: usize, database: &Database, name: &str, kind: NodeKind) -> Node {
        let (folder, proxy) = (TempFolder::new(), Proxy::to(database.port));
        let file = |file: &str, text: &str| -> PathBuf {
            let path = folder.path().join(file);
            fs::write(&path, text).expect("the file can be written");
            path
        };
        let settings = file("settings.toml", kind.settings);
        let secret = file("secret", kind.secret);
        let mut arguments = [
            "--config",
            &settings.display().to_string(),
            "--journal",
            &database.url(proxy.port, name),
            "--node-listen",
            "127.0.0.1:0",
            "--node-secret-file",
            &secret.display().to_string(),
            "--node-name",
            &format!("node-{number}"),
        ]
        .map(str::to_owned)
        .to_vec();
        if !kind.tokens.is_empty() {
            let tokens = file("tokens", kind.tokens).display().to_string();
            arguments.extend(["--token-file".to_owned(), tokens]);
        }
        let node = Node {
            arguments,
            token: kind.token,
            folder,
            proxy,
            running: Mutex::default(),
            address: Mutex::default(),
        };
        node.start();
        node
    }

    pub fn start(&self) {
        let arguments: Vec<&str> = self.arguments.iter().map(String::as_str).collect();
        // On a busy machine the database may be slower than the short patience of these
        // nodes; whoever runs a node starts it again then.
        let mut starts = 0;
        let running = loop {
            starts += 1;
            match Running::try_start(self.folder.path(), &arguments) {
                Ok(running) => break running,
                Err(said) => assert!(starts < 10, "the node does not start:\n{said}"),
            }
        };
        let address = running.ready["tcp"]
            .as_str()
            .expect("a TCP door")
            .to_owned();
        *self.address.lock().expect("an address") = address;
        *self.running.lock().expect("a process") = Some(running);
    }

    pub fn address(&self) -> String {
        self.address.lock().expect("an address").clone()
    }

    /// SIGKILL.
    pub fn kill(&self) {
        let running = self.running.lock().expect("a process").take();
        if let Some(mut running) = running {
            let _ = running.child.kill();
            let _ = running.child.wait();
        }
    }

    /// Puts the process to sleep, or wakes it.
    pub fn signal(&self, signal: &str) {
        let running = self.running.lock().expect("a process");
        let id = running.as_ref().expect("it runs").child.id().to_string();
        let sent = Command::new("kill").args([signal, &id]).status();
        assert!(sent.is_ok_and(|status| status.success()));
    }

    /// HOST:PORT of its HTTP port.
    pub fn http(&self) -> String {
        let running = self.running.lock().expect("a process");
        running.as_ref().expect("it runs").http()
    }

    /// A connection with the test's own token.
    #[track_caller]
    pub fn connect(&self) -> Connection {
        self.connect_with(self.token)
    }

    #[track_caller]
    pub fn connect_with(&self, token: &str) -> Connection {
        let mut connection = Connection::open(&self.address()).expect("the node can be reached");
        connection.wait_long();
        if !token.is_empty() {
            let greeted = connection.ask("initialize", json!({ "token": token }));
            let greeted = greeted.expect("the node answers");
            assert_eq!(greeted["error"], Value::Null, "the token is known");
        }
        connection
    }

    /// Asks once, on a connection of its own.
    #[track_caller]
    pub fn ask(&self, method: &str, params: Value) -> Value {
        let mut connection = self.connect();
        let answer = connection.ask(method, params).expect("the node answers");
        assert_eq!(answer["error"], Value::Null, "{method}");
        answer["result"].clone()
    }
}

/// Starts so many nodes, which all know each other when this returns.
pub fn start(database: &Database, name: &str, number: usize) -> NodeList {
    database.create(name);
    join(database, name, &vec![PLAIN; number])
}

/// Starts nodes of these kinds on a database that is there.
pub fn join(database: &Database, name: &str, kinds: &[NodeKind]) -> NodeList {
    let number = kinds.len();
    let nodes = (1..=number)
        .zip(kinds)
        .map(|(number, kind)| Node::new(number, database, name, *kind));
    let nodes: NodeList = Arc::new(nodes.collect());
    for node in nodes.iter() {
        wait_for("the nodes know each other", || {
            let info = node.ask("server/info", json!({}));
            let others = info["node"]["others"]
                .as_array()
                .cloned()
                .unwrap_or_default();
            others.len() >= number - 1 && others.iter().all(|other| other["address"] != "")
        });
    }
    nodes
}

/// Waits for something that comes soon.
#[track_caller]
pub fn wait_for(what: &str, mut is_there: impl FnMut() -> bool) {
    let begun = std::time::Instant::now();
    while !is_there() {
        assert!(
            begun.elapsed() < Duration::from_secs(90),
            "{what}: it did not come"
        );
        std::thread::sleep(Duration::from_millis(20));
    }
}
