//! Edits of parts give the same text as the editor has.

use proptest::prelude::*;
use qbcoach_basics::chance::Chance;
use qbcoach_language::lsp::{Position, Range};
use qbcoach_language::{Edit, Encoding};

use crate::edited_lines::EditedLines;
use crate::examples::all;

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(400) })]

    #[test]
    fn edits_of_parts_give_the_text_that_the_editor_has(
        text in prop::sample::select(all()),
        seed: u64,
        encoding in prop::sample::select(vec![Encoding::Utf8, Encoding::Utf16]),
    ) {
        let width = match encoding {
            Encoding::Utf8 => char::len_utf8,
            Encoding::Utf16 => char::len_utf16,
        };
        let mut editor = EditedLines::new(&text, width);
        let mut typed = text;
        let mut chance = Chance::new(seed, 0);
        for _ in 0..12 {
            let edit = editor.edit(&mut chance);
            let [start, end] =
                [edit.start, edit.end].map(|(line, character)| Position { line, character });
            let edit = Edit { range: Some(Range { start, end }), text: edit.new.to_owned() };
            typed = edit.applied(typed, encoding);
            prop_assert_eq!(&typed, &editor.text());
        }
    }
}

#[test]
fn an_edit_without_a_range_replaces_the_text() {
    let edit = Edit {
        range: None,
        text: "you pass\n".to_owned(),
    };
    assert_eq!(edit.applied("x".to_owned(), Encoding::Utf16), "you pass\n");
}
