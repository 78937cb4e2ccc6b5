//! The prompts: beginnings of conversations that a person can choose.

use rmcp::model::{GetPromptResult, JsonObject, Prompt, PromptArgument, PromptMessage, Role};

use crate::answer::Refusal;

const COACH: &str = "coach_me";
const REVIEW: &str = "review_my_match";
const EXPLAIN: &str = "explain_card";

const HONEST: &str = "Use only what the tools say: never invent a card, a move or a number, and \
                      ask me where something is unclear instead of guessing.";

pub(crate) fn list() -> Vec<Prompt> {
    let argument = |name: &str, about: &str| PromptArgument::new(name).with_description(about);
    vec![
        Prompt::new(
            COACH,
            Some("Coaches you through a match of Queen's Blood while you play it."),
            Some(vec![
                argument("opponent", "Who you play against"),
                argument("deck", "Your deck: a name, a code or its cards"),
            ]),
        )
        .with_title("Coach me through a match"),
        Prompt::new(
            REVIEW,
            Some("Goes through a match and shows where it was won and lost."),
            Some(vec![argument(
                "match",
                "The match, such as s7; the latest when left out",
            )]),
        )
        .with_title("Review my match"),
        Prompt::new(
            EXPLAIN,
            Some("Explains what a card does and when to play it."),
            Some(vec![
                argument("card", "The card's name").with_required(true),
            ]),
        )
        .with_title("Explain this card"),
    ]
}

/// The prompt with its arguments filled in; none if there is no such prompt.
pub(crate) fn get(
    name: &str,
    arguments: Option<&JsonObject>,
) -> Result<Option<GetPromptResult>, Refusal> {
    let given = |name: &str| {
        let value = arguments.and_then(|arguments| arguments.get(name));
        let value = value.and_then(|value| value.as_str()).map(str::trim);
        value.filter(|value| !value.is_empty())
    };
    let text = match name {
        COACH => {
            let opponent = given("opponent").map(|name| format!(" against {name}"));
            let deck = given("deck").map(|deck| format!(" My deck is {deck}."));
            format!(
                "Coach me through a match of Queen's Blood{}.{} Ask me for my opening hand and who \
                 plays first, then start the match. After each thing I tell you, report it in one \
                 go, tell me in one or two sentences what to play and why, and what the enemy may \
                 answer; remind me of my draw when it is due. If a report is refused, tell me what \
                 is wrong and ask. Warn me before I pass first unless the match is locked. {HONEST}",
                opponent.unwrap_or_default(),
                deck.unwrap_or_default(),
            )
        }
        REVIEW => {
            let which = match given("match") {
                Some(name) => format!("match {name}"),
                None => "my latest match (list the matches first, and ask if it is not clear)"
                    .to_owned(),
            };
            format!(
                "Review {which}. Tell me how it went in a few sentences: where it was won or lost, \
                 my two or three costliest moves with what was better and why, and how much was \
                 luck. End with one thing to practise. {HONEST}"
            )
        }
        EXPLAIN => {
            let Some(card) = given("card") else {
                return Err(Refusal::new("`card` is missing: say which card to explain"));
            };
            format!(
                "Look up the card {card} and explain it: what it costs, which tiles it reaches, \
                 what it does, and when it is worth playing. {HONEST}"
            )
        }
        _ => return Ok(None),
    };
    let message = PromptMessage::new_text(Role::User, text);
    Ok(Some(GetPromptResult::new(vec![message])))
}
