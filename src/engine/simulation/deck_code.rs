//! A deck as one short word to paste into a chat or a link: `QB1-4HD2…`.
//!
//! - `QB1-` names the format and its version.
//! - Characters of five bits each follow, from digits and letters that are hard to
//!   confuse: case does not matter, `O` reads as 0, `I` and `L` as 1. Six bits for each
//!   character would save two characters but need both cases and look-alikes.
//! - The cards are ordered by number. Each is written as the gap to the card before
//!   (Exp-Golomb, so small gaps take four bits) and a one for each further copy, ended by
//!   a zero. Zeros fill the last character; this is unambiguous, because no gap consists
//!   of zeros only.
//! - Three check characters end the code: the remainder by a cubic polynomial over
//!   GF(32). No power of its root below 1057 is in GF(32). So in a code shorter than that,
//!   any two wrong characters are always detected, and so are two exchanged characters.
//!   Other damage passes undetected in one of 32768 cases. A CRC of as many bits
//!   guarantees this only for single bits, not for characters.
//!
//! The order of the cards is not kept: equal decks have equal codes, and each deck has
//! exactly one code.

use std::collections::BTreeMap;
use std::fmt;

use crate::rules::{CardId, Catalogue};
use qbcoach_basics::shorten::shortened;

const NAME: &str = "QB";
const VERSION: u32 = 1;
const ALPHABET: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const SYMBOL_BITS: usize = 5;
const CHECK_SYMBOLS: usize = 3;
/// The size of the largest deck that rules can ask for.
const MOST_CARDS: usize = 60;
/// More characters than sixty cards can take.
const MOST_SYMBOLS: usize = 240;
/// Gaps of up to this many bits take the fewest characters.
const NEAR_BITS: u32 = 3;
/// Tokens are never in a legal deck, so their numbers come after those of all cards.
const FIRST_TOKEN: u32 = 1000;
const MOST_NUMBER: u32 = FIRST_TOKEN + 99;

/// The code of a deck, always in its one correct spelling.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct DeckCode(String);

impl DeckCode {
    /// The code of one to sixty cards with numbers like `019` or `T01`. `None` for other
    /// numbers, which a player's own cards may have.
    pub fn of(catalogue: &Catalogue, cards: &[CardId]) -> Option<DeckCode> {
        if !(1..=MOST_CARDS).contains(&cards.len()) {
            return None;
        }
        let mut copies: BTreeMap<u32, usize> = BTreeMap::new();
        for card in cards {
            let number = coded_number(&catalogue[*card].number)?;
            *copies.entry(number).or_default() += 1;
        }
        Some(DeckCode(written(&copies)))
    }

    /// The cards of a code, by number. The rules of decks are not checked.
    pub fn read(catalogue: &Catalogue, text: &str) -> Result<Vec<CardId>, DeckCodeError> {
        let copies = numbers(text.trim())?;
        let known: BTreeMap<u32, CardId> = catalogue
            .cards()
            .iter()
            .filter_map(|card| Some((coded_number(&card.number)?, card.id)))
            .collect();
        let mut cards = Vec::new();
        for (number, copies) in copies {
            let card = known.get(&number).ok_or(DeckCodeError::UnknownCard {
                number: spelled(number),
            })?;
            cards.extend(std::iter::repeat_n(*card, copies));
        }
        Ok(cards)
    }

    /// Whether a text is meant as a code, correct or not: it begins like one. No card
    /// and no deck of the library has a name that does.
    pub fn is_meant_by(text: &str) -> bool {
        let text = text.trim_start();
        let name = text.get(..NAME.len());
        let next = text.get(NAME.len()..).and_then(|rest| rest.chars().next());
        name.is_some_and(|name| name.eq_ignore_ascii_case(NAME))
            && next.is_some_and(|next| next.is_ascii_digit() || next == '-')
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for DeckCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Why a text is not a deck code. Positions are counted from 1 and include the prefix.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DeckCodeError {
    #[error("`{text}` is not a deck code: one begins with {NAME}{VERSION}-")]
    NotACode { text: String },
    #[error(
        "the deck code is of version {version} and this program reads version {VERSION}: \
         get a newer qbcoach, or ask for the cards"
    )]
    OtherVersion { version: String },
    #[error(
        "`{character}` at position {position} cannot be in a deck code, which has digits and \
         letters other than U: copy it again"
    )]
    WrongCharacter { character: char, position: usize },
    #[error("the deck code ends after {found} characters and has at least {least}: copy all of it")]
    TooShort { found: usize, least: usize },
    #[error("the deck code has {found} characters and none has more than {most}: copy it again")]
    TooLong { found: usize, most: usize },
    #[error("the deck code has a typo, or a character is missing or too many: copy it again")]
    Checksum,
    #[error("the deck code fits its checksum but encodes no deck: ask for the cards instead")]
    NoDeck,
    #[error(
        "the deck code names card {number}, which is not in the card data: \
         get a newer qbcoach, or add the card with --cards FILE"
    )]
    UnknownCard { number: String },
}

