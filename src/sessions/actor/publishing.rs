//! Writing events to the journal, and showing what they led to.

use std::sync::Arc;
use std::time::Instant;

use super::{Actor, now_ms};
use crate::act_id::ActId;
use crate::course::Played;
use crate::error::SessionError;
use crate::game::{Game, Summary};
use crate::history::{Entry, SessionChange};
use crate::journal::{EventBody, EventRow};
use crate::moment::{Derived, Moment};

/// A change as the history and as the journal have it.
pub(super) struct WrittenChange<G: Game> {
    pub change: SessionChange<G::Action>,
    pub body: EventBody,
    pub act_id: Option<ActId>,
}

impl<G: Game, D: Derived> Actor<G, D> {
    /// Writes an event to the journal, then shows the new moment to every reader.
    pub(super) async fn publish(
        &mut self,
        change: SessionChange<G::Action>,
        body: EventBody,
        act_id: Option<ActId>,
        next: Played<G>,
    ) -> Result<Arc<Moment<G, D>>, SessionError<G::Refusal>> {
        let (seq, since) = (self.history.seq() + 1, Instant::now());
        let moment = Arc::new(Moment::new(self.id, seq, next, since));
        let change = WrittenChange {
            change,
            body,
            act_id,
        };
        self.publish_all(vec![change], moment.clone()).await?;
        Ok(moment)
    }

    /// Writes events to the journal, all of them or none, then shows the moment after them.
    pub(super) async fn publish_all(
        &mut self,
        changes: Vec<WrittenChange<G>>,
        moment: Arc<Moment<G, D>>,
    ) -> Result<(), SessionError<G::Refusal>> {
        let (at_ms, since) = (now_ms(), moment.since);
        let first = self.history.seq() + 1;
        let rows = (first..).zip(&changes).map(|(seq, change)| EventRow {
            seq,
            at_ms,
            body: change.body.clone(),
            act_id: change.act_id.clone(),
        });
        let summary: Summary = moment.game.summary();
        let rows = rows.collect();
        let epoch = self.epoch()?;
        let journal = &self.shared.journal;
        let written = journal.append(self.id, epoch, rows, summary).await;
        self.written(written)?;
        let entries = changes.into_iter().map(|written| {
            Arc::new(Entry {
                change: written.change,
                at_ms,
                since,
                act_id: written.act_id,
            })
        });
        self.history.entries.extend(entries);
        let old = self.moments.send_replace(moment);
        old.supersede();
        Ok(())
    }
}
