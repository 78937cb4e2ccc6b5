//! What is fuzzed: each function takes any bytes and panics if the program does
//! something wrong with them.
//!
//! A fuzzer ([`libFuzzer`](https://llvm.org/docs/LibFuzzer.html)) calls them with inputs
//! that reach new code, starting from the files in `corpus`. The test `fixed_run` calls
//! them with those files and with some mutations of them.

mod in_memory;
pub mod mutation;
mod texts;

use qbcoach_protocol::method::METHODS;
use serde_json::{Value, json};

use in_memory::{converse, raw_bytes};

pub use texts::{deck_codes, matches, positions};

/// A fuzz target by the name of its corpus.
pub struct Target {
    pub name: &'static str,
    pub run: fn(&[u8]),
}

pub const TARGETS: [Target; 6] = [
    Target {
        name: "framing",
        run: framing,
    },
    Target {
        name: "calls",
        run: calls,
    },
    Target {
        name: "positions",
        run: positions,
    },
    Target {
        name: "matches",
        run: matches,
    },
    Target {
        name: "deck_codes",
        run: deck_codes,
    },
    Target {
        name: "imports",
        run: imports,
    },
];

/// The bytes of a whole connection, in either framing: no message may cause an internal
/// error, and every answer is JSON.
pub fn framing(data: &[u8]) {
    raw_bytes(data);
}

/// Calls of a connection, each on a line: a method and its params. An unknown method
/// stands for one of the table, so that a damaged name still calls something.
pub fn calls(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    converse(async |client| {
        for line in text.lines().take(40) {
            let (method, params) = line.split_once(' ').unwrap_or((line, "{}"));
            client.call_text(known_method(method), params).await;
        }
    });
}

fn known_method(word: &str) -> &'static str {
    let known = METHODS.iter().find(|method| method.name == word);
    let sum: usize = word.bytes().map(usize::from).sum();
    known.unwrap_or(&METHODS[sum % METHODS.len()]).name
}

/// A text given to `session/import`: what is imported can be exported in both formats,
/// and the exports import to an equal session.
pub fn imports(data: &[u8]) {
    let Ok(content) = std::str::from_utf8(data) else {
        return;
    };
    converse(async |client| {
        let Some(imported) = client
            .call("session/import", json!({ "content": content }))
            .await
        else {
            return;
        };
        for format in ["text", "jsonl"] {
            let wanted = json!({ "sessionId": imported["sessionId"], "format": format });
            let Some(export) = client.call("session/export", wanted).await else {
                continue;
            };
            let again = json!({ "content": export["content"] });
            let again = client.call("session/import", again).await;
            let again = again.unwrap_or_else(|| panic!("{export} does not import"));
            if format == "jsonl" {
                assert_eq!(
                    without_id(&again),
                    without_id(&imported),
                    "{export} imports to another session"
                );
            }
        }
    });
}

/// A snapshot without what differs between two sessions that are equal.
fn without_id(created: &Value) -> Value {
    let mut snapshot = created["snapshot"].clone();
    if let Some(fields) = snapshot.as_object_mut() {
        fields.remove("sessionId");
    }
    snapshot
}
