//! The documentation for authors of clients is correct: its examples are run, and
//! `protocol/README.md` describes every method, param, error code and limit.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use qbcoach_daemon::settings::Limits;
use qbcoach_protocol::error::CODES;
use serde_json::Value;

use crate::client::{Client, http};
use crate::protocol::conversation::Conversation;
use crate::protocol::documents::served;
use crate::protocol::endpoint::Endpoint;
use crate::protocol::pattern::{difference, read};
use crate::protocol::{root, schemas};

const PROTOCOL: &str = "protocol/README.md";
const CLIENTS: &str = "clients/README.md";

fn read_page(path: &str) -> String {
    fs::read_to_string(root().join(path)).expect("the page exists")
}

fn page() -> String {
    read_page(PROTOCOL)
}

/// A message of an example. A long message continues on the lines below it.
#[derive(Debug)]
enum Message {
    Sent(String),
    Received(String),
}

struct Example {
    page: &'static str,
    line: usize,
    /// Whether the example needs a daemon of its own. All others are one conversation,
    /// from the top of the page to its end.
    alone: bool,
    messages: Vec<Message>,
}

fn examples(page: &'static str) -> Vec<Example> {
    let mut found: Vec<Example> = Vec::new();
    let mut inside = false;
    for (line, text) in (1..).zip(read_page(page).lines()) {
        if text.starts_with("```") {
            inside = text.starts_with("```jsonrpc");
            if inside {
                found.push(Example {
                    page,
                    line,
                    alone: text.ends_with(" alone"),
                    messages: Vec::new(),
                });
            }
            continue;
        }
        let Some(example) = found.last_mut().filter(|_| inside) else {
            continue;
        };
        if let Some(sent) = text.strip_prefix("--> ") {
            example.messages.push(Message::Sent(sent.to_owned()));
        } else if let Some(received) = text.strip_prefix("<-- ") {
            example
                .messages
                .push(Message::Received(received.to_owned()));
        } else if let Some(Message::Sent(last) | Message::Received(last)) =
            example.messages.last_mut()
        {
            last.push_str(text.trim());
        }
    }
    found
}

/// Sends the messages of an example and compares what comes back.
fn run(conversation: &mut Conversation, example: &Example) {
    let mut received = Vec::new().into_iter();
    let at = |what: &str| {
        format!(
            "{}, the example of line {}: {what}",
            example.page, example.line
        )
    };
    for message in &example.messages {
        match message {
            Message::Sent(sent) => {
                assert_eq!(
                    received.next(),
                    None,
                    "{}",
                    at("more comes back than is shown")
                );
                received = conversation.exchange(sent).into_iter();
            }
            Message::Received(shown) => {
                let found: String = received.next().unwrap_or_else(|| panic!("{}", at(shown)));
                let found: Value = serde_json::from_str(&found).expect("messages are JSON");
                let different = difference(&read(shown), &found, "");
                assert_eq!(different, None, "{}", at("the message differs"));
            }
        }
    }
    assert_eq!(
        received.next(),
        None,
        "{}",
        at("more comes back than is shown")
    );
}

fn check_examples(page: &'static str, fewest: usize) {
    let examples = examples(page);
    assert!(
        examples.len() >= fewest,
        "{page} has only {} examples",
        examples.len()
    );
    let mut conversation = Conversation::start(Endpoint::Tcp);
    for example in &examples {
        match example.alone {
            true => run(&mut Conversation::start(Endpoint::StdioLines), example),
            false => run(&mut conversation, example),
        }
    }
}

#[test]
fn every_example_of_the_protocol_is_correct() {
    check_examples(PROTOCOL, 30);
}

#[test]
fn every_example_for_authors_of_clients_is_correct() {
    check_examples(CLIENTS, 5);
}

