//! The name of a session: `s1`, `s2`, … in the order they were created, never
//! used again.

use std::fmt;
use std::str::FromStr;

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

/// The text is not the name of any session.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is no session")]
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
            // The journal keeps signed numbers.
            .filter(|number| i64::try_from(*number).is_ok())
            .map(SessionId)
            .ok_or_else(|| NotASessionId(text.chars().take(40).collect()))
    }
}
