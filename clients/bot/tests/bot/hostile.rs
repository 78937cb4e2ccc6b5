//! Hostile text of chat users.

use serde_json::json;

use crate::irc::setup;
use crate::support::daemon::Daemon;
use crate::support::discord::{Discord, DiscordUser};
use crate::support::folder::Folder;

/// Hostile texts in place of a card's or a deck's name.
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
fn hostile_texts_on_irc_are_answered_in_plain_lines() {
    let mut setup = setup("");
    let session = setup.daemon.begin_match();
    let commands = ["card", "odds", "deck", "play x m1", "session", "draw"];
    for (name, command) in names().iter().zip(commands.iter().cycle()) {
        let answer = setup.cloud.ask("#seven", &format!("!{command} {name}"));
        let is_plain = |c: char| !c.is_control() && !('\u{202a}'..='\u{202e}').contains(&c);
        assert!(answer.chars().all(is_plain), "{answer:?}");
    }
    // No text became a command to the server or an action of the session.
    let now = setup
        .daemon
        .ask("session/get", json!({ "sessionId": session }));
    assert_eq!(now["seq"], 0);
    assert!(
        setup
            .tifa
            .ask("#seven", "!card crawler")
            .starts_with("019 Crawler")
    );
}

#[test]
fn hostile_texts_on_discord_are_answered_without_markup_and_mentions() {
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
            let answer = discord.command(DiscordUser::Owner, command, json!({ param: name }));
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
            for markup in ["<", "]", "@", "\u{202e}"] {
                assert!(!text.contains(markup), "{text}");
            }
        }
    }
    // Options of another type than the registered one.
    for value in [json!(5), json!(null), json!({}), json!([1])] {
        let answer = discord.command(DiscordUser::Owner, "card", json!({ "card": value }));
        assert!(
            answer["data"]["content"]
                .as_str()
                .is_some_and(|text| text.contains("/card NAME"))
        );
    }
}
