//! What the daemon sends to an editor by itself.

use std::ops::ControlFlow;
use std::sync::Arc;

use qbcoach_language::Severity;
use qbcoach_language::actions::{SOURCE, diagnostics};
use qbcoach_language::hints::{self, NODES};
use qbcoach_language::lsp::{Diagnostic, Range};
use serde_json::value::to_raw_value;
use serde_json::{Value, json};

use super::workspace::OpenDocument;
use crate::Daemon;
use crate::peer::Peer;
use crate::reads::ReadLength;
use crate::rpc_error::RpcError;
use crate::tasks::spawn;

/// Works out the faults of a document and sends them, unless it changes meanwhile.
pub(crate) async fn publish(daemon: &Arc<Daemon>, peer: &Arc<Peer>, open: &OpenDocument) {
    let encoding = peer.workspace.editor().encoding;
    let (document, working) = (open.document.clone(), daemon.clone());
    let work = move || diagnostics(working.library(), &document, encoding);
    let found = tokio::select! {
        found = daemon.reads.run(ReadLength::Quick, work) => found,
        () = open.outdated.cancelled() => return,
    };
    let Ok(found) = found else {
        tracing::error!("the faults of a document could not be worked out");
        return;
    };
    if open.outdated.is_cancelled() {
        return;
    }
    let document = &open.document;
    send_diagnostics(peer, &document.uri, document.version, &json!(found)).await;
}

/// Tells an editor at the first line of a text why it is not read: a notification has no
/// answer that could carry an error.
pub(crate) async fn refuse(peer: &Arc<Peer>, uri: &str, version: i64, failure: &RpcError) {
    let refused = Diagnostic {
        range: Range::default(),
        severity: Severity::Error as u8,
        code: "notRead",
        source: SOURCE,
        message: failure.reason().to_owned(),
    };
    send_diagnostics(peer, uri, version, &json!([refused])).await;
}

async fn send_diagnostics(peer: &Arc<Peer>, uri: &str, version: i64, diagnostics: &Value) {
    let message = json!({
        "jsonrpc": "2.0",
        "method": "textDocument/publishDiagnostics",
        "params": { "uri": uri, "version": version, "diagnostics": diagnostics },
    });
    if let Ok(message) = to_raw_value(&message) {
        let _ = peer.outbox.send(message).await;
    }
}

/// Searches for the win chances and marks of a document's moves, then asks the editor to
/// ask for its hints again. A newer version of the document ends it.
pub(crate) fn review_later(daemon: &Arc<Daemon>, peer: &Arc<Peer>, open: &OpenDocument) {
    if open.document.review().is_some() || !peer.workspace.begin_search(&open.document) {
        return;
    }
    let editor = peer.workspace.editor();
    let mut refreshes = Vec::new();
    if editor.refreshes_hints {
        refreshes.push("workspace/inlayHint/refresh");
    }
    if editor.refreshes_lenses {
        refreshes.push("workspace/codeLens/refresh");
    }
    let requests = refreshes.into_iter().map(
        |method| json!({ "jsonrpc": "2.0", "id": peer.workspace.next_request(), "method": method }),
    );
    let requests: Vec<_> = requests.collect();
    let (daemon, outbox) = (daemon.clone(), peer.outbox.clone());
    let (document, outdated) = (open.document.clone(), open.outdated.clone());
    spawn(async move {
        let (reading, searching) = (document.clone(), daemon.clone());
        let token = outdated.clone();
        let search = move || {
            let library = searching.library();
            let checked = reading.checked(library);
            let watch = |_| match token.is_cancelled() || searching.stop.is_cancelled() {
                true => ControlFlow::Break(()),
                false => ControlFlow::Continue(()),
            };
            hints::review(library, &checked, NODES, watch)
        };
        let found = daemon.reads.run(ReadLength::Review, search).await;
        let Ok(Some(found)) = found else {
            return;
        };
        document.set_review(Arc::new(found));
        if outdated.is_cancelled() {
            return;
        }
        for request in requests {
            if let Ok(message) = to_raw_value(&request) {
                let _ = outbox.send(message).await;
            }
        }
    });
}
