//! Why a session did not do what it was asked. Nothing has changed then.

use std::path::PathBuf;

use super::history::Seq;
use super::journal::JournalError;

#[derive(Clone, Debug, thiserror::Error)]
pub enum SessionError<R: std::error::Error> {
    #[error("there is no session `{id}`")]
    Unknown { id: String },
    #[error(transparent)]
    Refused(R),
    #[error("the session has moved on to {seq}")]
    MovedOn { seq: Seq },
    #[error("the session is closed")]
    Closed,
    #[error("{asked} events cannot be taken back: {standing} stand")]
    TooManyUndone { asked: u64, standing: u64 },
    #[error("the session has {latest} events, so there is no {seq}")]
    NoSuchSeq { seq: Seq, latest: Seq },
    #[error("{limit} is at its limit of {most}")]
    Limit { limit: &'static str, most: u64 },
    /// A fault of the program; the session stands where it stood.
    #[error("the program failed on this action")]
    Crashed { report: Option<PathBuf> },
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// What was written under other cards or rules, or by a faulty version.
    #[error("session {id} cannot be opened: {problem}")]
    Unreadable { id: String, problem: String },
    #[error("the daemon is stopping")]
    Stopping,
}
