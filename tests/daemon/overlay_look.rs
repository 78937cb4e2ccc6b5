//! The look of the overlays: what it may be, who hears of it, and that it stays.

use std::fs;
use std::path::PathBuf;

use qbcoach_protocol::error::{INVALID_PARAMS, LIMIT_REACHED};
use serde_json::{Value, json};

use crate::check::{CONTROL, STREAM, VIEW, daemon, daemon_with, guarded_daemon, refused};
use crate::client::{Client, Way};
use crate::support::{Running, TempFolder};

fn look(client: &mut Client) -> Value {
    let mut answer = client.ask("overlay/get", json!({})).expect("a look");
    answer["look"].take()
}

#[track_caller]
fn set(client: &mut Client, look: &Value) -> Value {
    let answer = client.ask("overlay/set", json!({ "look": look }));
    answer.expect("it is a look")["look"].take()
}

/// Everything that can be said of a look.
fn whole() -> Value {
    json!({
        "session": "s7",
        "theme": "paper",
        "palette": "safe",
        "widgets": ["board", "score", "my-own-2"],
        "scale": 1.5,
        "delayMs": 3000,
        "animate": false,
        "language": "en",
    })
}

#[test]
fn what_is_set_is_what_everybody_gets() {
    let (daemon, _folder) = daemon();
    for way in Way::ALL {
        let mut client = Client::connect(&daemon, way);
        assert_eq!(set(&mut client, &whole()), whole(), "{way:?}");
        for other in Way::ALL {
            assert_eq!(look(&mut Client::connect(&daemon, other)), whole());
        }
        // It takes the place of the one before: what is left out is not kept.
        let small = set(&mut client, &json!({ "scale": 2.0 }));
        assert_eq!(
            (&small["scale"], &small["theme"]),
            (&json!(2.0), &Value::Null)
        );
        assert_eq!(small.as_object().map(serde_json::Map::len), Some(8));
        set(&mut client, &json!({}));
    }
}

/// What no look may be, and the field that is to blame.
fn impossible() -> Vec<(Value, &'static str)> {
    let long = "x".repeat(41);
    let many = vec!["board"; 33];
    vec![
        (json!({ "theme": "" }), "look.theme"),
        (json!({ "theme": long }), "look.theme"),
        (json!({ "theme": "my theme" }), "look.theme"),
        (json!({ "palette": "../../secret" }), "look.palette"),
        (json!({ "palette": "\"><script>" }), "look.palette"),
        (json!({ "language": "de_DE" }), "look.language"),
        (json!({ "session": "s1&audience=player" }), "look.session"),
        (json!({ "session": 1 }), "look.session"),
        (json!({ "widgets": "board" }), "look.widgets"),
        (json!({ "widgets": ["board", ""] }), "look.widgets[1]"),
        (json!({ "widgets": many }), "look.widgets"),
        (json!({ "scale": 0.0 }), "look.scale"),
        (json!({ "scale": 10.01 }), "look.scale"),
        (json!({ "scale": -1 }), "look.scale"),
        (json!({ "delayMs": -1 }), "look.delayMs"),
        (json!({ "delayMs": 0.5 }), "look.delayMs"),
        (json!({ "animate": "no" }), "look.animate"),
        (json!("paper"), "look"),
        (Value::Null, "look"),
    ]
}

#[test]
fn what_is_refused_names_its_field_and_changes_nothing() {
    let (daemon, folder) = daemon();
    let mut client = Client::connect(&daemon, Way::WebSocket);
    set(&mut client, &whole());
    let kept = fs::read_to_string(file(&folder)).expect("it is kept");
    for (look_of_it, field) in impossible() {
        let outcome = client.ask("overlay/set", json!({ "look": look_of_it }));
        let refusal = refused(outcome, INVALID_PARAMS, &look_of_it.to_string());
        assert_eq!(refusal.data["field"], field, "{look_of_it}: {refusal:?}");
        assert_eq!(look(&mut client), whole(), "after {look_of_it}");
    }
    refused(
        client.ask("overlay/set", json!({})),
        INVALID_PARAMS,
        "no look",
    );
    assert_eq!(look(&mut client), whole());
    let now = fs::read_to_string(file(&folder)).expect("it is kept");
    assert_eq!(now, kept, "the file");
}

