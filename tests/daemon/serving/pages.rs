//! The pages: which files are served, and with which headers.

use std::fs;

use qbcoach_daemon::doors::comments::{strip_comments, strip_indents};
use qbcoach_daemon::doors::pages::FILES;

use crate::client::{Client, HttpResponse, Transport, http, open_websocket};
use crate::daemon::{Running, TempFolder, TestDaemon};
use crate::serving::check::{start_refused, text_of};

fn get(daemon: &Running, path: &str) -> HttpResponse {
    http(&daemon.http(), "GET", path, &[], b"")
}

/// Checks the content of a page, and that it may load and run only what the daemon
/// serves.
#[track_caller]
fn check_page(answer: &HttpResponse, content: &str) {
    assert_eq!(answer.status, 200, "{answer:?}");
    assert_eq!(answer.body, content);
    let policy = answer.header("Content-Security-Policy").expect("a policy");
    let rules: Vec<&str> = policy.split(';').map(str::trim).collect();
    for rule in [
        "default-src 'none'",
        "script-src 'self'",
        "connect-src 'self'",
    ] {
        assert!(rules.contains(&rule), "{rule} is missing in {policy}");
    }
    check_protected(answer);
    let kind = answer.header("Content-Type").expect("a type");
    assert!(
        kind.ends_with("charset=utf-8") || kind == "image/svg+xml",
        "{kind}"
    );
    assert_eq!(answer.header("Cache-Control"), Some("no-cache"));
}

/// Checks that a browser takes the answer for what it says it is, and gives its address
/// to nobody.
#[track_caller]
fn check_protected(answer: &HttpResponse) {
    let header = |name: &str| answer.header(name).unwrap_or_default().to_owned();
    assert_eq!(header("X-Content-Type-Options"), "nosniff", "{answer:?}");
    assert_eq!(header("Referrer-Policy"), "no-referrer", "{answer:?}");
    let policy = header("Content-Security-Policy");
    assert!(policy.starts_with("default-src 'none'"), "{answer:?}");
}

#[test]
fn every_answer_is_protected() {
    let daemon = TestDaemon::start();
    for path in [
        "/", "/overlay", "/rpc", "/healthz", "/metrics", "/tap", "/nothing",
    ] {
        check_protected(&get(&daemon, path));
    }
    check_protected(&http(&daemon.http(), "POST", "/rpc", &[], b"{}"));
    check_protected(&http(
        &daemon.http(),
        "GET",
        "/",
        &[("Host", "evil.example")],
        b"",
    ));
}

fn embedded(name: &str) -> &'static str {
    let found = FILES.iter().find(|(known, _)| *known == name);
    found.expect("the file is embedded").1
}

#[test]
fn the_desk_and_the_overlay_are_served_with_all_their_files() {
    let daemon = TestDaemon::start();
    check_page(&get(&daemon, "/"), embedded("desk.html"));
    check_page(&get(&daemon, "/overlay"), embedded("overlay.html"));
    // The page itself handles the query.
    let query = "/overlay?widgets=board,score&scale=1.5";
    check_page(&get(&daemon, query), embedded("overlay.html"));
    for (name, content) in FILES {
        let answer = get(&daemon, &format!("/web/{name}"));
        // Scripts and style sheets are served without comments and indents.
        let served = match name.rsplit('.').next() {
            Some("html") => (*content).to_owned(),
            _ => strip_indents(&strip_comments(content)),
        };
        check_page(&answer, &served);
        let kind = answer.header("Content-Type").expect("a type");
        let word = match name.rsplit('.').next() {
            Some("js") => "javascript",
            Some(ending) => ending,
            None => "text",
        };
        assert!(kind.contains(word), "{name} is {kind}");
    }
}

#[test]
fn a_websocket_can_be_opened_at_the_path_of_the_desk() {
    let daemon = TestDaemon::start();
    for path in ["/", "/rpc"] {
        let socket = open_websocket(&daemon, path, &[]).expect("the WebSocket opens");
        let listed = Client::over_websocket(socket).ask("session/list", serde_json::json!({}));
        listed.expect("an answer");
    }
    let about = get(&daemon, "/rpc");
    assert_eq!(about.status, 200);
    assert_eq!(
        about.header("Content-Type"),
        Some("text/plain; charset=utf-8")
    );
    for named in ["/overlay", "/rpc", "/tap", "/healthz", "/metrics"] {
        assert!(
            about.body.contains(named),
            "{named} is not in {}",
            about.body
        );
    }
}

