//! Removes comments and indents from the embedded scripts and style sheets before they are sent.
//! About a fifth of their text is comments, which a browser does not need.

/// The text without the lines that hold only comments. A line with code and a comment
/// stays as it is, so this function need not parse the language. The one exception is
/// code after the end of a comment of several lines, which loses the comment.
pub fn strip_comments(text: &str) -> String {
    let mut kept = String::with_capacity(text.len());
    let mut in_comment = false;
    for line in text.lines() {
        let trimmed = line.trim();
        let code = if in_comment || trimmed.starts_with("/*") {
            let starts_here = !in_comment;
            let after = trimmed
                .split_once("*/")
                .map(|(_, after)| after.trim_start());
            in_comment = after.is_none();
            match after {
                None | Some("") => continue,
                Some(_) if starts_here => line,
                Some(after) => after,
            }
        } else if trimmed.starts_with("//") {
            continue;
        } else {
            line
        };
        kept.push_str(code);
        kept.push('\n');
    }
    kept
}

/// The text without indents and empty lines, which mean nothing in scripts and style sheets.
/// A string of several lines loses them, too; the only ones are pages, where they mean nothing
/// either.
pub fn strip_indents(text: &str) -> String {
    let lines = text.lines().map(str::trim_start);
    let lines: Vec<&str> = lines.filter(|line| !line.is_empty()).collect();
    lines.join("\n") + "\n"
}

#[cfg(test)]
mod tests {
    use super::{strip_comments, strip_indents};

    #[track_caller]
    fn check(text: &str, expected: &str) {
        assert_eq!(strip_comments(text), expected);
    }

    #[test]
    fn lines_with_only_comments_are_removed() {
        check(
            "// one\n/** two */\n/**\n * three\n */\ncode();\n",
            "code();\n",
        );
    }

    #[test]
    fn indents_and_empty_lines_are_removed() {
        assert_eq!(
            strip_indents("a {\n  b: c;\n}\n\nd {}\n"),
            "a {\nb: c;\n}\nd {}\n"
        );
    }

    #[test]
    fn lines_with_code_are_kept_unchanged() {
        check(
            "a(); // one\n/** @type {T} */ b;\n",
            "a(); // one\n/** @type {T} */ b;\n",
        );
    }

    #[test]
    fn code_after_the_end_of_a_long_comment_is_kept() {
        check("/*\n * one\n */ a();\nb();\n", "a();\nb();\n");
    }
}
