//! Subscriptions to the daemon as a whole: its list of sessions and the look of the
//! overlays.

use qbcoach_protocol::error::{INVALID_PARAMS, INVALID_REQUEST};
use serde_json::{Value, json};

use crate::client::{Client, Transport};
use crate::daemon::{CONTROL, STREAM, TestDaemon};
use crate::serving::check::{refused, session, simulated};

fn live(client: &mut Client) -> String {
    session(client, json!({ "mode": "live" }))
}

fn subscribe(client: &mut Client, params: Value) -> String {
    let id = client
        .ask("server/subscribe", params)
        .expect("a subscription");
    id.as_str().expect("an id").to_owned()
}

/// The topic and data of the next update of this subscription.
fn next_update(client: &mut Client, subscription: &str) -> (String, Value) {
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
    let (topic, data) = next_update(client, subscription);
    assert_eq!(topic, "sessions");
    assert_eq!(data, json!({ "newest": newest, "sessions": sessions }));
}

#[test]
fn creating_closing_and_deleting_sessions_sends_updates() {
    for transport in Transport::LASTING {
        let daemon = TestDaemon::start();
        let mut client = Client::connect(&daemon, transport);
        let mut other = Client::connect(&daemon, Transport::Socket);
        let sub = subscribe(&mut client, json!({ "topics": ["sessions"] }));
        check_roster(&mut client, &sub, None, 0);
        assert_eq!(live(&mut other), "s1");
        check_roster(&mut client, &sub, Some("s1"), 1);
        // Sessions created by another client, by the subscriber, and by an import.
        assert_eq!(live(&mut client), "s2");
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
            other
                .ask(method, json!([session]))
                .expect("the session exists");
            check_roster(&mut client, &sub, newest, sessions);
        }
        // Ids are never reused.
        assert_eq!(live(&mut other), "s4");
        check_roster(&mut client, &sub, Some("s4"), 1);
    }
}

#[test]
fn only_a_live_match_or_a_combat_goes_on_air_by_itself_also_after_a_restart() {
    let mut daemon = TestDaemon::start();
    let mut client = Client::connect(&daemon, Transport::Socket);
    let played = live(&mut client);
    let pass = json!({ "sessionId": played, "action": { "type": "pass" } });
    client.ask("match/act", pass).expect("a pass is legal");
    let export = json!({ "sessionId": played, "format": "text" });
    let export = client.ask("session/export", export).expect("an export");
    let content = json!({ "content": export["content"] });
    client.ask("session/import", content).expect("an import");
    let analysis = json!({ "mode": "analysis" });
    client.ask("session/create", analysis).expect("an analysis");
    simulated(&mut client);
    let sub = subscribe(&mut client, json!({ "topics": ["sessions"] }));
    check_roster(&mut client, &sub, Some("s1"), 4);
    daemon.kill();
    daemon.restart();
    let mut client = Client::connect(&daemon, Transport::Socket);
    let sub = subscribe(&mut client, json!({ "topics": ["sessions"] }));
    check_roster(&mut client, &sub, Some("s1"), 4);
    let combat = json!({ "game": "mage-knight", "setup": { "enemies": ["prowlers"] } });
    assert_eq!(session(&mut client, combat), "s5");
    check_roster(&mut client, &sub, Some("s5"), 5);
}

#[test]
fn a_poll_is_sent_to_subscribers_and_ends_with_its_moment() {
    let daemon = TestDaemon::with_tokens("", &[]);
    let mut player = Client::with_token(&daemon, Transport::Tcp, Some(CONTROL));
    let mut stream = Client::with_token(&daemon, Transport::WebSocket, Some(STREAM));
    let sub = subscribe(&mut stream, json!({ "topics": ["poll"] }));
    assert_eq!(next_update(&mut stream, &sub).1, json!({ "poll": null }));
    let hand = json!({ "mode": "live", "you": { "hand": ["001", "002", "007", "019", "021"] } });
    let session_id = session(&mut player, hand);
    let opened = player
        .ask("poll/open", json!([session_id]))
        .expect("a poll");
    assert_eq!(next_update(&mut stream, &sub).1, opened);
    // Nothing of the hand is in it.
    let options = opened["poll"]["options"].as_array().expect("options");
    assert!(
        options.iter().all(|option| option["card"].is_null()),
        "{options:?}"
    );
    let vote = |option: u32, voter: &str| json!({ "option": option, "voter": voter });
    for (voter, option, votes) in [("tifa", 1, 1), ("barret", 2, 2), ("tifa", 2, 2)] {
        let now = player
            .ask("poll/vote", vote(option, voter))
            .expect("a vote");
        assert_eq!(now["poll"]["votes"], votes);
    }
    // Viewers read, and do not vote for others.
    let refusal = stream
        .ask("poll/vote", vote(1, "me"))
        .expect_err("a reader");
    assert_eq!(refusal.code, 1009);
    // Once the match goes on, the poll is over.
    let pass = json!({ "sessionId": session_id, "action": { "type": "pass" } });
    player.ask("match/act", pass).expect("a pass is legal");
    let refusal = player
        .ask("poll/vote", vote(1, "yuffie"))
        .expect_err("too late");
    assert_eq!(refusal.code, 1003);
    let refusal = player
        .ask("poll/open", json!([session_id]))
        .expect_err("not your turn");
    assert_eq!(refusal.code, 1003);
    let kept = player.ask("poll/get", json!({})).expect("the poll");
    assert_eq!(
        (&kept["poll"]["open"], &kept["poll"]["votes"]),
        (&json!(false), &json!(2))
    );
}

