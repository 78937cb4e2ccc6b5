//! The look of the overlays: which values are allowed, who may change it, and that it
//! is kept.

use std::fs;
use std::path::{Path, PathBuf};

use qbcoach_protocol::error::{INVALID_PARAMS, LIMIT_REACHED};
use serde_json::{Value, json};

use crate::client::{Client, Transport};
use crate::daemon::{CONTROL, STREAM, TestDaemon, VIEW};
use crate::serving::check::refused;

fn look(client: &mut Client) -> Value {
    let mut answer = client.ask("overlay/get", json!({})).expect("a look");
    answer["look"].take()
}

#[track_caller]
fn set(client: &mut Client, look: &Value) -> Value {
    let answer = client.ask("overlay/set", json!({ "look": look }));
    answer.expect("the look is accepted")["look"].take()
}

/// A look with every field.
fn complete_look() -> Value {
    json!({
        "session": "s7",
        "theme": "paper",
        "palette": "safe",
        "widgets": ["board", "score", "my-own-2"],
        "scale": 1.5,
        "delayMs": 3000,
        "animate": false,
        "language": "en",
        "hidden": false,
        "streamer": "Tifa L. ティファ",
        "winChance": true,
        "places": { "board": { "x": 1.5, "y": 2.0, "width": 50.0, "scale": 1.5, "opacity": 0.5 } },
    })
}

#[test]
fn every_client_gets_the_look_that_was_set() {
    let daemon = TestDaemon::start();
    for transport in Transport::ALL {
        let mut client = Client::connect(&daemon, transport);
        assert_eq!(
            set(&mut client, &complete_look()),
            complete_look(),
            "{transport:?}"
        );
        for other in Transport::ALL {
            assert_eq!(look(&mut Client::connect(&daemon, other)), complete_look());
        }
        // A new look replaces the old one completely: fields that are left out are cleared.
        let small = set(&mut client, &json!({ "scale": 2.0 }));
        assert_eq!(
            (&small["scale"], &small["theme"]),
            (&json!(2.0), &Value::Null)
        );
        assert_eq!(small.as_object().map(serde_json::Map::len), Some(12));
        set(&mut client, &json!({}));
    }
}

#[test]
fn hiding_changes_nothing_else_and_survives_a_kill() {
    let mut daemon = TestDaemon::start();
    let mut client = Client::connect(&daemon, Transport::Socket);
    set(&mut client, &complete_look());
    let hidden = client.ask("overlay/hide", json!([true])).expect("hidden");
    let mut expected = complete_look();
    expected["hidden"] = json!(true);
    assert_eq!(hidden["look"], expected);
    daemon.kill();
    daemon.restart();
    let mut client = Client::connect(&daemon, Transport::Socket);
    assert_eq!(look(&mut client), expected);
    client
        .ask("overlay/hide", json!({ "hidden": false }))
        .expect("shown");
    assert_eq!(look(&mut client), complete_look());
    let refusal = client.ask("overlay/hide", json!({ "hidden": "no" }));
    refused(refusal, INVALID_PARAMS, "a word is no flag");
}

/// Invalid looks, each with the field that is wrong.
fn invalid_looks() -> Vec<(Value, &'static str)> {
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
        (json!({ "hidden": 1 }), "look.hidden"),
        (json!({ "streamer": "" }), "look.streamer"),
        (json!({ "streamer": " " }), "look.streamer"),
        (json!({ "streamer": "a\nb" }), "look.streamer"),
        (json!({ "streamer": long }), "look.streamer"),
        (json!({ "winChance": "yes" }), "look.winChance"),
        (json!({ "places": [] }), "look.places"),
        (
            json!({ "places": { "a b": { "x": 0, "y": 0 } } }),
            "look.places",
        ),
        (
            json!({ "places": { "board": { "x": 0 } } }),
            "look.places.board.y",
        ),
        (
            json!({ "places": { "board": { "x": -1, "y": 0 } } }),
            "look.places.board.x",
        ),
        (
            json!({ "places": { "board": { "x": 0, "y": 101 } } }),
            "look.places.board.y",
        ),
        (
            json!({ "places": { "board": { "x": 0, "y": 0, "width": 4 } } }),
            "look.places.board.width",
        ),
        (
            json!({ "places": { "board": { "x": 0, "y": 0, "scale": 11 } } }),
            "look.places.board.scale",
        ),
        (
            json!({ "places": { "board": { "x": 0, "y": 0, "opacity": 0 } } }),
            "look.places.board.opacity",
        ),
        (json!("paper"), "look"),
        (Value::Null, "look"),
    ]
}

