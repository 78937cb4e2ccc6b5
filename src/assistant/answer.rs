//! What a tool answers: a text that can be read aloud, and the same as data.

use qbcoach_protocol::client::{ClientError, ErrorAnswer};
use qbcoach_protocol::error::{
    CANCELLED, CONTRADICTION, ILLEGAL_ACTION, LIMIT_REACHED, MOVED_ON, NOT_ALLOWED, OUT_OF_TURN,
    SESSION_OVER, UNKNOWN_CARD, UNKNOWN_SESSION,
};
use rmcp::model::{CallToolResult, ContentBlock};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Value, json};

use crate::combat_words::without_ids;

/// The most bytes of an answer, text and data together, unless more was asked for. Assistants
/// pay for every word they read.
pub(crate) const LONGEST: usize = 3_600;

/// How much may be told.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Detail {
    #[default]
    Brief,
    /// More was asked for.
    Whole,
}

impl Detail {
    pub(crate) fn asked(more: Option<bool>) -> Detail {
        match more {
            Some(true) => Detail::Whole,
            _ => Detail::Brief,
        }
    }

    /// At most so many, unless more was asked for.
    pub(crate) fn at_most(self, brief: usize) -> usize {
        match self {
            Detail::Brief => brief,
            Detail::Whole => usize::MAX,
        }
    }
}

#[derive(Clone, Debug)]
pub(crate) struct Answer {
    pub text: String,
    pub data: Value,
    pub detail: Detail,
}

impl Answer {
    pub(crate) fn new(text: impl Into<String>, data: &impl Serialize) -> Answer {
        Answer {
            text: text.into(),
            data: json!(data),
            detail: Detail::Brief,
        }
    }

    pub(crate) fn in_detail(mut self, detail: Detail) -> Answer {
        self.detail = detail;
        self
    }

    /// The answer for the wire, after a note about the connection if there is one.
    pub(crate) fn into_result(self, note: Option<&str>) -> CallToolResult {
        let mut text = self.text;
        if self.detail == Detail::Brief {
            let room = LONGEST.saturating_sub(self.data.to_string().len());
            text = fitted(text, room);
        }
        let mut result = CallToolResult::success(vec![ContentBlock::text(noted(note, &text))]);
        result.structured_content = Some(self.data);
        result
    }
}

fn noted(note: Option<&str>, text: &str) -> String {
    match note {
        Some(note) => format!("{note}\n{text}"),
        None => text.to_owned(),
    }
}

/// As many whole lines as there is room for.
fn fitted(text: String, room: usize) -> String {
    const REST: &str = "(There is more: ask with `more`.)";
    if text.len() <= room {
        return text;
    }
    let mut kept = String::new();
    for line in text.lines() {
        if kept.len() + line.len() + 1 + REST.len() > room {
            break;
        }
        kept.push_str(line);
        kept.push('\n');
    }
    kept + REST
}

/// Why nothing was done, and what to ask the person.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema, thiserror::Error)]
#[error("{problem}")]
pub(crate) struct Refusal {
    /// Only if nothing was done: why.
    pub problem: String,
    /// The question for the person.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ask: Option<String>,
    /// What the person may have meant.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub candidates: Vec<String>,
    /// The line that was refused, from 1 on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<usize>,
    /// The session is not where it was thought to be.
    #[serde(skip)]
    pub moved_on: bool,
}

impl Refusal {
    pub(crate) fn new(problem: impl Into<String>) -> Refusal {
        Refusal {
            problem: problem.into(),
            ask: None,
            candidates: Vec::new(),
            line: None,
            moved_on: false,
        }
    }

    #[must_use]
    pub(crate) fn ask(mut self, question: impl Into<String>) -> Refusal {
        self.ask = Some(question.into());
        self
    }

    #[must_use]
    pub(crate) fn candidates(mut self, candidates: Vec<String>) -> Refusal {
        self.candidates = candidates;
        self
    }

    /// The refusal of one line of several: none of them was taken.
    #[must_use]
    pub(crate) fn at_line(mut self, number: usize, line: &str) -> Refusal {
        self.line = Some(number);
        let shown: String = line.chars().take(80).collect();
        self.problem = format!("Line {number}, `{shown}`: {}", self.problem);
        self
    }

