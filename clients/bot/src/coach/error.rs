//! Why the coach gave no answer.

use qbcoach_protocol::client::{ClientError, ErrorAnswer};

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LinkError {
    /// There is no connection; the bot keeps trying to connect.
    #[error("the coach is away; trying again")]
    Away,
    /// The daemon refuses the bot's token.
    #[error("the coach does not let the bot in: {0}")]
    NotLetIn(String),
    #[error("the coach takes too long; ask again in a moment")]
    Slow,
    #[error(
        "the coach answers in a way this bot does not understand; are both of the same version?"
    )]
    Unreadable,
    #[error("{}", .0.reason())]
    Refused(ErrorAnswer),
}

impl From<ClientError> for LinkError {
    fn from(error: ClientError) -> LinkError {
        match error {
            ClientError::Connect(_) | ClientError::ConnectionEnded => LinkError::Away,
            ClientError::Unreadable(_) => LinkError::Unreadable,
            ClientError::Refused(error) => LinkError::Refused(error),
        }
    }
}
