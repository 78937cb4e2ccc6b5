//! Match texts that editors have open: the same connection that calls our methods speaks
//! the Language Server Protocol.
//!
//! - [`Workspace`] has a connection's open documents and what its editor can do;
//!   [`TextRoom`] bounds what those of all connections take.
//! - `greeting` answers an editor's `initialize`.
//! - `notices` are the messages that the daemon sends by itself: diagnostics, and the
//!   request to ask for hints again.
//! - `follower` lets a session follow a document's edits.

mod follower;
mod greeting;
mod notices;
mod text_room;
mod workspace;

pub(crate) use follower::{Followed, Followers, follow, open};
pub(crate) use greeting::{EditorGreeting, greet, settings_of};
pub(crate) use notices::{publish, refuse, review_later};
pub(crate) use text_room::TextRoom;
pub(crate) use workspace::{OpenDocument, Workspace};
