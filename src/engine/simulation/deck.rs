//! A deck: a list of cards that the rules allow, and reading one from a text.

use std::collections::{BTreeMap, BTreeSet};

use super::deck_code::{DeckCode, DeckCodeError};
use crate::rules::{Card, CardId, CardKind, Catalogue, FindCardError, Rarity, Rules};
use qbcoach_basics::shorten::{check_name, first_lines, shortened};

/// The cards of a legal deck, in the order they were given. Other rules than those it
/// was checked with may forbid it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Deck {
    cards: Vec<CardId>,
}

impl Deck {
    /// The cards, which are of this catalogue, as a deck; or every rule they break.
    pub fn check(
        catalogue: &Catalogue,
        rules: &Rules,
        cards: &[CardId],
    ) -> Result<Deck, DeckError> {
        let mut faults = Vec::new();
        faults.extend(size_fault(rules, cards.len()));
        faults.extend(card_faults(catalogue, rules, cards));
        if faults.is_empty() {
            Ok(Deck {
                cards: cards.to_vec(),
            })
        } else {
            Err(DeckError { faults })
        }
    }

    pub fn cards(&self) -> &[CardId] {
        &self.cards
    }

    pub fn into_cards(self) -> Vec<CardId> {
        self.cards
    }
}

pub(super) fn size_fault(rules: &Rules, found: usize) -> Option<DeckFault> {
    let expected = usize::from(rules.deck_size);
    (found != expected).then_some(DeckFault::WrongSize { expected, found })
}

/// Every fault except a wrong deck size; one for each card at most, by card number.
pub(super) fn card_faults(
    catalogue: &Catalogue,
    rules: &Rules,
    cards: &[CardId],
) -> Vec<DeckFault> {
    let mut copies: BTreeMap<CardId, usize> = BTreeMap::new();
    for card in cards {
        *copies.entry(*card).or_default() += 1;
    }
    let fault_of = |(id, found): (CardId, usize)| {
        let card = &catalogue[id];
        if card.kind == CardKind::Token {
            // Not even one copy is allowed.
            return Some(DeckFault::TokenInDeck {
                card: id,
                label: label(card),
                made_by: card.made_by.map(|maker| label(&catalogue[maker])),
            });
        }
        let allowed = usize::from(match card.rarity {
            Rarity::Standard => rules.max_copies,
            Rarity::Legendary => rules.max_legendary_copies,
        });
        (found > allowed).then(|| DeckFault::TooManyCopies {
            card: id,
            label: label(card),
            rarity: card.rarity,
            allowed,
            found,
        })
    };
    copies.into_iter().filter_map(fault_of).collect()
}

/// The card's number and name for messages: `019 Crawler`.
fn label(card: &Card) -> String {
    format!("{} {}", card.number, card.name)
}

/// Why cards are not a legal deck; all faults, not only the first.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", first_lines(faults))]
pub struct DeckError {
    pub faults: Vec<DeckFault>,
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DeckFault {
    #[error(
        "the deck has {found} of {expected} cards: {} {}",
        if found < expected { "add" } else { "take out" },
        found.abs_diff(*expected)
    )]
    WrongSize { expected: usize, found: usize },
    #[error(
        "{label} is there {found} times, and a {} card may be {allowed} at most: take out {}",
        rarity.word(),
        found - allowed
    )]
    TooManyCopies {
        card: CardId,
        label: String,
        rarity: Rarity,
        allowed: usize,
        found: usize,
    },
    #[error(
        "{label} is a token, which is never in a deck: take it out{}",
        made_by.as_ref().map(|maker| format!(", or put in {maker}, which makes it")).unwrap_or_default()
    )]
    TokenInDeck {
        card: CardId,
        label: String,
        made_by: Option<String>,
    },
}

/// More than any deck has. A longer text was pasted by mistake and is refused before
/// its cards are searched for.
pub const MOST_ENTRIES: usize = 200;
/// The size of the largest deck that rules can ask for.
const MOST_COPIES: usize = 60;

