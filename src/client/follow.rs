//! Documents kept current by updates: the snapshot, then the patches.

use std::collections::BTreeMap;

use qbcoach_protocol::{Topic, Update, UpdateKind};
use serde_json::Value;

/// The documents of one subscription.
#[derive(Clone, Debug, Default)]
pub struct Followed {
    documents: BTreeMap<Topic, Value>,
}

/// An update that does not follow from what came before: subscribe again.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FollowError {
    #[error("a patch came for a document that was never sent")]
    NothingToPatch,
    #[error("a patch starts from {base}, but the document is of {have}")]
    WrongBase { base: u64, have: u64 },
    #[error("a patch could not be applied: {0}")]
    Patch(String),
}

impl Followed {
    /// Takes an update in and gives the document it leads to.
    pub fn take(&mut self, update: Update) -> Result<&Value, FollowError> {
        match update.kind {
            UpdateKind::Snapshot => {
                self.documents.insert(update.topic, update.data);
            }
            UpdateKind::Patch => {
                let document = self.documents.get_mut(&update.topic);
                let document = document.ok_or(FollowError::NothingToPatch)?;
                let have = document["seq"].as_u64().unwrap_or_default();
                let base = update.base_seq.unwrap_or_default();
                if base != have {
                    return Err(FollowError::WrongBase { base, have });
                }
                let patch: json_patch::Patch = serde_json::from_value(update.data)
                    .map_err(|error| FollowError::Patch(error.to_string()))?;
                json_patch::patch(document, &patch)
                    .map_err(|error| FollowError::Patch(error.to_string()))?;
            }
        }
        Ok(&self.documents[&update.topic])
    }

    pub fn get(&self, topic: Topic) -> Option<&Value> {
        self.documents.get(&topic)
    }
}
