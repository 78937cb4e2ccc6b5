//! What a fault of the program leaves behind: the session and the action it failed
//! on, as a file that `qbcoach replay` runs again.

use std::fs;
use std::path::{Path, PathBuf};

use super::history::Seq;
use super::session_id::SessionId;

/// Writes the report; a fault while reporting a fault is logged and no more.
pub fn write(folder: &Path, session: SessionId, seq: Seq, lines: &str) -> Option<PathBuf> {
    let path = folder.join(format!("crash-{session}-{seq}.jsonl"));
    let written = fs::create_dir_all(folder).and_then(|()| fs::write(&path, lines));
    match written {
        Ok(()) => Some(path),
        Err(error) => {
            tracing::error!(%error, path = %path.display(), "no crash report could be written");
            None
        }
    }
}
