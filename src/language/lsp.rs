//! The few types of the Language Server Protocol that our answers are made of.

use serde::{Deserialize, Serialize};
use serde_json::Value;

pub use super::place::{Position, Range};

#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Diagnostic {
    pub range: Range,
    pub severity: u8,
    pub code: &'static str,
    pub source: &'static str,
    pub message: String,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct TextEdit {
    pub range: Range,
    pub new_text: String,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Markup {
    pub kind: &'static str,
    pub value: String,
}

impl Markup {
    pub fn markdown(value: String) -> Markup {
        let kind = "markdown";
        Markup { kind, value }
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Hover {
    pub contents: Markup,
    pub range: Range,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct CompletionList {
    pub is_incomplete: bool,
    pub items: Vec<CompletionItem>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct CompletionItem {
    pub label: String,
    pub kind: u8,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub detail: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub documentation: Option<Markup>,
    pub sort_text: String,
    pub filter_text: String,
    pub text_edit: TextEdit,
}

/// The kinds of completion items, by their numbers in the protocol.
pub mod item_kind {
    pub const CLASS: u8 = 7;
    pub const VALUE: u8 = 12;
    pub const ENUM: u8 = 13;
    pub const KEYWORD: u8 = 14;
    pub const ENUM_MEMBER: u8 = 20;
}

#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct CodeAction {
    pub title: String,
    pub kind: &'static str,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub diagnostics: Vec<Diagnostic>,
    #[serde(rename = "isPreferred", skip_serializing_if = "is_false")]
    pub is_preferred: bool,
    pub edit: WorkspaceEdit,
}

fn is_false(value: &bool) -> bool {
    !value
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct WorkspaceEdit {
    pub changes: std::collections::BTreeMap<String, Vec<TextEdit>>,
}

impl WorkspaceEdit {
    pub fn of(uri: &str, edits: Vec<TextEdit>) -> WorkspaceEdit {
        WorkspaceEdit {
            changes: [(uri.to_owned(), edits)].into(),
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct InlayHint {
    pub position: Position,
    pub label: String,
    pub padding_left: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tooltip: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct DocumentSymbol {
    pub name: String,
    pub detail: String,
    pub kind: u8,
    pub range: Range,
    pub selection_range: Range,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub children: Vec<DocumentSymbol>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct FoldingRange {
    pub start_line: u32,
    pub end_line: u32,
    pub kind: &'static str,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SemanticTokens {
    pub data: Vec<u32>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CodeLens {
    pub range: Range,
    pub command: Command,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Command {
    pub title: String,
    pub command: String,
    pub arguments: Vec<Value>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Location {
    pub uri: String,
    pub range: Range,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct DocumentHighlight {
    pub range: Range,
    pub kind: u8,
}
