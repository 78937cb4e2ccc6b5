//! The documents of one connection.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use qbcoach_language::hints::HintSettings;
use qbcoach_language::{Document, Edit, Encoding};
use tokio_util::sync::{CancellationToken, DropGuard};

use super::Followed;
use super::text_room::{TextRoom, TextShare};
use crate::rpc_error::RpcError;

/// The most documents that a connection may have open.
const MOST_DOCUMENTS: usize = 1_000;
/// The most bytes of a document. A match has about three kilobytes, and the export of the
/// longest session that the daemon keeps has fewer.
const MOST_BYTES: usize = 256 * 1024;
/// The most bytes of all documents of a connection.
const MOST_BYTES_TOGETHER: usize = 4 * 1024 * 1024;
/// The most edits of one change.
const MOST_EDITS: usize = 1_000;

/// What the editor said about itself.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Editor {
    pub encoding: Encoding,
    pub hints: HintSettings,
    pub refreshes_hints: bool,
    pub refreshes_lenses: bool,
}

#[derive(Debug)]
pub(crate) struct Workspace {
    room: Arc<TextRoom>,
    state: Mutex<State>,
    requests_made: AtomicU64,
}

#[derive(Debug, Default)]
struct State {
    editor: Editor,
    documents: BTreeMap<String, OpenDocument>,
}

/// The newest version of a document.
#[derive(Clone, Debug)]
pub(crate) struct OpenDocument {
    pub document: Arc<Document>,
    /// Cancelled when there is a newer version, or the document is closed.
    pub outdated: CancellationToken,
    _guard: Arc<DropGuard>,
    /// The person has asked for a review of this document.
    pub wants_review: bool,
    /// The session that follows the document.
    pub followed: Option<Arc<Followed>>,
    /// Whether a search for this version was begun.
    pub searched: bool,
    share: Arc<TextShare>,
}

impl OpenDocument {
    fn new(
        room: &TextRoom,
        uri: &str,
        version: i64,
        text: String,
    ) -> Result<OpenDocument, RpcError> {
        let share = room.take(&text)?;
        let document = Document::new(uri.to_owned(), version, text);
        let outdated = CancellationToken::new();
        Ok(OpenDocument {
            document: Arc::new(document.with_checks(room.checks.clone())),
            _guard: Arc::new(outdated.clone().drop_guard()),
            outdated,
            wants_review: false,
            followed: None,
            searched: false,
            share: Arc::new(share),
        })
    }
}

impl State {
    /// Refuses a text that is too long, by itself or with the others of this connection.
    fn check_size(&self, uri: &str, text: &str) -> Result<(), RpcError> {
        if text.len() > MOST_BYTES {
            let reason = "the document is too long for a match text";
            return Err(RpcError::fixed_limit(
                "documentBytes",
                MOST_BYTES as u64,
                reason,
            ));
        }
        let others = self.documents.iter().filter(|(other, _)| *other != uri);
        let together: usize = others.map(|(_, open)| open.share.bytes).sum();
        if together + text.len() > MOST_BYTES_TOGETHER {
            let reason = "the open documents are too long together; close some";
            let most = MOST_BYTES_TOGETHER as u64;
            return Err(RpcError::fixed_limit("openDocumentBytes", most, reason));
        }
        Ok(())
    }
}

impl Workspace {
    pub(crate) fn new(room: Arc<TextRoom>) -> Workspace {
        Workspace {
            room,
            state: Mutex::default(),
            requests_made: AtomicU64::new(0),
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn editor(&self) -> Editor {
        self.state().editor
    }

    pub(crate) fn set_editor(&self, editor: Editor) {
        self.state().editor = editor;
    }

    pub(crate) fn set_hints(&self, hints: HintSettings) {
        self.state().editor.hints = hints;
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.state().documents.is_empty()
    }

    /// An id for a request to the client.
    pub(crate) fn next_request(&self) -> String {
        let number = self.requests_made.fetch_add(1, Ordering::Relaxed) + 1;
        format!("qbcoach-{number}")
    }

    pub(crate) fn open(
        &self,
        uri: &str,
        version: i64,
        text: String,
    ) -> Result<OpenDocument, RpcError> {
        let mut state = self.state();
        state.check_size(uri, &text)?;
        if state.documents.len() >= MOST_DOCUMENTS && !state.documents.contains_key(uri) {
            let reason = "too many documents are open; close some";
            return Err(RpcError::fixed_limit(
                "documents",
                MOST_DOCUMENTS as u64,
                reason,
            ));
        }
        let opened = OpenDocument::new(&self.room, uri, version, text)?;
        state.documents.insert(uri.to_owned(), opened.clone());
        Ok(opened)
    }

    /// The document after edits. What was being worked out about the old one is
    /// cancelled.
    pub(crate) fn change(
        &self,
        uri: &str,
        version: i64,
        edits: Vec<Edit>,
    ) -> Result<OpenDocument, RpcError> {
        if edits.len() > MOST_EDITS {
            let reason = "a change has too many edits; send the whole text";
            return Err(RpcError::fixed_limit("edits", MOST_EDITS as u64, reason));
        }
        let mut state = self.state();
        let encoding = state.editor.encoding;
        let old = state.documents.get(uri).ok_or_else(|| not_open(uri))?;
        let mut text = old.document.text.clone();
        for edit in edits {
            text = edit.applied(text, encoding);
            state.check_size(uri, &text)?;
        }
        let changed = OpenDocument {
            wants_review: old.wants_review,
            followed: old.followed.clone(),
            ..OpenDocument::new(&self.room, uri, version, text)?
        };
        let old = state.documents.insert(uri.to_owned(), changed.clone());
        if let Some(old) = old {
            old.outdated.cancel();
        }
        Ok(changed)
    }

    pub(crate) fn close(&self, uri: &str) {
        if let Some(closed) = self.state().documents.remove(uri) {
            closed.outdated.cancel();
        }
    }

    pub(crate) fn get(&self, uri: &str) -> Result<OpenDocument, RpcError> {
        let open = self.state().documents.get(uri).cloned();
        open.ok_or_else(|| not_open(uri))
    }

    pub(crate) fn want_review(&self, uri: &str) {
        if let Some(document) = self.state().documents.get_mut(uri) {
            document.wants_review = true;
        }
    }

    /// Whether the search for this version is to be begun now; true once.
    pub(crate) fn begin_search(&self, document: &Document) -> bool {
        let mut state = self.state();
        match state.documents.get_mut(&document.uri) {
            Some(open) if open.document.version == document.version && !open.searched => {
                open.searched = true;
                true
            }
            _ => false,
        }
    }

    pub(crate) fn set_followed(&self, uri: &str, followed: Arc<Followed>) {
        if let Some(document) = self.state().documents.get_mut(uri) {
            document.followed = Some(followed);
        }
    }
}

fn not_open(uri: &str) -> RpcError {
    let shown = qbcoach_basics::shorten::shortened(uri);
    RpcError::params("textDocument.uri", format!("`{shown}` is not open"))
        .hint("send textDocument/didOpen first")
}
