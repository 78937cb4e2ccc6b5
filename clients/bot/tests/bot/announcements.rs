//! Turns told without being asked.

use serde_json::json;

use crate::irc::table;
use crate::support::daemon::Daemon;
use crate::support::discord::{Discord, Who};
use crate::support::folder::Folder;
use crate::support::http::StandIn;

const SUBSCRIBED: &str = "Turns are announced here from now on, one in 0 s at most";

#[test]
fn a_channel_hears_of_turns_from_when_it_asks_until_it_asks_no_more() {
    let mut table = table("");
    let session = table.daemon.begin_match();
    assert_eq!(table.cloud.ask("#seven", "!subscribe"), SUBSCRIBED);
    assert_eq!(
        table.cloud.ask("#seven", "!subscribe"),
        "Turns are announced here already"
    );
    table.bot.wait_for_log("following");
    table.daemon.act(
        &session,
        json!({ "type": "play", "card": "crawler", "tile": "m1" }),
    );
    assert_eq!(
        table.tifa.hear_news(),
        "Turn 2, the enemy's move · you played Crawler on MID-1 · you 2, enemy 0"
    );
    table
        .daemon
        .act(&session, json!({ "type": "pass", "side": "enemy" }));
    assert_eq!(table.tifa.hear_news(), "Turn 3, your draw · you 2, enemy 0");
    let another = table.daemon.begin_match();
    assert_eq!(
        table.tifa.hear_news(),
        "A new match against Chadley · Before the first move · you 0, enemy 0"
    );
    table.daemon.act(&another, json!({ "type": "pass" }));
    assert_eq!(
        table.tifa.hear_news(),
        "Turn 2, the enemy's move · you 0, enemy 0"
    );
    table.daemon.act(&another, json!({ "type": "pass" }));
    assert_eq!(table.tifa.hear_news(), "The match is over: a draw, 0 each");
    assert_eq!(
        table.cloud.ask_after_news("!unsubscribe"),
        "Turns are announced here no more"
    );
    assert_eq!(
        table.cloud.ask("#seven", "!unsubscribe"),
        "Turns were not announced here"
    );
}

#[test]
fn announcements_go_on_after_the_daemon_was_away() {
    let mut table = table("");
    let address = table.daemon.address.clone();
    let session = table.daemon.begin_match();
    assert_eq!(table.cloud.ask("#seven", "!subscribe"), SUBSCRIBED);
    table.bot.wait_for_log("following");
    drop(table.daemon);
    table.bot.wait_for_log("the connection has ended");
    let daemon = Daemon::start_at(&table.folder, &address, &[]);
    daemon.act(
        &session,
        json!({ "type": "play", "card": "crawler", "tile": "m1" }),
    );
    assert_eq!(
        table.tifa.hear_news(),
        "Turn 2, the enemy's move · you played Crawler on MID-1 · you 2, enemy 0"
    );
}

#[test]
fn the_latest_turn_is_told_and_not_every_turn() {
    // Longer than the test: after the first line nothing more may be said.
    let mut table = table("");
    let folder = Folder::new();
    let config = crate::irc::config(&table.daemon.url(), table.ircd.port, "")
        .replace(
            "announceCooldownSeconds = 0",
            "announceCooldownSeconds = 3600",
        )
        .replace("\"coach\"", "\"calm\"")
        + "announce = [\"#seven\"]\n";
    let session = table.daemon.begin_match();
    let mut calm = crate::support::bot::Bot::run(&folder, &config);
    table.cloud.wait_for(":calm!~calm@127.0.0.1 JOIN");
    calm.wait_for_log("following");
    table.daemon.act(
        &session,
        json!({ "type": "play", "card": "crawler", "tile": "m1" }),
    );
    assert!(table.tifa.hear("calm").starts_with("Turn 2"));
    for action in [
        json!({ "type": "play", "card": "cactuar", "tile": "m5" }),
        json!({ "type": "draw", "card": "002" }),
        json!({ "type": "pass" }),
    ] {
        table.daemon.act(&session, action);
    }
    table.tifa.say("#seven", "!score");
    assert!(
        table
            .tifa
            .hear("calm")
            .starts_with("Turn 4, the enemy's move")
    );
}

#[test]
fn discord_is_told_with_the_bots_token() {
    let folder = Folder::new();
    let daemon = Daemon::start(&folder, &[]);
    let api = StandIn::start();
    let secret = folder.write("discord-token", "discord-bot-secret\n");
    let more = format!(
        "api = \"http://{}/api/v10\"\nbotTokenFile = \"{}\"",
        api.address,
        secret.display()
    );
    let (discord, mut bot) = Discord::start(&folder, &daemon.url(), &more);
    let session = daemon.begin_match();
    let answer = discord.command(Who::Moderator, "subscribe", json!({}));
    assert_eq!(answer["data"]["content"], SUBSCRIBED);
    bot.wait_for_log("following");
    daemon.act(
        &session,
        json!({ "type": "play", "card": "crawler", "tile": "m1" }),
    );
    let told = api.next();
    assert_eq!(told.what, "POST /api/v10/channels/20/messages");
    assert_eq!(
        told.authorization.as_deref(),
        Some("Bot discord-bot-secret")
    );
    let text = "Turn 2, the enemy's move · you played Crawler on MID-1 · you 2, enemy 0";
    assert_eq!(told.body["content"], text);
    assert_eq!(told.body["allowed_mentions"], json!({ "parse": [] }));
    assert!(!bot.stop().contains("discord-bot-secret"));
}
