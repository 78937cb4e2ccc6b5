//! Room for the texts that editors have open. A text stays in memory as long as it is
//! open, so those of all connections together may take so many bytes and no more.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use qbcoach_language::KeptChecks;

use crate::rpc_error::RpcError;

/// The most bytes of all open texts.
const MOST_BYTES: usize = 32 * 1024 * 1024;
/// What a text takes at least, also if it is empty.
const LEAST: usize = 1024;

/// The room that all connections share.
#[derive(Debug, Default)]
pub(crate) struct TextRoom {
    taken: Arc<AtomicUsize>,
    /// What was found in the texts that were used last.
    pub checks: Arc<KeptChecks>,
}

/// What an open text takes, until it is closed.
#[derive(Debug)]
pub(crate) struct TextShare {
    taken: Arc<AtomicUsize>,
    pub bytes: usize,
}

impl Drop for TextShare {
    fn drop(&mut self) {
        self.taken.fetch_sub(self.bytes, Ordering::Relaxed);
    }
}

impl TextRoom {
    pub(crate) fn take(&self, text: &str) -> Result<TextShare, RpcError> {
        let bytes = text.len().max(LEAST);
        let before = self.taken.fetch_add(bytes, Ordering::Relaxed);
        // Gives the bytes back where there is no room.
        let share = TextShare {
            taken: self.taken.clone(),
            bytes,
        };
        match before + bytes > MOST_BYTES {
            true => {
                let reason = "the texts that all editors have open are too long together";
                let limit = RpcError::fixed_limit("openTextBytes", MOST_BYTES as u64, reason);
                Err(limit.hint("close some texts, here or in other editors"))
            }
            false => Ok(share),
        }
    }
}
