//! The documents that subscribers follow, one for each topic and moment.
//!
//! [`answers`] works them out, [`cache`] keeps them with their moment, [`updates`]
//! turns them into the snapshots and patches that are sent. [`advice_track`] makes the
//! advice better while somebody follows it.

mod advice_track;
pub(crate) mod answers;
mod cache;
mod tree;
mod tree_maker;
mod tree_text;
mod updates;

pub(crate) use advice_track::{Better, Searches, follow, newest};
pub use cache::{Documents, Superseded, Wanted, document, quick_document, snapshot};
pub(crate) use tree::{Content, Field, Node};
pub(crate) use tree_text::TreeText;
pub(crate) use updates::Document;
