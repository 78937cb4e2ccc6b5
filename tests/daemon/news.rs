//! News of the daemon as a whole, at every door that lasts.

use qbcoach_protocol::error::{INVALID_PARAMS, INVALID_REQUEST};
use serde_json::{Value, json};

use crate::check::{STREAM, daemon, guarded_daemon, refused, simulated};
use crate::client::{Client, Way};
use crate::support::{Running, TempFolder};

fn follow(client: &mut Client, params: Value) -> String {
    let id = client.ask("server/subscribe", params).expect("it is one");
    id.as_str().expect("an id").to_owned()
}

/// The next update of this subscription: its topic and what it tells.
fn hear(client: &mut Client, subscription: &str) -> (String, Value) {
    let update = client.wait_for(|message| {
        let is_news = message["method"] == "server/update";
        is_news && message["params"]["subscription"] == subscription
    });
    let result = &update["params"]["result"];
    let topic = result["topic"].as_str().expect("a topic").to_owned();
    (topic, result["data"].clone())
}

#[track_caller]
fn check_roster(client: &mut Client, subscription: &str, newest: Option<&str>, sessions: u64) {
    let (topic, data) = hear(client, subscription);
    assert_eq!(topic, "sessions");
    assert_eq!(data, json!({ "newest": newest, "sessions": sessions }));
}

#[test]
fn sessions_that_come_are_closed_and_go_are_told_of() {
    for way in Way::LASTING {
        let (daemon, _folder) = daemon();
        let mut client = Client::connect(&daemon, way);
        let mut other = Client::connect(&daemon, Way::Socket);
        let sub = follow(&mut client, json!({ "topics": ["sessions"] }));
        check_roster(&mut client, &sub, None, 0);
        assert_eq!(simulated(&mut other), "s1");
        check_roster(&mut client, &sub, Some("s1"), 1);
        // By somebody else, by itself, and by an import.
        assert_eq!(simulated(&mut client), "s2");
        check_roster(&mut client, &sub, Some("s2"), 2);
        let export = json!({ "sessionId": "s1", "format": "text" });
        let export = other.ask("session/export", export).expect("an export");
        let content = json!({ "content": export["content"] });
        other.ask("session/import", content).expect("an import");
        check_roster(&mut client, &sub, Some("s3"), 3);
        for (method, session, newest, sessions) in [
            ("session/delete", "s1", Some("s3"), 2),
            ("session/close", "s3", Some("s3"), 2),
            ("session/delete", "s3", Some("s2"), 1),
            ("session/delete", "s2", None, 0),
        ] {
            other.ask(method, json!([session])).expect("it is there");
            check_roster(&mut client, &sub, newest, sessions);
        }
        // Numbers are never used again.
        assert_eq!(simulated(&mut other), "s4");
        check_roster(&mut client, &sub, Some("s4"), 1);
    }
}

#[test]
fn a_restart_finds_the_newest_that_is_left() {
    let folder = TempFolder::new();
    let running = Running::start(folder.path(), &[]);
    let mut client = Client::connect(&running, Way::Socket);
    for _ in 0..3 {
        simulated(&mut client);
    }
    client
        .ask("session/delete", json!(["s3"]))
        .expect("it is there");
    running.kill();
    let running = Running::start(folder.path(), &[]);
    let mut client = Client::connect(&running, Way::Socket);
    let sub = follow(&mut client, json!({}));
    check_roster(&mut client, &sub, Some("s2"), 2);
    // The tap without a session follows that one, too.
    let url = format!("{}/tap?topics=state", running.websocket());
    let socket = crate::client::web(&running.http(), crate::client::upgrade(&url, &[]));
    let mut tap = Client::over_web(socket.expect("the tap"));
    assert_eq!(tap.wait_for(|_| true)["sessionId"], "s2");
}

