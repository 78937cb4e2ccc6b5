//! The report of a panic: the session and the action that made the program panic, as a
//! file that `qbcoach replay` runs again.

use std::io::Write;
use std::path::{Path, PathBuf};

use super::history::Seq;
use super::session_id::SessionId;
use qbcoach_platform::private_files;

/// Writes the report. If that fails, the error is only logged.
pub fn write(folder: &Path, session: SessionId, seq: Seq, lines: &str) -> Option<PathBuf> {
    let path = folder.join(format!("crash-{session}-{seq}.jsonl"));
    let written = std::fs::create_dir_all(folder)
        .and_then(|()| private_files::create(&path))
        .and_then(|mut file| file.write_all(lines.as_bytes()));
    match written {
        Ok(()) => Some(path),
        Err(error) => {
            tracing::error!(%error, path = %path.display(), "no crash report could be written");
            None
        }
    }
}
