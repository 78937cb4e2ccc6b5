//! The same requests get the same answers from any daemon.

use qbcoach::simulation::chance::Chance;
use serde_json::{Value, json};

use crate::Table;
use crate::client::Client;
use crate::fighter::{Fighter, any_combat};

/// A request and the bytes that came for it.
type Said = (&'static str, Value, String);

fn ask(client: &mut Client, said: &mut Vec<Said>, method: &'static str, params: Value) {
    let answer = client.ask(method, &params).expect("it is answered");
    said.push((method, params, answer.to_string()));
}

/// Everything that can be asked of a combat, after each of its actions.
fn a_combat(client: &mut Client, number: u64) -> Vec<Said> {
    let mut chance = Chance::new(number, 730);
    let params = any_combat(&mut chance);
    let mut fighter = Fighter::begin(client, &params);
    let session = json!([fighter.session]);
    let mut said = vec![("session/create", params, String::new())];
    loop {
        let advice = json!({ "sessionId": fighter.session, "budget": { "nodes": 500 } });
        ask(client, &mut said, "session/get", session.clone());
        ask(client, &mut said, "match/actions", session.clone());
        ask(client, &mut said, "observation/get", session.clone());
        ask(client, &mut said, "prediction/threatMap", session.clone());
        if fighter.is_over() {
            break;
        }
        ask(client, &mut said, "coach/recommend", advice);
        let action = fighter.idea(client, &mut chance).expect("it goes on");
        let request = fighter.request(&action);
        ask(client, &mut said, "match/act", request);
        let now = client.ask("session/get", &session).expect("it is there");
        fighter.now = now;
    }
    for format in ["text", "jsonl"] {
        let params = json!({ "sessionId": fighter.session, "format": format });
        ask(client, &mut said, "session/export", params);
    }
    said
}

#[test]
fn the_same_script_gives_the_same_bytes_in_another_daemon() {
    let (mut first, mut second) = (Table::open(), Table::open());
    for number in 0..8 {
        for (method, params, expected) in a_combat(&mut first.client, number) {
            let answer = second.client.ask(method, &params).expect("it is answered");
            if method != "session/create" {
                assert_eq!(answer.to_string(), expected, "{method} {params}");
            }
        }
    }
}
