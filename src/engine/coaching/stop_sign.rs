//! How somebody who no longer wants an answer ends a search before its round is over.

use std::sync::atomic::{AtomicBool, Ordering};

/// Asked again and again during a search. Once it was seen it stays up, so that all parts
/// of the search agree on it.
pub struct StopSign<'a> {
    is_up: Option<&'a (dyn Fn() -> bool + Sync)>,
    seen: AtomicBool,
}

impl std::fmt::Debug for StopSign<'_> {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let mut out = out.debug_struct("StopSign");
        out.field("seen", &self.seen).finish_non_exhaustive()
    }
}

impl<'a> StopSign<'a> {
    /// Never goes up.
    pub const fn never() -> StopSign<'static> {
        StopSign {
            is_up: None,
            seen: AtomicBool::new(false),
        }
    }

    /// Goes up when the answer is true. It is asked from all threads of the search.
    pub const fn when(is_up: &'a (dyn Fn() -> bool + Sync)) -> StopSign<'a> {
        StopSign {
            is_up: Some(is_up),
            seen: AtomicBool::new(false),
        }
    }

    /// Looks at the sign.
    pub(super) fn is_up(&self) -> bool {
        let Some(is_up) = self.is_up else {
            return false;
        };
        let up = self.was_seen() || is_up();
        if up {
            self.seen.store(true, Ordering::Relaxed);
        }
        up
    }

    /// Whether anybody has seen the sign up: then work was left undone.
    pub(super) fn was_seen(&self) -> bool {
        self.seen.load(Ordering::Relaxed)
    }
}
