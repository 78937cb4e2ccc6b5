//! On an IRC server, with an operator and another user.

use serde_json::json;

use crate::support::bot::Bot;
use crate::support::daemon::Daemon;
use crate::support::folder::Folder;
use crate::support::ircd::Ircd;
use crate::support::person::Person;

/// A configuration without cooldowns, so that tests need not wait.
pub fn config(daemon: &str, port: u16, more: &str) -> String {
    format!(
        "[daemon]\naddress = \"{daemon}\"\n[answers]\nuserCooldownSeconds = 0\n\
         channelCooldownSeconds = 0\nannounceCooldownSeconds = 0\n{more}\n\
         [irc]\nserver = \"127.0.0.1:{port}\"\ntls = false\npaceMs = 0\nnick = \"coach\"\nchannels = [\"#seven\"]\n"
    )
}

/// A daemon, an IRC server, a bot in #seven, the operator cloud and the user tifa.
pub struct IrcSetup {
    pub cloud: Person,
    pub tifa: Person,
    pub bot: Bot,
    pub daemon: Daemon,
    pub ircd: Ircd,
    pub folder: Folder,
}

pub fn setup(more: &str) -> IrcSetup {
    let folder = Folder::new();
    let daemon = Daemon::start(&folder, &[]);
    let ircd = Ircd::start(&folder);
    let mut cloud = Person::join(ircd.port, "cloud", "#seven");
    let tifa = Person::join(ircd.port, "tifa", "#seven");
    let bot = Bot::run(&folder, &config(&daemon.url(), ircd.port, more));
    cloud.wait_for(":coach!~coach@127.0.0.1 JOIN :#seven");
    IrcSetup {
        cloud,
        tifa,
        bot,
        daemon,
        ircd,
        folder,
    }
}

#[test]
fn a_match_is_reported_and_shown_in_a_channel() {
    let mut setup = setup("");
    assert_eq!(setup.tifa.ask("#seven", "!score"), "There is no match yet");
    let session = setup.daemon.begin_match();
    let conversation = [
        (
            "!score",
            "Before the first move · you 0, enemy 0 · TOP 0:0 · MID 0:0 · BOT 0:0",
        ),
        (
            "!play crawler m1",
            "You play Crawler on MID-1 · Turn 2, the enemy's move · you 2, enemy 0 · TOP 0:0 · MID 2:0 · BOT 0:0",
        ),
        (
            "!play levrikon t1",
            "Not taken: it is the enemy's turn · !score shows whose move it is",
        ),
        (
            "!enemy cactuar m5",
            "The enemy plays Cactuar on MID-5 · Turn 3, your draw · you 2, enemy 0 · TOP 0:0 · MID 2:1 · BOT 0:0",
        ),
        (
            "!draw riot trooper",
            "The draw is noted · Turn 3, your move · you 2, enemy 0 · TOP 0:0 · MID 2:1 · BOT 0:0",
        ),
        (
            "!undo",
            "Taken back · Turn 3, your draw · you 2, enemy 0 · TOP 0:0 · MID 2:1 · BOT 0:0",
        ),
        (
            "!draw crwler",
            "Not taken: there is no card `crwler`; did you mean 019 Crawler?",
        ),
        (
            "!draw 002",
            "The draw is noted · Turn 3, your move · you 2, enemy 0 · TOP 0:0 · MID 2:1 · BOT 0:0",
        ),
        (
            "!play security officer x7",
            "Not taken: `x7` is not a tile: write a lane and a column from 1 to 5, such as MID-4, mid4 or m4",
        ),
        ("!board", "TOP [●●][●][ ][ ][○●] ● you"),
    ];
    for (command, expected) in conversation {
        let answer = setup.cloud.ask("#seven", command);
        match command {
            "!board" => assert!(
                answer.contains("[Crawler 2●]") && answer.contains("[Cactuar 1○]"),
                "{answer}"
            ),
            _ => assert_eq!(answer, expected, "{command}"),
        }
    }
    let answer = setup.cloud.ask("#seven", "!session");
    assert_eq!(
        answer,
        format!("This channel follows {session} (the newest)")
    );
}

