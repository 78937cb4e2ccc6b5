//! On a real IRC server, with a second and a third person.

use serde_json::json;

use crate::support::bot::Bot;
use crate::support::daemon::Daemon;
use crate::support::folder::Folder;
use crate::support::ircd::Ircd;
use crate::support::person::Person;

/// Without waits, so that tests have none either.
pub fn config(daemon: &str, port: u16, more: &str) -> String {
    format!(
        "[daemon]\naddress = \"{daemon}\"\n[answers]\nuserCooldownSeconds = 0\n\
         channelCooldownSeconds = 0\nannounceCooldownSeconds = 0\n{more}\n\
         [irc]\nserver = \"127.0.0.1:{port}\"\ntls = false\npaceMs = 0\nnick = \"coach\"\nchannels = [\"#seven\"]\n"
    )
}

/// A server, a bot in #seven, cloud who runs the channel and tifa who does not.
pub struct Table {
    pub cloud: Person,
    pub tifa: Person,
    pub bot: Bot,
    pub daemon: Daemon,
    pub ircd: Ircd,
    pub folder: Folder,
}

pub fn table(more: &str) -> Table {
    let folder = Folder::new();
    let daemon = Daemon::start(&folder, &[]);
    let ircd = Ircd::start(&folder);
    let mut cloud = Person::join(ircd.port, "cloud", "#seven");
    let tifa = Person::join(ircd.port, "tifa", "#seven");
    let bot = Bot::run(&folder, &config(&daemon.url(), ircd.port, more));
    cloud.wait_for(":coach!~coach@127.0.0.1 JOIN :#seven");
    Table {
        cloud,
        tifa,
        bot,
        daemon,
        ircd,
        folder,
    }
}

#[test]
fn a_match_is_reported_and_asked_about_in_a_channel() {
    let mut table = table("");
    assert_eq!(table.tifa.ask("#seven", "!score"), "There is no match yet");
    let session = table.daemon.begin_match();
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
    for (said, expected) in conversation {
        let answer = table.cloud.ask("#seven", said);
        match said {
            "!board" => assert!(
                answer.contains("[Crawler 2●]") && answer.contains("[Cactuar 1○]"),
                "{answer}"
            ),
            _ => assert_eq!(answer, expected, "{said}"),
        }
    }
    let answer = table.cloud.ask("#seven", "!session");
    assert_eq!(
        answer,
        format!("This channel follows {session} (the newest)")
    );
}

#[test]
fn only_whoever_runs_the_channel_changes_a_match() {
    let mut table = table("");
    let session = table.daemon.begin_match();
    for (said, word) in [
        ("!play crawler m1", "play"),
        ("!enemy cactuar m5", "enemy"),
        ("!pass", "pass"),
        ("!draw 002", "draw"),
        ("!undo", "undo"),
        ("!session s1", "session"),
        ("!subscribe", "subscribe"),
    ] {
        let answer = table.tifa.ask("#seven", said);
        assert_eq!(answer, format!("Only moderators may !{word}"), "{said}");
    }
    // The server says who runs a channel, and it may change its mind.
    table.cloud.send("MODE #seven +o tifa");
    table.tifa.wait_for(" MODE #seven +o tifa");
    // The bot has asked for the list again before it reads what is said next.
    table.tifa.send("NAMES #seven");
    table.tifa.wait_for(" 366 ");
    let mut answer = table.tifa.ask("#seven", "!pass");
    while answer.contains("Only moderators") {
        answer = table.tifa.ask("#seven", "!pass");
    }
    assert!(answer.starts_with("You pass · Turn 2"), "{answer}");
    let now = table
        .daemon
        .ask("session/get", json!({ "sessionId": session }));
    assert_eq!(now["seq"], 1, "nothing of what was refused has happened");
    table.cloud.send("NICK zack");
    table.tifa.wait_for("NICK :zack");
    let mut somebody = Person::join(table.ircd.port, "cloud", "#seven");
    assert_eq!(somebody.ask("#seven", "!undo"), "Only moderators may !undo");
}

#[test]
fn hand_and_advice_are_for_moderators_in_private() {
    let mut table = table("");
    table.daemon.begin_match();
    for said in ["!best", "!hand", "!lock"] {
        let aloud = table.cloud.ask("#seven", said);
        assert!(aloud.contains("ask me in a private message"), "{aloud}");
        let viewer = table.tifa.ask("coach", said);
        assert!(viewer.contains("are for moderators"), "{viewer}");
    }
    let hand = table.cloud.ask("coach", "!hand");
    assert_eq!(
        hand,
        "In hand, 5 cards: Security Officer, Crawler, Levrikon, Riot Trooper, Ogre"
    );
    let best = table.cloud.ask("coach", "!best");
    assert!(
        best.contains(" to ") && best.contains("next best: "),
        "{best}"
    );
    let lock = table.cloud.ask("coach", "!lock");
    assert!(
        lock.starts_with("Nothing is locked yet · TOP 0: nobody leads"),
        "{lock}"
    );
}

#[test]
fn advice_is_for_everybody_where_the_configuration_says_so() {
    let mut table = table("advice = \"public\"");
    table.daemon.begin_match();
    let best = table.tifa.ask("#seven", "!best");
    assert!(best.contains("next best: "), "{best}");
}