/// The cards that a text names, in its order. The rules of decks are not checked.
///
/// Entries are on lines of their own or separated by commas or semicolons; numbers may
/// also be separated by blanks. An entry is a number, a name or both (`019 Crawler`),
/// with or without a count: `2 crawler`, `2x crawler`, `crawler x2`, `2x019`, `019x2`; of
/// two numbers the shorter is the count. The code of a deck means all its cards. A comment
/// goes from `#` to the end of the line.
pub fn cards_from_text(catalogue: &Catalogue, text: &str) -> Result<Vec<CardId>, DeckTextError> {
    let entries: Vec<(usize, String)> = text
        .lines()
        .zip(1..)
        .flat_map(|(line, number)| {
            let line = line.split('#').next().unwrap_or_default();
            line.split([',', ';']).map(move |piece| (number, piece))
        })
        .map(|(number, piece)| (number, piece.trim()))
        .filter(|(_, piece)| !piece.is_empty())
        .flat_map(|(number, piece)| {
            let read = numbers_with_counts(catalogue, piece);
            let read = read.unwrap_or_else(|| vec![piece.to_owned()]);
            read.into_iter().map(move |entry| (number, entry))
        })
        .collect();
    if entries.len() > MOST_ENTRIES {
        return Err(DeckTextError {
            faults: vec![DeckTextFault::TooManyEntries {
                found: entries.len(),
            }],
            lines: Vec::new(),
        });
    }
    let (mut cards, mut faults, mut lines) = (Vec::new(), Vec::new(), Vec::new());
    let mut refused = BTreeSet::new();
    for (line, entry) in &entries {
        match read_entry(catalogue, entry) {
            Ok(read) => cards.extend(read),
            // The same wrong word several times gives one fault.
            Err(fault) if refused.insert(entry) => {
                faults.push(fault);
                lines.push(*line);
            }
            Err(_) => {}
        }
    }
    if faults.is_empty() {
        return Ok(cards);
    }
    // In a text of one line everybody knows which line it is.
    if text.trim().lines().count() < 2 {
        lines.clear();
    }
    Err(DeckTextError { faults, lines })
}

/// The entries of `001 2x 019 020 x2`; `None` if the piece has more than numbers and
/// counts.
fn numbers_with_counts(catalogue: &Catalogue, piece: &str) -> Option<Vec<String>> {
    let is_number = |word: &str| is_number(catalogue, word);
    let mut entries: Vec<String> = Vec::new();
    let mut count_before = None;
    for word in piece.split_whitespace() {
        // The number of a player's own card may contain an x.
        let split = word.split_once(TIMES).filter(|_| !is_number(word));
        match (split, count_before.take(), entries.last_mut()) {
            (Some((count, "")), None, _) if is_count(count) => count_before = Some(word),
            (Some(("", count)), None, Some(last)) if is_count(count) => {
                last.push(' ');
                last.push_str(word);
            }
            (Some((left, right)), None, _) if is_number(left) && is_number(right) => {
                entries.push(word.to_owned());
            }
            (_, count, _) if is_number(word) => {
                entries.push(count.map_or(word.to_owned(), |count| format!("{count} {word}")));
            }
            _ => return None,
        }
    }
    entries.extend(count_before.map(str::to_owned));
    Some(entries)
}

const TIMES: [char; 3] = ['x', 'X', '×'];

fn is_number(catalogue: &Catalogue, text: &str) -> bool {
    is_count(text) || catalogue.by_number(&text.to_uppercase()).is_some()
}

fn is_count(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit())
}

/// All copies of a card, or a deck by its code.
fn read_entry(catalogue: &Catalogue, entry: &str) -> Result<Vec<CardId>, DeckTextFault> {
    if let Some((copies, name)) = small_count(catalogue, entry) {
        return Ok(vec![find_one(catalogue, name)?; copies]);
    }
    // A card's name may look like a count or a code, so names are tried first.
    let unknown = match find_one(catalogue, entry) {
        Ok(card) => return Ok(vec![card]),
        Err(_) if DeckCode::is_meant_by(entry) => return Ok(DeckCode::read(catalogue, entry)?),
        Err(fault) => fault,
    };
    let Some((count, name)) = counted(catalogue, entry) else {
        return Err(unknown);
    };
    let text = || shortened(entry).into_owned();
    if name.is_empty() {
        return Err(DeckTextFault::CountWithoutCard { text: text() });
    }
    let card = find_one(catalogue, name)?;
    let copies = count.parse().ok().filter(|n| (1..=MOST_COPIES).contains(n));
    copies
        .map(|copies| vec![card; copies])
        .ok_or_else(|| DeckTextFault::NotACount { text: text() })
}

