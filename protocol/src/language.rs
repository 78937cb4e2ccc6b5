//! Match texts in editors.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct DocumentSessionParams {
    /// The document, which the editor has open.
    pub uri: String,
}

/// `qbcoach/session`: a session that follows the edits of a document.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct DocumentSession {
    pub session_id: String,
}

/// The parameters of a `qbcoach/sessionReplaced` notification.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct SessionReplacedParams {
    pub uri: String,
    /// The session that follows the document from now on.
    pub session_id: String,
}