    pub(crate) fn into_result(self, note: Option<&str>) -> CallToolResult {
        let mut text = as_sentence(&self.problem);
        if let Some(question) = &self.ask {
            text = format!("{text} {question}");
        }
        if !self.candidates.is_empty() {
            let listed: Vec<String> = self
                .candidates
                .iter()
                .map(|one| format!("- {one}"))
                .collect();
            text = format!("{text}\n{}", listed.join("\n"));
        }
        text.push_str("\nNothing was changed.");
        let mut result = CallToolResult::error(vec![ContentBlock::text(noted(note, &text))]);
        result.structured_content = Some(json!(self));
        result
    }
}

/// With a capital and a full stop.
pub(crate) fn as_sentence(text: &str) -> String {
    let text = text.trim();
    let mut letters = text.chars();
    let begun: String = match letters.next() {
        Some(first) => first.to_uppercase().chain(letters).collect(),
        None => return String::new(),
    };
    match begun.ends_with(['.', '?', '!']) {
        true => begun,
        false => format!("{begun}."),
    }
}

/// The daemon's own reason, with what to ask in words of a person: its hints are for
/// programs.
impl From<&ErrorAnswer> for Refusal {
    fn from(error: &ErrorAnswer) -> Refusal {
        let reason = without_ids(error.reason());
        let suggestions = error.data["suggestions"].as_array();
        let candidates = suggestions.into_iter().flatten();
        let candidates: Vec<String> = candidates
            .filter_map(|one| one.as_str().map(str::to_owned))
            .collect();
        let refusal = Refusal::new(reason).candidates(candidates);
        match error.code {
            UNKNOWN_CARD if refusal.candidates.is_empty() => {
                refusal.ask("Ask for the name as it stands on the card.")
            }
            UNKNOWN_CARD => {
                // The candidates stand below.
                let problem = refusal.problem.split("; did you mean").next();
                let problem = problem.unwrap_or_default().to_owned();
                Refusal { problem, ..refusal }.ask("Ask which one is meant:")
            }
            UNKNOWN_SESSION => Refusal::new(refusal.problem.replace("session", "match"))
                .ask("Ask which match is meant, or start one."),
            OUT_OF_TURN => refusal.ask(due(error.data["expected"].as_str().unwrap_or_default())),
            ILLEGAL_ACTION => {
                refusal.ask("Ask what really happened; the legal moves can be looked up.")
            }
            CONTRADICTION => refusal
                .ask("Ask whether the card's name is right, or whether a deck was entered wrong."),
            MOVED_ON => Refusal {
                moved_on: true,
                ..Refusal::new("the match has gone on meanwhile")
            }
            .ask("Look at the match again before you report."),
            SESSION_OVER => Refusal::new(refusal.problem.replace("session", "match"))
                .ask("It can still be looked at and reviewed; undo takes its last step back."),
            LIMIT_REACHED => Refusal::new("a limit of the coach was reached")
                .ask("Ask for less, or try again later."),
            NOT_ALLOWED => Refusal::new("this connection may not do that")
                .ask("The person can start the assistant's door with more rights."),
            CANCELLED => Refusal::new("it was cancelled"),
            _ => refusal,
        }
    }
}

fn due(expected: &str) -> &'static str {
    match expected {
        "draw" => "Ask which card the person drew, and report it first: `draw CARD`.",
        "you" => "Ask for the person's own move first.",
        "enemy" => "Ask what the enemy does first.",
        "setHand" => "Ask which cards are in the person's hand, and correct the hand.",
        "one action" => "Report one move at a time in a match against the coach.",
        _ => "Look at the match to see what comes next.",
    }
}

impl From<ClientError> for Refusal {
    fn from(error: ClientError) -> Refusal {
        match &error {
            ClientError::Refused(answer) => answer.into(),
            _ => Refusal::new("the coach cannot be reached")
                .ask("Ask the person whether `qbcoach serve` is running, then try again."),
        }
    }
}