#[test]
fn the_look_is_told_whole_to_whoever_follows_it() {
    let (daemon, _folder) = daemon();
    for way in Way::LASTING {
        let mut client = Client::connect(&daemon, way);
        let mut other = Client::connect(&daemon, Way::Post);
        let sub = follow(&mut client, json!({ "topics": ["overlay"] }));
        let told = |client: &mut Client| {
            let (topic, data) = hear(client, &sub);
            assert_eq!(topic, "overlay");
            data
        };
        let now = other.ask("overlay/get", json!({})).expect("a look");
        assert_eq!(told(&mut client), now, "at once");
        for theme in ["night", "paper"] {
            let params = json!({ "look": { "theme": theme } });
            let now = other.ask("overlay/set", params).expect("it is set");
            assert_eq!(told(&mut client), now);
        }
        // Of sessions nothing is told: it would come before this answer.
        simulated(&mut client);
        let params = json!({ "look": { "theme": "last" } });
        client.ask("overlay/set", params).expect("it is set");
        assert_eq!(told(&mut client)["look"]["theme"], "last");
    }
}

#[test]
fn a_stream_may_follow_and_a_stranger_may_not() {
    let (daemon, _folder) = guarded_daemon("");
    for way in [Way::Tcp, Way::WebSocket] {
        let mut stream = Client::with_token(&daemon, way, Some(STREAM));
        let sub = follow(&mut stream, json!({}));
        assert_eq!(hear(&mut stream, &sub).0, "sessions");
        assert_eq!(hear(&mut stream, &sub).0, "overlay");
        let outcome = Client::connect(&daemon, way).ask("server/subscribe", json!({}));
        assert_eq!(outcome.expect_err("no token").code, 1009);
    }
}

#[test]
fn what_cannot_be_followed_is_refused() {
    let (daemon, _folder) = daemon();
    let mut client = Client::connect(&daemon, Way::Tcp);
    for (topics, field) in [
        (json!([]), "topics"),
        (json!(["weather"]), "topics[0]"),
        (json!("sessions"), "topics"),
    ] {
        let outcome = client.ask("server/subscribe", json!({ "topics": topics }));
        let refusal = refused(outcome, INVALID_PARAMS, &topics.to_string());
        assert_eq!(refusal.data["field"], field, "{topics}");
    }
    let outcome = Client::connect(&daemon, Way::Post).ask("server/subscribe", json!({}));
    refused(outcome, INVALID_REQUEST, "a POST does not last");
}

#[test]
fn a_subscription_ends_once_and_only_by_its_own_method() {
    let (daemon, _folder) = daemon();
    for way in Way::LASTING {
        let mut client = Client::connect(&daemon, way);
        let session = simulated(&mut client);
        let news = follow(&mut client, json!({ "topics": ["overlay", "overlay"] }));
        assert_eq!(hear(&mut client, &news).0, "overlay");
        let of_session = client.ask("session/subscribe", json!([session]));
        let of_session = of_session.expect("a subscription");
        let mut end = |method: &str, id: Value| client.ask(method, json!([id]));
        assert_eq!(end("session/unsubscribe", json!(news)), Ok(json!(false)));
        assert_eq!(end("server/unsubscribe", of_session), Ok(json!(false)));
        assert_eq!(end("server/unsubscribe", json!(news)), Ok(json!(true)));
        assert_eq!(end("server/unsubscribe", json!(news)), Ok(json!(false)));
        // Nothing more comes: it would be here before this answer.
        let params = json!({ "look": { "theme": "unseen" } });
        client.ask("overlay/set", params).expect("it is set");
        let again = follow(&mut client, json!({ "topics": ["overlay"] }));
        let next = client.wait_for(|message| message["method"] == "server/update");
        assert_eq!(next["params"]["subscription"], json!(again));
    }
}

/// Whoever does not read hears the last of it, and holds nobody up.
#[test]
fn many_changes_end_with_what_is_so() {
    let (daemon, _folder) = daemon();
    let mut client = Client::connect(&daemon, Way::Socket);
    let sub = follow(&mut client, json!({}));
    let mut other = Client::connect(&daemon, Way::Tcp);
    for number in 0..200 {
        let params = json!({ "look": { "theme": format!("number-{number}") } });
        other.ask("overlay/set", params).expect("it is set");
    }
    let mut last = String::new();
    while last != "number-199" {
        let (topic, data) = hear(&mut client, &sub);
        if topic == "overlay" {
            let theme = data["look"]["theme"].as_str().unwrap_or_default();
            let number = |theme: &str| theme.strip_prefix("number-")?.parse::<u32>().ok();
            assert!(number(theme) >= number(&last), "{theme} after {last}");
            theme.clone_into(&mut last);
        }
    }
}
