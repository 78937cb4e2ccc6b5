//! Pages of other origins are refused, whatever Origin and Host they send.

use serde_json::{Value, json};

use crate::client::{
    Client, Framing, HttpResponse, Transport, byte_stream, http, open_websocket, request, result_of,
};
use crate::daemon::{CONTROL, Running, TestDaemon};
use crate::serving::check::simulated;

const LIST: &str = r#"{"jsonrpc":"2.0","id":1,"method":"session/list"}"#;

/// The HTTP statuses of a POST and of a WebSocket upgrade with these headers.
fn statuses(daemon: &Running, headers: &[(&str, &str)]) -> (u16, u16) {
    let upgraded = open_websocket(daemon, "/", headers);
    (post(daemon, headers).status, upgraded.err().unwrap_or(101))
}

fn post(daemon: &Running, headers: &[(&str, &str)]) -> HttpResponse {
    let mut headers = headers.to_vec();
    if !headers.iter().any(|(name, _)| *name == "Content-Type") {
        headers.push(("Content-Type", "application/json"));
    }
    http(&daemon.http(), "POST", "/rpc", &headers, LIST.as_bytes())
}

const ACCEPTED: (u16, u16) = (200, 101);
const REFUSED: (u16, u16) = (403, 403);

#[test]
fn pages_of_the_daemon_itself_are_accepted() {
    let daemon = TestDaemon::start();
    let address = daemon.http();
    let port = address.rsplit(':').next().expect("a port");
    let local = format!("localhost:{port}");
    assert_eq!(statuses(&daemon, &[]), ACCEPTED, "programs send no origin");
    assert_eq!(
        statuses(&daemon, &[("Origin", &format!("http://{address}"))]),
        ACCEPTED
    );
    let named = format!("http://{local}");
    assert_eq!(
        statuses(&daemon, &[("Host", &local), ("Origin", &named)]),
        ACCEPTED
    );
    let upper_case = named.to_uppercase().replace("HTTP", "http");
    assert_eq!(
        statuses(&daemon, &[("Host", &local), ("Origin", &upper_case)]),
        ACCEPTED
    );
}

#[test]
fn pages_of_other_origins_are_refused() {
    let daemon = TestDaemon::start();
    let address = daemon.http();
    let port = address.rsplit(':').next().expect("a port");
    let origins = [
        "http://evil.example".to_owned(),
        format!("http://evil.example:{port}"),
        // Origins that begin or end like the daemon's.
        format!("http://{address}.evil.example"),
        format!("http://{address}0"),
        format!("http://127.0.0.1.evil.example:{port}"),
        format!("http://evil-{address}"),
        // Origins with the daemon's address in another part.
        format!("http://{address}@evil.example"),
        format!("http://evil.example@{address}"),
        format!("http://user:word@{address}"),
        format!("http://{address}/evil"),
        format!("http://{address}?evil"),
        // The same machine with another port, or another name than in Host.
        "http://127.0.0.1".to_owned(),
        "http://127.0.0.1:1".to_owned(),
        format!("http://localhost:{port}"),
        format!("http://[::1]:{port}"),
        // Origins that are not of the web.
        format!("ftp://{address}"),
        "file://".to_owned(),
        "null".to_owned(),
        address.clone(),
        String::new(),
        "*".to_owned(),
    ];
    for origin in &origins {
        assert_eq!(
            statuses(&daemon, &[("Origin", origin)]),
            REFUSED,
            "`{origin}`"
        );
    }
    let tap = open_websocket(&daemon, "/tap", &[("Origin", &origins[0])]);
    assert_eq!(tap.err(), Some(403), "the tap");
    for path in [
        "/",
        "/overlay",
        "/web/desk.html",
        "/rpc",
        "/metrics",
        "/healthz",
    ] {
        let origin = ("Origin", origins[0].as_str());
        assert_eq!(
            http(&address, "GET", path, &[origin], b"").status,
            403,
            "{path}"
        );
    }
}

#[test]
fn the_error_names_the_setting_for_allowed_origins() {
    let daemon = TestDaemon::start();
    let answer = post(&daemon, &[("Origin", "http://evil.example")]);
    let answer: Value = serde_json::from_str(&answer.body).expect("the body is JSON");
    let refusal = result_of(&answer).expect_err("the origin is refused");
    assert_eq!(refusal.code, 1009);
    assert!(
        refusal.data["hint"]
            .as_str()
            .is_some_and(|hint| hint.contains("allowedOrigins"))
    );
}

#[test]
fn unknown_host_names_are_refused() {
    let daemon = TestDaemon::start();
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
fn only_listed_origins_and_hosts_are_accepted() {
    let settings =
        "allowedOrigins = [\"https://overlay.example\"]\nallowedHosts = [\"desk.example\"]\n";
    let daemon = TestDaemon::with(settings, &[]);
    assert_eq!(
        statuses(&daemon, &[("Origin", "https://overlay.example")]),
        ACCEPTED
    );
    assert_eq!(statuses(&daemon, &[("Host", "desk.example:1")]), ACCEPTED);
    for origin in [
        "http://overlay.example",
        "https://overlay.example.evil",
        "https://overlay.example:1",
    ] {
        assert_eq!(
            statuses(&daemon, &[("Origin", origin)]),
            REFUSED,
            "{origin}"
        );
    }
    assert_eq!(statuses(&daemon, &[("Host", "desk.example.evil")]), REFUSED);
}

#[test]
fn a_page_without_an_origin_needs_a_token() {
    let daemon = TestDaemon::with_tokens("", &[]);
    assert_eq!(statuses(&daemon, &[("Origin", "null")]), REFUSED);
    let bearer = format!("Bearer {CONTROL}");
    assert_eq!(
        statuses(&daemon, &[("Origin", "null"), ("Authorization", &bearer)]),
        ACCEPTED
    );
    // A token does not help a page of another origin: the browser may add the token by
    // itself.
    let foreign = [
        ("Origin", "http://evil.example"),
        ("Authorization", bearer.as_str()),
    ];
    assert_eq!(statuses(&daemon, &foreign), REFUSED);
}

#[test]
fn a_post_that_a_form_could_send_is_refused() {
    let daemon = TestDaemon::start();
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
    assert_eq!(bare.status, 415, "no content type");
}

/// A page can make a browser send a POST to any port, with any path and body.
#[test]
fn http_requests_on_byte_streams_are_refused() {
    let daemon = TestDaemon::start();
    let session = simulated(&mut Client::connect(&daemon, Transport::Socket));
    let delete = request(1, "session/delete", json!({ "sessionId": session }));
    let length = delete.len();
    for transport in [Transport::Socket, Transport::Tcp] {
        for line in [
            "POST /rpc HTTP/1.1",
            "POST /a:b HTTP/1.1",
            "POST /Content-Length:9 HTTP/1.1",
            "GET http://a/ HTTP/1.1",
        ] {
            let mut stream = byte_stream(&daemon, transport, Framing::Headers);
            let head = format!(
                "{line}\r\nHost: x\r\nContent-Type: text/plain\r\nContent-Length: {length}\r\n\r\n"
            );
            stream.write_raw(format!("{head}{delete}").as_bytes());
            let (messages, _) = Client::over(stream).read_to_end();
            assert_eq!(messages.len(), 1, "{line}");
            assert_eq!(messages[0]["error"]["code"], -32600, "{line}");
        }
    }
    let kept = Client::connect(&daemon, Transport::Socket).ask("session/get", json!([session]));
    kept.expect("the session still exists");
}