/// The count and the name of `2 crawler`. One digit before a name is a count, even where
/// the card has that number: nobody writes `2 riot trooper` for one card.
fn small_count<'a>(catalogue: &Catalogue, entry: &'a str) -> Option<(usize, &'a str)> {
    let (count, name) = entry.split_once(char::is_whitespace)?;
    let copies = match count.as_bytes() {
        [digit @ b'1'..=b'9'] => usize::from(digit - b'0'),
        _ => return None,
    };
    let name = name.trim();
    let is_other = is_number(catalogue, name) || catalogue.lookup(entry).is_some();
    // `2 x crawler` is read further below.
    let has_sign = name.starts_with(TIMES) && catalogue.lookup(name).is_none();
    (!is_other && !has_sign).then_some((copies, name))
}

/// The count and the rest of `2x crawler` or `crawler x2`.
fn counted<'a>(catalogue: &Catalogue, entry: &'a str) -> Option<(&'a str, &'a str)> {
    // `2x019` and `2xT01` begin with a count, `2xl crawler` does not.
    let apart = |beside: Option<char>, name: &str| {
        !beside.is_some_and(char::is_alphabetic) || is_number(catalogue, name)
    };
    let before = entry.split_once(TIMES).and_then(|(count, name)| {
        let counts = is_count(count.trim()) && apart(name.chars().next(), name);
        counts.then_some((count.trim(), name.trim()))
    });
    let after = entry.rsplit_once(TIMES).and_then(|(name, count)| {
        let counts = is_count(count.trim()) && apart(name.chars().next_back(), name);
        counts.then_some((count.trim(), name.trim()))
    });
    match (before, after) {
        // `2x19` or `019x2`: the shorter number is the count. Ten copies of a card
        // are never legal, but many cards have numbers above 10.
        (Some(before), Some(after)) if after.0.len() < before.0.len() => Some(after),
        (before, after) => before.or(after),
    }
}

/// Finds a card by number, by name, or by both as in messages.
fn find_one(catalogue: &Catalogue, text: &str) -> Result<CardId, DeckTextFault> {
    // Nothing similar has to be looked for in a text that is right.
    if let Some(card) = catalogue
        .lookup(text)
        .or_else(|| with_number(catalogue, text))
    {
        return Ok(card);
    }
    let unknown = match catalogue.find(text) {
        Ok(card) => return Ok(card),
        Err(error @ FindCardError::TooLong(_)) => return Err(error.into()),
        Err(error) => error,
    };
    let Some((first, rest)) = text.split_once(char::is_whitespace) else {
        return Err(unknown.into());
    };
    let Some(by_number) = catalogue.lookup(first) else {
        return Err(unknown.into());
    };
    match catalogue.find(rest) {
        // Tokens may share a name; then the number decides.
        Err(FindCardError::Ambiguous { suggestions, .. })
            if suggestions.contains(&label(&catalogue[by_number])) =>
        {
            Ok(by_number)
        }
        Ok(_) => Err(DeckTextFault::NotSeparated {
            text: text.to_owned(),
        }),
        Err(_) => Err(unknown.into()),
    }
}

/// The card of `019 Crawler`.
fn with_number(catalogue: &Catalogue, text: &str) -> Option<CardId> {
    check_name(text.trim()).ok()?;
    let (number, name) = text.split_once(char::is_whitespace)?;
    let card = catalogue.lookup(number)?;
    (catalogue.lookup(name) == Some(card)).then_some(card)
}

/// Why a text is not a list of cards; all faults, not only the first.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", first_lines(&self.in_words()))]
pub struct DeckTextError {
    pub faults: Vec<DeckTextFault>,
    /// The line of each fault; empty for a text of one line.
    pub lines: Vec<usize>,
}

impl DeckTextError {
    fn in_words(&self) -> Vec<String> {
        let with_line = |(index, fault): (usize, &DeckTextFault)| match self.lines.get(index) {
            Some(line) => format!("line {line}: {fault}"),
            None => fault.to_string(),
        };
        self.faults.iter().enumerate().map(with_line).collect()
    }
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DeckTextFault {
    #[error(transparent)]
    Card(#[from] FindCardError),
    #[error(transparent)]
    Code(#[from] DeckCodeError),
    #[error("`{text}` is more than one card: put a comma between them")]
    NotSeparated { text: String },
    #[error("`{text}` has a count but no card: write `2x CARD`")]
    CountWithoutCard { text: String },
    #[error("`{text}` is not a number of copies: say 1 to {MOST_COPIES}")]
    NotACount { text: String },
    #[error("the text names {found} cards: give one deck, at most {MOST_ENTRIES} entries")]
    TooManyEntries { found: usize },
}
