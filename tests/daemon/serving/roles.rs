//! Tokens and roles: every method, over every transport that requires a token.

use qbcoach_protocol::error::{INVALID_REQUEST, NOT_ALLOWED, UNKNOWN_SESSION};
use qbcoach_protocol::method::{METHODS, Role};
use serde_json::{Value, json};

use crate::client::{Client, Transport, http, open_websocket, request, result_of};
use crate::daemon::{CONTROL, STREAM, TestDaemon, VIEW};
use crate::serving::check::{check_error, refused};

const ROLES: [(Option<Role>, Option<&str>); 4] = [
    (None, None),
    (Some(Role::Stream), Some(STREAM)),
    (Some(Role::View), Some(VIEW)),
    (Some(Role::Control), Some(CONTROL)),
];

#[test]
fn each_method_requires_its_role_or_a_higher_one() {
    let daemon = TestDaemon::with_tokens("", &[]);
    // Viewers are refused the win chance unless the streamer shows it.
    let look = json!({ "look": { "winChance": true } });
    let shown = Client::connect(&daemon, Transport::Socket).ask("overlay/set", look);
    shown.expect("the look is accepted");
    for transport in Transport::GUARDED {
        for (role, token) in ROLES {
            for method in METHODS.iter().filter(|method| method.name != "initialize") {
                let about = format!("{} as {role:?} over {transport:?}", method.name);
                // Each request has its own connection: `shutdown` would end a shared one.
                let mut client = Client::with_token(&daemon, transport, token);
                let params = json!({ "sessionId": "s999999", "card": "001", "query": "x" });
                let result = client.ask(method.name, params);
                if let Err(refusal) = &result {
                    check_error(refusal, &about);
                }
                let code = result.as_ref().err().map(|refusal| refusal.code);
                let needs_connection = ["session/subscribe", "server/subscribe"];
                if needs_connection.contains(&method.name) && transport == Transport::Post {
                    assert_eq!(code, Some(INVALID_REQUEST.into()), "{about}");
                } else {
                    let allowed = method.role.is_none_or(|needed| role >= Some(needed));
                    assert_eq!(
                        code != Some(NOT_ALLOWED.into()),
                        allowed,
                        "{about}: {result:?}"
                    );
                }
            }
        }
    }
}

#[test]
fn the_unix_socket_gives_the_role_control_without_a_token() {
    let daemon = TestDaemon::with_tokens("", &[]);
    let info = Client::connect(&daemon, Transport::Socket).ask("server/info", json!({}));
    assert_eq!(info.expect("an answer")["role"], "control");
}

#[test]
fn a_token_may_be_in_initialize_in_a_header_or_in_the_url() {
    let daemon = TestDaemon::with_tokens("", &[]);
    let role = |client: &mut Client| {
        client
            .ask("server/info", json!({}))
            .expect("the token is accepted")["role"]
            .clone()
    };
    for (token, word) in [(CONTROL, "control"), (VIEW, "view"), (STREAM, "stream")] {
        for transport in [Transport::Tcp, Transport::WebSocket] {
            let mut client = Client::connect(&daemon, transport);
            refused(
                client.ask("server/info", json!({})),
                NOT_ALLOWED,
                "before the token",
            );
            client
                .ask("initialize", json!({ "token": token }))
                .expect("the token is accepted");
            assert_eq!(role(&mut client), word, "initialize over {transport:?}");
        }
        for transport in [Transport::WebSocket, Transport::Post] {
            let mut client = Client::with_token(&daemon, transport, Some(token));
            assert_eq!(role(&mut client), word, "the header over {transport:?}");
        }
        let path = format!("/?token={token}");
        let socket = open_websocket(&daemon, &path, &[]).expect("the WebSocket opens");
        assert_eq!(role(&mut Client::over_websocket(socket)), word, "the URL");
        let kind = [("Content-Type", "application/json")];
        let asked = request(1, "server/info", json!({}));
        let path = format!("/rpc?token={token}");
        let answer = http(&daemon.http(), "POST", &path, &kind, asked.as_bytes());
        let answer: Value = serde_json::from_str(&answer.body).expect("the body is JSON");
        assert_eq!(
            result_of(&answer).expect("the token is accepted")["role"],
            word,
            "the URL"
        );
    }
}

#[test]
fn a_wrong_token_is_refused_and_never_repeated() {
    let daemon = TestDaemon::with_tokens("", &[]);
    let wrong = format!("{CONTROL}-but-wrong");
    for transport in [Transport::Tcp, Transport::WebSocket, Transport::Post] {
        let mut client = Client::connect(&daemon, transport);
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
        let socket = open_websocket(&daemon, "/", &header);
        assert_eq!(socket.err(), Some(403), "{authorization}");
    }
    let path = format!("/?token={wrong}");
    assert_eq!(open_websocket(&daemon, &path, &[]).err(), Some(403));
}

#[test]
fn a_wrong_token_does_not_change_the_role() {
    let daemon = TestDaemon::with_tokens("", &[]);
    let mut client = Client::with_token(&daemon, Transport::Tcp, Some(VIEW));
    refused(
        client.ask("initialize", json!({ "token": "a-wrong-token-here" })),
        NOT_ALLOWED,
        "a wrong token",
    );
    let read = client.ask("session/get", json!(["s1"]));
    refused(read, UNKNOWN_SESSION, "reading is still allowed");
}

#[test]
fn the_tap_and_the_metrics_require_a_token_and_the_health_does_not() {
    let daemon = TestDaemon::with_tokens("", &[]);
    // Without a session the tap follows the newest match that is on air: a live one.
    Client::connect(&daemon, Transport::Socket)
        .ask("session/create", json!({ "mode": "live" }))
        .expect("a live match");
    let tap = |query: &str| open_websocket(&daemon, &format!("/tap{query}"), &[]).err();
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
