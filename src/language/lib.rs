//! Match texts as a language: what an editor asks about one, answered from the text
//! alone. Nothing here waits, reads a file or keeps anything between two calls but what
//! a [`Document`] keeps of itself; the daemon carries the questions and the answers.
//!
//! - [`Document`] is a text with its version. It is read and checked when first asked;
//!   [`KeptChecks`] keeps what was found in the texts that were used last.
//! - [`check`] replays the match: the first illegal line with its rule, and what is
//!   legal and odd.
//! - [`lsp`] has the types of the Language Server Protocol that the answers are made of.
//!   They are a few dozen of several hundred, so they are written here: what an editor
//!   sends is then read as leniently as it is meant, and a field of a newer protocol
//!   never refuses a greeting.
//! - [`place`] counts columns as the editor does.

pub mod actions;
pub mod advice;
pub mod check;
pub mod completion;
pub mod document;
mod fixes;
pub mod format;
pub mod hints;
pub mod hover;
mod kept_checks;
pub mod lsp;
pub mod mentions;
mod odd;
mod offer;
pub mod outline;
pub mod place;
mod rule;
pub mod tokens;
mod words;

pub use check::{Checked, Finding, Severity};
pub use document::{Document, Edit};
pub use kept_checks::KeptChecks;
pub use place::{Encoding, Places};
