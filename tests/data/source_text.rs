//! Just enough of Rust's grammar to tell code from comments and tests.

/// A part of a source file that the compiler sees.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Token {
    /// A text literal without its quotation marks, escapes as written.
    Text(String),
    /// A name, keyword or number.
    Word(String),
    Sign(char),
}

/// The tokens of a source text with their lines; comments are left out.
pub fn tokens(source: &str) -> Vec<(usize, Token)> {
    let letters: Vec<char> = source.chars().collect();
    let at = |place: usize| letters.get(place).copied().unwrap_or('\0');
    let mut found = Vec::new();
    let (mut place, mut line) = (0, 1);
    while place < letters.len() {
        let start = place;
        let token = match at(place) {
            '/' if at(place + 1) == '/' => {
                while place < letters.len() && at(place) != '\n' {
                    place += 1;
                }
                None
            }
            '/' if at(place + 1) == '*' => {
                place = block_comment_end(&letters, place);
                None
            }
            '"' => {
                place = quoted_end(&letters, place, '"');
                Some(Token::Text(inside(&letters, start + 1, place - 1)))
            }
            'r' if raw_hashes(&letters, place + 1).is_some() => {
                let hashes = raw_hashes(&letters, place + 1).unwrap_or_default();
                let first = place + hashes + 2;
                let mut end = first;
                while end < letters.len() && !closes_raw(&letters, end, hashes) {
                    end += 1;
                }
                place = end + 1 + hashes;
                Some(Token::Text(inside(&letters, first, end)))
            }
            // A quotation mark starts a letter, or else the name of a lifetime.
            '\'' if at(place + 1) == '\\' || at(place + 2) == '\'' => {
                place = quoted_end(&letters, place, '\'');
                None
            }
            letter if letter == '_' || letter.is_alphanumeric() => {
                while at(place) == '_' || at(place).is_alphanumeric() {
                    place += 1;
                }
                Some(Token::Word(inside(&letters, start, place)))
            }
            letter => {
                place += 1;
                (!letter.is_whitespace()).then_some(Token::Sign(letter))
            }
        };
        found.extend(token.map(|token| (line, token)));
        let end = place.min(letters.len());
        line += letters[start..end].iter().filter(|c| **c == '\n').count();
    }
    found
}

fn inside(letters: &[char], from: usize, to: usize) -> String {
    let to = to.min(letters.len());
    letters[from.min(to)..to].iter().collect()
}

/// Block comments nest.
fn block_comment_end(letters: &[char], from: usize) -> usize {
    let (mut depth, mut place) = (0, from);
    while place < letters.len() {
        match (letters[place], letters.get(place + 1)) {
            ('/', Some('*')) => {
                depth += 1;
                place += 2;
            }
            ('*', Some('/')) => {
                depth -= 1;
                place += 2;
                if depth == 0 {
                    return place;
                }
            }
            _ => place += 1,
        }
    }
    place
}

fn quoted_end(letters: &[char], from: usize, mark: char) -> usize {
    let mut place = from + 1;
    while place < letters.len() && letters[place] != mark {
        place += if letters[place] == '\\' { 2 } else { 1 };
    }
    place + 1
}

/// How many `#` a raw text that starts here has; `None` when none starts.
fn raw_hashes(letters: &[char], from: usize) -> Option<usize> {
    let hashes = letters.iter().skip(from).take_while(|c| **c == '#').count();
    (letters.get(from + hashes) == Some(&'"')).then_some(hashes)
}

fn closes_raw(letters: &[char], place: usize, hashes: usize) -> bool {
    letters[place] == '"' && (1..=hashes).all(|further| letters.get(place + further) == Some(&'#'))
}

/// Leaves out what is only compiled for tests.
pub fn without_tests(tokens: Vec<(usize, Token)>) -> Vec<(usize, Token)> {
    let mut kept = Vec::new();
    let mut place = 0;
    while place < tokens.len() {
        if starts_with(&tokens[place..], "#[cfg(test)]") {
            place = item_end(&tokens, place);
        } else if starts_with(&tokens[place..], "#![cfg(test)]") {
            break;
        } else {
            kept.push(tokens[place].clone());
            place += 1;
        }
    }
    kept
}

fn starts_with(found: &[(usize, Token)], code: &str) -> bool {
    let wanted = tokens(code);
    found.len() >= wanted.len() && found.iter().zip(&wanted).all(|((_, a), (_, b))| a == b)
}

/// Past the `;` or the closing `}` of the item that starts here.
fn item_end(tokens: &[(usize, Token)], from: usize) -> usize {
    let mut depth = 0;
    for (place, (_, token)) in tokens.iter().enumerate().skip(from) {
        match token {
            Token::Sign('{' | '(' | '[') => depth += 1,
            Token::Sign(close @ ('}' | ')' | ']')) => {
                depth -= 1;
                if depth == 0 && *close == '}' {
                    return place + 1;
                }
            }
            Token::Sign(';') if depth == 0 => return place + 1,
            _ => {}
        }
    }
    tokens.len()
}