fn prefix_length() -> usize {
    NAME.len() + VERSION.to_string().len() + 1
}

/// The version number between `QB` and the hyphen, and the text after the hyphen.
fn version(text: &str) -> Option<(&str, &str)> {
    let (head, body) = text.split_once('-')?;
    let name = head.get(..NAME.len())?;
    let version = &head[NAME.len()..];
    let is_number = (1..=3).contains(&version.len()) && version.bytes().all(|b| b.is_ascii_digit());
    (name.eq_ignore_ascii_case(NAME) && is_number).then_some((version, body))
}

/// The number that a code uses for a card.
fn coded_number(number: &str) -> Option<u32> {
    let digits = |text: &str| text.bytes().all(|b| b.is_ascii_digit());
    match number.strip_prefix('T') {
        // Exactly two digits, because `T1` and `T01` may be two cards.
        Some(token) if token.len() == 2 && digits(token) => {
            Some(FIRST_TOKEN + token.parse::<u32>().ok()?)
        }
        Some(_) => None,
        None if digits(number) => {
            let number = number.parse().ok()?;
            (1..FIRST_TOKEN).contains(&number).then_some(number)
        }
        None => None,
    }
}

fn spelled(number: u32) -> String {
    match number.checked_sub(FIRST_TOKEN) {
        Some(token) => format!("T{token:02}"),
        None => format!("{number:03}"),
    }
}

fn written(copies: &BTreeMap<u32, usize>) -> String {
    let mut bits = Vec::new();
    let mut before = 0;
    for (number, copies) in copies {
        push_gap(&mut bits, number - before - 1);
        bits.extend(std::iter::repeat_n(true, copies - 1));
        bits.push(false);
        before = *number;
    }
    let mut symbols: Vec<u8> = bits
        .chunks(SYMBOL_BITS)
        .map(|chunk| {
            let bit = |index: usize| u8::from(chunk.get(index).copied().unwrap_or(false));
            (0..SYMBOL_BITS).fold(0, |symbol, index| symbol << 1 | bit(index))
        })
        .collect();
    symbols.extend(check(&symbols));
    let body: String = symbols
        .iter()
        .map(|symbol| char::from(ALPHABET[usize::from(*symbol)]))
        .collect();
    format!("{NAME}{VERSION}-{body}")
}

/// Writes a zero for each bit beyond [`NEAR_BITS`], then the bits of the gap.
fn push_gap(bits: &mut Vec<bool>, gap: u32) {
    let value = gap + (1 << NEAR_BITS);
    let length = value.ilog2() + 1;
    bits.extend(std::iter::repeat_n(
        false,
        (length - NEAR_BITS - 1) as usize,
    ));
    bits.extend((0..length).rev().map(|bit| value >> bit & 1 == 1));
}

/// The card numbers of a code, with the copies of each.
fn numbers(text: &str) -> Result<BTreeMap<u32, usize>, DeckCodeError> {
    let Some((version, body)) = version(text) else {
        return Err(DeckCodeError::NotACode {
            text: shortened(text).into_owned(),
        });
    };
    if version != VERSION.to_string() {
        return Err(DeckCodeError::OtherVersion {
            version: version.to_owned(),
        });
    }
    let symbols = symbols(body)?;
    let (content, _) = symbols.split_at(symbols.len() - CHECK_SYMBOLS);
    if remainder(&symbols) != SEAL {
        return Err(DeckCodeError::Checksum);
    }
    let copies = copies(content).ok_or(DeckCodeError::NoDeck)?;
    // Only one spelling is accepted, so that codes can be compared as texts.
    let again = written(&copies);
    let same = symbols.iter().map(|symbol| ALPHABET[usize::from(*symbol)]);
    if same.eq(again.bytes().skip(prefix_length())) {
        Ok(copies)
    } else {
        Err(DeckCodeError::NoDeck)
    }
}

