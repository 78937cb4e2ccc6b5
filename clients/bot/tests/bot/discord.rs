//! Discord's requests, signed with a key made here.

use ed25519_dalek::SigningKey;
use serde_json::{Value, json};

use crate::support::daemon::Daemon;
use crate::support::discord::{Discord, Who, interaction, key, now};
use crate::support::folder::Folder;
use crate::support::http::{self, StandIn};
use crate::support::proxy::Proxy;

fn ping(number: u64) -> Value {
    json!({ "id": number.to_string(), "type": 1, "token": "t", "version": 1 })
}

fn content(answer: &Value) -> &str {
    assert_eq!(answer["type"], 4, "{answer}");
    assert_eq!(answer["data"]["allowed_mentions"], json!({ "parse": [] }));
    answer["data"]["content"].as_str().expect("a text")
}

#[test]
fn only_what_discord_signed_just_now_is_answered() {
    let folder = Folder::new();
    let daemon = Daemon::start(&folder, &[]);
    let (discord, _bot) = Discord::start(&folder, &daemon.url(), "");
    let body = ping(1).to_string();
    let good = discord.send_as(&discord.key, now(), &body, &body);
    assert_eq!((good.status, good.body), (200, json!({ "type": 1 })));
    let status = |key: &SigningKey, timestamp: u64, signed: &str, sent: &str| {
        discord.send_as(key, timestamp, signed, sent).status
    };
    let other = ping(2).to_string();
    assert_eq!(status(&key(8), now(), &other, &other), 401, "another key");
    assert_eq!(
        status(&discord.key, now(), &other, &body),
        401,
        "a changed body"
    );
    assert_eq!(
        status(&discord.key, now() - 400, &other, &other),
        401,
        "an old request"
    );
    assert_eq!(
        status(&discord.key, now() + 400, &other, &other),
        401,
        "one from the future"
    );
    let once = now();
    assert_eq!(status(&discord.key, once, &other, &other), 200);
    assert_eq!(
        status(&discord.key, once, &other, &other),
        401,
        "the same once more"
    );
    let headless = http::post(&discord.address, "/interactions", &[], &body);
    assert_eq!(headless.status, 401, "no signature");
    let garbage = [
        ("X-Signature-Ed25519", "zz"),
        ("X-Signature-Timestamp", "1"),
    ];
    assert_eq!(
        http::post(&discord.address, "/interactions", &garbage, &body).status,
        401
    );
    assert_eq!(
        http::post(&discord.address, "/elsewhere", &[], &body).status,
        404
    );
    let long = "x".repeat(100 * 1024);
    assert_eq!(
        http::post(&discord.address, "/interactions", &[], &long).status,
        413
    );
    let nonsense = "[]";
    assert_eq!(
        status(&discord.key, now(), nonsense, nonsense),
        400,
        "signed nonsense"
    );
    assert_eq!(discord.send(&ping(3)).status, 200, "and it goes on");
}

#[test]
fn slash_commands_are_answered_as_in_any_chat() {
    let folder = Folder::new();
    let daemon = Daemon::start(&folder, &[]);
    let (discord, _bot) = Discord::start(&folder, &daemon.url(), "");
    daemon.begin_match();
    let ask = |who, name: &str, options: Value| discord.command(who, name, options);
    let card = ask(Who::Viewer, "card", json!({ "card": "malboro" }));
    assert!(
        content(&card).starts_with("055 Great Malboro · rank 3 · power 3"),
        "{card}"
    );
    assert_eq!(card["data"]["flags"], 0);
    let play = ask(
        Who::Moderator,
        "play",
        json!({ "card": "Crawler", "tile": "MID-1" }),
    );
    assert!(
        content(&play).starts_with("You play Crawler on MID-1 · Turn 2"),
        "{play}"
    );
    let board = ask(Who::Viewer, "board", json!({}));
    assert!(
        content(&board).starts_with("```\n") && content(&board).contains("Crawler"),
        "{board}"
    );
    let refused = ask(Who::Viewer, "undo", json!({}));
    assert_eq!(content(&refused), "Only moderators may /undo");
    assert_eq!(refused["data"]["flags"], 64, "nobody else has to read it");
    let missing = ask(Who::Viewer, "card", json!({}));
    assert!(content(&missing).contains("/card NAME"), "{missing}");
    let gone = ask(Who::Viewer, "shrug", json!({}));
    assert!(content(&gone).contains("qbcoach-bot register"), "{gone}");
    let subscribe = ask(Who::Owner, "subscribe", json!({}));
    assert!(content(&subscribe).contains("botTokenFile"), "{subscribe}");
}

