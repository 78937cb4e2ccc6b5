//! The documents of a subscription, kept current by its updates.

use std::collections::BTreeMap;

use serde_json::Value;

use crate::{Seq, Topic, Update, UpdateKind};

/// The current document of each topic of one subscription.
#[derive(Clone, Debug, Default)]
pub struct Documents {
    by_topic: BTreeMap<Topic, Value>,
}

/// The update cannot be applied. The documents are out of date now: subscribe again.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum UpdateError {
    #[error("a patch came for a document that was never sent")]
    NoDocument,
    #[error("a patch starts from event {base:?}, but the document is of event {have:?}")]
    WrongBase {
        base: Option<Seq>,
        have: Option<Seq>,
    },
    #[error("a patch could not be applied: {0}")]
    Patch(String),
}

impl Documents {
    /// Applies an update and returns the document that results from it.
    pub fn apply(&mut self, update: Update) -> Result<&Value, UpdateError> {
        match update.kind {
            UpdateKind::Snapshot => {
                self.by_topic.insert(update.topic, update.data);
            }
            UpdateKind::Patch => {
                let document = self.by_topic.get_mut(&update.topic);
                let document = document.ok_or(UpdateError::NoDocument)?;
                let (base, have) = (update.base_seq, document["seq"].as_u64());
                if base.is_none() || base != have {
                    return Err(UpdateError::WrongBase { base, have });
                }
                let patch: json_patch::Patch = serde_json::from_value(update.data)
                    .map_err(|error| UpdateError::Patch(error.to_string()))?;
                json_patch::patch(document, &patch)
                    .map_err(|error| UpdateError::Patch(error.to_string()))?;
            }
        }
        Ok(&self.by_topic[&update.topic])
    }

    pub fn get(&self, topic: Topic) -> Option<&Value> {
        self.by_topic.get(&topic)
    }
}
