//! Copies a whole journal into an empty one, and compares both afterwards.

use super::{Journal, JournalError, KeptText};
use crate::session_id::SessionId;

/// What was copied.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Copied {
    pub sessions: u64,
    pub events: u64,
    pub texts: u64,
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CopyError {
    #[error("there are {0} sessions in it already: copy into an empty journal")]
    NotEmpty(u64),
    #[error(transparent)]
    Journal(#[from] JournalError),
    #[error(
        "{0} was changed or deleted while it was copied: stop the daemon that uses the journal"
    )]
    Changed(SessionId),
    #[error("{0} is not the same in both journals")]
    Different(String),
}

/// The texts beside the sessions: the look of the overlays, and decks of one's own.
const TEXTS: [&str; 2] = ["overlay", "decks"];

/// Copies everything, reads it back and compares it.
pub async fn copy(from: &Journal, to: &Journal) -> Result<Copied, CopyError> {
    let there = to.list().await?.len() as u64;
    if there > 0 {
        return Err(CopyError::NotEmpty(there));
    }
    let mut copied = Copied::default();
    let mut newest = 0;
    for row in from.list().await? {
        let stored = from.load(row.id).await?;
        let stored = stored.ok_or(CopyError::Changed(row.id))?;
        copied.sessions += 1;
        copied.events += stored.events.len() as u64;
        newest = row.id.number();
        to.create(stored).await?;
    }
    // Sessions made later must not get a number again.
    while copied.sessions > 0 && to.next_id().await?.number() < newest {}
    for name in TEXTS {
        if let Some(text) = from.kept(name).await? {
            let version = to.kept(name).await?.map_or(0, |old| old.version);
            let body = text.body;
            to.keep(name, KeptText { version, body }).await?;
            copied.texts += 1;
        }
    }
    compare(from, to).await?;
    Ok(copied)
}

async fn compare(from: &Journal, to: &Journal) -> Result<(), CopyError> {
    let (ours, theirs) = (from.list().await?, to.list().await?);
    if ours.len() != theirs.len() {
        return Err(CopyError::Different("the number of sessions".to_owned()));
    }
    for row in ours {
        if from.load(row.id).await? != to.load(row.id).await? {
            return Err(CopyError::Different(format!("session {}", row.id)));
        }
    }
    for name in TEXTS {
        let body = |text: Option<KeptText>| text.map(|text| text.body);
        if body(from.kept(name).await?) != body(to.kept(name).await?) {
            return Err(CopyError::Different(format!("the text `{name}`")));
        }
    }
    Ok(())
}
