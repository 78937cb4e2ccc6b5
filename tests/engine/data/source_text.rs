//! Enough of Rust's grammar to separate code from comments and tests.

/// A part of a source file that the compiler sees.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Token {
    /// A text literal without its quotation marks; escapes are not resolved.
    Text(String),
    /// A name, keyword or number.
    Word(String),
    Sign(char),
}

/// The tokens of a source text with their lines; comments are left out.
pub fn tokens(source: &str) -> Vec<(usize, Token)> {
    let letters: Vec<char> = source.chars().collect();
    let at = |index: usize| letters.get(index).copied().unwrap_or('\0');
    let mut found = Vec::new();
    let (mut index, mut line) = (0, 1);
    while index < letters.len() {
        let start = index;
        let token = match at(index) {
            '/' if at(index + 1) == '/' => {
                while index < letters.len() && at(index) != '\n' {
                    index += 1;
                }
                None
            }
            '/' if at(index + 1) == '*' => {
                index = block_comment_end(&letters, index);
                None
            }
            '"' => {
                index = quoted_end(&letters, index, '"');
                Some(Token::Text(inside(&letters, start + 1, index - 1)))
            }
            'r' if raw_hashes(&letters, index + 1).is_some() => {
                let hashes = raw_hashes(&letters, index + 1).unwrap_or_default();
                let first = index + hashes + 2;
                let mut end = first;
                while end < letters.len() && !closes_raw(&letters, end, hashes) {
                    end += 1;
                }
                index = end + 1 + hashes;
                Some(Token::Text(inside(&letters, first, end)))
            }
            // A single quotation mark begins a character or a lifetime.
            '\'' if at(index + 1) == '\\' || at(index + 2) == '\'' => {
                index = quoted_end(&letters, index, '\'');
                None
            }
            letter if letter == '_' || letter.is_alphanumeric() => {
                while at(index) == '_' || at(index).is_alphanumeric() {
                    index += 1;
                }
                Some(Token::Word(inside(&letters, start, index)))
            }
            letter => {
                index += 1;
                (!letter.is_whitespace()).then_some(Token::Sign(letter))
            }
        };
        found.extend(token.map(|token| (line, token)));
        let end = index.min(letters.len());
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
    let (mut depth, mut index) = (0, from);
    while index < letters.len() {
        match (letters[index], letters.get(index + 1)) {
            ('/', Some('*')) => {
                depth += 1;
                index += 2;
            }
            ('*', Some('/')) => {
                depth -= 1;
                index += 2;
                if depth == 0 {
                    return index;
                }
            }
            _ => index += 1,
        }
    }
    index
}

fn quoted_end(letters: &[char], from: usize, mark: char) -> usize {
    let mut index = from + 1;
    while index < letters.len() && letters[index] != mark {
        index += if letters[index] == '\\' { 2 } else { 1 };
    }
    index + 1
}

/// The number of `#` of the raw text that starts here; `None` if none starts here.
fn raw_hashes(letters: &[char], from: usize) -> Option<usize> {
    let hashes = letters.iter().skip(from).take_while(|c| **c == '#').count();
    (letters.get(from + hashes) == Some(&'"')).then_some(hashes)
}

fn closes_raw(letters: &[char], index: usize, hashes: usize) -> bool {
    letters[index] == '"' && (1..=hashes).all(|further| letters.get(index + further) == Some(&'#'))
}

/// Leaves out items that are only compiled for tests.
pub fn without_tests(tokens: Vec<(usize, Token)>) -> Vec<(usize, Token)> {
    let mut kept = Vec::new();
    let mut index = 0;
    while index < tokens.len() {
        if starts_with(&tokens[index..], "#[cfg(test)]") {
            index = item_end(&tokens, index);
        } else if starts_with(&tokens[index..], "#![cfg(test)]") {
            break;
        } else {
            kept.push(tokens[index].clone());
            index += 1;
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
    for (index, (_, token)) in tokens.iter().enumerate().skip(from) {
        match token {
            Token::Sign('{' | '(' | '[') => depth += 1,
            Token::Sign(close @ ('}' | ')' | ']')) => {
                depth -= 1;
                if depth == 0 && *close == '}' {
                    return index + 1;
                }
            }
            Token::Sign(';') if depth == 0 => return index + 1,
            _ => {}
        }
    }
    tokens.len()
}
