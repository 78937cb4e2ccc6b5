//! What a value should have been, in words: the reader names Rust's types.

/// What a field wants, instead of the name of the type that reads it.
pub(super) fn in_words(reason: &str) -> String {
    let Some((found, wanted)) = reason.rsplit_once(", expected ") else {
        return reason.to_owned();
    };
    let found = found
        .strip_prefix("invalid type: ")
        .or_else(|| found.strip_prefix("invalid value: "));
    let (Some(found), Some(wanted)) = (found, thing(wanted)) else {
        return reason.to_owned();
    };
    let found = match found {
        "sequence" => "a list",
        "map" => "an object",
        other => other,
    };
    format!("expected {wanted}, not {found}")
}

/// The words for what a type reads; none for what is already said in words.
fn thing(wanted: &str) -> Option<&str> {
    Some(match wanted {
        "u8" => "a whole number from 0 to 255",
        "u16" => "a whole number from 0 to 65535",
        "u32" => "a whole number from 0 to 4294967295",
        "u64" | "usize" => "a whole number from 0",
        "i8" => "a whole number from -128 to 127",
        "i16" => "a whole number from -32768 to 32767",
        "i32" => "a whole number from -2147483648 to 2147483647",
        "i64" | "isize" => "a whole number",
        "f32" | "f64" => "a number",
        "a sequence" => "a list",
        "a map" => "an object",
        "a boolean" => "true or false",
        "a string" | "an object" => wanted,
        _ if wanted.starts_with("struct ") => "an object",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::in_words;

    #[track_caller]
    fn check(reason: &str, words: &str) {
        assert_eq!(in_words(reason), words);
    }

    #[test]
    fn a_type_is_named_in_words() {
        check(
            "invalid value: integer `-1`, expected u64",
            "expected a whole number from 0, not integer `-1`",
        );
        check(
            "invalid type: map, expected a sequence",
            "expected a list, not an object",
        );
        check(
            "invalid type: string \"a, expected b\", expected struct Budget",
            "expected an object, not string \"a, expected b\"",
        );
    }

    #[test]
    fn what_is_said_in_words_stays() {
        for reason in [
            "missing field `card`",
            "unknown variant `me`, expected `you` or `enemy`",
            "invalid type: null, expected a card's number or name",
        ] {
            check(reason, reason);
        }
    }
}
