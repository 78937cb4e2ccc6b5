//! Discord's requests, signed with a key of the tests.

use ed25519_dalek::SigningKey;
use serde_json::{Value, json};

use crate::support::daemon::Daemon;
use crate::support::discord::{Discord, DiscordUser, interaction, key, now};
use crate::support::folder::Folder;
use crate::support::http::{self, DiscordApi};
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
fn only_signed_and_recent_requests_are_answered_and_only_once() {
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
        "a request from the future"
    );
    let once = now();
    assert_eq!(status(&discord.key, once, &other, &other), 200);
    assert_eq!(
        status(&discord.key, once, &other, &other),
        401,
        "a repeated request"
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
    assert_eq!(
        discord.send(&ping(3)).status,
        200,
        "the endpoint still answers"
    );
}

#[test]
fn slash_commands_are_answered() {
    let folder = Folder::new();
    let daemon = Daemon::start(&folder, &[]);
    let (discord, _bot) = Discord::start(&folder, &daemon.url(), "");
    daemon.begin_match();
    let ask = |user, name: &str, options: Value| discord.command(user, name, options);
    let card = ask(DiscordUser::Viewer, "card", json!({ "card": "malboro" }));
    assert!(
        content(&card).starts_with("055 Great Malboro · rank 3 · power 3"),
        "{card}"
    );
    assert_eq!(card["data"]["flags"], 0);
    let play = ask(
        DiscordUser::Moderator,
        "play",
        json!({ "card": "Crawler", "tile": "MID-1" }),
    );
    assert!(
        content(&play).starts_with("You play Crawler on MID-1 · Turn 2"),
        "{play}"
    );
    let board = ask(DiscordUser::Viewer, "board", json!({}));
    assert!(
        content(&board).starts_with("```\n") && content(&board).contains("Crawler"),
        "{board}"
    );
    let refused = ask(DiscordUser::Viewer, "undo", json!({}));
    assert_eq!(content(&refused), "Only moderators may /undo");
    assert_eq!(refused["data"]["flags"], 64, "the refusal is private");
    let missing = ask(DiscordUser::Viewer, "card", json!({}));
    assert!(content(&missing).contains("/card NAME"), "{missing}");
    let gone = ask(DiscordUser::Viewer, "shrug", json!({}));
    assert!(content(&gone).contains("qbcoach-bot register"), "{gone}");
    let subscribe = ask(DiscordUser::Owner, "subscribe", json!({}));
    assert!(content(&subscribe).contains("botTokenFile"), "{subscribe}");
}

#[test]
fn hand_and_advice_are_private_answers_to_moderators() {
    let folder = Folder::new();
    let daemon = Daemon::start(&folder, &[]);
    let (discord, _bot) = Discord::start(&folder, &daemon.url(), "");
    daemon.begin_match();
    for name in ["hand", "best", "lock"] {
        for user in [DiscordUser::Moderator, DiscordUser::Owner] {
            let answer = discord.command(user, name, json!({}));
            assert_eq!(answer["data"]["flags"], 64, "{answer}");
            assert!(!content(&answer).contains("moderators"), "{answer}");
        }
        let viewer = discord.command(DiscordUser::Viewer, name, json!({}));
        assert!(content(&viewer).contains("are for moderators"), "{viewer}");
        assert_eq!(viewer["data"]["flags"], 64);
    }
}

#[test]
fn public_drawings_do_not_show_the_hand() {
    let folder = Folder::new();
    let daemon = Daemon::start(&folder, &[]);
    let (discord, _bot) = Discord::start(&folder, &daemon.url(), "");
    let setup = json!({ "enemies": ["prowlers"], "hand": ["tremor"] });
    daemon.ask(
        "session/create",
        json!({ "game": "mage-knight", "setup": setup }),
    );
    let hand = discord.command(DiscordUser::Owner, "hand", json!({}));
    assert_eq!(content(&hand), "In hand, 1 card: Tremor");
    let board = discord.command(DiscordUser::Viewer, "board", json!({}));
    let drawn = content(&board);
    assert!(
        drawn.contains("Prowlers") && !drawn.contains("Tremor"),
        "{drawn}"
    );
}

#[test]
fn autocomplete_offers_cards_and_decks() {
    let folder = Folder::new();
    let daemon = Daemon::start(&folder, &[]);
    let (discord, bot) = Discord::start(&folder, &daemon.url(), "");
    let choices = |name: &str, options: Value| {
        let response = discord.send(&interaction(4, DiscordUser::Viewer, name, options));
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
    // Without the daemon, the card names known so far are offered.
    assert_eq!(
        choices("card", json!({ "card": "malb" })),
        ["Great Malboro"]
    );
    let away = discord.command(DiscordUser::Viewer, "score", json!({}));
    assert_eq!(content(&away), "The coach is away; trying again");
}

#[test]
fn slow_answers_are_deferred_and_sent_by_the_api() {
    let folder = Folder::new();
    let daemon = Daemon::start(&folder, &[]);
    daemon.begin_match();
    let proxy = Proxy::start(&daemon.address);
    let api = DiscordApi::start();
    let more = format!("api = \"http://{}/api/v10\"", api.address);
    let (discord, _bot) = Discord::start(&folder, &proxy.url(), &more);
    for (name, flags) in [("score", 0), ("best", 64)] {
        proxy.hold();
        let asked = interaction(2, DiscordUser::Owner, name, json!({}));
        let answer = discord.send(&asked).body;
        assert_eq!(answer, json!({ "type": 5, "data": { "flags": flags } }));
        let typed = discord.send(&interaction(
            4,
            DiscordUser::Viewer,
            "card",
            json!({ "card": "malb" }),
        ));
        assert_eq!(
            typed.body["data"]["choices"][0]["name"], "Great Malboro",
            "choices are never deferred"
        );
        proxy.release();
        let later = api.next();
        let token = asked["token"].as_str().expect("a token");
        assert_eq!(
            later.line,
            format!("PATCH /api/v10/webhooks/77/{token}/messages/@original")
        );
        assert_eq!(later.authorization, None, "the token in the path is enough");
        assert_eq!(later.body["allowed_mentions"], json!({ "parse": [] }));
        let text = later.body["content"].as_str().expect("a text");
        assert!(!text.is_empty() && !text.contains("away"), "{text}");
    }
}

#[test]
fn register_prints_the_commands_and_a_curl_recipe() {
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
