//! Converts between a history and the rows of the journal.

use std::sync::Arc;
use std::time::Instant;

use super::event_times::EventTimes;
use super::game::Game;
use super::history::{Entry, History, Seq, SessionChange};
use super::journal::{EventBody, EventRow, StoredSession};

/// The history of a stored session, or the problem with its rows.
pub(super) fn read<G: Game>(
    library: &G::Library,
    times: &EventTimes,
    stored: StoredSession,
) -> Result<History<G>, String> {
    let session = &stored.session;
    let setup = G::read_setup(library, &session.summary.game, &session.setup)
        .map_err(|error| format!("its setup: {error}"))?;
    let times = times.of(&stored);
    let mut entries = Vec::with_capacity(stored.events.len());
    for ((expected, row), since) in (1..).zip(&stored.events).zip(times.events) {
        entries.push(Arc::new(entry::<G>(library, &setup, expected, row, since)?));
    }
    if session.seq != entries.len() as Seq {
        let missing = entries.len() + 1;
        return Err(format!("event {missing} is missing"));
    }
    Ok(History {
        session: session.id,
        setup: Arc::new(setup),
        created_ms: session.created_ms,
        created: times.created,
        entries,
    })
}

/// One event, which is to have the number `expected`.
pub(super) fn entry<G: Game>(
    library: &G::Library,
    setup: &G::Setup,
    expected: Seq,
    row: &EventRow,
    since: Instant,
) -> Result<Entry<G::Action>, String> {
    if row.seq != expected {
        return Err(format!("event {expected} is missing"));
    }
    let change = match &row.body {
        EventBody::Undo(count) => SessionChange::Undo(*count),
        EventBody::Redo(count) => SessionChange::Redo(*count),
        EventBody::Act(text) => {
            let action = G::read_action(library, setup, text);
            let problem = |error| format!("event {expected}: {error}");
            SessionChange::Act(action.map_err(problem)?)
        }
        EventBody::Other { kind, .. } => {
            return Err(format!(
                "event {expected} is neither an act, an undo nor a redo, but `{kind}`"
            ));
        }
    };
    Ok(Entry {
        change,
        at_ms: row.at_ms,
        since,
        act_id: row.act_id.clone(),
    })
}

/// The events of a history as rows of the journal.
pub(super) fn rows<G: Game>(library: &G::Library, history: &History<G>) -> Vec<EventRow> {
    (1..)
        .zip(&history.entries)
        .map(|(seq, entry)| EventRow {
            seq,
            at_ms: entry.at_ms,
            body: match &entry.change {
                SessionChange::Act(action) => EventBody::Act(G::write_action(library, action)),
                SessionChange::Undo(count) => EventBody::Undo(*count),
                SessionChange::Redo(count) => EventBody::Redo(*count),
            },
            act_id: entry.act_id.clone(),
        })
        .collect()
}