#[test]
fn after_a_restart_the_newest_session_that_is_left_is_the_newest() {
    let mut daemon = TestDaemon::start();
    let mut client = Client::connect(&daemon, Transport::Socket);
    for _ in 0..3 {
        live(&mut client);
    }
    client
        .ask("session/delete", json!(["s3"]))
        .expect("the session exists");
    daemon.kill();
    daemon.restart();
    let mut client = Client::connect(&daemon, Transport::Socket);
    let sub = subscribe(&mut client, json!({}));
    check_roster(&mut client, &sub, Some("s2"), 2);
    // A tap without a session follows the same session.
    let mut tap = Client::tap(&daemon, "topics=state");
    assert_eq!(tap.wait_for(|_| true)["sessionId"], "s2");
}

#[test]
fn every_update_of_the_look_is_complete() {
    let daemon = TestDaemon::start();
    for transport in Transport::LASTING {
        let mut client = Client::connect(&daemon, transport);
        let mut other = Client::connect(&daemon, Transport::Post);
        let sub = subscribe(&mut client, json!({ "topics": ["overlay"] }));
        let next_look = |client: &mut Client| {
            let (topic, data) = next_update(client, &sub);
            assert_eq!(topic, "overlay");
            data
        };
        let now = other.ask("overlay/get", json!({})).expect("a look");
        assert_eq!(next_look(&mut client), now, "at once");
        for theme in ["night", "paper"] {
            let params = json!({ "look": { "theme": theme } });
            let now = other.ask("overlay/set", params).expect("the look is set");
            assert_eq!(next_look(&mut client), now);
        }
        // An update about sessions would come before this answer.
        simulated(&mut client);
        let params = json!({ "look": { "theme": "last" } });
        client.ask("overlay/set", params).expect("the look is set");
        assert_eq!(next_look(&mut client)["look"]["theme"], "last");
    }
}

#[test]
fn a_stream_may_subscribe_and_a_client_without_token_may_not() {
    let daemon = TestDaemon::with_tokens("", &[]);
    for transport in [Transport::Tcp, Transport::WebSocket] {
        let mut stream = Client::with_token(&daemon, transport, Some(STREAM));
        let sub = subscribe(&mut stream, json!({}));
        assert_eq!(next_update(&mut stream, &sub).0, "sessions");
        assert_eq!(next_update(&mut stream, &sub).0, "overlay");
        assert_eq!(next_update(&mut stream, &sub).0, "poll");
        let result = Client::connect(&daemon, transport).ask("server/subscribe", json!({}));
        assert_eq!(result.expect_err("no token").code, 1009);
    }
}

#[test]
fn invalid_subscriptions_are_refused() {
    let daemon = TestDaemon::start();
    let mut client = Client::connect(&daemon, Transport::Tcp);
    for (topics, field) in [
        (json!([]), "topics"),
        (json!(["weather"]), "topics[0]"),
        (json!("sessions"), "topics"),
    ] {
        let result = client.ask("server/subscribe", json!({ "topics": topics }));
        let refusal = refused(result, INVALID_PARAMS, &topics.to_string());
        assert_eq!(refusal.data["field"], field, "{topics}");
    }
    let result = Client::connect(&daemon, Transport::Post).ask("server/subscribe", json!({}));
    refused(result, INVALID_REQUEST, "a POST has no lasting connection");
}

#[test]
fn a_subscription_ends_once_and_only_by_its_own_method() {
    let daemon = TestDaemon::start();
    for transport in Transport::LASTING {
        let mut client = Client::connect(&daemon, transport);
        let session = simulated(&mut client);
        let news = subscribe(&mut client, json!({ "topics": ["overlay", "overlay"] }));
        assert_eq!(next_update(&mut client, &news).0, "overlay");
        let of_session = client.ask("session/subscribe", json!([session]));
        let of_session = of_session.expect("a subscription");
        let mut end = |method: &str, id: Value| client.ask(method, json!([id]));
        assert_eq!(end("session/unsubscribe", json!(news)), Ok(json!(false)));
        assert_eq!(end("server/unsubscribe", of_session), Ok(json!(false)));
        assert_eq!(end("server/unsubscribe", json!(news)), Ok(json!(true)));
        assert_eq!(end("server/unsubscribe", json!(news)), Ok(json!(false)));
        // An update of the ended subscription would come before this answer.
        let params = json!({ "look": { "theme": "unseen" } });
        client.ask("overlay/set", params).expect("the look is set");
        let again = subscribe(&mut client, json!({ "topics": ["overlay"] }));
        let next = client.wait_for(|message| message["method"] == "server/update");
        assert_eq!(next["params"]["subscription"], json!(again));
    }
}

/// A subscriber that reads late gets the last state.
#[test]
fn after_many_changes_the_last_update_is_the_current_state() {
    let daemon = TestDaemon::start();
    let mut client = Client::connect(&daemon, Transport::Socket);
    let sub = subscribe(&mut client, json!({}));
    let mut other = Client::connect(&daemon, Transport::Tcp);
    for number in 0..200 {
        let params = json!({ "look": { "theme": format!("number-{number}") } });
        other.ask("overlay/set", params).expect("the look is set");
    }
    let mut last = String::new();
    while last != "number-199" {
        let (topic, data) = next_update(&mut client, &sub);
        if topic == "overlay" {
            let theme = data["look"]["theme"].as_str().unwrap_or_default();
            let number = |theme: &str| theme.strip_prefix("number-")?.parse::<u32>().ok();
            assert!(number(theme) >= number(&last), "{theme} after {last}");
            theme.clone_into(&mut last);
        }
    }
}
