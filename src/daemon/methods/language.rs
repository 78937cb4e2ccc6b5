//! `textDocument/…`, `workspace/…` and `qbcoach/session`: match texts in editors.

use std::sync::Arc;

use qbcoach_language::lsp::{Position, Range};
use qbcoach_language::{Document, Edit, Encoding};
use qbcoach_language::{actions, completion, format, hints, hover, mentions, outline, tokens};
use qbcoach_protocol::error::LIMIT_REACHED;
use qbcoach_protocol::method::{QbcoachSession, Role};
use qbcoach_sessions::queens_blood::Library;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{MethodTable, MethodTableError};
use crate::Daemon;
use crate::language::{self, OpenDocument};
use crate::peer::Call;
use crate::reads::ReadLength;
use crate::rpc_error::RpcError;
use crate::tasks::spawn;

#[derive(Deserialize)]
struct Identifier {
    uri: String,
    #[serde(default)]
    version: Option<i64>,
}

#[derive(Deserialize)]
struct Item {
    uri: String,
    #[serde(default)]
    version: i64,
    text: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct DidOpen {
    text_document: Item,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct DidChange {
    text_document: Identifier,
    content_changes: Vec<Edit>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct OfDocument {
    text_document: Identifier,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct AtPlace {
    text_document: Identifier,
    position: Position,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct InRange {
    text_document: Identifier,
    range: Range,
    #[serde(default)]
    context: Option<ActionContext>,
}

#[derive(Deserialize)]
struct ActionContext {
    #[serde(default)]
    only: Option<Vec<String>>,
}

#[derive(Deserialize)]
struct Settings {
    #[serde(default)]
    settings: Option<Value>,
}

#[derive(Deserialize)]
struct ExecuteCommand {
    command: String,
    #[serde(default)]
    arguments: Vec<Value>,
}

pub(crate) fn register(table: &mut MethodTable) -> Result<(), MethodTableError> {
    table.add_language(
        "textDocument/didOpen",
        async |daemon, call, params: DidOpen| {
            let Item { uri, version, text } = params.text_document;
            let opened = call.peer.workspace.open(&uri, version, text);
            changed(daemon, call, &uri, version, opened).await
        },
    )?;
    table.add_language(
        "textDocument/didChange",
        async |daemon, call, params: DidChange| {
            let Identifier { uri, version } = params.text_document;
            let version = version.unwrap_or_default();
            let workspace = &call.peer.workspace;
            let edited = workspace.change(&uri, version, params.content_changes);
            changed(daemon, call, &uri, version, edited).await
        },
    )?;
    table.add_language(
        "textDocument/didClose",
        async |_, call, params: OfDocument| {
            call.peer.workspace.close(&params.text_document.uri);
            Ok(())
        },
    )?;
    table.add_language("textDocument/didSave", async |_, _, _: OfDocument| Ok(()))?;
    settings(table)?;
    at_places(table)?;
    of_documents(table)?;
    table.add(QbcoachSession, async |daemon, call, params| {
        let session = language::open(&daemon, &call.peer, &params.uri).await?;
        Ok(qbcoach_protocol::DocumentSession {
            session_id: session.to_string(),
        })
    })
}

/// Tells the editor about the faults of a new version, or why it is not read, and lets its
/// session follow.
async fn changed(
    daemon: Arc<Daemon>,
    call: Call,
    uri: &str,
    version: i64,
    open: Result<OpenDocument, RpcError>,
) -> Result<(), RpcError> {
    let open = match open {
        Ok(open) => open,
        Err(failure) => {
            if failure.code == LIMIT_REACHED {
                // Nothing more is said about the text before. The next whole text is read.
                let _ = call.peer.workspace.open(uri, version, String::new());
                language::refuse(&call.peer, uri, version, &failure).await;
            }
            return Err(failure);
        }
    };
    // In the order of the edits: it takes a few milliseconds.
    language::publish(&daemon, &call.peer, &open).await;
    if open.followed.is_none() {
        return Ok(());
    }
    // The journal may take its time, and whoever types must not wait for it.
    let peer = call.peer.clone();
    spawn(call.peer.tasks.track_future(async move {
        language::follow(&daemon, &peer, &open).await;
    }));
    Ok(())
}

fn settings(table: &mut MethodTable) -> Result<(), MethodTableError> {
    table.add_language(
        "workspace/didChangeConfiguration",
        async |_, call, params: Settings| {
            if let Some(hints) = language::settings_of(params.settings.as_ref()) {
                call.peer.workspace.set_hints(hints);
            }
            Ok(())
        },
    )?;
    table.add_language(
        "workspace/executeCommand",
        async |daemon, call, params: ExecuteCommand| {
            if params.command != hints::REVIEW {
                let reason = format!("there is one command, `{}`", hints::REVIEW);
                return Err(RpcError::params("command", reason));
            }
            let uri = params.arguments.first().and_then(Value::as_str);
            let uri =
                uri.ok_or_else(|| RpcError::params("arguments", "give the document's uri"))?;
            call.peer.workspace.want_review(uri);
            let open = call.peer.workspace.get(uri)?;
            language::review_later(&daemon, &call.peer, &open);
            Ok(Value::Null)
        },
    )
}

fn at_places(table: &mut MethodTable) -> Result<(), MethodTableError> {
    at_place(table, "textDocument/completion", completion::complete)?;
    at_place(table, "textDocument/hover", hover::hover)?;
    at_place(table, "textDocument/definition", mentions::definition)?;
    at_place(table, "textDocument/references", mentions::references)?;
    at_place(
        table,
        "textDocument/documentHighlight",
        mentions::highlights,
    )
}

fn of_documents(table: &mut MethodTable) -> Result<(), MethodTableError> {
    of_document(table, "textDocument/documentSymbol", outline::symbols)?;
    of_document(
        table,
        "textDocument/foldingRange",
        |library, document, _| outline::folds(library, document),
    )?;
    of_document(table, "textDocument/formatting", format::edits)?;
    of_document(table, "textDocument/semanticTokens/full", tokens::tokens)?;
    of_document(table, "textDocument/codeLens", |library, document, _| {
        hints::lenses(library, document)
    })?;
    table.add_language(
        "textDocument/codeAction",
        async |daemon, call, of: InRange| {
            let (range, only) = (of.range, of.context.and_then(|context| context.only));
            answer(
                daemon,
                call,
                &of.text_document,
                move |library, document, encoding| {
                    actions::actions(library, document, encoding, range, only.as_deref())
                },
            )
            .await
        },
    )?;
    table.add_language(
        "textDocument/inlayHint",
        async |daemon, call, of: InRange| {
            let open = call.peer.workspace.get(&of.text_document.uri)?;
            let mut settings = call.peer.workspace.editor().hints;
            // Who has asked for a review wants to see it.
            if open.wants_review {
                settings.win_chance = true;
                settings.review = true;
            }
            if settings.need_search() {
                language::review_later(&daemon, &call.peer, &open);
            }
            let range = of.range;
            answer(
                daemon,
                call,
                &of.text_document,
                move |library, document, encoding| {
                    hints::hints(library, document, encoding, range, settings)
                },
            )
            .await
        },
    )
}

/// Answers a question about a document from the version it has now. The connection's
/// next message does not wait for it.
async fn answer<T: Serialize + Send + 'static>(
    daemon: Arc<Daemon>,
    call: Call,
    document: &Identifier,
    work: impl FnOnce(&Library, &Document, Encoding) -> T + Send + 'static,
) -> Result<T, RpcError> {
    let open = call.peer.workspace.get(&document.uri)?;
    let encoding = call.peer.workspace.editor().encoding;
    let document = open.document;
    let work = move || work(daemon.library(), &document, encoding);
    call.read(ReadLength::Quick, work).await
}

/// Adds a question about a whole document.
fn of_document<T: Serialize + Send + 'static>(
    table: &mut MethodTable,
    name: &'static str,
    work: fn(&Library, &Document, Encoding) -> T,
) -> Result<(), MethodTableError> {
    table.add_language(name, move |daemon, call, of: OfDocument| async move {
        answer(daemon, call, &of.text_document, work).await
    })
}

/// Adds a question about a place of a document.
fn at_place<T: Serialize + Send + 'static>(
    table: &mut MethodTable,
    name: &'static str,
    work: fn(&Library, &Document, Encoding, Position) -> T,
) -> Result<(), MethodTableError> {
    table.add_language(name, move |daemon, call, at: AtPlace| async move {
        let work = move |library: &Library, document: &Document, encoding| {
            work(library, document, encoding, at.position)
        };
        answer(daemon, call, &at.text_document, work).await
    })
}

/// The least role that may open documents.
pub(crate) const LANGUAGE_ROLE: Role = Role::View;
