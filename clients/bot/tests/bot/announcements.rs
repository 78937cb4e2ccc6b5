//! Announcements of turns.

use serde_json::json;

use crate::irc::setup;
use crate::support::daemon::Daemon;
use crate::support::discord::{Discord, DiscordUser};
use crate::support::folder::Folder;
use crate::support::http::DiscordApi;

const SUBSCRIBED: &str = "Turns are announced here from now on, one in 0 s at most";

#[test]
fn turns_are_announced_from_subscribe_to_unsubscribe() {
    let mut setup = setup("");
    let session = setup.daemon.begin_match();
    assert_eq!(setup.cloud.ask("#seven", "!subscribe"), SUBSCRIBED);
    assert_eq!(
        setup.cloud.ask("#seven", "!subscribe"),
        "Turns are announced here already"
    );
    setup.bot.wait_for_log("following");
    setup.daemon.act(
        &session,
        json!({ "type": "play", "card": "crawler", "tile": "m1" }),
    );
    assert_eq!(
        setup.tifa.next_announcement(),
        "Turn 2, the enemy's move · you played Crawler on MID-1 · you 2, enemy 0"
    );
    setup
        .daemon
        .act(&session, json!({ "type": "pass", "side": "enemy" }));
    assert_eq!(
        setup.tifa.next_announcement(),
        "Turn 3, your draw · you 2, enemy 0"
    );
    let another = setup.daemon.begin_match();
    assert_eq!(
        setup.tifa.next_announcement(),
        "A new match against Chadley · Before the first move · you 0, enemy 0"
    );
    setup.daemon.act(&another, json!({ "type": "pass" }));
    assert_eq!(
        setup.tifa.next_announcement(),
        "Turn 2, the enemy's move · you 0, enemy 0"
    );
    setup.daemon.act(&another, json!({ "type": "pass" }));
    assert_eq!(
        setup.tifa.next_announcement(),
        "The match is over: a draw, 0 each"
    );
    assert_eq!(
        setup.cloud.ask_between_announcements("!unsubscribe"),
        "Turns are announced here no more"
    );
    assert_eq!(
        setup.cloud.ask("#seven", "!unsubscribe"),
        "Turns were not announced here"
    );
}

#[test]
fn announcements_continue_after_a_restart_of_the_daemon() {
    let mut setup = setup("");
    let address = setup.daemon.address.clone();
    let session = setup.daemon.begin_match();
    assert_eq!(setup.cloud.ask("#seven", "!subscribe"), SUBSCRIBED);
    setup.bot.wait_for_log("following");
    drop(setup.daemon);
    setup.bot.wait_for_log("the connection has ended");
    let daemon = Daemon::start_at(&setup.folder, &address, &[]);
    daemon.act(
        &session,
        json!({ "type": "play", "card": "crawler", "tile": "m1" }),
    );
    assert_eq!(
        setup.tifa.next_announcement(),
        "Turn 2, the enemy's move · you played Crawler on MID-1 · you 2, enemy 0"
    );
}

#[test]
fn within_the_cooldown_no_second_turn_is_announced() {
    // The cooldown is longer than the test: only one turn may be announced.
    let mut setup = setup("");
    let folder = Folder::new();
    let config = crate::irc::config(&setup.daemon.url(), setup.ircd.port, "")
        .replace(
            "announceCooldownSeconds = 0",
            "announceCooldownSeconds = 3600",
        )
        .replace("\"coach\"", "\"calm\"")
        + "announce = [\"#seven\"]\n";
    let session = setup.daemon.begin_match();
    let mut calm = crate::support::bot::Bot::run(&folder, &config);
    setup.cloud.wait_for(":calm!~calm@127.0.0.1 JOIN");
    calm.wait_for_log("following");
    setup.daemon.act(
        &session,
        json!({ "type": "play", "card": "crawler", "tile": "m1" }),
    );
    assert!(setup.tifa.next_text("calm").starts_with("Turn 2"));
    for action in [
        json!({ "type": "play", "card": "cactuar", "tile": "m5" }),
        json!({ "type": "draw", "card": "002" }),
        json!({ "type": "pass" }),
    ] {
        setup.daemon.act(&session, action);
    }
    setup.tifa.send_text("#seven", "!score");
    assert!(
        setup
            .tifa
            .next_text("calm")
            .starts_with("Turn 4, the enemy's move")
    );
}

#[test]
fn discord_gets_announcements_with_the_bots_token() {
    let folder = Folder::new();
    let daemon = Daemon::start(&folder, &[]);
    let api = DiscordApi::start();
    let secret = folder.write("discord-token", "discord-bot-secret\n");
    let more = format!(
        "api = \"http://{}/api/v10\"\nbotTokenFile = \"{}\"",
        api.address,
        secret.display()
    );
    let (discord, mut bot) = Discord::start(&folder, &daemon.url(), &more);
    let session = daemon.begin_match();
    let answer = discord.command(DiscordUser::Moderator, "subscribe", json!({}));
    assert_eq!(answer["data"]["content"], SUBSCRIBED);
    bot.wait_for_log("following");
    daemon.act(
        &session,
        json!({ "type": "play", "card": "crawler", "tile": "m1" }),
    );
    let request = api.next();
    assert_eq!(request.line, "POST /api/v10/channels/20/messages");
    assert_eq!(
        request.authorization.as_deref(),
        Some("Bot discord-bot-secret")
    );
    let text = "Turn 2, the enemy's move · you played Crawler on MID-1 · you 2, enemy 0";
    assert_eq!(request.body["content"], text);
    assert_eq!(request.body["allowed_mentions"], json!({ "parse": [] }));
    assert!(!bot.stop().contains("discord-bot-secret"));
}
