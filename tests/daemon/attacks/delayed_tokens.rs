//! A token with a delay is bound to it at every method, not only in subscriptions.

use std::fs;
use std::time::{Duration, Instant};

use qbcoach_protocol::error::UNKNOWN_SESSION;
use serde_json::{Value, json};

use crate::client::{Client, Transport, http, open_websocket};
use crate::daemon::{CONTROL, TempFolder, TestDaemon};
use crate::serving::check::{refused, session, set_hand, text_of};

const DELAYED: &str = "a-token-with-a-delay";

/// A daemon with a token that has this delay. The folder holds the token file.
fn daemon(delay: &str) -> (TestDaemon, TempFolder) {
    let folder = TempFolder::new();
    let file = folder.path().join("tokens");
    let tokens = format!("control {CONTROL}\nstream delay={delay} {DELAYED}\n");
    fs::write(&file, tokens).expect("the file can be written");
    let daemon = TestDaemon::with("", &["--token-file", &text_of(&file)]);
    (daemon, folder)
}

fn delayed(daemon: &TestDaemon, transport: Transport) -> Client {
    Client::with_token(daemon, transport, DELAYED)
}

/// The methods about one session that the role `stream` may call.
const ABOUT_A_SESSION: [&str; 9] = [
    "session/get",
    "session/history",
    "session/subscribe",
    "observation/get",
    "prediction/decks",
    "prediction/hand",
    "prediction/threatMap",
    "coach/evaluate",
    "coach/result",
];

#[test]
fn a_session_that_is_younger_than_the_delay_does_not_exist() {
    let (daemon, _folder) = daemon("10m");
    let mut player = Client::connect(&daemon, Transport::Socket);
    let session = session(&mut player, json!({ "mode": "live" }));
    for transport in [Transport::Tcp, Transport::WebSocket] {
        let mut viewer = delayed(&daemon, transport);
        for method in ABOUT_A_SESSION {
            for params in [json!({}), json!({ "seq": 0 }), json!({ "delayMs": 0 })] {
                let mut params = params;
                params["sessionId"] = json!(session);
                refused(viewer.ask(method, params), UNKNOWN_SESSION, method);
            }
        }
        let listed = viewer.ask("session/list", json!({})).expect("an answer");
        assert_eq!(listed["sessions"], json!([]));
        let info = viewer.ask("server/info", json!({})).expect("an answer");
        assert_eq!(
            (&info["sessions"], &info["sessionsInMemory"]),
            (&json!(0), &json!(0))
        );
        viewer
            .ask("server/subscribe", json!({ "topics": ["sessions"] }))
            .expect("a subscription");
        let update = viewer.wait_for(|message| message["method"] == "server/update");
        let roster = json!({ "newest": null, "sessions": 0 });
        assert_eq!(update["params"]["result"]["data"], roster);
    }
    let bearer = format!("Bearer {DELAYED}");
    let token = [("Authorization", bearer.as_str())];
    let tap = open_websocket(&daemon, &format!("/tap?session={session}"), &token);
    assert_eq!(tap.err(), Some(404));
    let newest = open_websocket(&daemon, "/tap", &token);
    assert_eq!(newest.err(), Some(400));
    assert_eq!(
        http(&daemon.http(), "GET", "/metrics", &token, b"").status,
        403
    );
}

/// Every method shows the session as it was, at the earliest, this long ago.
#[test]
fn no_method_shows_an_event_before_its_delay_is_over() {
    const DELAY: Duration = Duration::from_millis(1500);
    const EVENTS: usize = 12;
    let (daemon, _folder) = daemon("1500ms");
    let mut player = Client::connect(&daemon, Transport::Socket);
    let mut sent = vec![Instant::now()];
    let session = session(&mut player, json!({ "mode": "live" }));
    let mut viewers: Vec<Client> = Transport::ALL
        .map(|transport| delayed(&daemon, transport))
        .into();
    let methods = ABOUT_A_SESSION
        .iter()
        .filter(|method| !method.contains("subscribe"));
    let methods: Vec<&&str> = methods.collect();
    let mut newest = 0;
    while newest < EVENTS {
        if sent.len() <= EVENTS {
            sent.push(Instant::now());
            let hand = [["001", "003"], ["005", "007"]][sent.len() % 2];
            let acted = player.ask("match/act", set_hand(&session, &hand));
            acted.expect("the action is accepted");
        }
        for viewer in &mut viewers {
            for method in &methods {
                let Ok(answer) = viewer.ask(method, json!([session])) else {
                    continue;
                };
                let seq = answer["seq"].as_u64().expect("a seq") as usize;
                let age = sent[seq].elapsed();
                assert!(age >= DELAY, "{method} showed {seq} after {age:?}");
                newest = newest.max(seq);
            }
            let listed = viewer.ask("session/list", json!({})).expect("an answer");
            for listed in listed["sessions"].as_array().expect("a list") {
                let seq = listed["seq"].as_u64().expect("a seq") as usize;
                assert!(sent[seq].elapsed() >= DELAY, "session/list showed {seq}");
            }
        }
    }
}

#[test]
fn a_subscription_cannot_ask_for_less() {
    const DELAY: Duration = Duration::from_millis(800);
    let (daemon, _folder) = daemon("800ms");
    let mut player = Client::connect(&daemon, Transport::Socket);
    let session = session(&mut player, json!({ "mode": "live" }));
    let mut viewer = delayed(&daemon, Transport::WebSocket);
    let params = json!({ "sessionId": session, "topics": ["state"], "delayMs": 0 });
    // Until its delay is over there is no session.
    let id = loop {
        if let Ok(id) = viewer.ask("session/subscribe", &params) {
            break id;
        }
    };
    let set = viewer.ask(
        "session/setDelay",
        json!({ "subscription": id, "delayMs": 0 }),
    );
    assert_eq!(set.expect("the delay is set")["delayMs"], 800);
    let bearer = format!("Bearer {DELAYED}");
    let path = format!("/tap?session={session}&topics=state&delayMs=0");
    let tap = open_websocket(&daemon, &path, &[("Authorization", &bearer)]);
    let mut tap = Client::over_websocket(tap.expect("the tap opens"));
    let sent = Instant::now();
    let acted = player.ask("match/act", set_hand(&session, &["001"]));
    acted.expect("the action is accepted");
    viewer.wait_for(|message| message["params"]["result"]["seq"] == 1);
    assert!(sent.elapsed() >= DELAY, "{:?}", sent.elapsed());
    tap.wait_for(|update: &Value| update["seq"] == 1);
    assert!(sent.elapsed() >= DELAY, "{:?}", sent.elapsed());
}

/// Viewers must not read in a poll what they do not see yet.
#[test]
fn a_poll_is_told_as_late_as_the_match() {
    let (daemon, _folder) = daemon("10m");
    let mut player = Client::connect(&daemon, Transport::Socket);
    let session = session(&mut player, json!({ "mode": "live" }));
    player.ask("poll/open", json!([session])).expect("a poll");
    let mut viewer = delayed(&daemon, Transport::WebSocket);
    let none = json!({ "poll": null });
    assert_eq!(viewer.ask("poll/get", json!({})), Ok(none.clone()));
    let topics = json!({ "topics": ["poll"] });
    viewer.ask("server/subscribe", topics).expect("an id");
    let told = viewer.wait_for(|message| message["method"] == "server/update");
    assert_eq!(told["params"]["result"]["data"], none);
}
