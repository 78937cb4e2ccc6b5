//! A text that is too long for a name is refused at once, and no error repeats more than
//! the beginning of what was sent.

use std::time::Duration;

use serde_json::{Value, json};

use crate::client::{Client, Transport};
use crate::daemon::TestDaemon;
use crate::serving::check::{check_error, computed_by, session};

/// A letter that no message of the daemon has.
const LETTER: &str = "ẅ";

fn long() -> String {
    LETTER.repeat(900_000 / LETTER.len())
}

/// The text of an answer may have at most this much of the long name.
#[track_caller]
fn check_short(text: &str, about: &str) {
    let longest = text
        .split(|c: char| !LETTER.contains(c))
        .map(|run| run.chars().count());
    let longest = longest.max().unwrap_or_default();
    assert!(longest <= 64, "{about} repeats {longest} characters");
    assert!(text.len() < 4000, "{about} has {} bytes", text.len());
}

/// The daemon may compute this long to refuse a request with the long name. Most of it is
/// reading the message.
const SOON: Duration = Duration::from_secs(1);

#[track_caller]
fn check_refused(daemon: &TestDaemon, client: &mut Client, method: &str, params: Value) {
    let about: String = format!("{method} {params}").chars().take(80).collect();
    let before = computed_by(daemon.child.id());
    let refused = client.ask(method, params);
    let took = computed_by(daemon.child.id()) - before;
    let refused = refused.expect_err(&about);
    check_error(&refused, &about);
    check_short(&refused.data.to_string(), &about);
    assert!(took < SOON, "{about} took {took:?}");
}

#[test]
fn a_name_that_is_too_long_is_refused_and_not_repeated() {
    let daemon = TestDaemon::start();
    let mut client = Client::connect(&daemon, Transport::Socket);
    let own = session(&mut client, json!({ "mode": "analysis" }));
    let combat =
        json!({ "game": "mage-knight", "setup": { "enemies": ["prowlers"], "hand": ["tremor"] } });
    let combat = session(&mut client, combat);
    let long = &long();
    let act = |session: &str, action: Value| json!({ "sessionId": session, "action": action });
    let create = |field: &str, value: Value| json!({ field: value });
    let fight = |enemies: Value, hand: Value, rules: Value| json!({ "game": "mage-knight", "rules": rules, "setup": { "enemies": enemies, "hand": hand } });
    let cases = [
        ("cards/get", json!({ "card": long })),
        ("cards/get", json!({ "card": { "id": long } })),
        ("cards/get", json!({ "card": [long] })),
        ("cards/search", json!({ "query": long })),
        ("decks/get", json!({ "tag": long })),
        ("decks/validate", json!({ "cards": long })),
        ("decks/validate", json!({ "cards": [long] })),
        (
            "decks/validate",
            json!({ "cards": format!("2x {long}, 001") }),
        ),
        ("decks/validate", json!({ "cards": format!("QB1-{long}") })),
        ("decks/validate", json!({ "cards": "001", "rules": long })),
        ("session/get", json!({ "sessionId": long })),
        ("session/get", json!({ "sessionId": own, "seq": long })),
        ("session/subscribe", json!({ "sessionId": long })),
        (
            "session/subscribe",
            json!({ "sessionId": own, "topics": [long] }),
        ),
        (
            "session/subscribe",
            json!({ "sessionId": own, "audience": long }),
        ),
        (
            "session/setDelay",
            json!({ "subscription": long, "delayMs": 0 }),
        ),
        (
            "session/export",
            json!({ "sessionId": own, "format": long }),
        ),
        ("session/import", json!({ "content": long })),
        (
            "session/import",
            json!({ "content": format!("you play {long} MID-1") }),
        ),
        (
            "session/import",
            json!({ "content": format!("you play 001 {long}") }),
        ),
        (
            "session/import",
            json!({ "content": format!("rules {long}") }),
        ),
        (
            "session/import",
            json!({ "content": format!("autoplay {long}") }),
        ),
        (
            "session/import",
            json!({ "content": format!("game mage-knight\nplay {long}") }),
        ),
        (
            "session/import",
            json!({ "content": format!("game mage-knight\nenemies prowlers\n{long}") }),
        ),
        (
            "session/import",
            json!({ "content": format!("{{\"qbcoach\":1,\"game\":\"{long}\",\"setup\":{{}}}}") }),
        ),
        (
            "session/import",
            json!({ "content": format!("{{\"qbcoach\":\"{long}\"}}") }),
        ),
        ("session/create", create("game", json!(long))),
        ("session/create", create("mode", json!(long))),
        ("session/create", create("rules", json!(long))),
        ("session/create", create("rules", json!({ "preset": long }))),
        ("session/create", create("rules", json!({ long: 1 }))),
        ("session/create", create("rules", json!({ "claim": long }))),
        ("session/create", create("position", json!(long))),
        (
            "session/create",
            create("position", json!(format!("y1[{long}]"))),
        ),
        (
            "session/create",
            create(
                "position",
                json!(format!("y1[001+{long}],.,.,.,.,.,.,.,.,.,.,.,.,.,.")),
            ),
        ),
        (
            "session/create",
            create(
                "position",
                json!(format!(".,.,.,.,./.,.,.,.,./.,.,.,.,. {long}")),
            ),
        ),
        ("session/create", create("title", json!(long))),
        ("session/create", create("you", json!({ "deck": long }))),
        ("session/create", create("you", json!({ "hand": [long] }))),
        ("session/create", create("enemy", json!({ "tag": long }))),
        ("session/create", create("autoplay", json!([long]))),
        (
            "session/create",
            fight(json!([long]), json!(["tremor"]), json!("seed")),
        ),
        (
            "session/create",
            fight(json!(["prowlers"]), json!([long]), json!("seed")),
        ),
        (
            "session/create",
            fight(json!(["prowlers"]), json!(["tremor"]), json!(long)),
        ),
        ("match/act", act(&own, json!({ "type": long }))),
        (
            "match/act",
            act(
                &own,
                json!({ "type": "play", "card": long, "tile": "MID-1" }),
            ),
        ),
        (
            "match/act",
            act(&own, json!({ "type": "play", "card": "001", "tile": long })),
        ),
        (
            "match/act",
            act(
                &own,
                json!({ "type": "play", "card": "001", "tile": { "lane": long, "col": 1 } }),
            ),
        ),
        (
            "match/act",
            act(
                &own,
                json!({ "type": "play", "card": "001", "tile": "MID-1", "side": long }),
            ),
        ),
        (
            "match/act",
            act(
                &own,
                json!({ "type": "resync", "tiles": [{ "tile": long }] }),
            ),
        ),
        (
            "match/act",
            act(&combat, json!({ "type": "playCard", "card": long })),
        ),
        (
            "match/act",
            act(
                &combat,
                json!({ "type": "declareAttack", "enemies": [long], "attack": [{ "amount": 1, "kind": "ranged" }] }),
            ),
        ),
        (
            "match/act",
            act(
                &combat,
                json!({ "type": "declareAttack", "enemies": ["enemy_0"], "attack": [{ "amount": 1, "kind": long }] }),
            ),
        ),
        (
            "match/actions",
            json!({ "sessionId": own, "cards": [long] }),
        ),
        (
            "match/actions",
            json!({ "sessionId": own, "cards": vec!["crawler"; 100_000] }),
        ),
        (
            "coach/recommend",
            json!({ "sessionId": own, "workDoneToken": long }),
        ),
        ("overlay/set", json!({ "look": { "theme": long } })),
        ("server/subscribe", json!({ "topics": [long] })),
        (long, json!({})),
    ];
    for (method, params) in cases {
        check_refused(&daemon, &mut client, method, params);
    }
}

