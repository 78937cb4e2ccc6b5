//! `qbcoach-bot ask`: one command in a terminal.

use crate::support::bot::{command, error_text, printed};
use crate::support::daemon::Daemon;
use crate::support::folder::Folder;

/// Separates the parts of an answer.
const DOT: &str = " · ";

fn ask(daemon: &str, line: &str) -> String {
    let output = command(&["ask", "--daemon", daemon, line]);
    assert!(
        output.status.success(),
        "{line}: {}",
        String::from_utf8_lossy(&output.stderr)
    );
    printed(&output).trim_end().to_owned()
}

#[test]
fn commands_are_answered_with_everything_the_player_may_see() {
    let folder = Folder::new();
    let daemon = Daemon::start(&folder, &[]);
    daemon.begin_match();
    let url = daemon.url();
    let score = "Before the first move · you 0, enemy 0 · TOP 0:0 · MID 0:0 · BOT 0:0";
    assert_eq!(ask(&url, "!score"), score);
    assert_eq!(ask(&url, "score"), score, "a shell may expand the `!`");
    assert!(ask(&url, "!hand").starts_with("In hand, 5 cards: "));
    assert!(ask(&url, "!best").contains("next best: "));
    assert!(ask(&url, "!board").contains("+-------------+"));
    assert!(ask(&url, "!deck swarm").starts_with("Swarm (swarm): "));
    let cards = "2x crawler, 001";
    assert_eq!(
        ask(&url, &format!("!deck {cards}")).split(DOT).next(),
        Some("Not a legal deck, the deck has 3 of 15 cards: add 12: 2x Crawler, Security Officer")
    );
    // The code or the cards in the answer can be used in a command again.
    let copied = ask(&url, "!deck swarm");
    let (_, copied) = copied.split_once(": ").expect("something to copy");
    assert!(
        ask(&url, &format!("!deck {copied}")).starts_with("A legal deck: 2x Security Officer, ")
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
    assert!(ask(&url, "!threat").starts_with("Likely: "));
    assert!(ask(&url, "!play crawler m1").starts_with("You play Crawler on MID-1"));
    assert!(ask(&url, "!help").starts_with("Ask me !card NAME, "));
}

#[test]
fn commands_about_a_combat() {
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
fn errors_say_what_to_do() {
    let folder = Folder::new();
    let daemon = Daemon::start(&folder, &[]);
    let url = daemon.url();
    let cases = [
        ("!nothing", "`!nothing` is not a command"),
        ("!card", "Write !card NAME, for example !card malboro"),
    ];
    for (line, part) in cases {
        let error = error_text(&command(&["ask", "--daemon", &url, line]));
        assert!(error.contains(part), "{error}");
    }
    drop(daemon);
    let error = error_text(&command(&["ask", "--daemon", &url, "!score"]));
    assert!(
        error.contains("no daemon answers at") && error.contains("qbcoach serve --demo"),
        "{error}"
    );
}

#[test]
fn the_token_of_the_configuration_is_sent_and_never_shown() {
    let folder = Folder::new();
    let (stream, view) = ("stream-token-0123456789", "view-token-0123456789");
    let tokens = folder.write(
        "tokens",
        &format!("stream {stream}\nview {view}\ncontrol control-token-0123456789\n"),
    );
    let tokens = tokens.display().to_string();
    let daemon = Daemon::start(&folder, &["--token-file", &tokens]);
    let with = |token: &str, line: &str| {
        let file = folder.write("token", token);
        let text = format!(
            "[daemon]\naddress = \"{}\"\ntokenFile = \"{}\"\n",
            daemon.url(),
            file.display()
        );
        let config = folder.write("bot.toml", &text).display().to_string();
        command(&["ask", "--config", &config, line])
    };
    assert!(printed(&with(stream, "!card crawler")).starts_with("019 Crawler"));
    let wrong = error_text(&with("wrong-token-0123456789", "!card crawler"));
    assert!(wrong.contains("does not let the bot in"), "{wrong}");
    assert!(
        !wrong.contains("wrong-token"),
        "a token is never shown: {wrong}"
    );
    assert!(printed(&with(view, "!session")).starts_with("There is no match yet"));
}
