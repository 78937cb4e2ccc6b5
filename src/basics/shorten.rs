//! Texts that users send: how long a name may be, and how much of a text an error
//! repeats.

use std::borrow::Cow;
use std::fmt;

/// The most characters of a name: of a card, a deck, a tile, a method, a session. A
/// longer text is none, and is refused before it is compared with anything.
pub const LONGEST_NAME: usize = 64;

/// At most [`LONGEST_NAME`] characters of a text. `…` at the end says that there is more.
///
/// ```
/// use qbcoach_basics::shorten::shortened;
///
/// assert_eq!(shortened("Crawler"), "Crawler");
/// assert_eq!(shortened(&"a".repeat(1000)).chars().count(), 64);
/// ```
pub fn shortened(text: &str) -> Cow<'_, str> {
    if !is_too_long(text) {
        return Cow::Borrowed(text);
    }
    let begin = text.chars().take(LONGEST_NAME - 1);
    Cow::Owned(begin.chain(['…']).collect())
}

/// Whether a text is too long to be a name.
pub fn is_too_long(text: &str) -> bool {
    text.len() > LONGEST_NAME && text.chars().nth(LONGEST_NAME).is_some()
}

/// A text that is too long to be a name. Its words repeat only the beginning.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NameTooLong {
    begin: String,
}

impl fmt::Display for NameTooLong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let begin = &self.begin;
        write!(
            f,
            "`{begin}` is too long: a name has at most {LONGEST_NAME} characters"
        )
    }
}

impl std::error::Error for NameTooLong {}

/// Refuses a text that is too long to be a name.
pub fn check_name(text: &str) -> Result<(), NameTooLong> {
    match is_too_long(text) {
        true => Err(NameTooLong {
            begin: shortened(text).into_owned(),
        }),
        false => Ok(()),
    }
}

/// The first lines of many, for a message about several faults.
pub fn first_lines<T: fmt::Display>(lines: &[T]) -> String {
    const SHOWN: usize = 10;
    let mut shown: Vec<String> = lines.iter().take(SHOWN).map(T::to_string).collect();
    if lines.len() > SHOWN {
        shown.push(format!("and {} more", lines.len() - SHOWN));
    }
    shown.join("\n")
}

/// The message of a JSON reader, with at most [`LONGEST_NAME`] characters of a text that
/// it repeats: `invalid type: string "…", expected u64`.
///
/// ```
/// use qbcoach_basics::shorten::shortened_json_error;
///
/// let long = format!("invalid type: string \"{}\", expected u64", "a".repeat(1000));
/// let short = shortened_json_error(&long);
/// assert!(short.starts_with("invalid type: string \"aaa"));
/// assert!(short.ends_with("…, expected u64") && short.len() < 120);
/// ```
pub fn shortened_json_error(message: &str) -> Cow<'_, str> {
    let (head, expected) = match message.rfind(", expected ") {
        Some(at) => message.split_at(at),
        None => (message, ""),
    };
    let Some(quote) = head.find(['"', '`']) else {
        return Cow::Borrowed(message);
    };
    let (before, quoted) = head.split_at(quote + 1);
    match is_too_long(quoted) {
        true => Cow::Owned(format!("{before}{}{expected}", shortened(quoted))),
        false => Cow::Borrowed(message),
    }
}
