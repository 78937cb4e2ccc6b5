//! Why a call has no result.

use serde::Deserialize;
use serde_json::Value;

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ClientError {
    #[error("cannot connect: {0}")]
    Connect(String),
    #[error("the connection has ended")]
    ConnectionEnded,
    /// The daemon answered with an error.
    #[error("{0}")]
    Refused(ErrorAnswer),
    /// The result is not what the method promises: the daemon may be of another version.
    #[error("the answer cannot be read: {0}")]
    Unreadable(String),
}

/// The `error` of an answer. The codes are in [`crate::error`].
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(default)]
pub struct ErrorAnswer {
    pub code: i32,
    pub message: String,
    pub data: Value,
}

impl ErrorAnswer {
    /// The reason in the data, or else the message.
    pub fn reason(&self) -> &str {
        self.data["reason"].as_str().unwrap_or(&self.message)
    }

    pub fn hint(&self) -> Option<&str> {
        self.data["hint"].as_str()
    }
}

impl std::fmt::Display for ErrorAnswer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.message)?;
        if let Some(reason) = self.data["reason"].as_str() {
            write!(f, ": {reason}")?;
        }
        match self.hint() {
            Some(hint) => write!(f, " ({hint})"),
            None => Ok(()),
        }
    }
}