#[test]
fn a_channel_keeps_to_the_session_it_is_bound_to() {
    let mut table = table("");
    let first = table.daemon.begin_match();
    let second = table.daemon.begin_match();
    table.daemon.act(&second, json!({ "type": "pass" }));
    assert!(
        table
            .tifa
            .ask("#seven", "!score")
            .starts_with("Turn 2, the enemy's move")
    );
    let bound = table.cloud.ask("#seven", &format!("!session {first}"));
    assert!(
        bound.starts_with(&format!("This channel follows {first};")),
        "{bound}"
    );
    assert!(
        table
            .tifa
            .ask("#seven", "!score")
            .starts_with("Before the first move")
    );
    let unknown = table.cloud.ask("#seven", "!session s99");
    assert_eq!(
        unknown,
        format!("There is no session `s99`; the latest: {second}, {first}, or newest")
    );
    table.cloud.ask("#seven", "!session newest");
    assert!(
        table
            .tifa
            .ask("#seven", "!score")
            .starts_with("Turn 2, the enemy's move")
    );
}

#[test]
fn questions_that_come_too_soon_are_left_alone() {
    let mut table = table("");
    let folder = Folder::new();
    let slow = config(&table.daemon.url(), table.ircd.port, "")
        .replace("userCooldownSeconds = 0", "userCooldownSeconds = 3600")
        .replace("\"coach\"", "\"patient\"");
    let _patient = Bot::run(&folder, &slow);
    table.cloud.wait_for(":patient!~patient@127.0.0.1 JOIN");
    table.tifa.say("#seven", "!card crawler");
    assert!(table.tifa.hear("patient").starts_with("019 Crawler"));
    table.tifa.say("#seven", "!card levrikon");
    // A moderator need not wait, and his answer comes after the one that never does.
    table.cloud.say("#seven", "!card archdragon");
    assert!(table.tifa.hear("patient").starts_with("020 Archdragon"));
}

#[test]
fn a_name_that_is_taken_is_replaced_by_another() {
    let folder = Folder::new();
    let daemon = Daemon::start(&folder, &[]);
    let ircd = Ircd::start(&folder);
    let mut cloud = Person::join(ircd.port, "cloud", "#seven");
    let _other = Person::join(ircd.port, "coach", "");
    let _bot = Bot::run(&folder, &config(&daemon.url(), ircd.port, ""));
    cloud.wait_for(":coach2!~coach@127.0.0.1 JOIN :#seven");
    cloud.say("#seven", "!card 019");
    assert!(cloud.hear("coach2").starts_with("019 Crawler"));
}

#[test]
fn the_bot_comes_back_when_the_server_does() {
    let table = table("");
    let port = table.ircd.port;
    drop(table.ircd);
    let _ircd = Ircd::start_at(&table.folder, port);
    let mut cloud = Person::join(port, "cloud", "#seven");
    // It may be back before anybody else.
    let mut here = cloud_sees_the_bot(&mut cloud);
    while !here {
        here = cloud_sees_the_bot(&mut cloud);
    }
    assert!(
        cloud
            .ask("#seven", "!card crawler")
            .starts_with("019 Crawler")
    );
}

fn cloud_sees_the_bot(cloud: &mut Person) -> bool {
    cloud.send("NAMES #seven");
    cloud.wait_for(" 353 ").contains("coach")
}

#[test]
fn the_bot_says_when_the_coach_is_away_and_when_it_is_back() {
    let mut table = table("");
    let address = table.daemon.address.clone();
    table.daemon.begin_match();
    assert!(
        table
            .tifa
            .ask("#seven", "!score")
            .starts_with("Before the first move")
    );
    drop(table.daemon);
    table.bot.wait_for_log("the connection has ended");
    assert_eq!(
        table.tifa.ask("#seven", "!score"),
        "The coach is away; trying again"
    );
    let _daemon = Daemon::start_at(&table.folder, &address, &[]);
    assert_eq!(table.tifa.hear("coach"), "The coach is back");
    assert!(
        table
            .tifa
            .ask("#seven", "!score")
            .starts_with("Before the first move")
    );
}

#[test]
fn the_bot_says_goodbye_when_it_is_stopped() {
    let mut table = table("");
    table.bot.stop();
    table.cloud.wait_for(":coach!~coach@127.0.0.1 QUIT");
}

#[test]
fn a_delayed_chat_does_not_run_ahead_of_the_stream() {
    let folder = Folder::new();
    let daemon = Daemon::start(&folder, &[]);
    let ircd = Ircd::start(&folder);
    let mut cloud = Person::join(ircd.port, "cloud", "#seven");
    let config = config(&daemon.url(), ircd.port, "");
    let delayed = config.replace("[answers]", "delaySeconds = 600\n[answers]");
    let _bot = Bot::run(&folder, &delayed);
    cloud.wait_for(":coach!~coach@127.0.0.1 JOIN :#seven");
    daemon.begin_match();
    for said in ["!score", "!board", "!threat", "!odds cactuar"] {
        let answer = cloud.ask("#seven", said);
        assert!(
            answer.starts_with("The stream does not see this match yet"),
            "{said}: {answer}"
        );
    }
    let played = cloud.ask("#seven", "!play crawler m1");
    assert_eq!(played, "Noted; the stream sees it in 600 s");
}
