//! The addresses of resources.

/// What can be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Address {
    /// The rules of Queen's Blood.
    Rules,
    CombatRules,
    Card(String),
    Match(String, Part),
}

/// A part of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Part {
    Board,
    /// The board for viewers of a stream: without the hand.
    Stream,
    Text,
    Review,
}

pub(crate) const RULES: &str = "qbcoach://rules/queens-blood";
pub(crate) const COMBAT_RULES: &str = "qbcoach://rules/mage-knight";
pub(crate) const CARD: &str = "qbcoach://cards/{card}";
const CARDS: &str = "qbcoach://cards/";
const MATCHES: &str = "qbcoach://matches/";

impl Part {
    pub(crate) const ALL: [Part; 4] = [Part::Board, Part::Stream, Part::Text, Part::Review];

    pub(crate) fn word(self) -> &'static str {
        match self {
            Part::Board => "board",
            Part::Stream => "stream",
            Part::Text => "text",
            Part::Review => "review",
        }
    }

    /// The address of this part of any match.
    pub(crate) fn template(self) -> String {
        self.of("{match}")
    }

    pub(crate) fn of(self, name: &str) -> String {
        format!("{MATCHES}{name}/{}", self.word())
    }
}

impl Address {
    pub(crate) fn parse(uri: &str) -> Option<Address> {
        if let Some(card) = uri.strip_prefix(CARDS) {
            return Some(Address::Card(decoded(card)));
        }
        if let Some(rest) = uri.strip_prefix(MATCHES) {
            let (name, word) = rest.split_once('/')?;
            let part = Part::ALL.into_iter().find(|part| part.word() == word)?;
            return Some(Address::Match(decoded(name), part));
        }
        match uri {
            RULES => Some(Address::Rules),
            COMBAT_RULES => Some(Address::CombatRules),
            _ => None,
        }
    }
}

/// A part of an address without `%20` and the like.
fn decoded(text: &str) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let [first, after @ ..] = rest {
        let code = after.get(..2).and_then(|two| std::str::from_utf8(two).ok());
        let code = code.and_then(|two| u8::from_str_radix(two, 16).ok());
        match (first, code) {
            (b'%', Some(byte)) => {
                bytes.push(byte);
                rest = &after[2..];
            }
            _ => {
                bytes.push(*first);
                rest = after;
            }
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_read_with_blanks_in_names() {
        let card = |name: &str| Some(Address::Card(name.to_owned()));
        assert_eq!(
            Address::parse("qbcoach://cards/Great%20Malboro"),
            card("Great Malboro")
        );
        assert_eq!(Address::parse("qbcoach://cards/50%"), card("50%"));
        let of_match = |part| Some(Address::Match("s1".to_owned(), part));
        for part in Part::ALL {
            assert_eq!(Address::parse(&part.of("s1")), of_match(part));
        }
        for wrong in [
            "",
            "qbcoach://",
            "qbcoach://matches/s1",
            "qbcoach://matches/s1/hand",
        ] {
            assert_eq!(Address::parse(wrong), None, "{wrong}");
        }
    }
}
