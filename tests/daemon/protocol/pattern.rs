//! Answers as the documentation shows them: JSON in which `…` stands for any value, or
//! for the rest of an object, list or string.

use serde_json::{Map, Value};

const ANYTHING: &str = "…";

/// Parses a shown answer. Outside of strings, `…` becomes the string `"…"`, or the
/// field `"…":"…"`, so that the result is valid JSON.
pub fn read(shown: &str) -> Value {
    let mut json = String::new();
    let mut open = Vec::new();
    let mut in_string = false;
    let mut escaped = false;
    // Whether the next `…` is in the position of a field's name.
    let mut at_name = false;
    for c in shown.chars() {
        if in_string {
            in_string = escaped || c != '"';
            escaped = !escaped && c == '\\';
            json.push(c);
            continue;
        }
        match c {
            '"' => in_string = true,
            '{' | '[' => open.push(c),
            '}' | ']' => drop(open.pop()),
            _ => {}
        }
        if c == '…' {
            json.push_str(match at_name {
                true => "\"…\":\"…\"",
                false => "\"…\"",
            });
            continue;
        }
        if matches!(c, '{' | ',' | '[') {
            at_name = open.last() == Some(&'{');
        } else if c == ':' {
            at_name = false;
        }
        json.push(c);
    }
    serde_json::from_str(&json).unwrap_or_else(|error| panic!("{error} in {shown}"))
}

/// The first difference between a shown answer and the found one.
pub fn difference(shown: &Value, found: &Value, path: &str) -> Option<String> {
    let differs = || Some(format!("{path} is {found}, shown as {shown}"));
    match (shown, found) {
        (Value::String(text), _) if text == ANYTHING => None,
        (Value::String(text), Value::String(found)) => match text.strip_suffix(ANYTHING) {
            Some(start) if found.starts_with(start) => None,
            _ if text == found => None,
            _ => differs(),
        },
        (Value::Object(shown), Value::Object(found)) => fields(shown, found, path),
        (Value::Array(shown), Value::Array(found)) => items(shown, found, path),
        _ if shown == found => None,
        _ => differs(),
    }
}

fn fields(shown: &Map<String, Value>, found: &Map<String, Value>, path: &str) -> Option<String> {
    for (name, value) in shown.iter().filter(|(name, _)| *name != ANYTHING) {
        let Some(found) = found.get(name) else {
            return Some(format!("{path}.{name} is missing"));
        };
        let different = difference(value, found, &format!("{path}.{name}"));
        if different.is_some() {
            return different;
        }
    }
    let more = found.keys().find(|name| !shown.contains_key(*name))?;
    (!shown.contains_key(ANYTHING)).then(|| format!("{path}.{more} is not shown"))
}

fn items(shown: &[Value], found: &[Value], path: &str) -> Option<String> {
    let (shown, open) = match shown.split_last() {
        Some((Value::String(last), first)) if last == ANYTHING => (first, true),
        _ => (shown, false),
    };
    if found.len() < shown.len() || (found.len() > shown.len() && !open) {
        return Some(format!("{path} has {} items", found.len()));
    }
    let mut pairs = (0..).zip(shown.iter().zip(found));
    pairs.find_map(|(index, (shown, found)): (usize, _)| {
        difference(shown, found, &format!("{path}[{index}]"))
    })
}

#[test]
fn a_shown_answer_may_leave_out_values_but_not_invent_them() {
    let found: Value = serde_json::json!({"a": 1, "b": [1, 2], "c": "board\nand more"});
    for shown in [
        r#"{"a":1,"b":[1,2],"c":"board\nand more"}"#,
        r#"{"b":[1,…],…}"#,
        r#"{…}"#,
        r#"…"#,
        r#"{"a":…,"b":…,"c":"board…"}"#,
    ] {
        assert_eq!(difference(&read(shown), &found, ""), None, "{shown}");
    }
    for shown in [
        r#"{"a":1}"#,
        r#"{"a":2,…}"#,
        r#"{"d":1,…}"#,
        r#"{"b":[2,…],…}"#,
        r#"{"b":[1],…}"#,
        r#"{"c":"other…",…}"#,
    ] {
        assert_ne!(difference(&read(shown), &found, ""), None, "{shown}");
    }
}
