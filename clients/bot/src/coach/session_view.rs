//! A followed session as its latest updates show it.

use qbcoach_protocol::client::Documents;
use qbcoach_protocol::{Seq, Snapshot, Topic, Update};
use serde_json::Value;

#[derive(Clone, Debug, Default)]
pub enum SessionView {
    /// No update has arrived yet; with a delay that takes a while.
    #[default]
    Pending,
    Current(Documents),
    /// The session was closed, or an update could not be applied: subscribe again.
    Ended,
}

impl SessionView {
    pub fn apply(&mut self, update: Update) {
        let before = std::mem::replace(self, SessionView::Ended);
        let mut documents = match before {
            SessionView::Current(documents) => documents,
            SessionView::Pending | SessionView::Ended => Documents::default(),
        };
        if documents.apply(update).is_ok() {
            *self = SessionView::Current(documents);
        }
    }

    fn state(&self) -> Option<&Value> {
        match self {
            SessionView::Current(documents) => documents.get(Topic::State),
            SessionView::Pending | SessionView::Ended => None,
        }
    }

    pub fn snapshot(&self) -> Option<Snapshot> {
        serde_json::from_value(self.state()?.clone()).ok()
    }

    /// Whether the view shows this event, or no more updates will come.
    pub fn has_reached(&self, seq: Seq) -> bool {
        match self.state() {
            Some(state) => state["seq"].as_u64().is_some_and(|now| now >= seq),
            None => self.has_ended(),
        }
    }

    pub fn has_ended(&self) -> bool {
        matches!(self, SessionView::Ended)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn update(kind: &str, base: Option<u64>, data: Value) -> Update {
        let update = json!({
            "sessionId": "s1", "topic": "state", "seq": 5, "kind": kind, "baseSeq": base, "data": data,
        });
        serde_json::from_value(update).expect("an update")
    }

    #[test]
    fn a_patch_that_cannot_be_applied_ends_the_view() {
        let patch = json!([{ "op": "replace", "path": "/seq", "value": 5 }]);
        let begun = || {
            let mut view = SessionView::default();
            view.apply(update("snapshot", None, json!({ "seq": 4 })));
            view
        };
        let mut view = begun();
        view.apply(update("patch", Some(4), patch.clone()));
        assert_eq!(view.state(), Some(&json!({ "seq": 5 })));
        assert!(view.has_reached(5) && !view.has_reached(6));
        for (base, patch) in [
            (Some(3), patch.clone()),
            (Some(4), json!([{ "op": "remove", "path": "/nowhere" }])),
            (Some(4), json!("no patch")),
            (None, patch.clone()),
        ] {
            let mut view = begun();
            view.apply(update("patch", base, patch));
            assert!(view.has_ended());
        }
        let mut view = SessionView::default();
        view.apply(update("patch", Some(4), patch));
        assert!(view.has_ended());
    }
}
