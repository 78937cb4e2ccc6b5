//! Pages from elsewhere stay outside, whatever they call themselves.

use serde_json::{Value, json};

use crate::check::{CONTROL, daemon, daemon_with, guarded_daemon, simulated};
use crate::client::{
    Client, Framing, HttpAnswer, Way, bytes, http, outcome, request, upgrade, web,
};
use crate::support::Running;

const LIST: &str = r#"{"jsonrpc":"2.0","id":1,"method":"session/list"}"#;

/// The statuses with which a POST and a WebSocket of this page are met.
fn met(daemon: &Running, headers: &[(&str, &str)]) -> (u16, u16) {
    let upgraded = web(&daemon.http(), upgrade(&daemon.websocket(), headers));
    (post(daemon, headers).status, upgraded.err().unwrap_or(101))
}

fn post(daemon: &Running, headers: &[(&str, &str)]) -> HttpAnswer {
    let mut headers: Vec<(String, String)> = headers
        .iter()
        .map(|(name, value)| ((*name).to_owned(), (*value).to_owned()))
        .collect();
    if !headers.iter().any(|(name, _)| name == "Content-Type") {
        headers.push(("Content-Type".to_owned(), "application/json".to_owned()));
    }
    http(&daemon.http(), "POST", "/rpc", &headers, LIST.as_bytes())
}

const WELCOME: (u16, u16) = (200, 101);
const REFUSED: (u16, u16) = (403, 403);

#[test]
fn pages_of_the_daemon_itself_are_let_in() {
    let (daemon, _folder) = daemon();
    let address = daemon.http();
    let port = address.rsplit(':').next().expect("a port");
    let local = format!("localhost:{port}");
    assert_eq!(met(&daemon, &[]), WELCOME, "a program has no origin");
    assert_eq!(
        met(&daemon, &[("Origin", &format!("http://{address}"))]),
        WELCOME
    );
    let named = format!("http://{local}");
    assert_eq!(
        met(&daemon, &[("Host", &local), ("Origin", &named)]),
        WELCOME
    );
    let loud = named.to_uppercase().replace("HTTP", "http");
    assert_eq!(
        met(&daemon, &[("Host", &local), ("Origin", &loud)]),
        WELCOME
    );
}

#[test]
fn pages_from_elsewhere_are_refused() {
    let (daemon, _folder) = daemon();
    let address = daemon.http();
    let port = address.rsplit(':').next().expect("a port");
    let origins = [
        "http://evil.example".to_owned(),
        format!("http://evil.example:{port}"),
        // What begins or ends like ours.
        format!("http://{address}.evil.example"),
        format!("http://{address}0"),
        format!("http://127.0.0.1.evil.example:{port}"),
        format!("http://evil-{address}"),
        // What hides another host behind ours.
        format!("http://{address}@evil.example"),
        format!("http://evil.example@{address}"),
        format!("http://user:word@{address}"),
        format!("http://{address}/evil"),
        format!("http://{address}?evil"),
        // The right host at another port, or by another name than was asked for.
        "http://127.0.0.1".to_owned(),
        "http://127.0.0.1:1".to_owned(),
        format!("http://localhost:{port}"),
        format!("http://[::1]:{port}"),
        // No page of the web at all.
        format!("ftp://{address}"),
        "file://".to_owned(),
        "null".to_owned(),
        address.clone(),
        String::new(),
        "*".to_owned(),
    ];
    for origin in &origins {
        assert_eq!(met(&daemon, &[("Origin", origin)]), REFUSED, "`{origin}`");
    }
    let tap = upgrade(
        &format!("{}/tap", daemon.websocket()),
        &[("Origin", &origins[0])],
    );
    assert_eq!(web(&address, tap).err(), Some(403), "the tap");
    for path in [
        "/",
        "/overlay",
        "/web/desk.html",
        "/rpc",
        "/metrics",
        "/healthz",
    ] {
        let origin = ("Origin".to_owned(), origins[0].clone());
        assert_eq!(
            http(&address, "GET", path, &[origin], b"").status,
            403,
            "{path}"
        );
    }
}

#[test]
fn a_refusal_says_what_to_do() {
    let (daemon, _folder) = daemon();
    let answer = post(&daemon, &[("Origin", "http://evil.example")]);
    let answer: Value = serde_json::from_str(&answer.body).expect("JSON");
    let refusal = outcome(&answer).expect_err("it is refused");
    assert_eq!(refusal.code, 1009);
    assert!(
        refusal.data["hint"]
            .as_str()
            .is_some_and(|hint| hint.contains("allowedOrigins"))
    );
}

