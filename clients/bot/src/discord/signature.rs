//! Checks that a request is signed by Discord, recent, and not a repetition.

use std::collections::{BTreeMap, BTreeSet};

use ed25519_dalek::{Signature, VerifyingKey};

use crate::hex;

/// The most seconds a request's timestamp may be in the past or the future.
pub const WINDOW_SECONDS: u64 = 300;

#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Rejected {
    #[error("no signature")]
    Unsigned,
    #[error("the signature is wrong")]
    WrongSignature,
    #[error("the request's timestamp is too old or in the future")]
    Stale,
    #[error("the request is a repetition")]
    Replayed,
}

#[derive(Clone, Debug)]
pub struct SignatureCheck {
    key: VerifyingKey,
    /// Signatures of accepted requests, by the second in which their timestamps become
    /// stale.
    seen: BTreeMap<u64, BTreeSet<[u8; 64]>>,
}

impl SignatureCheck {
    pub fn new(key: VerifyingKey) -> SignatureCheck {
        SignatureCheck {
            key,
            seen: BTreeMap::new(),
        }
    }

    /// Checks the two signature headers against the body.
    pub fn check(
        &mut self,
        signature: Option<&str>,
        timestamp: Option<&str>,
        body: &[u8],
        now: u64,
    ) -> Result<(), Rejected> {
        let (Some(signature), Some(timestamp)) = (signature, timestamp) else {
            return Err(Rejected::Unsigned);
        };
        let bytes = hex::read::<64>(signature).ok_or(Rejected::WrongSignature)?;
        let message = [timestamp.as_bytes(), body].concat();
        self.key
            .verify_strict(&message, &Signature::from_bytes(&bytes))
            .map_err(|_| Rejected::WrongSignature)?;
        let made: u64 = timestamp.parse().map_err(|_| Rejected::Stale)?;
        if made.abs_diff(now) > WINDOW_SECONDS {
            return Err(Rejected::Stale);
        }
        // Only requests with a valid signature are stored, so the memory stays bounded.
        self.seen = self.seen.split_off(&now);
        let is_new = self
            .seen
            .entry(made + WINDOW_SECONDS + 1)
            .or_default()
            .insert(bytes);
        match is_new {
            true => Ok(()),
            false => Err(Rejected::Replayed),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ed25519_dalek::{Signer, SigningKey};

    const NOW: u64 = 1_800_000_000;

    fn key(byte: u8) -> SigningKey {
        SigningKey::from_bytes(&[byte; 32])
    }

    fn signed(key: &SigningKey, timestamp: &str, body: &str) -> String {
        let signature = key.sign(format!("{timestamp}{body}").as_bytes());
        let digits = signature
            .to_bytes()
            .iter()
            .map(|byte| format!("{byte:02x}"))
            .collect::<Vec<_>>();
        digits.concat()
    }

    #[test]
    fn only_a_recent_request_signed_with_the_key_is_accepted() {
        let at = |seconds: u64| seconds.to_string();
        let good = signed(&key(1), &at(NOW), "{}");
        let other = signed(&key(2), &at(NOW), "{}");
        let old = at(NOW - WINDOW_SECONDS - 1);
        let future = at(NOW + WINDOW_SECONDS + 1);
        let oldest = at(NOW - WINDOW_SECONDS);
        let now = at(NOW);
        let cases = [
            (Some(good.as_str()), Some(now.as_str()), "{}", Ok(())),
            (None, Some(now.as_str()), "{}", Err(Rejected::Unsigned)),
            (Some(good.as_str()), None, "{}", Err(Rejected::Unsigned)),
            (
                Some(good.as_str()),
                Some(now.as_str()),
                "{ }",
                Err(Rejected::WrongSignature),
            ),
            (
                Some(other.as_str()),
                Some(now.as_str()),
                "{}",
                Err(Rejected::WrongSignature),
            ),
            (
                Some("zz"),
                Some(now.as_str()),
                "{}",
                Err(Rejected::WrongSignature),
            ),
            (Some(""), Some(""), "", Err(Rejected::WrongSignature)),
            (
                Some(&signed(&key(1), &oldest, "{}")),
                Some(&oldest),
                "{}",
                Ok(()),
            ),
            (
                Some(&signed(&key(1), &old, "{}")),
                Some(&old),
                "{}",
                Err(Rejected::Stale),
            ),
            (
                Some(&signed(&key(1), &future, "{}")),
                Some(&future),
                "{}",
                Err(Rejected::Stale),
            ),
            (
                Some(&signed(&key(1), "soon", "{}")),
                Some("soon"),
                "{}",
                Err(Rejected::Stale),
            ),
        ];
        for (signature, timestamp, body, expected) in cases {
            let mut signatures = SignatureCheck::new(key(1).verifying_key());
            let checked = signatures.check(signature, timestamp, body.as_bytes(), NOW);
            assert_eq!(checked, expected, "{timestamp:?} {body}");
        }
    }

    #[test]
    fn a_repeated_request_is_rejected_until_it_is_stale() {
        let mut signatures = SignatureCheck::new(key(1).verifying_key());
        // A timestamp at the end of the window stays valid for twice the window.
        let made = (NOW + WINDOW_SECONDS).to_string();
        let signature = signed(&key(1), &made, "{}");
        let mut check = |now: u64| signatures.check(Some(&signature), Some(&made), b"{}", now);
        assert_eq!(check(NOW), Ok(()));
        for later in [0, 1, WINDOW_SECONDS, 2 * WINDOW_SECONDS] {
            assert_eq!(
                check(NOW + later),
                Err(Rejected::Replayed),
                "{later} s later"
            );
        }
        assert_eq!(check(NOW + 2 * WINDOW_SECONDS + 1), Err(Rejected::Stale));
        assert!(signatures.seen.values().map(BTreeSet::len).sum::<usize>() <= 1);
    }
}