#[test]
fn a_hand_is_shown_to_whoever_asks_and_to_nobody_else() {
    let folder = Folder::new();
    let daemon = Daemon::start(&folder, &[]);
    let (discord, _bot) = Discord::start(&folder, &daemon.url(), "");
    daemon.begin_match();
    for name in ["hand", "best", "lock"] {
        for who in [Who::Moderator, Who::Owner] {
            let answer = discord.command(who, name, json!({}));
            assert_eq!(answer["data"]["flags"], 64, "{answer}");
            assert!(!content(&answer).contains("moderators"), "{answer}");
        }
        let viewer = discord.command(Who::Viewer, name, json!({}));
        assert!(content(&viewer).contains("are for moderators"), "{viewer}");
        assert_eq!(viewer["data"]["flags"], 64);
    }
}

#[test]
fn what_everybody_sees_is_drawn_without_the_hand() {
    let folder = Folder::new();
    let daemon = Daemon::start(&folder, &[]);
    let (discord, _bot) = Discord::start(&folder, &daemon.url(), "");
    let setup = json!({ "enemies": ["prowlers"], "hand": ["tremor"] });
    daemon.ask(
        "session/create",
        json!({ "game": "mage-knight", "setup": setup }),
    );
    let hand = discord.command(Who::Owner, "hand", json!({}));
    assert_eq!(content(&hand), "In hand, 1 card: Tremor");
    let board = discord.command(Who::Viewer, "board", json!({}));
    let drawn = content(&board);
    assert!(
        drawn.contains("Prowlers") && !drawn.contains("Tremor"),
        "{drawn}"
    );
}

#[test]
fn names_are_completed_while_they_are_typed() {
    let folder = Folder::new();
    let daemon = Daemon::start(&folder, &[]);
    let (discord, bot) = Discord::start(&folder, &daemon.url(), "");
    let choices = |name: &str, options: Value| {
        let response = discord.send(&interaction(4, Who::Viewer, name, options));
        assert_eq!(response.body["type"], 8, "{}", response.body);
        let choices = response.body["data"]["choices"]
            .as_array()
            .expect("a list")
            .clone();
        let names = choices
            .iter()
            .map(|choice| choice["name"].as_str().expect("a name").to_owned());
        names.collect::<Vec<_>>()
    };
    assert_eq!(
        choices("card", json!({ "card": "malb" })),
        ["Great Malboro"]
    );
    assert!(choices("odds", json!({ "card": "a" })).len() <= 25);
    assert_eq!(choices("card", json!({ "card": "" })).len(), 25);
    assert_eq!(choices("deck", json!({ "deck": "swa" })), ["swarm"]);
    assert!(choices("card", json!({ "card": "@everyone ".repeat(500) })).is_empty());
    drop(daemon);
    let mut bot = bot;
    bot.wait_for_log("the connection has ended");
    // Nobody can be asked: the names that are known do.
    assert_eq!(
        choices("card", json!({ "card": "malb" })),
        ["Great Malboro"]
    );
    let away = discord.command(Who::Viewer, "score", json!({}));
    assert_eq!(content(&away), "The coach is away; trying again");
}

#[test]
fn what_takes_longer_than_discord_waits_is_sent_later() {
    let folder = Folder::new();
    let daemon = Daemon::start(&folder, &[]);
    daemon.begin_match();
    let proxy = Proxy::start(&daemon.address);
    let api = StandIn::start();
    let more = format!("api = \"http://{}/api/v10\"", api.address);
    let (discord, _bot) = Discord::start(&folder, &proxy.url(), &more);
    for (name, flags) in [("score", 0), ("best", 64)] {
        proxy.hold();
        let asked = interaction(2, Who::Owner, name, json!({}));
        let answer = discord.send(&asked).body;
        assert_eq!(answer, json!({ "type": 5, "data": { "flags": flags } }));
        let typed = discord.send(&interaction(
            4,
            Who::Viewer,
            "card",
            json!({ "card": "malb" }),
        ));
        assert_eq!(
            typed.body["data"]["choices"][0]["name"], "Great Malboro",
            "never put off"
        );
        proxy.release();
        let later = api.next();
        let token = asked["token"].as_str().expect("a token");
        assert_eq!(
            later.what,
            format!("PATCH /api/v10/webhooks/77/{token}/messages/@original")
        );
        assert_eq!(later.authorization, None, "the token in the path is enough");
        assert_eq!(later.body["allowed_mentions"], json!({ "parse": [] }));
        let text = later.body["content"].as_str().expect("a text");
        assert!(!text.is_empty() && !text.contains("away"), "{text}");
    }
}

#[test]
fn commands_are_registered_as_discord_wants_them() {
    let printed = |arguments: &[&str]| {
        let output = crate::support::bot::command(arguments);
        assert!(output.status.success());
        crate::support::bot::printed(&output)
    };
    let commands: Value = serde_json::from_str(&printed(&["register"])).expect("JSON");
    let names = commands
        .as_array()
        .expect("a list")
        .iter()
        .map(|command| command["name"].as_str());
    let names: Vec<&str> = names.flatten().collect();
    for name in ["card", "score", "best", "play", "subscribe"] {
        assert!(names.contains(&name), "{name}");
    }
    let recipe = printed(&["register", "--curl"]);
    assert!(recipe.contains("curl") && recipe.contains("/applications/APPLICATION_ID/commands"));
}
