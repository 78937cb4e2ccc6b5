//! Masks of the form `nick!user@host`, in which `*` stands for any text.

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mask(String);

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MaskError {
    #[error("`{0}` is not a mask such as `cloud!*@*.example.org`")]
    Shape(String),
    #[error("`{0}` fits anybody with that nick: give a host other than `*`")]
    AnyHost(String),
}

impl Mask {
    pub fn parse(text: &str) -> Result<Mask, MaskError> {
        let parts = text.split_once('!').and_then(|(nick, rest)| {
            let (user, host) = rest.split_once('@')?;
            Some((nick, user, host))
        });
        let is_plain = !text.contains(char::is_whitespace);
        match parts {
            Some((nick, user, host)) if is_plain && ![nick, user, host].contains(&"") => {
                match host.chars().all(|c| c == '*' || c == '.') {
                    true => Err(MaskError::AnyHost(text.to_owned())),
                    false => Ok(Mask(text.to_lowercase())),
                }
            }
            _ => Err(MaskError::Shape(text.to_owned())),
        }
    }

    pub fn fits(&self, prefix: &str) -> bool {
        let prefix = prefix.to_lowercase();
        let mut parts = self.0.split('*');
        let first = parts.next().unwrap_or_default();
        let Some(mut rest) = prefix.strip_prefix(first) else {
            return false;
        };
        let parts: Vec<&str> = parts.collect();
        let Some((last, middle)) = parts.split_last() else {
            return rest.is_empty();
        };
        for part in middle {
            match rest.find(part) {
                Some(at) => rest = &rest[at + part.len()..],
                None => return false,
            }
        }
        rest.ends_with(last)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mask_must_fit_the_whole_prefix() {
        let cases = [
            ("cloud!*@*.example.org", "Cloud!c@home.Example.org", true),
            ("cloud!*@*.example.org", "cloud!c@example.org", false),
            ("cloud!*@*.example.org", "cloudy!c@a.example.org", false),
            ("cloud!c@127.0.0.1", "cloud!c@127.0.0.1", true),
            ("cloud!c@127.0.0.1", "cloud!c@127.0.0.11", false),
            ("*!*@a.b", "x!y@a.b", true),
            ("*!*@a*a", "x!y@a", false),
            ("c!*@a.b", "", false),
        ];
        for (mask, prefix, fits) in cases {
            let mask = Mask::parse(mask).expect("a mask");
            assert_eq!(mask.fits(prefix), fits, "{mask:?} {prefix}");
        }
    }

    #[test]
    fn a_mask_needs_a_nick_a_user_and_a_host() {
        for wrong in [
            "cloud",
            "cloud!x",
            "cloud@x",
            "!@",
            "a b!c@d",
            "cloud!*@*",
            "cloud!*@*.*",
        ] {
            assert!(Mask::parse(wrong).is_err(), "{wrong}");
        }
    }
}