#[test]
fn operators_ask_and_everybody_votes_without_an_answer() {
    let mut setup = setup("");
    setup.daemon.begin_match();
    assert_eq!(
        setup.cloud.ask("#seven", "!poll"),
        "What should be played? 1 Play in TOP, 2 Play in MID, 3 Play in BOT, 4 Pass · \
         write !vote NUMBER"
    );
    // A second vote replaces the first.
    for vote in ["!vote 1", "!vote 2", "!vote 9"] {
        setup.tifa.send_text("#seven", vote);
    }
    setup.cloud.send_text("#seven", "!vote 2");
    let for_mid =
        |daemon: &Daemon| daemon.ask("poll/get", json!({}))["poll"]["options"][1]["votes"].clone();
    while for_mid(&setup.daemon) != 2 {
        std::thread::yield_now();
    }
    // Nothing was said about the votes: this is the next line of the bot.
    let closed = setup.cloud.ask("#seven", "!poll close");
    assert_eq!(closed, "The poll is closed: Play in MID (2 of 2 votes)");
    setup.tifa.send_text("#seven", "!vote 1");
    assert_eq!(setup.cloud.ask("#seven", "!vote"), "There is no open poll");
}

#[test]
fn only_channel_operators_may_report() {
    let mut setup = setup("");
    let session = setup.daemon.begin_match();
    for (command, word) in [
        ("!play crawler m1", "play"),
        ("!enemy cactuar m5", "enemy"),
        ("!pass", "pass"),
        ("!draw 002", "draw"),
        ("!undo", "undo"),
        ("!session s1", "session"),
        ("!subscribe", "subscribe"),
        ("!poll", "poll"),
    ] {
        let answer = setup.tifa.ask("#seven", command);
        assert_eq!(answer, format!("Only moderators may !{word}"), "{command}");
    }
    // Operators may change.
    setup.cloud.send("MODE #seven +o tifa");
    setup.tifa.wait_for(" MODE #seven +o tifa");
    // The bot requests the list of names again; wait for the same list.
    setup.tifa.send("NAMES #seven");
    setup.tifa.wait_for(" 366 ");
    let mut answer = setup.tifa.ask("#seven", "!pass");
    while answer.contains("Only moderators") {
        answer = setup.tifa.ask("#seven", "!pass");
    }
    assert!(answer.starts_with("You pass · Turn 2"), "{answer}");
    let now = setup
        .daemon
        .ask("session/get", json!({ "sessionId": session }));
    assert_eq!(now["seq"], 1, "refused commands have no effect");
    setup.cloud.send("NICK zack");
    setup.tifa.wait_for("NICK :zack");
    let mut other = Person::join(setup.ircd.port, "cloud", "#seven");
    assert_eq!(other.ask("#seven", "!undo"), "Only moderators may !undo");
}

#[test]
fn hand_and_advice_are_for_moderators_in_private() {
    let mut setup = setup("");
    setup.daemon.begin_match();
    for command in ["!best", "!hand", "!lock"] {
        let public = setup.cloud.ask("#seven", command);
        assert!(public.contains("ask me in a private message"), "{public}");
        let viewer = setup.tifa.ask("coach", command);
        assert!(viewer.contains("are for moderators"), "{viewer}");
    }
    let hand = setup.cloud.ask("coach", "!hand");
    assert_eq!(
        hand,
        "In hand, 5 cards: Security Officer, Crawler, Levrikon, Riot Trooper, Ogre"
    );
    let best = setup.cloud.ask("coach", "!best");
    assert!(
        best.contains(" to ") && best.contains("next best: "),
        "{best}"
    );
    let lock = setup.cloud.ask("coach", "!lock");
    assert!(
        lock.starts_with("Nothing is locked yet · TOP 0: Nobody leads"),
        "{lock}"
    );
}

#[test]
fn advice_public_shows_advice_to_everybody() {
    let mut setup = setup("advice = \"public\"");
    setup.daemon.begin_match();
    let best = setup.tifa.ask("#seven", "!best");
    assert!(best.contains("next best: "), "{best}");
}

#[test]
fn a_bound_channel_ignores_newer_sessions() {
    let mut setup = setup("");
    let first = setup.daemon.begin_match();
    let second = setup.daemon.begin_match();
    setup.daemon.act(&second, json!({ "type": "pass" }));
    assert!(
        setup
            .tifa
            .ask("#seven", "!score")
            .starts_with("Turn 2, the enemy's move")
    );
    let bound = setup.cloud.ask("#seven", &format!("!session {first}"));
    assert!(
        bound.starts_with(&format!("This channel follows {first};")),
        "{bound}"
    );
    assert!(
        setup
            .tifa
            .ask("#seven", "!score")
            .starts_with("Before the first move")
    );
    let unknown = setup.cloud.ask("#seven", "!session s99");
    assert_eq!(
        unknown,
        format!("There is no session `s99`; the latest: {second}, {first}, or newest")
    );
    setup.cloud.ask("#seven", "!session newest");
    assert!(
        setup
            .tifa
            .ask("#seven", "!score")
            .starts_with("Turn 2, the enemy's move")
    );
}

