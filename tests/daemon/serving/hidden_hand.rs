//! The audience of a stream never sees your hand, your draws or the advice.

use qbcoach_protocol::error::NOT_ALLOWED;
use serde_json::{Value, json};

use crate::client::{Client, Transport};
use crate::daemon::{CONTROL, Running, STREAM, TestDaemon};
use crate::serving::check::refused;

/// A live match whose decks have no card in common, so that a card in a message must be
/// of your deck.
struct LiveMatch {
    session: String,
    /// The number and the name of each card of your deck.
    yours: Vec<(String, String)>,
}

fn number_and_name(card: &Value) -> (String, String) {
    let text = |field: &str| card[field].as_str().expect("a card").to_owned();
    (text("id"), text("name"))
}

fn begin(player: &mut Client) -> LiveMatch {
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
                .map(number_and_name)
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
    let session = created.expect("the session is created")["sessionId"]
        .as_str()
        .expect("an id")
        .to_owned();
    LiveMatch {
        session,
        yours: mine,
    }
}

/// Every method with which a stream can read a session.
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

/// Every topic that a stream can subscribe to.
const TOPICS: [&str; 6] = [
    "state",
    "observation",
    "threat",
    "evaluation",
    "hand",
    "history",
];

fn all_that_a_stream_can_read(daemon: &Running, live: &LiveMatch) -> String {
    let mut seen = String::new();
    let session = &live.session;
    for transport in Transport::GUARDED {
        let mut stream = Client::with_token(daemon, transport, Some(STREAM));
        for method in READABLE {
            let answer = stream.ask(method, json!({ "sessionId": session }));
            let answer = answer.unwrap_or_else(|refusal| panic!("{method}: {refusal:?}"));
            seen += &answer.to_string();
        }
        if transport == Transport::Post {
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
    let topics = TOPICS.join(",");
    let query = format!("session={session}&token={STREAM}&topics={topics}");
    let mut tap = Client::tap(daemon, &query);
    for _ in TOPICS {
        seen += &tap.receive_text();
    }
    seen
}

#[track_caller]
fn check_hidden(seen: &str, hidden: &[(String, String)]) {
    for (number, name) in hidden {
        assert!(
            !seen.contains(&format!("\"{number}\"")),
            "the stream sees {number} {name}"
        );
        assert!(
            !seen.contains(name.as_str()),
            "the stream sees {number} {name}"
        );
    }
}

#[test]
fn a_stream_sees_no_card_of_yours_before_it_is_played() {
    let daemon = TestDaemon::with_tokens("", &[]);
    let mut player = Client::with_token(&daemon, Transport::WebSocket, Some(CONTROL));
    let live = begin(&mut player);
    check_hidden(&all_that_a_stream_can_read(&daemon, &live), &live.yours);
    // After a play the stream sees that card and no other.
    let session = &live.session;
    for side in ["you", "enemy"] {
        let action = json!({ "type": "mulligan", "side": side, "replace": [] });
        let _ = player.ask(
            "match/act",
            json!({ "sessionId": session, "action": action }),
        );
    }
    let (drawn, _) = &live.yours[5];
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
    let seen = all_that_a_stream_can_read(&daemon, &live);
    assert!(
        seen.contains(&format!("\"{played}\"")),
        "the played card is visible"
    );
    let hidden: Vec<(String, String)> = live
        .yours
        .iter()
        .filter(|(id, _)| *id != played)
        .cloned()
        .collect();
    check_hidden(&seen, &hidden);
}

#[test]
fn a_stream_is_refused_methods_and_topics_that_reveal_the_hand() {
    let daemon = TestDaemon::with_tokens("", &[]);
    let mut player = Client::connect(&daemon, Transport::Socket);
    let LiveMatch { session, .. } = begin(&mut player);
    for transport in [Transport::Tcp, Transport::WebSocket] {
        let mut stream = Client::with_token(&daemon, transport, Some(STREAM));
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
fn a_player_may_subscribe_with_the_audience_of_a_stream() {
    let daemon = TestDaemon::with_tokens("", &[]);
    let mut player = Client::connect(&daemon, Transport::Socket);
    let live = begin(&mut player);
    let params =
        json!({ "sessionId": live.session, "audience": "stream", "topics": ["state", "coach"] });
    player
        .ask("session/subscribe", params)
        .expect("a subscription");
    let update = player.wait_for(|message| message["method"] == "session/update");
    assert_eq!(update["params"]["result"]["data"]["you"].get("hand"), None);
    check_hidden(&update.to_string(), &live.yours);
}
