//! Documents as the updates that are sent: whole, or as a patch of the document that
//! the subscriber has.

use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use qbcoach_protocol::{Topic, UpdateKind};
use serde::Serialize;
use serde_json::value::{RawValue, to_raw_value};

use super::tree::Node;
use crate::{Moment, patch};
use qbcoach_sessions::{Seq, SessionId};

/// The document of a topic at one moment.
#[derive(Debug)]
pub(crate) struct Document {
    pub seq: Seq,
    /// Counts the documents of one topic and moment: the advice becomes better while the
    /// coach thinks.
    pub version: u32,
    session: SessionId,
    topic: Topic,
    content: Node,
    /// The update with the whole document, made on the first use.
    snapshot: OnceLock<Box<RawValue>>,
    /// The latest patch that leads to this document, and the seq and version it starts
    /// from. All subscribers that keep up need the same one.
    patch: Mutex<Option<KeptPatch>>,
}

/// A patch, and the seq and version of the document it starts from.
type KeptPatch = ((Seq, u32), Arc<RawValue>);

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Update<'a, D: Serialize> {
    session_id: String,
    topic: Topic,
    seq: Seq,
    kind: UpdateKind,
    #[serde(skip_serializing_if = "Option::is_none")]
    base_seq: Option<Seq>,
    data: &'a D,
}

impl Document {
    pub fn new(moment: &Moment, topic: Topic, content: Node) -> Document {
        Document::of_version(moment, topic, content, 0)
    }

    pub fn of_version(moment: &Moment, topic: Topic, content: Node, version: u32) -> Document {
        Document {
            seq: moment.seq,
            version,
            session: moment.session,
            topic,
            content,
            snapshot: OnceLock::new(),
            patch: Mutex::new(None),
        }
    }

    /// Which document of its topic and session this is.
    pub fn place(&self) -> (Seq, u32) {
        (self.seq, self.version)
    }

    fn whole(&self) -> &RawValue {
        self.snapshot
            .get_or_init(|| self.update(UpdateKind::Snapshot, None, &self.content))
    }

    /// The update that sends the whole document.
    pub fn snapshot(&self) -> Box<RawValue> {
        self.whole().to_owned()
    }

    /// The update for a subscriber that has the document `before`: a patch, or the
    /// whole document if that is smaller.
    pub(crate) fn update_from(&self, before: &Document) -> Box<RawValue> {
        let mut kept = self.patch.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((base, update)) = &*kept
            && *base == before.place()
        {
            return RawValue::to_owned(update);
        }
        let operations = patch::diff(&before.content, &self.content);
        let update = self.update(UpdateKind::Patch, Some(before.seq), &operations);
        // The whole document takes a little more than its content.
        let update = match update.get().len() <= self.content.size() {
            true => update,
            false => self.smaller(update),
        };
        *kept = Some((before.place(), update.clone().into()));
        update
    }

    /// The patch, or the whole document if that is smaller.
    fn smaller(&self, patch: Box<RawValue>) -> Box<RawValue> {
        match patch.get().len() <= self.whole().get().len() {
            true => patch,
            false => self.whole().to_owned(),
        }
    }

    fn update(
        &self,
        kind: UpdateKind,
        base_seq: Option<Seq>,
        data: &impl Serialize,
    ) -> Box<RawValue> {
        let update = Update {
            session_id: self.session.to_string(),
            topic: self.topic,
            seq: self.seq,
            kind,
            base_seq,
            data,
        };
        to_raw_value(&update).unwrap_or_else(|_| RawValue::NULL.to_owned())
    }
}
