//! Whatever is written in a chat does no harm there, here or at the daemon.

use serde_json::json;

use crate::irc::table;
use crate::support::daemon::Daemon;
use crate::support::discord::{Discord, Who};
use crate::support::folder::Folder;

/// Names nobody means well with.
fn names() -> Vec<String> {
    let mut names: Vec<String> = [
        "@everyone",
        "<@1234> <@&5678> @here",
        "[free](http://evil.example)",
        "{} {0} %s %n %x ${HOME} $(reboot) `reboot`",
        "\u{202e}retsnom\u{2066}",
        "\u{1}ACTION waves\u{1}",
        "x\u{3}04,01red\u{2}bold",
        "'; DROP TABLE sessions; --",
        "../../../etc/passwd",
        "\"}],\"method\":\"session/delete\"",
        "-1",
        "0",
        "NaN",
        "\u{feff}\u{200b}",
        "ﷺ🂡🂢👩‍👩‍👧‍👦",
    ]
    .map(str::to_owned)
    .to_vec();
    names.push("x".repeat(350));
    names.push("z\u{300}\u{301}\u{302}\u{303}".repeat(30));
    names
}

#[test]
fn an_irc_channel_gets_short_plain_lines_whatever_is_asked() {
    let mut table = table("");
    let session = table.daemon.begin_match();
    for name in names() {
        for command in ["card", "odds", "deck", "play x m1", "session", "draw"] {
            let answer = table.cloud.ask("#seven", &format!("!{command} {name}"));
            let is_plain = !answer
                .chars()
                .any(|c| c.is_control() || ('\u{202a}'..='\u{202e}').contains(&c));
            assert!(is_plain, "{answer:?}");
        }
    }
    // Nothing that was said became a command to the server, or an action.
    let now = table
        .daemon
        .ask("session/get", json!({ "sessionId": session }));
    assert_eq!(now["seq"], 0);
    assert!(
        table
            .tifa
            .ask("#seven", "!card crawler")
            .starts_with("019 Crawler")
    );
}

#[test]
fn discord_gets_plain_text_that_calls_nobody() {
    let folder = Folder::new();
    let daemon = Daemon::start(&folder, &[]);
    let (discord, _bot) = Discord::start(&folder, &daemon.url(), "");
    let mut names = names();
    names.push("y".repeat(10_000));
    names.push("line\r\nbreak\0nul".to_owned());
    for name in names {
        for command in ["card", "odds", "deck", "session"] {
            let param = match command {
                "deck" => "deck",
                "session" => "session",
                _ => "card",
            };
            let answer = discord.command(Who::Owner, command, json!({ param: name }));
            assert_eq!(
                answer["data"]["allowed_mentions"],
                json!({ "parse": [] }),
                "{answer}"
            );
            let text = answer["data"]["content"].as_str().expect("a text");
            assert!(!text.is_empty() && text.chars().count() <= 2000);
            let text = ["\\<", "\\]", "\\@"]
                .iter()
                .fold(text.to_owned(), |text, escaped| text.replace(escaped, ""));
            for call in ["<", "]", "@", "\u{202e}"] {
                assert!(!text.contains(call), "{text}");
            }
        }
    }
    // Options of another type than was registered.
    for value in [json!(5), json!(null), json!({}), json!([1])] {
        let answer = discord.command(Who::Owner, "card", json!({ "card": value }));
        assert!(
            answer["data"]["content"]
                .as_str()
                .is_some_and(|text| text.contains("/card NAME"))
        );
    }
}
