//! Who may do what: tokens and their roles. Only their digests are kept.

use std::collections::BTreeMap;

use qbcoach_protocol::method::Role;
use sha2::{Digest, Sha256};

type Fingerprint = [u8; 32];

#[derive(Clone, Default)]
pub struct Tokens {
    roles: BTreeMap<Fingerprint, Role>,
}

impl std::fmt::Debug for Tokens {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} tokens", self.roles.len())
    }
}

/// Shorter ones can be guessed.
const SHORTEST: usize = 16;

/// What is wrong with a token file. It never repeats the token.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TokenFileError {
    #[error("line {line}: write a role and a token: `control TOKEN`, `view TOKEN`, `stream TOKEN`")]
    NotAToken { line: usize },
    #[error("line {line}: a token has at least {SHORTEST} characters")]
    TooShort { line: usize },
    #[error("line {line}: the token stands there twice")]
    Twice { line: usize },
    #[error("the token file has no tokens")]
    Empty,
}

impl Tokens {
    /// Reads lines of a role and a token; `#` begins a comment.
    pub fn parse(text: &str) -> Result<Tokens, TokenFileError> {
        let mut roles = BTreeMap::new();
        for (line, words) in (1..).zip(text.lines()) {
            let words: Vec<&str> = words
                .split('#')
                .next()
                .unwrap_or_default()
                .split_whitespace()
                .collect();
            let (role, token) = match *words.as_slice() {
                [] => continue,
                [role, token] => (role, token),
                _ => return Err(TokenFileError::NotAToken { line }),
            };
            let role = Role::ALL.into_iter().find(|known| known.word() == role);
            let role = role.ok_or(TokenFileError::NotAToken { line })?;
            if token.chars().count() < SHORTEST {
                return Err(TokenFileError::TooShort { line });
            }
            if roles.insert(fingerprint(token), role).is_some() {
                return Err(TokenFileError::Twice { line });
            }
        }
        match roles.is_empty() {
            true => Err(TokenFileError::Empty),
            false => Ok(Tokens { roles }),
        }
    }

    pub fn is_empty(&self) -> bool {
        self.roles.is_empty()
    }

    /// Looked up by digest, so that the time it takes tells nothing of the token.
    pub fn role_of(&self, token: &str) -> Option<Role> {
        self.roles.get(&fingerprint(token.trim())).copied()
    }
}

fn fingerprint(token: &str) -> Fingerprint {
    Sha256::digest(token.as_bytes()).into()
}
