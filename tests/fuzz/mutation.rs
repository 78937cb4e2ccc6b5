//! Mutations of inputs, from a seed: what a fuzzer does, without a look at the coverage.

use qbcoach_basics::chance::Chance;

/// Words that mean something in one of the formats.
const WORDS: [&str; 48] = [
    "0",
    "1",
    "-1",
    "3",
    "4",
    "127",
    "128",
    "-128",
    "255",
    "60",
    "99999999999999999999",
    "1e400",
    "\"\"",
    "null",
    "true",
    "[]",
    "{}",
    "[[",
    "\\u0000",
    "\u{202e}",
    "\u{e9}",
    "\u{1f0cf}",
    "\n",
    "\r\n",
    "\r\n\r\n",
    ",",
    ":",
    "/",
    ".",
    "y1",
    "e3:3",
    "n1:1",
    "y0",
    "[019+1]",
    "[T09=3<096]",
    ">m2+1-1",
    "*+2",
    "!1",
    "?1",
    "over",
    "passes=2",
    "you",
    "enemy pass",
    "set MID-3 y1[019]",
    "rules rebirth\n",
    "MID-3",
    "Content-Length: 2",
    "QB1-",
];

/// The input after one to six small changes. `others` lends pieces.
pub fn mutated(input: &[u8], others: &[Vec<u8>], chance: &mut Chance) -> Vec<u8> {
    let mut bytes = input.to_vec();
    for _ in 0..=chance.below(6) {
        change(&mut bytes, others, chance);
    }
    bytes
}

fn change(bytes: &mut Vec<u8>, others: &[Vec<u8>], chance: &mut Chance) {
    let at = chance.below(bytes.len() + 1);
    let end = (at + 1 + chance.below(16)).min(bytes.len());
    match chance.below(9) {
        0 if at < bytes.len() => bytes[at] ^= 1 << chance.below(8),
        1 if at < bytes.len() => bytes[at] = chance.below(256) as u8,
        2 => {
            bytes.drain(at.min(end)..end);
        }
        3 => {
            let copy = bytes[at.min(end)..end].to_vec();
            splice(bytes, at, &copy);
        }
        4 => bytes.truncate(at),
        5 => {
            if let Some(other) = chance.pick(others) {
                let from = chance.below(other.len() + 1);
                let to = (from + chance.below(64)).min(other.len());
                splice(bytes, at, &other[from..to]);
            }
        }
        6 if at < bytes.len() && bytes[at].is_ascii_digit() => {
            bytes[at] = b'0' + chance.below(10) as u8;
        }
        7 => {
            // Two lines, or two parts of one, change places.
            let other = chance.below(bytes.len() + 1);
            if let (Some(one), Some(two)) = (bytes.get(at).copied(), bytes.get(other).copied()) {
                (bytes[at], bytes[other]) = (two, one);
            }
        }
        _ => {
            if let Some(word) = chance.pick(&WORDS) {
                splice(bytes, at, word.as_bytes());
            }
        }
    }
}

fn splice(bytes: &mut Vec<u8>, at: usize, piece: &[u8]) {
    let at = at.min(bytes.len());
    bytes.splice(at..at, piece.iter().copied());
}
