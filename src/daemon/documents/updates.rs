//! Documents as the updates that are sent: whole, or as a patch of the document that
//! the subscriber has.

use std::io::Write;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use qbcoach_protocol::{Topic, UpdateKind};
use serde_json::json;

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
    snapshot: OnceLock<Arc<str>>,
    /// The latest patch that leads to this document, and the seq and version it starts
    /// from. All subscribers that keep up need the same one.
    patch: Mutex<Option<KeptPatch>>,
}

/// A patch, and the seq and version of the document it starts from.
type KeptPatch = ((Seq, u32), Arc<str>);

/// About the bytes of an update without its document or patch.
const FRAME: usize = 120;

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

    /// The update that sends the whole document.
    pub fn snapshot(&self) -> Arc<str> {
        let make = || {
            let size = self.content.size();
            self.update(UpdateKind::Snapshot, None, size, |out| {
                self.content.write(out);
            })
        };
        self.snapshot.get_or_init(make).clone()
    }

    /// The update for a subscriber that has the document `before`: a patch, or the
    /// whole document if that is smaller.
    pub(crate) fn update_from(&self, before: &Document) -> Arc<str> {
        let mut kept = self.patch.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((base, update)) = &*kept
            && *base == before.place()
        {
            return update.clone();
        }
        let (operations, size) = patch::diff(&before.content, &self.content);
        let update = self.update(UpdateKind::Patch, Some(before.seq), size, |out| {
            out.push(b'[');
            for (index, operation) in operations.iter().enumerate() {
                if index > 0 {
                    out.push(b',');
                }
                operation.write(out);
            }
            out.push(b']');
        });
        // The whole document takes a little more than its content.
        let update = match update.len() <= self.content.size() {
            true => update,
            false => self.smaller(update),
        };
        *kept = Some((before.place(), update.clone()));
        update
    }

    /// The patch, or the whole document if that is smaller.
    fn smaller(&self, patch: Arc<str>) -> Arc<str> {
        let whole = self.snapshot();
        match patch.len() <= whole.len() {
            true => patch,
            false => whole,
        }
    }

    /// The update with this data, which has about so many bytes.
    fn update(
        &self,
        kind: UpdateKind,
        base_seq: Option<Seq>,
        size: usize,
        write_data: impl FnOnce(&mut Vec<u8>),
    ) -> Arc<str> {
        let Document {
            session,
            topic,
            seq,
            ..
        } = self;
        let (topic, kind) = (json!(topic), json!(kind));
        let mut text = Vec::with_capacity(size + FRAME);
        // Writing to memory cannot fail.
        let _ = write!(
            text,
            r#"{{"sessionId":"{session}","topic":{topic},"seq":{seq},"kind":{kind},"#
        );
        if let Some(base) = base_seq {
            let _ = write!(text, r#""baseSeq":{base},"#);
        }
        text.extend_from_slice(br#""data":"#);
        write_data(&mut text);
        text.push(b'}');
        // All its parts are texts.
        String::from_utf8(text).map_or_else(|_| "null".into(), Arc::from)
    }
}
