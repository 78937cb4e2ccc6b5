//! Takes the comments out of a script or style sheet before it is sent: a fifth of
//! the pages is words for those who read their sources, which a browser does not.

/// The text without the lines that are nothing but comment. A line that has code,
/// too, stays as it is, so nothing here needs to understand the language.
pub fn without(text: &str) -> String {
    let mut kept = String::with_capacity(text.len());
    let mut inside = Inside::Code;
    for line in text.lines() {
        let bare = line.trim();
        let is_comment = match inside {
            Inside::Comment => true,
            Inside::Code => bare.starts_with("/*") || bare.starts_with("//"),
        };
        let opens = inside == Inside::Comment || bare.starts_with("/*");
        let after = bare.split_once("*/").map(|(_, after)| after.trim_start());
        let was = inside;
        inside = match opens && after.is_none() {
            true => Inside::Comment,
            false => Inside::Code,
        };
        let left = match (is_comment, opens, after) {
            (false, ..) => line,
            // Code behind the end of a comment, which began on a line that is gone.
            (true, true, Some(after)) if was == Inside::Comment => after,
            (true, true, Some(after)) if !after.is_empty() => line,
            _ => "",
        };
        if !(is_comment && left.is_empty()) {
            kept.push_str(left);
            kept.push('\n');
        }
    }
    kept
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Inside {
    Code,
    Comment,
}

#[cfg(test)]
mod tests {
    use super::without;

    #[track_caller]
    fn check(text: &str, expected: &str) {
        assert_eq!(without(text), expected);
    }

    #[test]
    fn lines_of_comment_go() {
        check(
            "// one\n/** two */\n/**\n * three\n */\ncode();\n",
            "code();\n",
        );
    }

    #[test]
    fn lines_with_code_stay_whole() {
        check(
            "a(); // one\n/** @type {T} */ b;\n",
            "a(); // one\n/** @type {T} */ b;\n",
        );
    }

    #[test]
    fn a_comment_ends_where_it_says() {
        check("/*\n * one\n */ a();\nb();\n", "a();\nb();\n");
    }
}
