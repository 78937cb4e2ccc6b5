//! A session between its history and what the journal keeps of it.

use std::sync::Arc;
use std::time::{Duration, Instant};

use super::actor::now_ms;
use super::game::Game;
use super::history::{Change, Entry, History, Seq};
use super::journal::{EventBody, EventRow, StoredSession};

/// The history of a stored session, or what is wrong with it.
pub(super) fn read<G: Game>(
    library: &G::Library,
    stored: StoredSession,
) -> Result<History<G>, String> {
    let session = &stored.session;
    let setup = G::read_setup(library, &session.summary.game, &session.setup)
        .map_err(|error| format!("its setup: {error}"))?;
    let (now, now_ms) = (Instant::now(), now_ms());
    // What is older than this machine's clock reaches is simply old.
    let since = |at_ms: u64| {
        let age = Duration::from_millis(now_ms.saturating_sub(at_ms));
        now.checked_sub(age).unwrap_or(now)
    };
    let mut entries = Vec::with_capacity(stored.events.len());
    for (expected, row) in (1..).zip(&stored.events) {
        if row.seq != expected {
            return Err(format!("event {expected} is missing"));
        }
        let change = match &row.body {
            EventBody::Undo(count) => Change::Undo(*count),
            EventBody::Act(text) => {
                let action = G::read_action(library, &setup, text);
                let problem = |error| format!("event {expected}: {error}");
                Change::Act(action.map_err(problem)?)
            }
            EventBody::Other { kind, .. } => {
                return Err(format!(
                    "event {expected} is no act and no undo, but `{kind}`"
                ));
            }
        };
        entries.push(Arc::new(Entry {
            change,
            at_ms: row.at_ms,
            since: since(row.at_ms),
        }));
    }
    if session.seq != entries.len() as Seq {
        let missing = entries.len() + 1;
        return Err(format!("event {missing} is missing"));
    }
    Ok(History {
        session: session.id,
        setup: Arc::new(setup),
        created_ms: session.created_ms,
        created: since(session.created_ms),
        entries,
    })
}

/// Its events as the journal keeps them.
pub(super) fn rows<G: Game>(library: &G::Library, history: &History<G>) -> Vec<EventRow> {
    (1..)
        .zip(&history.entries)
        .map(|(seq, entry)| EventRow {
            seq,
            at_ms: entry.at_ms,
            body: match &entry.change {
                Change::Act(action) => EventBody::Act(G::write_action(library, action)),
                Change::Undo(count) => EventBody::Undo(*count),
            },
        })
        .collect()
}