/// Paths that lead out of the folder, and names that are only similar to a file.
const NOT_THERE: [&str; 14] = [
    "/web/",
    "/web",
    "/web/nothing.js",
    "/web/DESK.HTML",
    "/web/desk.html/",
    "/web/./desk.html",
    "/web//desk.html",
    "/web/secret.txt",
    "/web/../secret.txt",
    "/web/..%2fsecret.txt",
    "/web/%2e%2e/secret.txt",
    "/web/..%5csecret.txt",
    "/web//etc/passwd",
    "/overlay/more",
];

#[test]
fn other_paths_are_not_found() {
    let daemon = TestDaemon::start();
    for path in NOT_THERE {
        let answer = get(&daemon, path);
        assert_eq!(answer.status, 404, "{path}: {answer:?}");
    }
}

#[test]
fn the_users_folder_replaces_pages_and_serves_no_other_files() {
    let own = TempFolder::new();
    let pages = own.path().join("pages");
    fs::create_dir(&pages).expect("a folder");
    fs::write(own.path().join("secret.txt"), "a secret beside it")
        .expect("the file can be written");
    fs::write(pages.join("secret.txt"), "a secret in it").expect("the file can be written");
    fs::write(pages.join("overlay.html"), "<!doctype html>mine").expect("the file can be written");
    let daemon = TestDaemon::with("", &["--pages", &text_of(&pages)]);
    check_page(&get(&daemon, "/overlay"), "<!doctype html>mine");
    check_page(&get(&daemon, "/web/overlay.html"), "<!doctype html>mine");
    check_page(&get(&daemon, "/"), embedded("desk.html"));
    for path in NOT_THERE {
        let answer = get(&daemon, path);
        assert_eq!(answer.status, 404, "{path}: {answer:?}");
        assert!(!answer.body.contains("secret in"), "{path}");
        assert!(!answer.body.contains("secret beside"), "{path}");
    }
    // A change of the file is served without a restart. A file that is not UTF-8 is
    // ignored.
    fs::write(pages.join("overlay.html"), "<!doctype html>newer").expect("the file can be written");
    check_page(&get(&daemon, "/overlay"), "<!doctype html>newer");
    fs::write(pages.join("overlay.html"), [0xff, 0xfe, 0x00]).expect("the file can be written");
    check_page(&get(&daemon, "/overlay"), embedded("overlay.html"));
}

#[test]
fn a_missing_folder_is_refused() {
    let folder = TempFolder::new();
    let missing = text_of(&folder.path().join("missing"));
    let common = ["serve", "--listen", "127.0.0.1:0", "--data-dir", ":memory:"];
    let message = start_refused(&[&common[..], &["--pages", &missing]].concat());
    assert!(
        message.contains(&missing) && message.contains("--pages"),
        "{message}"
    );
}

#[test]
fn requests_with_an_unknown_host_get_no_page() {
    let daemon = TestDaemon::start();
    for path in ["/", "/overlay", "/web/desk.html", "/rpc"] {
        for host in ["evil.example", "localhost.evil.example"] {
            let header = [("Host", host)];
            let answer = http(&daemon.http(), "GET", path, &header, b"");
            assert_eq!(answer.status, 403, "{path} of {host}");
        }
    }
}

/// The pages are not secret; the requests that they send need a token.
#[test]
fn pages_need_no_token() {
    let daemon = TestDaemon::with_tokens("", &[]);
    for path in ["/", "/overlay", "/web/desk.html"] {
        assert_eq!(get(&daemon, path).status, 200, "{path}");
    }
    let refused =
        Client::connect(&daemon, Transport::WebSocket).ask("overlay/get", serde_json::json!({}));
    assert_eq!(refused.expect_err("the request needs a token").code, 1009);
}
