//! What the daemon refused, and what to type instead: its own hints speak of
//! messages, a player needs commands.

use qbcoach_protocol::error::{ILLEGAL_ACTION, OUT_OF_TURN, UNKNOWN_CARD};
use serde_json::Value;

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{reason}{}", hint.as_ref().map(|hint| format!(" ({hint})")).unwrap_or_default())]
pub struct Refusal {
    pub code: i64,
    pub reason: String,
    hint: Option<String>,
}

impl Refusal {
    pub fn new(code: i64, message: &str, data: &Value) -> Refusal {
        let text = |field: &str| data[field].as_str().map(str::to_owned);
        Refusal {
            code,
            reason: text("reason").unwrap_or_else(|| message.to_owned()),
            hint: command_for(code, data).map(str::to_owned).or(text("hint")),
        }
    }
}

fn command_for(code: i64, data: &Value) -> Option<&'static str> {
    let expected = data["expected"].as_str();
    let rule = data["rule"].as_str();
    let is = |known: i32| code == i64::from(known);
    if is(OUT_OF_TURN) {
        return match expected? {
            "draw" => Some("`draw CARD` tells it"),
            "setHand" => Some("`hand CARDS` tells it"),
            "enemy" => Some("`e CARD TILE` or `e pass` tells its move"),
            "you" => Some("`CARD TILE` or `pass` is yours"),
            _ => None,
        };
    }
    if is(ILLEGAL_ACTION) {
        return match rule? {
            "notInHand" => Some("`hand CARDS` corrects your hand"),
            "mulliganOnce" => Some("`undo` takes it back"),
            _ => Some("`actions` lists every legal one"),
        };
    }
    is(UNKNOWN_CARD).then_some("`cards TEXT` looks cards up")
}
