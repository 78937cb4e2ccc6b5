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
    #[error("{asked} events cannot be undone: {undoable} are left to undo")]
    TooManyUndone { asked: u64, undoable: u64 },
    #[error("{asked} events cannot be redone: {redoable} are left to redo")]
    TooManyRedone { asked: u64, redoable: u64 },
    #[error("the session has {latest} events, so there is no {seq}")]
    NoSuchSeq { seq: Seq, latest: Seq },
    /// An action of a list after which the program moves, before the last one.
    #[error("the program moves after this action: send it alone")]
    ProgramsTurn,
    #[error("{limit} is at its limit of {most}")]
    Limit { limit: &'static str, most: u64 },
    /// The program panicked; the session is as it was.
    #[error("the program failed on this action")]
    Crashed { report: Option<PathBuf> },
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// The journal was written with other cards or rules, or by a faulty version.
    #[error("session {id} cannot be opened: {problem}")]
    Unreadable { id: String, problem: String },
    #[error("the daemon is stopping")]
    Stopping,
    /// Another node changes the session; nothing was done here.
    #[error("another node serves the session")]
    Elsewhere,
}

/// Why a request that the caller reads itself was not carried out.
#[derive(Clone, Debug)]
pub enum RequestError<E, R: std::error::Error> {
    /// The caller could not read it.
    Unread(E),
    Session(SessionError<R>),
}

impl<E, R: std::error::Error> From<SessionError<R>> for RequestError<E, R> {
    fn from(error: SessionError<R>) -> RequestError<E, R> {
        RequestError::Session(error)
    }
}

/// Why a list of actions was not carried out.
#[derive(Clone, Debug)]
pub struct ListRefused<E, R: std::error::Error> {
    /// The action that was refused; none if no action was looked at.
    pub index: Option<usize>,
    pub error: RequestError<E, R>,
}
