//! Two daemons answer the same requests with the same bytes.

use qbcoach_basics::chance::Chance;
use serde_json::{Value, json};

use crate::client::{Client, Transport};
use crate::combats::fighter::{Fighter, any_combat};
use crate::daemon::TestDaemon;

/// A method, its params, and the text of the answer.
type Exchange = (&'static str, Value, String);

fn ask(client: &mut Client, exchanges: &mut Vec<Exchange>, method: &'static str, params: Value) {
    let answer = client.ask(method, &params).expect("an answer");
    exchanges.push((method, params, answer.to_string()));
}

/// Plays a combat and asks everything about it after each action.
fn play_combat(client: &mut Client, number: u64) -> Vec<Exchange> {
    let mut chance = Chance::new(number, 730);
    let params = any_combat(&mut chance);
    let mut fighter = Fighter::begin(client, &params);
    let session = json!([fighter.session]);
    let mut exchanges = vec![("session/create", params, String::new())];
    loop {
        let advice = json!({ "sessionId": fighter.session, "budget": { "nodes": 500 } });
        ask(client, &mut exchanges, "session/get", session.clone());
        ask(client, &mut exchanges, "match/actions", session.clone());
        ask(client, &mut exchanges, "observation/get", session.clone());
        ask(
            client,
            &mut exchanges,
            "prediction/threatMap",
            session.clone(),
        );
        if fighter.is_over() {
            break;
        }
        ask(client, &mut exchanges, "coach/recommend", advice);
        let action = fighter
            .random_action(client, &mut chance)
            .expect("the combat is not over");
        let request = fighter.request(&action);
        ask(client, &mut exchanges, "match/act", request);
        let now = client.ask("session/get", &session).expect("the session");
        fighter.now = now;
    }
    for format in ["text", "jsonl"] {
        let params = json!({ "sessionId": fighter.session, "format": format });
        ask(client, &mut exchanges, "session/export", params);
    }
    exchanges
}

#[test]
fn the_same_requests_get_the_same_bytes_from_another_daemon() {
    let (first, second) = (TestDaemon::start(), TestDaemon::start());
    let mut first = Client::connect(&first, Transport::Socket);
    let mut second = Client::connect(&second, Transport::Socket);
    for number in 0..8 {
        for (method, params, expected) in play_combat(&mut first, number) {
            let answer = second.ask(method, &params).expect("an answer");
            if method != "session/create" {
                assert_eq!(answer.to_string(), expected, "{method} {params}");
            }
        }
    }
}
