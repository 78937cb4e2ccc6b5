//! `initialize` from an editor.

use qbcoach_language::Encoding;
use qbcoach_language::actions::{QUICK_FIX, REWRITE, TIDY};
use qbcoach_language::hints::{HintSettings, REVIEW};
use qbcoach_language::tokens::LEGEND;
use qbcoach_protocol as wire;
use serde::Deserialize;
use serde_json::{Value, json};

use super::workspace::Editor;

/// The params of an editor's `initialize`, as far as they matter here. Anything in them
/// that is not as expected counts as left out: editors differ, and a greeting must not
/// fail.
#[derive(Debug)]
pub(crate) struct EditorGreeting {
    pub token: Option<String>,
    pub editor: Editor,
}

impl EditorGreeting {
    /// None for params without `capabilities`: they do not come from an editor.
    pub(crate) fn read(params: Option<&str>) -> Option<EditorGreeting> {
        let params: Value = serde_json::from_str(params?).ok()?;
        let capabilities = params
            .get("capabilities")
            .filter(|found| found.is_object())?;
        let flag = |path: &str| capabilities.pointer(path).and_then(Value::as_bool) == Some(true);
        let offered = capabilities.pointer("/general/positionEncodings");
        let offered = offered.and_then(Value::as_array).into_iter().flatten();
        let options = params.get("initializationOptions");
        let token = options.and_then(|options| options.get("token"));
        let token = token.or(params.get("token")).and_then(Value::as_str);
        Some(EditorGreeting {
            token: token.map(str::to_owned),
            editor: Editor {
                encoding: Encoding::negotiated(offered.filter_map(Value::as_str)),
                hints: settings_of(options).unwrap_or_default(),
                refreshes_hints: flag("/workspace/inlayHint/refreshSupport"),
                refreshes_lenses: flag("/workspace/codeLens/refreshSupport"),
            },
        })
    }
}

/// The settings of hints in a client's options, under `hints` or `qbcoach.hints`.
pub(crate) fn settings_of(options: Option<&Value>) -> Option<HintSettings> {
    let options = options?;
    let own = options.get("qbcoach").unwrap_or(options);
    HintSettings::deserialize(own.get("hints")?).ok()
}

/// What the daemon offers to an editor, with its own facts beside it.
pub(crate) fn greet(editor: Editor, own: wire::Initialized) -> Value {
    json!({
        "capabilities": {
            "positionEncoding": editor.encoding.word(),
            "textDocumentSync": { "openClose": true, "change": 1 },
            "completionProvider": { "triggerCharacters": [" "] },
            "hoverProvider": true,
            "definitionProvider": true,
            "referencesProvider": true,
            "documentHighlightProvider": true,
            "documentSymbolProvider": true,
            "documentFormattingProvider": true,
            "foldingRangeProvider": true,
            "codeActionProvider": { "codeActionKinds": [QUICK_FIX, REWRITE, TIDY] },
            "codeLensProvider": { "resolveProvider": false },
            "inlayHintProvider": { "resolveProvider": false },
            "semanticTokensProvider": {
                "legend": { "tokenTypes": LEGEND, "tokenModifiers": [] },
                "full": true,
            },
            "executeCommandProvider": { "commands": [REVIEW] },
            "experimental": {
                "qbcoach": {
                    "protocolVersion": own.protocol_version,
                    "games": own.capabilities.games,
                    "doors": own.capabilities.doors,
                    "rules": own.capabilities.rules,
                    "data": own.data,
                },
            },
        },
        "serverInfo": own.server_info,
    })
}
