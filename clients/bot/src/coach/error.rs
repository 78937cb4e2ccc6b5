//! Why the coach gave no answer.

use qbcoach_protocol::error::{NOT_ALLOWED, UNKNOWN_SESSION};
use serde_json::Value;

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CoachError {
    /// Nobody answers there; it is tried again all the time.
    #[error("the coach is away; trying again")]
    Away,
    /// It is there, but does not want this bot.
    #[error("the coach does not let the bot in: {0}")]
    NotLetIn(String),
    #[error("the coach takes too long; ask again in a moment")]
    Slow,
    #[error(
        "the coach answers in a way this bot does not understand; are both of the same version?"
    )]
    Garbled,
    #[error("{0}")]
    Refused(Refusal),
}

/// The daemon's own words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    pub code: i32,
    pub reason: String,
    pub suggestions: Vec<String>,
}

impl std::fmt::Display for Refusal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.reason)
    }
}

impl Refusal {
    /// From the `error` of a response.
    pub fn read(error: &Value) -> Refusal {
        let data = &error["data"];
        let message = error["message"].as_str().unwrap_or("refused");
        let suggestions = data["suggestions"].as_array().into_iter().flatten();
        Refusal {
            code: error["code"].as_i64().unwrap_or_default() as i32,
            reason: data["reason"].as_str().unwrap_or(message).to_owned(),
            suggestions: suggestions
                .filter_map(|suggestion| suggestion.as_str().map(str::to_owned))
                .collect(),
        }
    }

    pub fn is_unknown_session(&self) -> bool {
        self.code == UNKNOWN_SESSION
    }

    pub fn is_not_allowed(&self) -> bool {
        self.code == NOT_ALLOWED
    }
}
