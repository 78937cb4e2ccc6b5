//! The pages for client authors say what is so: examples are run, the protocol's
//! headings are the methods, its tables list every code and every limit.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use qbcoach::daemon::settings::Limits;
use qbcoach_protocol::error::CODES;
use serde_json::Value;

use crate::conversation::Conversation;
use crate::documents::served;
use crate::doors::{Door, get, websocket};
use crate::pattern::{difference, read};
use crate::{root, schemas};

const PROTOCOL: &str = "protocol/README.md";
const CLIENTS: &str = "clients/README.md";

fn read_page(path: &str) -> String {
    fs::read_to_string(root().join(path)).expect("the page is there")
}

fn page() -> String {
    read_page(PROTOCOL)
}

/// A message of an example; a long one goes on in the lines below it.
#[derive(Debug)]
enum Message {
    Said(String),
    Heard(String),
}

struct Example {
    page: &'static str,
    line: usize,
    /// Whether it needs a daemon of its own; the others are one conversation, from
    /// the top of the page to its end.
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
        if let Some(said) = text.strip_prefix("--> ") {
            example.messages.push(Message::Said(said.to_owned()));
        } else if let Some(heard) = text.strip_prefix("<-- ") {
            example.messages.push(Message::Heard(heard.to_owned()));
        } else if let Some(Message::Said(last) | Message::Heard(last)) = example.messages.last_mut()
        {
            last.push_str(text.trim());
        }
    }
    found
}

/// Says what an example says and compares what comes back, one by one.
fn run(conversation: &mut Conversation, example: &Example) {
    let mut heard = Vec::new().into_iter();
    let at = |what: &str| {
        format!(
            "{}, the example of line {}: {what}",
            example.page, example.line
        )
    };
    for message in &example.messages {
        match message {
            Message::Said(said) => {
                assert_eq!(
                    heard.next(),
                    None,
                    "{}",
                    at("more comes back than is shown")
                );
                heard = conversation.say(said).into_iter();
            }
            Message::Heard(shown) => {
                let found: String = heard.next().unwrap_or_else(|| panic!("{}", at(shown)));
                let found: Value = serde_json::from_str(&found).expect("JSON");
                let different = difference(&read(shown), &found, "");
                assert_eq!(different, None, "{}", at("it is not as shown"));
            }
        }
    }
    assert_eq!(
        heard.next(),
        None,
        "{}",
        at("more comes back than is shown")
    );
}

fn check_examples(page: &'static str, fewest: usize) {
    let examples = examples(page);
    assert!(examples.len() >= fewest, "{page} has examples");
    let mut conversation = Conversation::start(Door::Tcp);
    for example in &examples {
        match example.alone {
            true => run(&mut Conversation::start(Door::StdioLines), example),
            false => run(&mut conversation, example),
        }
    }
}

#[test]
fn every_example_of_the_protocol_does_what_it_shows() {
    check_examples(PROTOCOL, 30);
}

#[test]
fn every_example_for_writing_a_client_does_what_it_shows() {
    check_examples(CLIENTS, 5);
}

/// The headings of the lowest level are methods, each with an example of it.
#[test]
fn the_headings_are_the_served_methods() {
    let page = page();
    let sections = page.split("\n### ").skip(1);
    let mut found = BTreeSet::new();
    for section in sections {
        let (heading, text) = section.split_once('\n').expect("a heading has a text");
        let text = text.split("\n## ").next().unwrap_or_default();
        let call = format!("\"method\":\"{heading}\"");
        assert!(text.contains(&call), "{heading} is shown at work");
        assert!(
            found.insert(heading.to_owned()),
            "{heading} stands there twice"
        );
    }
    assert_eq!(found, served());
}

/// A method's table has its params: all of them and no others.
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
        assert!(
            page.contains(&format!("\n| {code} |")),
            "{code} is left out"
        );
    }
    let limits = Limits::default().by_name();
    let rows: BTreeMap<String, u64> = page
        .lines()
        .filter_map(|line| line.strip_prefix("| `limits.")?.split_once("` | "))
        .filter_map(|(name, rest)| Some((name.to_owned(), rest.split(' ').next()?.parse().ok()?)))
        .collect();
    assert_eq!(rows, limits, "every limit stands there with its default");
}

#[test]
fn clients_are_told_what_to_do_for_every_error() {
    let page = read_page(CLIENTS);
    let rows = page.lines().filter_map(|line| line.strip_prefix("| "));
    let named: BTreeSet<&str> = rows
        .filter_map(|row| row.split(" |").next())
        .flat_map(|codes| codes.split(", "))
        .collect();
    for (code, _) in CODES {
        let code = code.to_string();
        assert!(named.contains(code.as_str()), "{code} is left out");
    }
}

#[test]
fn the_port_has_what_the_page_says() {
    let mut conversation = Conversation::start(Door::WebSocket);
    let created = conversation.say(r#"{"jsonrpc":"2.0","id":1,"method":"session/create"}"#);
    assert_eq!(created.len(), 1);
    let daemon = conversation.client().daemon();
    let (status, health) = get(&daemon.http(), "/healthz");
    assert_eq!(status, 200);
    let shown = read(r#"{"status":"ok","version":…}"#);
    let health: Value = serde_json::from_str(&health).expect("JSON");
    assert_eq!(difference(&shown, &health, ""), None);
    let (status, metrics) = get(&daemon.http(), "/metrics");
    assert_eq!(status, 200);
    for line in page().lines().filter(|line| line.starts_with("qbcoach_")) {
        let name = line.split(['{', ' ']).next().unwrap_or_default();
        let is_there = metrics.lines().any(|metric| metric.starts_with(name));
        assert!(is_there, "/metrics has no {name}");
    }
    let mut tap = websocket(daemon, "/tap?session=s1&topics=state");
    let first = tap
        .read()
        .expect("the tap tells")
        .into_text()
        .expect("text");
    let first: Value = serde_json::from_str(&first).expect("JSON");
    let shown = r#"{"sessionId":"s1","topic":"state","seq":0,"kind":"snapshot","data":{…}}"#;
    assert_eq!(difference(&read(shown), &first, ""), None);
    assert_eq!(first["data"]["you"].get("hand"), None, "a tap is a stream");
}