/// Each heading of the lowest level is a method and has an example of its use.
#[test]
fn the_headings_are_the_served_methods() {
    let page = page();
    let sections = page.split("\n### ").skip(1);
    let mut found = BTreeSet::new();
    for section in sections {
        let (heading, text) = section
            .split_once('\n')
            .expect("a heading has text below it");
        let text = text.split("\n## ").next().unwrap_or_default();
        let call = format!("\"method\":\"{heading}\"");
        assert!(text.contains(&call), "{heading} has no example");
        assert!(
            found.insert(heading.to_owned()),
            "{heading} has two sections"
        );
    }
    assert_eq!(found, served());
}

/// The table of a method lists all of its params and no others.
#[test]
fn the_tables_name_every_param() {
    let page = page();
    let sections: BTreeMap<&str, &str> = page
        .split("\n### ")
        .skip(1)
        .filter_map(|section| section.split_once('\n'))
        .collect();
    for (method, params) in schemas::params_by_method() {
        let Some(section) = sections.get(method.as_str()) else {
            continue;
        };
        let section = section.split("\n## ").next().unwrap_or_default();
        let rows = section.lines().filter_map(|line| line.strip_prefix("| `"));
        let named: BTreeSet<String> = rows
            .filter_map(|row| row.split_once('`'))
            .map(|(name, _)| name.to_owned())
            .collect();
        assert_eq!(named, params, "{method}");
    }
}

#[test]
fn the_page_names_every_error_and_every_limit() {
    let page = page();
    for (code, _) in CODES {
        assert!(page.contains(&format!("\n| {code} |")), "{code} is missing");
    }
    let limits = Limits::default().by_name();
    let rows: BTreeMap<String, u64> = page
        .lines()
        .filter_map(|line| line.strip_prefix("| `limits.")?.split_once("` | "))
        .filter_map(|(name, rest)| Some((name.to_owned(), rest.split(' ').next()?.parse().ok()?)))
        .collect();
    assert_eq!(rows, limits, "every limit is listed with its default");
}

#[test]
fn the_page_for_clients_has_advice_for_every_error() {
    let page = read_page(CLIENTS);
    let rows = page.lines().filter_map(|line| line.strip_prefix("| "));
    let named: BTreeSet<&str> = rows
        .filter_map(|row| row.split(" |").next())
        .flat_map(|codes| codes.split(", "))
        .collect();
    for (code, _) in CODES {
        let code = code.to_string();
        assert!(named.contains(code.as_str()), "{code} is missing");
    }
}

#[test]
fn the_http_port_serves_health_metrics_and_tap_as_described() {
    let mut conversation = Conversation::start(Endpoint::WebSocket);
    let created = conversation.exchange(r#"{"jsonrpc":"2.0","id":1,"method":"session/create"}"#);
    assert_eq!(created.len(), 1);
    let daemon = conversation.daemon();
    let get = |path: &str| {
        let response = http(&daemon.http(), "GET", path, &[], b"");
        assert_eq!(response.status, 200, "{path}");
        response.body
    };
    let shown = read(r#"{"status":"ok","version":…}"#);
    let health: Value = serde_json::from_str(&get("/healthz")).expect("messages are JSON");
    assert_eq!(difference(&shown, &health, ""), None);
    let metrics = get("/metrics");
    for line in page().lines().filter(|line| line.starts_with("qbcoach_")) {
        let name = line.split(['{', ' ']).next().unwrap_or_default();
        let is_there = metrics.lines().any(|metric| metric.starts_with(name));
        assert!(is_there, "/metrics has no {name}");
    }
    let mut tap = Client::tap(daemon, "session=s1&topics=state");
    let first = tap.wait_for(|_| true);
    let shown = r#"{"sessionId":"s1","topic":"state","seq":0,"kind":"snapshot","data":{…}}"#;
    assert_eq!(difference(&read(shown), &first, ""), None);
    assert_eq!(
        first["data"]["you"].get("hand"),
        None,
        "the audience of a tap is a stream"
    );
}
