//! The id of a session: `s1`, `s2`, … in the order of creation. Ids are never reused.

use std::fmt;
use std::str::FromStr;

use qbcoach_basics::shorten::shortened;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SessionId(u64);

impl SessionId {
    pub fn new(number: u64) -> SessionId {
        SessionId(number)
    }

    pub fn number(self) -> u64 {
        self.0
    }

    pub fn next(self) -> SessionId {
        SessionId(self.0 + 1)
    }
}

impl fmt::Display for SessionId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "s{}", self.0)
    }
}

/// The text is not a session id.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not a session id")]
pub struct NotASessionId(pub String);

impl FromStr for SessionId {
    type Err = NotASessionId;

    fn from_str(text: &str) -> Result<SessionId, NotASessionId> {
        let number = text.strip_prefix('s').filter(|digits| {
            let plain = digits.bytes().all(|b| b.is_ascii_digit());
            plain && !digits.starts_with('0')
        });
        number
            .and_then(|digits| digits.parse().ok())
            // The journal stores signed numbers.
            .filter(|number| i64::try_from(*number).is_ok())
            .map(SessionId)
            .ok_or_else(|| NotASessionId(shortened(text).into_owned()))
    }
}