#[test]
fn an_invalid_look_is_refused_with_its_field_and_changes_nothing() {
    let daemon = TestDaemon::start();
    let mut client = Client::connect(&daemon, Transport::WebSocket);
    set(&mut client, &complete_look());
    let kept = fs::read_to_string(file(daemon.folder())).expect("the file exists");
    for (invalid, field) in invalid_looks() {
        let result = client.ask("overlay/set", json!({ "look": invalid }));
        let refusal = refused(result, INVALID_PARAMS, &invalid.to_string());
        assert_eq!(refusal.data["field"], field, "{invalid}: {refusal:?}");
        assert_eq!(look(&mut client), complete_look(), "after {invalid}");
    }
    refused(
        client.ask("overlay/set", json!({})),
        INVALID_PARAMS,
        "no look",
    );
    assert_eq!(look(&mut client), complete_look());
    let now = fs::read_to_string(file(daemon.folder())).expect("the file exists");
    assert_eq!(now, kept, "the file");
}

/// A page could not subscribe with a longer delay.
#[test]
fn the_delay_has_the_limit_of_subscriptions() {
    let daemon = TestDaemon::with("[limits]\ndelayMs = 50\n", &[]);
    let mut client = Client::connect(&daemon, Transport::Tcp);
    set(&mut client, &json!({ "delayMs": 50 }));
    let result = client.ask("overlay/set", json!({ "look": { "delayMs": 51 } }));
    let refusal = refused(result, LIMIT_REACHED, "a longer delay");
    assert_eq!(refusal.data["limit"], "delayMs");
    assert_eq!(look(&mut client)["delayMs"], 50);
}

#[test]
fn every_role_may_read_the_look_and_only_control_may_change_it() {
    let daemon = TestDaemon::with_tokens("", &[]);
    for transport in Transport::GUARDED {
        for (token, may_change) in [(STREAM, false), (VIEW, false), (CONTROL, true)] {
            let mut client = Client::with_token(&daemon, transport, Some(token));
            let before = look(&mut client);
            let other = json!({ "theme": format!("theme-of-{may_change}-{transport:?}") });
            let result = client.ask("overlay/set", json!({ "look": other }));
            assert_eq!(result.is_ok(), may_change, "{transport:?}: {result:?}");
            assert_eq!(look(&mut client) != before, may_change, "{transport:?}");
        }
    }
}

fn file(folder: &Path) -> PathBuf {
    folder.join("data").join("overlay.json")
}

#[test]
fn the_look_survives_restart_and_kill() {
    let mut daemon = TestDaemon::start();
    set(
        &mut Client::connect(&daemon, Transport::Socket),
        &complete_look(),
    );
    daemon.stop("TERM");
    daemon.restart();
    let mut client = Client::connect(&daemon, Transport::Socket);
    assert_eq!(look(&mut client), complete_look());
    // The last answered look is kept over a kill.
    for number in 0..10 {
        set(&mut client, &json!({ "theme": format!("number-{number}") }));
    }
    daemon.kill();
    daemon.restart();
    let found = look(&mut Client::connect(&daemon, Transport::Socket));
    assert_eq!(found["theme"], "number-9");
}

#[test]
fn an_invalid_file_is_ignored() {
    let mut daemon = TestDaemon::start();
    let file = file(daemon.folder());
    let contents: [&[u8]; 6] = [
        b"",
        b"{",
        b"[1, 2]",
        b"{\"scale\": \"big\"}",
        b"{\"theme\": \"not a name\"}",
        &[0xff, 0xfe],
    ];
    for content in contents {
        daemon.kill();
        fs::write(&file, content).expect("the file can be written");
        daemon.restart();
        let mut client = Client::connect(&daemon, Transport::Socket);
        let found = look(&mut client);
        let is_set = |value: &Value| !value.is_null();
        assert!(!found.as_object().expect("a look").values().any(is_set));
        // The next look that is set replaces the file.
        assert_eq!(set(&mut client, &complete_look()), complete_look());
        daemon.kill();
        daemon.restart();
        assert_eq!(
            look(&mut Client::connect(&daemon, Transport::Socket)),
            complete_look()
        );
    }
    // A folder in place of the file.
    daemon.kill();
    fs::remove_file(&file).expect("the file can be removed");
    fs::create_dir(&file).expect("the folder can be made");
    daemon.restart();
    let mut client = Client::connect(&daemon, Transport::Socket);
    let before = look(&mut client);
    let result = client.ask("overlay/set", json!({ "look": complete_look() }));
    let refusal = result.expect_err("the look cannot be saved");
    assert!(refusal.data["hint"].is_string(), "{refusal:?}");
    assert_eq!(
        look(&mut client),
        before,
        "a look that is not saved is not published"
    );
}

/// Several clients set the look at once: the file has the look that is published last.
#[test]
fn the_file_has_the_look_that_was_published_last() {
    let mut daemon = TestDaemon::start();
    std::thread::scope(|scope| {
        for writer in 0..4 {
            let daemon = &daemon;
            scope.spawn(move || {
                let mut client = Client::connect(daemon, Transport::Tcp);
                for number in 0..25 {
                    let theme = json!({ "theme": format!("{writer}-{number}") });
                    assert_eq!(set(&mut client, &theme)["theme"], theme["theme"]);
                }
            });
        }
    });
    let shown = look(&mut Client::connect(&daemon, Transport::Socket));
    daemon.kill();
    daemon.restart();
    assert_eq!(
        look(&mut Client::connect(&daemon, Transport::Socket)),
        shown
    );
}
