//! Responses to Discord's interactions.

use serde_json::{Value, json};

use crate::commands::{ChatAnswer, Visibility};
use crate::text;

/// The flag of a message that only the asker sees.
const EPHEMERAL: u32 = 64;
/// The longest text of a message; Discord takes 2000 characters.
const LONGEST: usize = 1900;
/// The most choices Discord takes.
pub const MOST_CHOICES: usize = 25;

pub fn pong() -> Value {
    json!({ "type": 1 })
}

pub fn message(answer: &ChatAnswer) -> Value {
    json!({ "type": 4, "data": content(answer) })
}

pub fn deferred(visibility: Visibility) -> Value {
    json!({ "type": 5, "data": { "flags": flags(visibility) } })
}

pub fn choices(names: &[String]) -> Value {
    let choices: Vec<Value> = names
        .iter()
        .take(MOST_CHOICES)
        .map(|name| json!({ "name": text::fit(name, 100), "value": text::fit(name, 100) }))
        .collect();
    json!({ "type": 8, "data": { "choices": choices } })
}

/// A message without mentions, whatever its text contains.
pub fn content(answer: &ChatAnswer) -> Value {
    let content = match &answer.drawing {
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
        "content": content,
        "flags": flags(answer.visibility),
        "allowed_mentions": { "parse": [] },
    })
}

fn flags(visibility: Visibility) -> u32 {
    match visibility {
        Visibility::Public => 0,
        Visibility::Private | Visibility::Quiet => EPHEMERAL,
    }
}

/// Escapes Discord's markup.
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
    fn markup_and_mentions_are_escaped() {
        let message = content(&ChatAnswer::public(
            "@everyone <@1> [x](http://y) **b** `c`\u{202e}",
        ));
        assert_eq!(message["allowed_mentions"]["parse"], json!([]));
        assert_eq!(message["flags"], 0);
        let text = message["content"].as_str().expect("a text");
        assert_eq!(
            text,
            "\\@everyone \\<\\@1\\> \\[x\\](http://y) \\*\\*b\\*\\* \\`c\\`"
        );
    }

    #[test]
    fn messages_are_cut_and_drawings_stay_code_blocks() {
        let drawing = format!("a```b{}", "●".repeat(5000));
        let answer = ChatAnswer {
            drawing: Some(drawing),
            ..ChatAnswer::private("x")
        };
        let message = content(&answer);
        let text = message["content"].as_str().expect("a text");
        assert!(
            text.chars().count() <= 2000
                && text.starts_with("```\na'''b")
                && text.ends_with("\n```")
        );
        assert_eq!(message["flags"], 64);
        let long = content(&ChatAnswer::public("*".repeat(9000)));
        assert!(long["content"].as_str().expect("a text").len() <= 2000);
    }

    #[test]
    fn at_most_as_many_choices_as_discord_takes() {
        let names: Vec<String> = (0..40).map(|number| format!("Card {number}")).collect();
        let message = choices(&names);
        assert_eq!(
            message["data"]["choices"].as_array().map(Vec::len),
            Some(MOST_CHOICES)
        );
    }
}
