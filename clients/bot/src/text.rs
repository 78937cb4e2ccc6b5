//! Cleans text of chat users, and fits text of the bot to chat lines.

/// The longest line the bot sends, including the IRC command and the channel.
pub const LINE_BYTES: usize = 400;

/// How many characters are read of a text of a chat user.
const LONGEST_INPUT: usize = 200;

/// More combining marks on one letter are removed.
const MARKS_ON_A_LETTER: usize = 2;

const CUT: char = '…';

/// Makes one plain line of a text: without control characters, direction marks,
/// invisible characters and piles of accents, and not too long.
pub fn clean(text: &str) -> String {
    clean_up_to(text, LONGEST_INPUT)
}

/// [`clean`] with another limit, for text of the daemon.
pub fn clean_up_to(text: &str, most: usize) -> String {
    let mut cleaned = String::new();
    let (mut kept, mut marks) = (0, 0);
    for c in text.chars() {
        if kept == most {
            cleaned.push(CUT);
            break;
        }
        if c.is_whitespace() || c.is_control() {
            if !cleaned.is_empty() && !cleaned.ends_with(' ') {
                cleaned.push(' ');
                kept += 1;
            }
            continue;
        }
        if is_invisible(c) {
            continue;
        }
        marks = if is_combining(c) { marks + 1 } else { 0 };
        if marks <= MARKS_ON_A_LETTER {
            cleaned.push(c);
            kept += 1;
        }
    }
    cleaned.truncate(cleaned.trim_end().len());
    cleaned
}

/// Changes the direction of writing, or has no width.
fn is_invisible(c: char) -> bool {
    matches!(c,
        '\u{ad}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{180e}'
        | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}'
        | '\u{3164}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{ffa0}' | '\u{fff9}'..='\u{fffb}'
        | '\u{e0000}'..='\u{e0fff}')
}

fn is_combining(c: char) -> bool {
    matches!(c,
        '\u{300}'..='\u{36f}' | '\u{483}'..='\u{489}' | '\u{1ab0}'..='\u{1aff}'
        | '\u{1dc0}'..='\u{1dff}' | '\u{20d0}'..='\u{20ff}' | '\u{fe20}'..='\u{fe2f}')
}

/// Cuts a text to this many bytes, between characters; a cut text ends in `…`.
pub fn fit(text: &str, bytes: usize) -> String {
    if text.len() <= bytes {
        return text.to_owned();
    }
    let room = bytes.saturating_sub(CUT.len_utf8());
    let end = (0..=room).rev().find(|end| text.is_char_boundary(*end));
    let kept = &text[..end.unwrap_or(0)];
    format!("{}{CUT}", kept.trim_end())
}

/// The lines of an answer as chat lines of at most `bytes`: joined into one if they
/// fit, otherwise one each.
pub fn chat_lines(text: &str, bytes: usize) -> Vec<String> {
    let cleaned = text.lines().map(|line| clean_up_to(line, bytes));
    let lines: Vec<String> = cleaned.filter(|line| !line.is_empty()).collect();
    let together = lines.join(" | ");
    let lines = match together.len() <= bytes {
        true => vec![together],
        false => lines,
    };
    lines
        .iter()
        .filter(|line| !line.is_empty())
        .map(|line| fit(&not_a_command(line), bytes))
        .collect()
}

/// Marks a line that begins like a command, so that no chat or bot runs it.
fn not_a_command(line: &str) -> String {
    match line.starts_with(['/', '.', '!', '\\']) {
        true => format!("· {line}"),
        false => line.to_owned(),
    }
}

/// A text of a chat user, quoted in an answer.
pub fn quoted(text: &str) -> String {
    let shown = clean_up_to(text, 40).replace('`', "'");
    format!("`{shown}`")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_of_users_becomes_one_plain_line() {
        let cases = [
            ("crawler", "crawler"),
            ("  two   words ", "two words"),
            ("a\r\nQUIT :bye\0", "a QUIT :bye"),
            ("\u{1}ACTION waves\u{1}", "ACTION waves"),
            ("abc\u{202e}fed\u{2066}", "abcfed"),
            ("cr\u{200b}aw\u{feff}ler", "crawler"),
            ("e\u{301}\u{301}\u{301}\u{301}\u{301}x", "e\u{301}\u{301}x"),
            ("{} %s %n ${x}", "{} %s %n ${x}"),
            ("\u{2028}\u{2029}", ""),
        ];
        for (written, cleaned) in cases {
            assert_eq!(clean(written), cleaned, "{written:?}");
        }
        assert_eq!(
            clean(&"x".repeat(10_000)).chars().count(),
            LONGEST_INPUT + 1
        );
    }

    #[test]
    fn fit_cuts_between_characters() {
        for bytes in 0..12 {
            let cut = fit("äöü·●●", bytes);
            assert!(cut.len() <= bytes.max(CUT.len_utf8()), "{bytes}: {cut}");
        }
        assert_eq!(fit("short", 5), "short");
        assert_eq!(fit("too long", 7), "too…");
    }

    #[test]
    fn lines_are_joined_if_they_fit() {
        assert_eq!(chat_lines("a\nb", 20), ["a | b"]);
        assert_eq!(
            chat_lines("first line\nsecond line", 12),
            ["first line", "second line"]
        );
        assert_eq!(chat_lines("/ban everybody", 50), ["· /ban everybody"]);
        assert!(chat_lines("\r\n\0", 50).is_empty());
    }
}
