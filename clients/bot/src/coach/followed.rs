//! A session kept current by its subscription: the snapshot, then the patches.

use qbcoach_protocol::{Seq, Snapshot, Update, UpdateKind};
use serde_json::Value;

/// What a subscription has told so far.
#[derive(Clone, Debug, Default)]
pub enum Followed {
    /// Nothing yet; with a delay that takes a while.
    #[default]
    Nothing,
    Document(Value),
    /// The session was closed, or the thread was lost: subscribe again.
    Ended,
}

impl Followed {
    pub fn take(&mut self, update: Option<Update>) {
        let next = update.and_then(|update| match (update.kind, &mut *self) {
            (UpdateKind::Snapshot, _) => Some(update.data),
            (UpdateKind::Patch, Followed::Document(document)) => {
                let follows = document["seq"].as_u64() == update.base_seq;
                let patch: json_patch::Patch = serde_json::from_value(update.data).ok()?;
                let mut document = document.take();
                let patched = follows && json_patch::patch(&mut document, &patch).is_ok();
                patched.then_some(document)
            }
            (UpdateKind::Patch, _) => None,
        });
        *self = next.map_or(Followed::Ended, Followed::Document);
    }

    pub fn snapshot(&self) -> Option<Snapshot> {
        match self {
            Followed::Document(document) => serde_json::from_value(document.clone()).ok(),
            Followed::Nothing | Followed::Ended => None,
        }
    }

    /// Whether it tells of so many events, or nothing more will come.
    pub fn has_reached(&self, seq: Seq) -> bool {
        match self {
            Followed::Nothing => false,
            Followed::Document(document) => document["seq"].as_u64().is_some_and(|now| now >= seq),
            Followed::Ended => true,
        }
    }

    pub fn has_ended(&self) -> bool {
        matches!(self, Followed::Ended)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn update(kind: &str, base: Option<u64>, data: Value) -> Option<Update> {
        let update = json!({
            "sessionId": "s1", "topic": "state", "seq": 5, "kind": kind, "baseSeq": base, "data": data,
        });
        Some(serde_json::from_value(update).expect("an update"))
    }

    #[test]
    fn a_patch_that_does_not_fit_ends_it_rather_than_showing_something_wrong() {
        let change = json!([{ "op": "replace", "path": "/seq", "value": 5 }]);
        let begun = || {
            let mut followed = Followed::default();
            followed.take(update("snapshot", None, json!({ "seq": 4 })));
            followed
        };
        let mut followed = begun();
        followed.take(update("patch", Some(4), change.clone()));
        assert!(matches!(&followed, Followed::Document(document) if document["seq"] == 5));
        for (base, patch) in [
            (Some(3), change.clone()),
            (Some(4), json!([{ "op": "remove", "path": "/nowhere" }])),
            (Some(4), json!("no patch")),
            (None, change.clone()),
        ] {
            let mut followed = begun();
            followed.take(update("patch", base, patch));
            assert!(followed.has_ended());
        }
        let mut followed = Followed::default();
        followed.take(update("patch", Some(4), change));
        assert!(followed.has_ended());
    }
}
