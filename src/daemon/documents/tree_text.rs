//! The texts of a tree. Most are short names and words, and need no memory of their own:
//! under load a sixth of the daemon's time went into getting and freeing memory.

use std::fmt;

#[derive(Clone)]
pub(crate) enum TreeText {
    Fixed(&'static str),
    Short { length: u8, bytes: [u8; SHORT] },
    Long(Box<str>),
}

/// As many bytes as fit beside the others.
const SHORT: usize = 22;

impl TreeText {
    pub fn as_bytes(&self) -> &[u8] {
        match self {
            TreeText::Fixed(text) => text.as_bytes(),
            TreeText::Short { length, bytes } => bytes.get(..(*length).into()).unwrap_or_default(),
            TreeText::Long(text) => text.as_bytes(),
        }
    }

    pub fn as_str(&self) -> &str {
        match self {
            TreeText::Fixed(text) => text,
            // The bytes were a text, so they can be read as one.
            TreeText::Short { .. } => str::from_utf8(self.as_bytes()).unwrap_or_default(),
            TreeText::Long(text) => text,
        }
    }

    pub fn len(&self) -> usize {
        self.as_bytes().len()
    }
}

impl From<&str> for TreeText {
    fn from(text: &str) -> TreeText {
        let mut bytes = [0; SHORT];
        match (bytes.get_mut(..text.len()), u8::try_from(text.len())) {
            (Some(room), Ok(length)) => {
                room.copy_from_slice(text.as_bytes());
                TreeText::Short { length, bytes }
            }
            _ => TreeText::Long(text.into()),
        }
    }
}

impl PartialEq for TreeText {
    fn eq(&self, other: &TreeText) -> bool {
        self.as_bytes() == other.as_bytes()
    }
}

impl fmt::Debug for TreeText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.as_str().fmt(f)
    }
}

impl TreeText {
    /// The bytes of the text with its quotes and escapes.
    pub fn size(&self) -> usize {
        match self {
            // Names of fields and words of enums have nothing to escape.
            TreeText::Fixed(text) => 2 + text.len(),
            _ => text_size(self.as_bytes()),
        }
    }

    /// Writes the text with its quotes and escapes.
    pub fn write(&self, out: &mut Vec<u8>) {
        match self.size() == self.len() + 2 {
            true => {
                out.push(b'"');
                out.extend_from_slice(self.as_bytes());
                out.push(b'"');
            }
            // Writing to memory cannot fail.
            false => drop(serde_json::to_writer(out, self.as_str())),
        }
    }
}

/// The bytes of a text with its quotes and escapes.
pub(super) fn text_size(text: &[u8]) -> usize {
    let is_escaped = |byte: &&u8| **byte < 0x20 || matches!(**byte, b'"' | b'\\');
    // Almost no text has any. They are counted first, because the compiler makes that fast.
    let escaped = text.iter().filter(is_escaped).count();
    let escape = |byte: u8| match byte {
        b'"' | b'\\' | b'\n' | b'\r' | b'\t' | 0x08 | 0x0c => 1,
        0..0x20 => 5,
        _ => 0,
    };
    let more = match escaped {
        0 => 0,
        _ => text.iter().copied().map(escape).sum::<usize>(),
    };
    2 + text.len() + more
}

#[cfg(test)]
mod tests {
    use super::TreeText;

    #[test]
    fn a_text_is_the_same_whatever_its_length() {
        for text in [
            "",
            "MID-4",
            "é",
            "twenty-two characters!",
            "twenty-three characters",
        ] {
            let made = TreeText::from(text);
            assert_eq!(made.as_str(), text);
            assert_eq!(made.len(), text.len());
            assert_eq!(made, made.clone());
            assert_ne!(made, TreeText::Fixed("other"));
        }
        assert_eq!(TreeText::from("you"), TreeText::Fixed("you"));
    }
}