fn symbols(body: &str) -> Result<Vec<u8>, DeckCodeError> {
    let found = body.chars().count();
    if found > MOST_SYMBOLS {
        return Err(DeckCodeError::TooLong {
            found: found + prefix_length(),
            most: MOST_SYMBOLS + prefix_length(),
        });
    }
    let symbols: Result<Vec<u8>, DeckCodeError> = (prefix_length() + 1..)
        .zip(body.chars())
        .map(|(position, character)| {
            symbol(character).ok_or(DeckCodeError::WrongCharacter {
                character,
                position,
            })
        })
        .collect();
    let symbols = symbols?;
    if symbols.len() <= CHECK_SYMBOLS {
        return Err(DeckCodeError::TooShort {
            found: found + prefix_length(),
            least: prefix_length() + CHECK_SYMBOLS + 1,
        });
    }
    Ok(symbols)
}

fn symbol(character: char) -> Option<u8> {
    let upper = match character.to_ascii_uppercase() {
        'O' => '0',
        'I' | 'L' => '1',
        other => other,
    };
    let value = ALPHABET
        .iter()
        .position(|known| char::from(*known) == upper)?;
    u8::try_from(value).ok()
}

fn copies(content: &[u8]) -> Option<BTreeMap<u32, usize>> {
    let bits: Vec<bool> = content
        .iter()
        .flat_map(|symbol| {
            (0..SYMBOL_BITS)
                .rev()
                .map(move |bit| symbol >> bit & 1 == 1)
        })
        .collect();
    let mut bits = bits.as_slice();
    let (mut copies, mut before, mut cards) = (BTreeMap::new(), 0, 0);
    while bits.contains(&true) {
        let number = before + 1 + take_gap(&mut bits)?;
        let further = bits.iter().take_while(|bit| **bit).count();
        bits = bits.get(further + 1..)?;
        cards += further + 1;
        if number > MOST_NUMBER || cards > MOST_CARDS {
            return None;
        }
        copies.insert(number, further + 1);
        before = number;
    }
    Some(copies).filter(|copies| !copies.is_empty())
}

fn take_gap(bits: &mut &[bool]) -> Option<u32> {
    const LONGEST: usize = MOST_NUMBER.ilog2() as usize;
    let zeros = bits.iter().take_while(|bit| !**bit).count();
    let length = zeros + NEAR_BITS as usize + 1;
    let value = bits.get(zeros..zeros + length)?;
    if zeros > LONGEST {
        return None;
    }
    *bits = &bits[zeros + length..];
    let value = value
        .iter()
        .fold(0, |value, bit| value << 1 | u32::from(*bit));
    Some(value - (1 << NEAR_BITS))
}

/// A polynomial of degree two over GF(32), the highest power first.
type Remainder = [u8; CHECK_SYMBOLS];

/// The remainder of every correct code. It is not zero, so that an added trailing 0 is
/// detected.
const SEAL: Remainder = [0, 0, 1];
/// x³ + x + 6, without its highest power.
const DIVISOR: Remainder = [0, 1, 6];

fn remainder(symbols: &[u8]) -> Remainder {
    // Not zero, so that an added leading 0 is detected.
    let start = SEAL;
    symbols
        .iter()
        .fold(start, |[first, second, third], symbol| {
            [
                second ^ times(first, DIVISOR[0]),
                third ^ times(first, DIVISOR[1]),
                symbol ^ times(first, DIVISOR[2]),
            ]
        })
}

/// The check characters, which make the remainder equal to the seal.
fn check(content: &[u8]) -> Remainder {
    let padded: Vec<u8> = content.iter().copied().chain([0; CHECK_SYMBOLS]).collect();
    let left = remainder(&padded);
    std::array::from_fn(|index| left[index] ^ SEAL[index])
}

/// The product in GF(32), whose elements are polynomials modulo x⁵ + x² + 1.
fn times(left: u8, right: u8) -> u8 {
    const MODULUS: u8 = 0b10_0101;
    (0..SYMBOL_BITS).rev().fold(0, |product, bit| {
        let doubled = product << 1;
        let reduced = if doubled >> SYMBOL_BITS == 1 {
            doubled ^ MODULUS
        } else {
            doubled
        };
        if right >> bit & 1 == 1 {
            reduced ^ left
        } else {
            reduced
        }
    })
}
