//! Why the local door cannot be opened.

use std::io;

#[derive(Debug, thiserror::Error)]
pub enum LocalDoorError {
    #[error("another program listens there")]
    InUse,
    #[error("something else has that name")]
    NotALocalDoor,
    #[error(transparent)]
    Failed(#[from] io::Error),
}
