//! Error answers of the daemon, with the command to type instead: the daemon's own
//! hints name methods and params.

use qbcoach_protocol::client::ErrorAnswer;
use qbcoach_protocol::error::{ILLEGAL_ACTION, OUT_OF_TURN, UNKNOWN_CARD};

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{reason}{}", hint.as_ref().map(|hint| format!(" ({hint})")).unwrap_or_default())]
pub(crate) struct DaemonRefusal {
    pub code: i32,
    pub reason: String,
    hint: Option<String>,
}

impl DaemonRefusal {
    pub fn new(error: &ErrorAnswer) -> DaemonRefusal {
        let hint = command_for(error).or(error.hint());
        DaemonRefusal {
            code: error.code,
            reason: error.reason().to_owned(),
            hint: hint.map(str::to_owned),
        }
    }
}

fn command_for(error: &ErrorAnswer) -> Option<&'static str> {
    match error.code {
        OUT_OF_TURN => match error.data["expected"].as_str()? {
            "draw" => Some("`draw CARD` reports it"),
            "setHand" => Some("`hand CARDS` reports it"),
            "enemy" => Some("`e CARD TILE` or `e pass` reports its move"),
            "you" => Some("`CARD TILE` or `pass` reports your move"),
            _ => None,
        },
        ILLEGAL_ACTION => match error.data["rule"].as_str()? {
            "notInHand" => Some("`hand CARDS` corrects your hand"),
            "mulliganOnce" => Some("`undo` undoes it"),
            _ => Some("`actions` lists every legal action"),
        },
        UNKNOWN_CARD => Some("`cards TEXT` looks cards up"),
        _ => None,
    }
}
