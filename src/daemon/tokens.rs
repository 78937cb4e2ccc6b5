//! Tokens and what they allow. Only digests of the tokens are kept.

use std::collections::BTreeMap;
use std::time::Duration;

use qbcoach_protocol::method::Role;
use sha2::{Digest, Sha256};

type Fingerprint = [u8; 32];

/// What a client may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Access {
    pub role: Role,
    /// How much later than others the client sees what happens.
    pub delay: Duration,
}

impl Access {
    /// The owner of the daemon may do everything.
    pub const OWNER: Access = Access {
        role: Role::Control,
        delay: Duration::ZERO,
    };
}

#[derive(Clone, Default)]
pub struct Tokens {
    known: BTreeMap<Fingerprint, Access>,
}

impl std::fmt::Debug for Tokens {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} tokens", self.known.len())
    }
}

/// Shorter tokens could be guessed.
const SHORTEST: usize = 16;

/// An error in a token file. Its text never contains a token.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TokenFileError {
    #[error(
        "line {line}: write a role and a token: `control TOKEN`, `view TOKEN`, `stream TOKEN`, \
         `stream delay=30s TOKEN`"
    )]
    NotAToken { line: usize },
    #[error("line {line}: a delay is a number with its unit: delay=30s, delay=500ms, delay=2m")]
    NotADelay { line: usize },
    #[error("line {line}: only tokens of the role `stream` have a delay")]
    DelayOfPlayer { line: usize },
    #[error("line {line}: a token has at least {SHORTEST} characters")]
    TooShort { line: usize },
    #[error("line {line}: the token is given twice")]
    Twice { line: usize },
    #[error("the token file has no tokens")]
    Empty,
}

impl Tokens {
    /// Each line has a role and a token, with a delay between them for some; `#` begins
    /// a comment.
    pub fn parse(text: &str) -> Result<Tokens, TokenFileError> {
        let mut known = BTreeMap::new();
        for (line, words) in (1..).zip(text.lines()) {
            let words: Vec<&str> = words
                .split('#')
                .next()
                .unwrap_or_default()
                .split_whitespace()
                .collect();
            let (role, delay, token) = match *words.as_slice() {
                [] => continue,
                [role, token] => (role, None, token),
                [role, delay, token] => match delay.strip_prefix("delay=") {
                    Some(delay) => (role, Some(delay), token),
                    None => return Err(TokenFileError::NotAToken { line }),
                },
                _ => return Err(TokenFileError::NotAToken { line }),
            };
            let role = Role::ALL.into_iter().find(|known| known.word() == role);
            let role = role.ok_or(TokenFileError::NotAToken { line })?;
            if token.chars().count() < SHORTEST {
                return Err(TokenFileError::TooShort { line });
            }
            if delay.is_some() && role != Role::Stream {
                return Err(TokenFileError::DelayOfPlayer { line });
            }
            let delay = match delay {
                None => Duration::ZERO,
                Some(text) => read_delay(text).ok_or(TokenFileError::NotADelay { line })?,
            };
            let access = Access { role, delay };
            if known.insert(fingerprint(token), access).is_some() {
                return Err(TokenFileError::Twice { line });
            }
        }
        match known.is_empty() {
            true => Err(TokenFileError::Empty),
            false => Ok(Tokens { known }),
        }
    }

    pub fn is_empty(&self) -> bool {
        self.known.is_empty()
    }

    /// Compares digests, so that the time of a lookup reveals nothing about the token.
    pub(crate) fn access_of(&self, token: &str) -> Option<Access> {
        self.known.get(&fingerprint(token.trim())).copied()
    }

    /// The longest delay of a token.
    pub fn longest_delay(&self) -> Duration {
        let delays = self.known.values().map(|access| access.delay);
        delays.max().unwrap_or_default()
    }
}

/// A time such as `30s`, `500ms` or `2m`.
fn read_delay(text: &str) -> Option<Duration> {
    let digits = text.trim_end_matches(|letter: char| letter.is_ascii_alphabetic());
    let number: u64 = digits.parse().ok()?;
    let milliseconds = match &text[digits.len()..] {
        "ms" => Some(number),
        "s" => number.checked_mul(1000),
        "m" | "min" => number.checked_mul(60_000),
        _ => None,
    };
    milliseconds.map(Duration::from_millis)
}

fn fingerprint(token: &str) -> Fingerprint {
    Sha256::digest(token.as_bytes()).into()
}
