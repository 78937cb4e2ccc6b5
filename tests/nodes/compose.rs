//! The compose file in the README: its nodes start as it says, and find each other.

use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::process::{Child, Command, Stdio};

use serde_json::{Value, json};

use crate::daemon::TempFolder;
use crate::database::{Database, free_port};
use crate::nodes::{PLAIN, wait_for};
use crate::players::Connection;

const README: &str = include_str!("../../README.md");
const TOKEN: &str = "a-token-that-may-do-everything";

/// A service that runs this program.
#[derive(Debug)]
struct Service {
    hostname: String,
    command: Vec<String>,
}

fn compose_file() -> &'static str {
    let begun = README.split("```yaml\nservices:").nth(1);
    let block = begun.expect("the README has a compose file");
    block.split("```").next().unwrap_or_default()
}

/// The services with a command. Their keys are indented by four spaces, and the lines of
/// a command by more.
fn services(file: &str) -> Vec<Service> {
    assert!(!file.contains('\t'), "YAML has no tabs");
    let mut services = Vec::new();
    let mut hostname = String::new();
    let mut lines = file.lines().peekable();
    while let Some(line) = lines.next() {
        if let Some(name) = line.strip_prefix("    hostname: ") {
            hostname = name.trim().to_owned();
        }
        if line != "    command: >" {
            continue;
        }
        let mut command = Vec::new();
        while let Some(more) = lines.next_if(|line| line.starts_with("      ")) {
            command.extend(more.split_whitespace().map(str::to_owned));
        }
        services.push(Service {
            hostname: hostname.clone(),
            command,
        });
    }
    services
}

/// The process of a node, killed when dropped.
struct Process {
    child: Child,
    tcp: String,
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn started(service: &Service, database: &Database, folder: &TempFolder) -> Process {
    let door = format!("127.0.0.1:{}", free_port());
    let own_address = format!("{}:7118", service.hostname);
    let secrets = format!("{}/", folder.path().display());
    let place = |word: &String| match word.as_str() {
        "0.0.0.0:7118" => door.clone(),
        "0.0.0.0:7117" => "127.0.0.1:0".to_owned(),
        word if word == own_address => door.clone(),
        word => word
            .replace("@database/", &format!("@127.0.0.1:{}/", database.port))
            .replace("/run/secrets/", &secrets),
    };
    let mut words = service.command.iter();
    assert_eq!(words.next().map(String::as_str), Some("qbcoach"));
    let mut command = Command::new(env!("CARGO_BIN_EXE_qbcoach"));
    command.args(words.map(place));
    // The test asks over a door of its own.
    command.args(["--tcp", "127.0.0.1:0"]);
    command.env("HOSTNAME", &service.hostname);
    command.env("HOME", folder.path().join(&service.hostname));
    command.stdin(Stdio::null()).stdout(Stdio::null());
    let child = command.stderr(Stdio::piped()).spawn();
    let mut child = child.expect("the node starts");
    let mut lines = BufReader::new(child.stderr.take().expect("its stderr"));
    let mut said = String::new();
    let tcp = loop {
        let mut line = String::new();
        let read = lines.read_line(&mut line).expect("stderr can be read");
        assert_ne!(read, 0, "the node ended: {said}");
        said.push_str(&line);
        if let Ok(ready) = serde_json::from_str::<Value>(&line)
            && let Some(tcp) = ready["tcp"].as_str()
        {
            break tcp.to_owned();
        }
    };
    // The node would block on a full pipe.
    std::thread::spawn(move || lines.read_to_end(&mut Vec::new()));
    Process { child, tcp }
}

#[test]
fn the_nodes_of_the_compose_file_start_and_find_each_other() {
    let file = compose_file();
    let services = services(file);
    let names: Vec<&str> = services
        .iter()
        .map(|service| service.hostname.as_str())
        .collect();
    assert_eq!(names, ["one", "two"]);
    let (database, folder) = (Database::start(), TempFolder::new());
    database.create_with_password("qbcoach", "the right one");
    let tokens = format!("control {TOKEN}\n");
    for (name, text) in [
        ("pass", "the right one\n"),
        ("secret", PLAIN.secret),
        ("tokens", &tokens),
    ] {
        let defined = format!("{name}: {{ file: {name} }}");
        assert!(file.contains(&defined), "the secret `{name}` is a file");
        fs::write(folder.path().join(name), text).expect("a secret");
    }
    let nodes: Vec<Process> = services
        .iter()
        .map(|service| started(service, &database, &folder))
        .collect();
    for (node, other) in nodes.iter().zip(["two", "one"]) {
        wait_for("the node knows the other", || {
            let mut connection = Connection::open(&node.tcp).expect("a connection");
            let greeted = connection.ask("initialize", json!({ "token": TOKEN }));
            assert!(greeted.is_some_and(|answer| answer["error"].is_null()));
            let info = connection.ask("server/info", json!({}));
            let info = info.expect("an answer");
            let others = &info["result"]["node"]["others"];
            others[0]["name"] == other && others[0]["address"] != ""
        });
    }
}
