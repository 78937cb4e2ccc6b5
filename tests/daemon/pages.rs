//! The pages: what is served, with which headers, and what is not.

use std::fs;

use qbcoach::daemon::doors::comments::without;
use qbcoach::daemon::doors::pages::FILES;

use crate::check::{daemon, daemon_with, guarded_daemon, start_refused, text_of};
use crate::client::{Client, HttpAnswer, Way, http, upgrade, web};
use crate::support::{Running, TempFolder};

fn get(daemon: &Running, path: &str) -> HttpAnswer {
    http(&daemon.http(), "GET", path, &[], b"")
}

/// A page with this in it, which may load and run nothing but what is served here.
#[track_caller]
fn check_page(answer: &HttpAnswer, content: &str) {
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
    let kind = answer.header("Content-Type").expect("a type");
    assert!(
        kind.ends_with("charset=utf-8") || kind == "image/svg+xml",
        "{kind}"
    );
    assert_eq!(answer.header("Cache-Control"), Some("no-cache"));
}

fn built_in(name: &str) -> &'static str {
    let found = FILES.iter().find(|(known, _)| *known == name);
    found.expect("it is built in").1
}

#[test]
fn the_desk_the_overlay_and_all_they_are_made_of_are_served() {
    let (daemon, _folder) = daemon();
    check_page(&get(&daemon, "/"), built_in("desk.html"));
    check_page(&get(&daemon, "/overlay"), built_in("overlay.html"));
    // What an address says after the question mark is the page's own business.
    let query = "/overlay?widgets=board,score&scale=1.5";
    check_page(&get(&daemon, query), built_in("overlay.html"));
    for (name, content) in FILES {
        let answer = get(&daemon, &format!("/web/{name}"));
        // Scripts and style sheets come without the words for those who read them.
        let served = match name.ends_with(".html") {
            true => (*content).to_owned(),
            false => without(content),
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
fn a_websocket_at_the_same_address_is_still_one() {
    let (daemon, _folder) = daemon();
    for path in ["/", "/rpc"] {
        let url = format!("{}{path}", daemon.websocket());
        let socket = web(&daemon.http(), upgrade(&url, &[])).expect("it opens");
        let listed = Client::over_web(socket).ask("session/list", serde_json::json!({}));
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

/// Ways out of a folder, and names that only look like ours.
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
fn whatever_has_another_name_is_not_there() {
    let (daemon, _folder) = daemon();
    for path in NOT_THERE {
        let answer = get(&daemon, path);
        assert_eq!(answer.status, 404, "{path}: {answer:?}");
    }
}

#[test]
fn a_folder_of_your_own_goes_first_and_shows_nothing_else() {
    let own = TempFolder::new();
    let pages = own.path().join("pages");
    fs::create_dir(&pages).expect("a folder");
    fs::write(own.path().join("secret.txt"), "a secret beside it").expect("written");
    fs::write(pages.join("secret.txt"), "a secret in it").expect("written");
    fs::write(pages.join("overlay.html"), "<!doctype html>mine").expect("written");
    let (daemon, _folder) = daemon_with("", &["--pages", &text_of(&pages)]);
    check_page(&get(&daemon, "/overlay"), "<!doctype html>mine");
    check_page(&get(&daemon, "/web/overlay.html"), "<!doctype html>mine");
    check_page(&get(&daemon, "/"), built_in("desk.html"));
    for path in NOT_THERE {
        let answer = get(&daemon, path);
        assert_eq!(answer.status, 404, "{path}: {answer:?}");
        assert!(!answer.body.contains("secret in"), "{path}");
        assert!(!answer.body.contains("secret beside"), "{path}");
    }
    // Whoever writes a page sees it change without a restart, and what cannot be
    // read is as if it were not there.
    fs::write(pages.join("overlay.html"), "<!doctype html>newer").expect("written");
    check_page(&get(&daemon, "/overlay"), "<!doctype html>newer");
    fs::write(pages.join("overlay.html"), [0xff, 0xfe, 0x00]).expect("written");
    check_page(&get(&daemon, "/overlay"), built_in("overlay.html"));
}

#[test]
fn a_folder_that_is_not_there_is_refused() {
    let folder = TempFolder::new();
    let missing = text_of(&folder.path().join("missing"));
    let common = ["serve", "--listen", "127.0.0.1:0", "--data-dir", ":memory:"];
    let said = start_refused(&[&common[..], &["--pages", &missing]].concat());
    assert!(
        said.contains(&missing) && said.contains("--pages"),
        "{said}"
    );
}

#[test]
fn a_name_that_others_gave_this_machine_gets_no_page() {
    let (daemon, _folder) = daemon();
    for path in ["/", "/overlay", "/web/desk.html", "/rpc"] {
        for host in ["evil.example", "localhost.evil.example"] {
            let header = [("Host".to_owned(), host.to_owned())];
            let answer = http(&daemon.http(), "GET", path, &header, b"");
            assert_eq!(answer.status, 403, "{path} of {host}");
        }
    }
}

/// They hold no secret, so they come without a token; what they would show does not.
#[test]
fn pages_need_no_token() {
    let (daemon, _folder) = guarded_daemon("");
    for path in ["/", "/overlay", "/web/desk.html"] {
        assert_eq!(get(&daemon, path).status, 200, "{path}");
    }
    let refused =
        Client::connect(&daemon, Way::WebSocket).ask("overlay/get", serde_json::json!({}));
    assert_eq!(refused.expect_err("it asks for a token").code, 1009);
}
