//! `qbcoach-bot ask`: one command without any chat.

use crate::support::bot::{command, complained, printed};
use crate::support::daemon::Daemon;
use crate::support::folder::Folder;

/// Between the parts of an answer.
const DOT: &str = " · ";

fn ask(daemon: &str, said: &str) -> String {
    let output = command(&["ask", "--daemon", daemon, said]);
    assert!(
        output.status.success(),
        "{said}: {}",
        String::from_utf8_lossy(&output.stderr)
    );
    printed(&output).trim_end().to_owned()
}

#[test]
fn a_command_is_answered_as_the_player_sees_it() {
    let folder = Folder::new();
    let daemon = Daemon::start(&folder, &[]);
    daemon.begin_match();
    let url = daemon.url();
    let score = "Before the first move · you 0, enemy 0 · TOP 0:0 · MID 0:0 · BOT 0:0";
    assert_eq!(ask(&url, "!score"), score);
    assert_eq!(ask(&url, "score"), score, "a shell may eat the sign");
    assert!(ask(&url, "!hand").starts_with("In hand, 5 cards: "));
    assert!(ask(&url, "!best").contains("next best: "));
    assert!(ask(&url, "!board").contains("+-------------+"));
    assert!(ask(&url, "!deck swarm").starts_with("Swarm (swarm): "));
    let cards = "2x crawler, 001";
    assert_eq!(
        ask(&url, &format!("!deck {cards}")).split(DOT).next(),
        Some("No deck to play, the deck has 3 of 15 cards: add 12: 2x Crawler, Security Officer")
    );
    // What is given to copy can be pasted: it is the same deck again.
    let copied = ask(&url, "!deck swarm");
    let (_, copied) = copied.split_once(": ").expect("something to copy");
    assert!(
        ask(&url, &format!("!deck {copied}")).starts_with("A deck to play: 2x Security Officer, ")
    );
    assert_eq!(
        ask(&url, "!deck swrm"),
        "There is no deck `swrm`; did you mean swarm?"
    );
    assert!(ask(&url, "!odds cactuar").starts_with("The enemy holds Cactuar with a chance of "));
    assert_eq!(
        ask(&url, "!odds crawler"),
        "The enemy cannot hold Crawler (5 cards in hand)"
    );
    assert!(ask(&url, "!threat").starts_with("Worst reply: "));
    assert!(ask(&url, "!play crawler m1").starts_with("You play Crawler on MID-1"));
    assert!(ask(&url, "!help").starts_with("Ask me !card NAME, "));
}

#[test]
fn combats_are_answered_as_combats() {
    let folder = Folder::new();
    let daemon = Daemon::start(&folder, &[]);
    let setup = serde_json::json!({ "enemies": ["prowlers", "prowlers"], "hand": ["tremor"] });
    daemon.ask(
        "session/create",
        serde_json::json!({ "game": "mage-knight", "setup": setup }),
    );
    let url = daemon.url();
    assert_eq!(
        ask(&url, "!score"),
        "Combat, ranged and siege phase · 0 fame gained · 0 wounds · \
         against Prowlers (armor 3), Prowlers (armor 3)"
    );
    assert_eq!(ask(&url, "!hand"), "In hand, 1 card: Tremor");
    assert_eq!(
        ask(&url, "!threat"),
        "If nothing is done: 4 wounds · Prowlers 2, Prowlers 2"
    );
    assert!(!ask(&url, "!best").is_empty());
    let lock = ask(&url, "!lock");
    assert_eq!(lock, "This can be asked of Queen's Blood sessions only");
}

#[test]
fn a_mistake_is_told_with_what_to_do() {
    let folder = Folder::new();
    let daemon = Daemon::start(&folder, &[]);
    let url = daemon.url();
    let cases = [
        ("!nothing", "`!nothing` is no command"),
        ("!card", "Write !card NAME, for example !card malboro"),
    ];
    for (said, words) in cases {
        let complaint = complained(&command(&["ask", "--daemon", &url, said]));
        assert!(complaint.contains(words), "{complaint}");
    }
    drop(daemon);
    let complaint = complained(&command(&["ask", "--daemon", &url, "!score"]));
    assert!(
        complaint.contains("no daemon answers at") && complaint.contains("qbcoach serve --demo"),
        "{complaint}"
    );
}

#[test]
fn a_token_opens_the_daemon_and_its_role_is_what_the_bot_may_do() {
    let folder = Folder::new();
    let (stream, view) = ("stream-token-0123456789", "view-token-0123456789");
    let tokens = folder.write(
        "tokens",
        &format!("stream {stream}\nview {view}\ncontrol control-token-0123456789\n"),
    );
    let tokens = tokens.display().to_string();
    let daemon = Daemon::start(&folder, &["--token-file", &tokens]);
    let with = |token: &str, said: &str| {
        let file = folder.write("token", token);
        let text = format!(
            "[daemon]\naddress = \"{}\"\ntokenFile = \"{}\"\n",
            daemon.url(),
            file.display()
        );
        let config = folder.write("bot.toml", &text).display().to_string();
        command(&["ask", "--config", &config, said])
    };
    assert!(printed(&with(stream, "!card crawler")).starts_with("019 Crawler"));
    let wrong = complained(&with("wrong-token-0123456789", "!card crawler"));
    assert!(wrong.contains("does not let the bot in"), "{wrong}");
    assert!(
        !wrong.contains("wrong-token"),
        "a token is never shown: {wrong}"
    );
    assert!(printed(&with(view, "!session")).starts_with("There is no match yet"));
}
