//! A client's own name for an act. The same name again means the same act, so that a
//! client may repeat a request whose answer it has not seen.

use std::fmt;
use std::sync::Arc;

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct ActId(Arc<str>);

/// A text that is empty or too long to name an act.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the name of an act has 1 to {} characters", ActId::LONGEST)]
pub struct ActIdError;

impl ActId {
    /// The most characters that a name has.
    pub const LONGEST: usize = 64;

    pub fn new(text: &str) -> Result<ActId, ActIdError> {
        // The bytes are compared first, so that a very long text is not counted through.
        let fits = text.len() <= 4 * ActId::LONGEST && text.chars().count() <= ActId::LONGEST;
        match fits && !text.is_empty() {
            true => Ok(ActId(text.into())),
            false => Err(ActIdError),
        }
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for ActId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}
