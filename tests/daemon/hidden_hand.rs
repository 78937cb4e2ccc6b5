//! The audience of a stream never sees your hand, your draws or the advice.

use qbcoach_protocol::error::NOT_ALLOWED;
use serde_json::{Value, json};

use crate::check::{CONTROL, STREAM, guarded_daemon, refused};
use crate::client::{Client, Heard, Way, upgrade, web};
use crate::support::Running;

/// A live match whose decks have no card in common, so that a card of yours can
/// only be named by who has seen it.
struct Table {
    session: String,
    /// The number and the name of each card of your deck.
    yours: Vec<(String, String)>,
}

fn words(card: &Value) -> (String, String) {
    let word = |field: &str| card[field].as_str().expect("a card").to_owned();
    (word("id"), word("name"))
}

fn begin(player: &mut Client) -> Table {
    let decks = player.ask("decks/list", json!({})).expect("the decks");
    let decks: Vec<Vec<(String, String)>> = decks["decks"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|deck| {
            deck["cards"]
                .as_array()
                .expect("cards")
                .iter()
                .map(words)
                .collect()
        })
        .collect();
    let mine = decks.first().expect("a deck").clone();
    let cards = player.ask("cards/list", json!({})).expect("the cards");
    let others: Vec<String> = cards["cards"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|card| card["id"].as_str().expect("a number").to_owned())
        .filter(|id| !id.starts_with('T') && mine.iter().all(|(own, _)| own != id))
        .take(15)
        .collect();
    let numbers = |cards: &[(String, String)]| -> Vec<String> {
        cards.iter().map(|(id, _)| id.clone()).collect()
    };
    let created = player.ask(
        "session/create",
        json!({
            "mode": "live",
            "you": { "deck": numbers(&mine), "hand": numbers(&mine[..5]) },
            "enemy": { "deck": others },
        }),
    );
    let session = created.expect("it is created")["sessionId"]
        .as_str()
        .expect("a name")
        .to_owned();
    Table {
        session,
        yours: mine,
    }
}

/// Everything a stream can ask about a session.
const READABLE: [&str; 8] = [
    "session/get",
    "session/history",
    "coach/evaluate",
    "observation/get",
    "prediction/decks",
    "prediction/hand",
    "prediction/threatMap",
    "session/list",
];

/// Everything it can follow.
const TOPICS: [&str; 6] = [
    "state",
    "observation",
    "threat",
    "evaluation",
    "hand",
    "history",
];

fn everything(daemon: &Running, table: &Table) -> String {
    let mut seen = String::new();
    let session = &table.session;
    for way in Way::GUARDED {
        let mut stream = Client::with_token(daemon, way, Some(STREAM));
        for method in READABLE {
            let answer = stream.ask(method, json!({ "sessionId": session }));
            let answer = answer.unwrap_or_else(|refusal| panic!("{method}: {refusal:?}"));
            seen += &answer.to_string();
        }
        if way == Way::Post {
            continue;
        }
        let params = json!({ "sessionId": session, "topics": TOPICS });
        stream
            .ask("session/subscribe", params)
            .expect("a subscription");
        for topic in TOPICS {
            let wanted = |message: &Value| message["params"]["result"]["topic"] == topic;
            seen += &stream.wait_for(wanted).to_string();
        }
    }
    let tap = format!(
        "{}/tap?session={session}&token={STREAM}&topics={}",
        daemon.websocket(),
        TOPICS.join(",")
    );
    let mut tap = Client::over_web(web(&daemon.http(), upgrade(&tap, &[])).expect("the tap"));
    for _ in TOPICS {
        match tap.wire.hear() {
            Heard::Message(update) => seen += &update.to_string(),
            Heard::Closed(why) => panic!("the tap ended: {why:?}"),
        }
    }
    seen
}

#[track_caller]
fn check_hidden(seen: &str, hidden: &[(String, String)]) {
    for (number, name) in hidden {
        assert!(
            !seen.contains(&format!("\"{number}\"")),
            "{number} {name} is seen"
        );
        assert!(!seen.contains(name.as_str()), "{number} {name} is seen");
    }
}

#[test]
fn a_stream_sees_no_card_of_yours_before_it_lies_on_the_table() {
    let (daemon, _folder) = guarded_daemon("");
    let mut player = Client::with_token(&daemon, Way::WebSocket, Some(CONTROL));
    let table = begin(&mut player);
    check_hidden(&everything(&daemon, &table), &table.yours);
    // You play one card; it is on the table, the rest is where it was.
    let session = &table.session;
    for side in ["you", "enemy"] {
        let action = json!({ "type": "mulligan", "side": side, "replace": [] });
        let _ = player.ask(
            "match/act",
            json!({ "sessionId": session, "action": action }),
        );
    }
    let (drawn, _) = &table.yours[5];
    let action = json!({ "type": "draw", "card": drawn });
    let _ = player.ask(
        "match/act",
        json!({ "sessionId": session, "action": action }),
    );
    let offered = player
        .ask("match/actions", json!({ "sessionId": session }))
        .expect("actions");
    let action = &offered["actions"][0]["action"];
    let played = action["card"]
        .as_str()
        .expect("a play is offered")
        .to_owned();
    let acted = player.ask(
        "match/act",
        json!({ "sessionId": session, "action": action }),
    );
    acted.expect("an offered action is legal");
    let seen = everything(&daemon, &table);
    assert!(seen.contains(&format!("\"{played}\"")), "the table is seen");
    let hidden: Vec<(String, String)> = table
        .yours
        .iter()
        .filter(|(id, _)| *id != played)
        .cloned()
        .collect();
    check_hidden(&seen, &hidden);
}

#[test]
fn a_stream_is_refused_what_would_tell() {
    let (daemon, _folder) = guarded_daemon("");
    let mut player = Client::connect(&daemon, Way::Socket);
    let Table { session, .. } = begin(&mut player);
    for way in [Way::Tcp, Way::WebSocket] {
        let mut stream = Client::with_token(&daemon, way, Some(STREAM));
        for extra in [
            json!({ "audience": "player" }),
            json!({ "topics": ["coach"] }),
        ] {
            let mut params = json!({ "sessionId": session });
            let object = params.as_object_mut().expect("an object");
            object.extend(extra.as_object().expect("an object").clone());
            refused(
                stream.ask("session/subscribe", params),
                NOT_ALLOWED,
                &extra.to_string(),
            );
        }
        for method in [
            "coach/recommend",
            "coach/mulligan",
            "match/actions",
            "session/export",
        ] {
            let params = json!({ "sessionId": session, "format": "text" });
            refused(stream.ask(method, params), NOT_ALLOWED, method);
        }
    }
}

#[test]
fn a_player_may_look_as_a_stream_does() {
    let (daemon, _folder) = guarded_daemon("");
    let mut player = Client::connect(&daemon, Way::Socket);
    let table = begin(&mut player);
    let params =
        json!({ "sessionId": table.session, "audience": "stream", "topics": ["state", "coach"] });
    player
        .ask("session/subscribe", params)
        .expect("a subscription");
    let update = player.wait_for(|message| message["method"] == "session/update");
    assert_eq!(update["params"]["result"]["data"]["you"].get("hand"), None);
    check_hidden(&update.to_string(), &table.yours);
}
