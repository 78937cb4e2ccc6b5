//! Tokens and roles: every method, at every door that asks.

use qbcoach_protocol::error::{INVALID_REQUEST, NOT_ALLOWED, UNKNOWN_SESSION};
use qbcoach_protocol::method::{METHODS, Role};
use serde_json::{Value, json};

use crate::check::{CONTROL, STREAM, VIEW, guarded_daemon, refused, simulated, well_formed};
use crate::client::{Client, Way, http, outcome, request, upgrade, web};

const WHO: [(Option<Role>, Option<&str>); 4] = [
    (None, None),
    (Some(Role::Stream), Some(STREAM)),
    (Some(Role::View), Some(VIEW)),
    (Some(Role::Control), Some(CONTROL)),
];

#[test]
fn each_method_is_for_its_role_and_those_above_at_every_door() {
    let (daemon, _folder) = guarded_daemon("");
    for way in Way::GUARDED {
        for (role, token) in WHO {
            for method in METHODS.iter().filter(|method| method.name != "initialize") {
                let about = format!("{} as {role:?} at {way:?}", method.name);
                // A connection each: `shutdown` would end a shared one.
                let mut client = Client::with_token(&daemon, way, token);
                let params = json!({ "sessionId": "s999999", "card": "001", "query": "x" });
                let outcome = client.ask(method.name, params);
                if let Err(refusal) = &outcome {
                    well_formed(refusal, &about);
                }
                let code = outcome.as_ref().err().map(|refusal| refusal.code);
                let lasts = ["session/subscribe", "server/subscribe"];
                if lasts.contains(&method.name) && way == Way::Post {
                    assert_eq!(code, Some(INVALID_REQUEST.into()), "{about}");
                } else {
                    let allowed = method.role.is_none_or(|needed| role >= Some(needed));
                    assert_eq!(
                        code != Some(NOT_ALLOWED.into()),
                        allowed,
                        "{about}: {outcome:?}"
                    );
                }
            }
        }
    }
}

#[test]
fn the_owner_of_the_socket_needs_no_token() {
    let (daemon, _folder) = guarded_daemon("");
    let info = Client::connect(&daemon, Way::Socket).ask("server/info", json!({}));
    assert_eq!(info.expect("an answer")["role"], "control");
}

#[test]
fn a_token_may_come_in_initialize_in_the_header_or_in_the_address() {
    let (daemon, _folder) = guarded_daemon("");
    let role = |client: &mut Client| {
        client.ask("server/info", json!({})).expect("it is let in")["role"].clone()
    };
    for (token, word) in [(CONTROL, "control"), (VIEW, "view"), (STREAM, "stream")] {
        for way in [Way::Tcp, Way::WebSocket] {
            let mut client = Client::connect(&daemon, way);
            refused(
                client.ask("server/info", json!({})),
                NOT_ALLOWED,
                "before the token",
            );
            client
                .ask("initialize", json!({ "token": token }))
                .expect("a greeting");
            assert_eq!(role(&mut client), word, "initialize at {way:?}");
        }
        for way in [Way::WebSocket, Way::Post] {
            let mut client = Client::with_token(&daemon, way, Some(token));
            assert_eq!(role(&mut client), word, "the header at {way:?}");
        }
        let url = format!("{}/?token={token}", daemon.websocket());
        let socket = web(&daemon.http(), upgrade(&url, &[])).expect("it opens");
        assert_eq!(role(&mut Client::over_web(socket)), word, "the address");
        let kind = [("Content-Type".to_owned(), "application/json".to_owned())];
        let asked = request(1, "server/info", json!({}));
        let path = format!("/rpc?token={token}");
        let answer = http(&daemon.http(), "POST", &path, &kind, asked.as_bytes());
        let answer: Value = serde_json::from_str(&answer.body).expect("JSON");
        assert_eq!(
            outcome(&answer).expect("it is let in")["role"],
            word,
            "the address"
        );
    }
}

#[test]
fn a_wrong_token_is_refused_and_never_repeated() {
    let (daemon, _folder) = guarded_daemon("");
    let wrong = format!("{CONTROL}-but-wrong");
    for way in [Way::Tcp, Way::WebSocket, Way::Post] {
        let mut client = Client::connect(&daemon, way);
        let refusal = refused(
            client.ask("initialize", json!({ "token": wrong })),
            NOT_ALLOWED,
            "a wrong token",
        );
        assert!(!format!("{refusal:?}").contains(CONTROL), "{refusal:?}");
        refused(
            client.ask("session/list", json!({})),
            NOT_ALLOWED,
            "after a wrong token",
        );
    }
    for authorization in [
        format!("Bearer {wrong}"),
        format!("Basic {CONTROL}"),
        CONTROL.to_owned(),
        "Bearer ".to_owned(),
    ] {
        let header = [("Authorization", authorization.as_str())];
        let socket = web(&daemon.http(), upgrade(&daemon.websocket(), &header));
        assert_eq!(socket.err(), Some(403), "{authorization}");
    }
    let url = format!("{}/?token={wrong}", daemon.websocket());
    assert_eq!(web(&daemon.http(), upgrade(&url, &[])).err(), Some(403));
}

#[test]
fn a_wrong_token_takes_nothing_from_one_that_was_right() {
    let (daemon, _folder) = guarded_daemon("");
    let mut client = Client::with_token(&daemon, Way::Tcp, Some(VIEW));
    refused(
        client.ask("initialize", json!({ "token": "a-wrong-token-here" })),
        NOT_ALLOWED,
        "a wrong token",
    );
    let read = client.ask("session/get", json!(["s1"]));
    refused(read, UNKNOWN_SESSION, "reading is allowed still");
}

#[test]
fn the_tap_and_the_metrics_ask_for_a_token_and_the_health_does_not() {
    let (daemon, _folder) = guarded_daemon("");
    simulated(&mut Client::connect(&daemon, Way::Socket));
    let tap = |query: &str| {
        web(
            &daemon.http(),
            upgrade(&format!("{}/tap{query}", daemon.websocket()), &[]),
        )
        .err()
    };
    assert_eq!(tap(""), Some(403));
    assert_eq!(tap(&format!("?token={STREAM}")), None);
    assert_eq!(tap(&format!("?token={STREAM}&audience=player")), Some(403));
    assert_eq!(tap(&format!("?token={VIEW}&audience=player")), None);
    assert_eq!(tap(&format!("?token={VIEW}&session=s999")), Some(404));
    let get = |path: &str| http(&daemon.http(), "GET", path, &[], b"").status;
    assert_eq!(get("/metrics"), 403);
    assert_eq!(get(&format!("/metrics?token={STREAM}")), 200);
    assert_eq!(get("/healthz"), 200);
}