#[test]
fn warnings_repeat_no_long_field_and_are_few() {
    let daemon = TestDaemon::start();
    let mut client = Client::connect(&daemon, Transport::Tcp);
    let before = computed_by(daemon.child.id());
    let mut params = json!({ "card": "019", long(): 1 });
    let answer = client.ask("cards/get", &params).expect("an answer");
    check_short(&answer["warnings"].to_string(), "a long field");
    for number in 0..50_000 {
        params[format!("f{number}")] = json!(0);
    }
    params.as_object_mut().expect("an object").remove(&long());
    let answer = client.ask("cards/get", &params).expect("an answer");
    check_short(&answer["warnings"].to_string(), "many fields");
    let version = json!({ "protocolVersion": long() });
    let answer = client.ask("initialize", version).expect("an answer");
    check_short(&answer["warnings"].to_string(), "a version");
    let took = computed_by(daemon.child.id()) - before;
    assert!(took < 3 * SOON, "{took:?}");
}

#[test]
fn a_long_id_is_refused_and_not_repeated() {
    let daemon = TestDaemon::start();
    let mut client = Client::connect(&daemon, Transport::WebSocket);
    for id in [long(), "i".repeat(65)] {
        let call = json!({ "jsonrpc": "2.0", "id": id, "method": "session/list" });
        for message in [call.clone(), json!([call])] {
            client.send_text(&message.to_string());
            let answer = client.receive_text();
            assert!(answer.contains("-32600") && answer.len() < 400, "{answer}");
        }
    }
    let id = "i".repeat(64);
    client.send_text(&json!({ "jsonrpc": "2.0", "id": id, "method": "session/list" }).to_string());
    client.wait_for(|answer| answer["id"] == id);
}

#[test]
fn a_name_may_have_64_characters_and_no_more() {
    let daemon = TestDaemon::start();
    let mut client = Client::connect(&daemon, Transport::Socket);
    let deck = "starter-footsoldiers";
    let mut check = |characters: usize, is_accepted: bool| {
        let name = "ä".repeat(characters);
        for (method, params) in [
            ("session/create", json!({ "you": { "name": name } })),
            ("session/create", json!({ "enemy": { "tag": name } })),
            (
                "decks/save",
                json!({ "tag": "mine", "name": name, "deck": deck }),
            ),
        ] {
            let answer = client.ask(method, &params);
            assert_eq!(answer.is_ok(), is_accepted, "{params} {answer:?}");
        }
    };
    check(64, true);
    check(65, false);
}