/// A page could not subscribe with a longer one.
#[test]
fn the_delay_is_at_most_that_of_a_subscription() {
    let (daemon, _folder) = daemon_with("[limits]\ndelayMs = 50\n", &[]);
    let mut client = Client::connect(&daemon, Way::Tcp);
    set(&mut client, &json!({ "delayMs": 50 }));
    let outcome = client.ask("overlay/set", json!({ "look": { "delayMs": 51 } }));
    let refusal = refused(outcome, LIMIT_REACHED, "a longer one");
    assert_eq!(refusal.data["limit"], "delayMs");
    assert_eq!(look(&mut client)["delayMs"], 50);
}

#[test]
fn everybody_may_look_and_only_control_may_change_it() {
    let (daemon, _folder) = guarded_daemon("");
    for way in Way::GUARDED {
        for (token, may_change) in [(STREAM, false), (VIEW, false), (CONTROL, true)] {
            let mut client = Client::with_token(&daemon, way, Some(token));
            let before = look(&mut client);
            let other = json!({ "theme": format!("theme-of-{may_change}-{way:?}") });
            let outcome = client.ask("overlay/set", json!({ "look": other }));
            assert_eq!(outcome.is_ok(), may_change, "{way:?}: {outcome:?}");
            assert_eq!(look(&mut client) != before, may_change, "{way:?}");
        }
    }
}

fn file(folder: &TempFolder) -> PathBuf {
    folder.path().join("data").join("overlay.json")
}

#[test]
fn it_stays_over_a_restart_and_a_kill() {
    let folder = TempFolder::new();
    let running = Running::start(folder.path(), &[]);
    set(&mut Client::connect(&running, Way::Socket), &whole());
    assert_eq!(running.stop("TERM").code(), Some(0));
    let running = Running::start(folder.path(), &[]);
    let mut client = Client::connect(&running, Way::Socket);
    assert_eq!(look(&mut client), whole());
    // What was answered is kept, however the daemon ends after it.
    for number in 0..10 {
        set(&mut client, &json!({ "theme": format!("number-{number}") }));
    }
    running.kill();
    let running = Running::start(folder.path(), &[]);
    let found = look(&mut Client::connect(&running, Way::Socket));
    assert_eq!(found["theme"], "number-9");
}

#[test]
fn a_file_that_is_no_look_stops_nobody() {
    let folder = TempFolder::new();
    fs::create_dir(folder.path().join("data")).expect("a folder");
    let contents: [&[u8]; 6] = [
        b"",
        b"{",
        b"[1, 2]",
        b"{\"scale\": \"big\"}",
        b"{\"theme\": \"not a name\"}",
        &[0xff, 0xfe],
    ];
    for content in contents {
        fs::write(file(&folder), content).expect("written");
        let running = Running::start(folder.path(), &[]);
        let mut client = Client::connect(&running, Way::Socket);
        let found = look(&mut client);
        let said = |value: &Value| !value.is_null();
        assert!(!found.as_object().expect("a look").values().any(said));
        // The next one that is set takes its place.
        assert_eq!(set(&mut client, &whole()), whole());
        running.kill();
        let running = Running::start(folder.path(), &[]);
        assert_eq!(look(&mut Client::connect(&running, Way::Socket)), whole());
        running.kill();
    }
    // Not even a file at all.
    fs::remove_file(file(&folder)).expect("it was there");
    fs::create_dir(file(&folder)).expect("a folder in its place");
    let running = Running::start(folder.path(), &[]);
    let mut client = Client::connect(&running, Way::Socket);
    let before = look(&mut client);
    let outcome = client.ask("overlay/set", json!({ "look": whole() }));
    let refusal = outcome.expect_err("it cannot be kept");
    assert!(refusal.data["hint"].is_string(), "{refusal:?}");
    assert_eq!(look(&mut client), before, "what is not kept is not shown");
}

/// Many at once: the file has what everybody sees at the end.
#[test]
fn whoever_sets_it_last_is_who_is_kept() {
    let folder = TempFolder::new();
    let running = Running::start(folder.path(), &[]);
    std::thread::scope(|scope| {
        for writer in 0..4 {
            let running = &running;
            scope.spawn(move || {
                let mut client = Client::connect(running, Way::Tcp);
                for number in 0..25 {
                    let theme = json!({ "theme": format!("{writer}-{number}") });
                    assert_eq!(set(&mut client, &theme)["theme"], theme["theme"]);
                }
            });
        }
    });
    let shown = look(&mut Client::connect(&running, Way::Socket));
    running.kill();
    let running = Running::start(folder.path(), &[]);
    assert_eq!(look(&mut Client::connect(&running, Way::Socket)), shown);
}
