//! Clients that ask for a lot delay themselves, not the players and not each other.

use std::time::{Duration, Instant};

use qbcoach_protocol::error::CANCELLED;
use serde_json::{Value, json};

use crate::client::{Client, Transport};
use crate::daemon::{CONTROL, STREAM, TestDaemon};
use crate::serving::check::{advice_params, hard_to_coach, limited, session, set_hand};

const QUESTIONS: usize = 60;

/// A live match with an unknown deck, whose hand takes long to predict.
fn hard_to_predict(client: &mut Client) -> String {
    session(
        client,
        json!({ "mode": "live", "you": { "hand": ["001", "019", "007", "002", "021"] } }),
    )
}

/// Clients that have each sent sixty questions. The first answer has come to each.
fn flood(daemon: &TestDaemon, session: &str, clients: usize) -> Vec<Client> {
    let mut flooding: Vec<Client> = (0..clients)
        .map(|_| Client::with_token(daemon, Transport::WebSocket, STREAM))
        .collect();
    for client in &mut flooding {
        client.pipeline((0..QUESTIONS).map(|_| ("prediction/hand", json!([session]))));
    }
    for client in &mut flooding {
        client.try_receive().expect("an answer");
    }
    flooding
}

/// Cancels all questions and counts those that were still waiting.
fn cancel_all(client: &mut Client) -> usize {
    for id in 1..=QUESTIONS {
        client.notify("$/cancelRequest", json!({ "id": id }));
    }
    let answers = (1..QUESTIONS).map(|_| client.try_receive().expect("an answer"));
    let is_cancelled = |answer: &Value| answer["error"]["code"] == CANCELLED;
    answers.filter(is_cancelled).count()
}

#[test]
fn an_act_and_an_undo_do_not_wait_behind_the_questions_of_others() {
    let daemon = TestDaemon::with_tokens("", &[]);
    let mut player = Client::with_token(&daemon, Transport::WebSocket, CONTROL);
    let session = hard_to_predict(&mut player);
    let mut flooding = flood(&daemon, &session, 10);
    let mut times = Vec::new();
    for _ in 0..5 {
        let began = Instant::now();
        let acted = player.ask("match/act", set_hand(&session, &["001", "003"]));
        acted.expect("the action is accepted");
        times.push(began.elapsed());
        let began = Instant::now();
        let undone = player.ask("session/undo", json!([session]));
        undone.expect("the action is undone");
        times.push(began.elapsed());
    }
    // Other programs may use the machine, too, but not at every act.
    let best = times.iter().min().expect("ten times");
    assert!(*best < Duration::from_millis(100), "{times:?}");
    let waiting: usize = flooding.iter_mut().map(cancel_all).sum();
    assert!(
        waiting > QUESTIONS,
        "the acts waited for all questions but {waiting}"
    );
}

#[test]
fn a_question_does_not_wait_behind_all_questions_of_another_connection() {
    let daemon = TestDaemon::with_tokens("", &[]);
    let mut player = Client::with_token(&daemon, Transport::Socket, CONTROL);
    let session = hard_to_predict(&mut player);
    let mut flooding = flood(&daemon, &session, 1).remove(0);
    player
        .ask("prediction/hand", json!([session]))
        .expect("an answer");
    let waiting = cancel_all(&mut flooding);
    assert!(
        waiting > QUESTIONS / 2,
        "only {waiting} questions were still waiting"
    );
}

#[test]
fn a_long_search_does_not_keep_quick_questions_waiting() {
    let daemon = TestDaemon::start();
    let mut searching: Vec<(Client, u64)> = (0..3)
        .map(|_| {
            let mut client = Client::connect(&daemon, Transport::Tcp);
            let session = hard_to_coach(&mut client);
            let search = client.send_request("coach/recommend", advice_params(&session, "long"));
            (client, search)
        })
        .collect();
    // The first search has begun when it reports progress.
    searching[0]
        .0
        .wait_for(|message| message["method"] == "$/progress");
    let mut other = Client::connect(&daemon, Transport::Socket);
    let session = session(&mut other, json!({ "mode": "simulated", "seed": 7 }));
    for method in ["prediction/threatMap", "coach/evaluate"] {
        other.ask(method, json!([session])).expect("an answer");
    }
    let unfinished = searching.iter_mut().filter_map(|(client, search)| {
        client.notify("$/cancelRequest", json!({ "id": search }));
        client.answer(*search).err()
    });
    let codes: Vec<i64> = unfinished.map(|refusal| refusal.code).collect();
    assert!(
        codes.contains(&i64::from(CANCELLED)),
        "the searches were over: {codes:?}"
    );
}

#[test]
fn a_waiting_question_can_be_cancelled() {
    let daemon = TestDaemon::with_tokens("", &[]);
    let mut player = Client::with_token(&daemon, Transport::Socket, CONTROL);
    let session = hard_to_predict(&mut player);
    let mut client = Client::with_token(&daemon, Transport::WebSocket, STREAM);
    for _ in 0..QUESTIONS {
        client.send_request("prediction/hand", json!([session]));
    }
    client.notify("$/cancelRequest", json!({ "id": QUESTIONS }));
    let last = client
        .answer(QUESTIONS as u64)
        .expect_err("the question was cancelled");
    assert_eq!(last.code, i64::from(CANCELLED));
    // It did not wait for those before it: more than half of them are still waiting.
    assert!(
        client.unread().count() < QUESTIONS / 2,
        "{}",
        client.unread().count()
    );
}

#[test]
fn the_questions_of_all_connections_are_limited_and_each_connection_has_one() {
    let daemon = TestDaemon::with("[limits]\nreads = 4\n", &[]);
    let mut client = Client::connect(&daemon, Transport::Socket);
    let session = hard_to_coach(&mut client);
    let asked: Vec<u64> = (0..8)
        .map(|_| client.send_request("coach/recommend", advice_params(&session, "long")))
        .collect();
    for id in &asked[4..] {
        limited(client.answer(*id), "reads", 4);
    }
    // Nobody can use up the place of somebody who has not asked for anything yet.
    let mut other = Client::connect(&daemon, Transport::Tcp);
    other
        .ask("prediction/threatMap", json!([session]))
        .expect("an answer");
    for id in &asked[..4] {
        client.notify("$/cancelRequest", json!({ "id": id }));
    }
}