#[test]
fn names_that_others_gave_this_machine_are_refused() {
    let (daemon, _folder) = daemon();
    for host in [
        "evil.example",
        "localhost.evil.example",
        "127.0.0.1.evil.example:80",
        "evil@localhost",
        "",
        "a b",
    ] {
        let origin = format!("http://{host}");
        assert_eq!(post(&daemon, &[("Host", host)]).status / 100, 4, "`{host}`");
        assert_eq!(
            post(&daemon, &[("Host", host), ("Origin", &origin)]).status / 100,
            4,
            "`{host}`"
        );
    }
}

#[test]
fn listed_pages_and_names_are_let_in_and_only_they() {
    let settings =
        "allowedOrigins = [\"https://overlay.example\"]\nallowedHosts = [\"desk.example\"]\n";
    let (daemon, _folder) = daemon_with(settings, &[]);
    assert_eq!(
        met(&daemon, &[("Origin", "https://overlay.example")]),
        WELCOME
    );
    assert_eq!(met(&daemon, &[("Host", "desk.example:1")]), WELCOME);
    for origin in [
        "http://overlay.example",
        "https://overlay.example.evil",
        "https://overlay.example:1",
    ] {
        assert_eq!(met(&daemon, &[("Origin", origin)]), REFUSED, "{origin}");
    }
    assert_eq!(met(&daemon, &[("Host", "desk.example.evil")]), REFUSED);
}

#[test]
fn a_page_without_an_origin_needs_a_token() {
    let (daemon, _folder) = guarded_daemon("");
    assert_eq!(met(&daemon, &[("Origin", "null")]), REFUSED);
    let bearer = format!("Bearer {CONTROL}");
    assert_eq!(
        met(&daemon, &[("Origin", "null"), ("Authorization", &bearer)]),
        WELCOME
    );
    // A token does not make a foreign page ours: the browser would send it along.
    let foreign = [
        ("Origin", "http://evil.example"),
        ("Authorization", bearer.as_str()),
    ];
    assert_eq!(met(&daemon, &foreign), REFUSED);
}

#[test]
fn a_post_that_a_form_could_send_is_refused() {
    let (daemon, _folder) = daemon();
    for kind in [
        "text/plain",
        "application/x-www-form-urlencoded",
        "multipart/form-data; boundary=x",
        "",
        "json",
    ] {
        assert_eq!(
            post(&daemon, &[("Content-Type", kind)]).status,
            415,
            "`{kind}`"
        );
    }
    for kind in ["application/json", "application/json; charset=utf-8"] {
        assert_eq!(
            post(&daemon, &[("Content-Type", kind)]).status,
            200,
            "`{kind}`"
        );
    }
    let bare = http(&daemon.http(), "POST", "/rpc", &[], LIST.as_bytes());
    assert_eq!(bare.status, 415, "no type at all");
}

/// A page can make its browser POST to any port, and choose path and body.
#[test]
fn a_browser_cannot_speak_through_the_stream_doors() {
    let (daemon, _folder) = daemon();
    let session = simulated(&mut Client::connect(&daemon, Way::Socket));
    let delete = request(1, "session/delete", json!({ "sessionId": session }));
    let length = delete.len();
    for way in [Way::Socket, Way::Tcp] {
        for line in [
            "POST /rpc HTTP/1.1",
            "POST /a:b HTTP/1.1",
            "POST /Content-Length:9 HTTP/1.1",
            "GET http://a/ HTTP/1.1",
        ] {
            let mut stream = bytes(&daemon, way, Framing::Headers);
            let head = format!(
                "{line}\r\nHost: x\r\nContent-Type: text/plain\r\nContent-Length: {length}\r\n\r\n"
            );
            stream.raw(format!("{head}{delete}").as_bytes());
            let (messages, _) = Client::over(stream).until_the_end();
            assert_eq!(messages.len(), 1, "{line}");
            assert_eq!(messages[0]["error"]["code"], -32600, "{line}");
        }
    }
    let kept = Client::connect(&daemon, Way::Socket).ask("session/get", json!([session]));
    kept.expect("the session is still there");
}
