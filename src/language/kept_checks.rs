//! What was found in texts, for those that were used last. It takes twenty times as much
//! memory as the text, and many texts are open while nobody looks at them.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};

use super::check::Checked;

/// The most bytes of the texts for which it is kept: some hundred matches of usual length.
const MOST_BYTES: usize = 512 * 1024;
/// What a text counts at least, also if it is empty.
const LEAST: usize = 1024;

/// Shared by all open texts.
#[derive(Debug, Default)]
pub struct KeptChecks {
    /// The one that was used last is at the end.
    kept: Mutex<VecDeque<Kept>>,
}

#[derive(Debug)]
struct Kept {
    checked: Arc<Checked>,
    bytes: usize,
}

impl KeptChecks {
    /// Keeps this one, and as many of those that were used last as there is room for.
    pub(crate) fn keep(&self, checked: &Arc<Checked>, text: &str) {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.retain(|other| !Arc::ptr_eq(&other.checked, checked));
        kept.push_back(Kept {
            checked: checked.clone(),
            bytes: text.len().max(LEAST),
        });
        let mut bytes: usize = kept.iter().map(|kept| kept.bytes).sum();
        while bytes > MOST_BYTES
            && kept.len() > 1
            && let Some(oldest) = kept.pop_front()
        {
            bytes -= oldest.bytes;
        }
    }
}
