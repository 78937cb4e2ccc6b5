//! An open text, with what was found in it.

use std::sync::{Arc, Mutex, OnceLock, PoisonError, Weak};

use qbcoach_sessions::queens_blood::Library;
use serde::Deserialize;

use super::check::Checked;
use super::hints::ReviewHints;
use super::kept_checks::KeptChecks;
use super::place::{Encoding, Places, Range};

/// One change of a text by its editor.
#[derive(Clone, Debug, Deserialize)]
pub struct Edit {
    /// The whole text is replaced if it is left out.
    #[serde(default)]
    pub range: Option<Range>,
    pub text: String,
}

impl Edit {
    /// The text after this change.
    #[must_use]
    pub fn applied(self, mut text: String, encoding: Encoding) -> String {
        let Some(range) = self.range else {
            return self.text;
        };
        let places = Places::new(&text, encoding);
        let (start, end) = (places.byte(range.start), places.byte(range.end));
        text.replace_range(start.min(end)..end.max(start), &self.text);
        text
    }
}

/// One version of a text. An edit makes a new one, so that an answer that is being worked
/// out never sees two versions.
#[derive(Debug)]
pub struct Document {
    pub uri: String,
    pub version: i64,
    pub text: String,
    /// It lives as long as it is kept or somebody works with it.
    checked: Mutex<Weak<Checked>>,
    checks: Arc<KeptChecks>,
    review: OnceLock<Arc<ReviewHints>>,
}

impl Document {
    pub fn new(uri: String, version: i64, text: String) -> Document {
        Document {
            uri,
            version,
            text,
            checked: Mutex::default(),
            checks: Arc::default(),
            review: OnceLock::new(),
        }
    }

    /// Shares the room for what is found with other texts.
    #[must_use]
    pub fn with_checks(self, checks: Arc<KeptChecks>) -> Document {
        Document { checks, ..self }
    }

    /// What the text says and what is wrong with it. It is worked out again if the text
    /// was not used for long.
    pub fn checked(&self, library: &Library) -> Arc<Checked> {
        let mut known = self.checked.lock().unwrap_or_else(PoisonError::into_inner);
        let checked = known
            .upgrade()
            .unwrap_or_else(|| Arc::new(Checked::of(library, &self.text)));
        *known = Arc::downgrade(&checked);
        self.checks.keep(&checked, &self.text);
        checked
    }

    pub fn places(&self, encoding: Encoding) -> Places<'_> {
        Places::new(&self.text, encoding)
    }

    /// What a search found about the moves, when it is done.
    pub fn review(&self) -> Option<&Arc<ReviewHints>> {
        self.review.get()
    }

    pub fn set_review(&self, review: Arc<ReviewHints>) {
        // A second search of the same text found the same.
        let _ = self.review.set(review);
    }
}
