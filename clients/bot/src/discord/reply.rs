//! What Discord is answered.

use serde_json::{Value, json};

use crate::commands::{Answer, Manner};
use crate::text;

/// Only the asker sees it.
const EPHEMERAL: u32 = 64;
/// What a message may hold.
const LONGEST: usize = 1900;
/// What Discord shows while somebody types.
pub const MOST_CHOICES: usize = 25;

pub fn pong() -> Value {
    json!({ "type": 1 })
}

pub fn message(answer: &Answer) -> Value {
    json!({ "type": 4, "data": content(answer) })
}

pub fn deferred(manner: Manner) -> Value {
    json!({ "type": 5, "data": { "flags": flags(manner) } })
}

pub fn choices(names: &[String]) -> Value {
    let choices: Vec<Value> = names
        .iter()
        .take(MOST_CHOICES)
        .map(|name| json!({ "name": text::fit(name, 100), "value": text::fit(name, 100) }))
        .collect();
    json!({ "type": 8, "data": { "choices": choices } })
}

/// A message that calls nobody, whatever stands in it.
pub fn content(answer: &Answer) -> Value {
    let written = match &answer.drawing {
        Some(drawing) => {
            let drawing = text::fit(&drawing.replace('`', "'"), LONGEST);
            format!("```\n{}\n```", drawing.trim_end())
        }
        None => {
            let lines = answer
                .text
                .lines()
                .map(|line| plain(&text::clean_up_to(line, LONGEST)));
            text::fit(&lines.collect::<Vec<_>>().join("\n"), LONGEST)
        }
    };
    json!({
        "content": written,
        "flags": flags(answer.manner),
        "allowed_mentions": { "parse": [] },
    })
}

fn flags(manner: Manner) -> u32 {
    match manner {
        Manner::Open => 0,
        Manner::Aside => EPHEMERAL,
    }
}

/// Nothing in it is bold, a link or a mention.
fn plain(text: &str) -> String {
    let mut plain = String::new();
    for letter in text.chars() {
        if "\\*_~|>[]<@#`".contains(letter) {
            plain.push('\\');
        }
        plain.push(letter);
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_message_calls_anybody_or_looks_like_more_than_text() {
        let said = content(&Answer::open(
            "@everyone <@1> [x](http://y) **b** `c`\u{202e}",
        ));
        assert_eq!(said["allowed_mentions"]["parse"], json!([]));
        assert_eq!(said["flags"], 0);
        let text = said["content"].as_str().expect("a text");
        assert_eq!(
            text,
            "\\@everyone \\<\\@1\\> \\[x\\](http://y) \\*\\*b\\*\\* \\`c\\`"
        );
    }

    #[test]
    fn messages_fit_and_drawings_cannot_be_left() {
        let drawing = format!("a```b{}", "●".repeat(5000));
        let answer = Answer {
            drawing: Some(drawing),
            ..Answer::aside("x")
        };
        let said = content(&answer);
        let text = said["content"].as_str().expect("a text");
        assert!(
            text.chars().count() <= 2000
                && text.starts_with("```\na'''b")
                && text.ends_with("\n```")
        );
        assert_eq!(said["flags"], 64);
        let long = content(&Answer::open("*".repeat(9000)));
        assert!(long["content"].as_str().expect("a text").len() <= 2000);
    }

    #[test]
    fn no_more_choices_than_discord_shows() {
        let names: Vec<String> = (0..40).map(|number| format!("Card {number}")).collect();
        let said = choices(&names);
        assert_eq!(
            said["data"]["choices"].as_array().map(Vec::len),
            Some(MOST_CHOICES)
        );
    }
}