#[test]
fn commands_within_the_cooldown_get_no_answer() {
    let mut setup = setup("");
    let folder = Folder::new();
    let slow = config(&setup.daemon.url(), setup.ircd.port, "")
        .replace("userCooldownSeconds = 0", "userCooldownSeconds = 3600")
        .replace("\"coach\"", "\"patient\"");
    let _patient = Bot::run(&folder, &slow);
    setup.cloud.wait_for(":patient!~patient@127.0.0.1 JOIN");
    setup.tifa.send_text("#seven", "!card crawler");
    assert!(setup.tifa.next_text("patient").starts_with("019 Crawler"));
    setup.tifa.send_text("#seven", "!card levrikon");
    // Moderators have no cooldown. This answer comes although the command before it was
    // ignored.
    setup.cloud.send_text("#seven", "!card archdragon");
    assert!(
        setup
            .tifa
            .next_text("patient")
            .starts_with("020 Archdragon")
    );
}

#[test]
fn a_name_in_use_gets_a_number() {
    let folder = Folder::new();
    let daemon = Daemon::start(&folder, &[]);
    let ircd = Ircd::start(&folder);
    let mut cloud = Person::join(ircd.port, "cloud", "#seven");
    let _other = Person::join(ircd.port, "coach", "");
    let _bot = Bot::run(&folder, &config(&daemon.url(), ircd.port, ""));
    cloud.wait_for(":coach2!~coach@127.0.0.1 JOIN :#seven");
    cloud.send_text("#seven", "!card 019");
    assert!(cloud.next_text("coach2").starts_with("019 Crawler"));
}

#[test]
fn the_bot_reconnects_after_a_restart_of_the_server() {
    let setup = setup("");
    let port = setup.ircd.port;
    drop(setup.ircd);
    let _ircd = Ircd::start_at(&setup.folder, port);
    let mut cloud = Person::join(port, "cloud", "#seven");
    // The bot joins before or after cloud.
    while !is_bot_in_channel(&mut cloud) {}
    assert!(
        cloud
            .ask("#seven", "!card crawler")
            .starts_with("019 Crawler")
    );
}

fn is_bot_in_channel(cloud: &mut Person) -> bool {
    cloud.send("NAMES #seven");
    cloud.wait_for(" 353 ").contains("coach")
}

#[test]
fn the_bot_reports_when_the_daemon_is_away_and_back() {
    let mut setup = setup("");
    let address = setup.daemon.address.clone();
    setup.daemon.begin_match();
    assert!(
        setup
            .tifa
            .ask("#seven", "!score")
            .starts_with("Before the first move")
    );
    drop(setup.daemon);
    setup.bot.wait_for_log("the connection has ended");
    assert_eq!(
        setup.tifa.ask("#seven", "!score"),
        "The coach is away; trying again"
    );
    let _daemon = Daemon::start_at(&setup.folder, &address, &[]);
    assert_eq!(setup.tifa.next_text("coach"), "The coach is back");
    assert!(
        setup
            .tifa
            .ask("#seven", "!score")
            .starts_with("Before the first move")
    );
}

#[test]
fn the_bot_sends_quit_when_it_is_stopped() {
    let mut setup = setup("");
    setup.bot.stop();
    setup.cloud.wait_for(":coach!~coach@127.0.0.1 QUIT");
}

#[test]
fn with_a_delay_the_chat_sees_no_more_than_the_stream() {
    let folder = Folder::new();
    let daemon = Daemon::start(&folder, &[]);
    let ircd = Ircd::start(&folder);
    let mut cloud = Person::join(ircd.port, "cloud", "#seven");
    let config = config(&daemon.url(), ircd.port, "");
    let delayed = config.replace("[answers]", "delaySeconds = 600\n[answers]");
    let _bot = Bot::run(&folder, &delayed);
    cloud.wait_for(":coach!~coach@127.0.0.1 JOIN :#seven");
    daemon.begin_match();
    for command in ["!score", "!board", "!threat", "!odds cactuar"] {
        let answer = cloud.ask("#seven", command);
        assert!(
            answer.starts_with("The stream does not see this match yet"),
            "{command}: {answer}"
        );
    }
    let played = cloud.ask("#seven", "!play crawler m1");
    assert_eq!(played, "Noted; the stream sees it in 600 s");
}
