//! Every completion that ends a line, applied as an editor applies it, is legal.

use qbcoach_language::completion;

use crate::examples::{LIVE, PLAIN};
use crate::generated::generate;
use crate::{UTF8, document, library};

/// Some of the offers at the end of a text, each as the text after it is taken.
fn taken(text: &str, most: usize) -> Vec<(String, String)> {
    let document = document(text);
    let places = document.places(UTF8);
    let end = places.position(text.len());
    let items = completion::complete(library(), &document, UTF8, end).items;
    let step = items.len().div_ceil(most).max(1);
    let each = items.into_iter().step_by(step).map(|item| {
        let edit = item.text_edit;
        let range = places.byte(edit.range.start)..places.byte(edit.range.end);
        let mut taken = text.to_owned();
        taken.replace_range(range, &edit.new_text);
        (item.label, taken)
    });
    each.collect()
}

#[track_caller]
fn check_legal(text: &str) {
    let checked = document(text).checked(library());
    assert!(!checked.has_errors(), "{text}\n{:?}", checked.findings);
}

/// Takes completions until the line is whole, and checks it. Lists of decks are whole only
/// with their last card, so they are left out.
fn check_line(before: &str) {
    for (word, line) in taken(before, 99) {
        match word.as_str() {
            "you" | "enemy" => check_verbs(&format!("{line} ")),
            "undo" | "redo" | "hand" => {
                for (_, line) in taken(&format!("{line} "), 3) {
                    check_legal(&line);
                }
            }
            "set" => {
                for (_, tile) in taken(&format!("{line} "), 5) {
                    for (_, line) in taken(&format!("{tile} "), 9) {
                        check_legal(&line);
                    }
                }
            }
            _ => {}
        }
    }
}

fn check_verbs(before: &str) {
    for (verb, line) in taken(before, 99) {
        match verb.as_str() {
            "pass" => check_legal(&line),
            "play" => {
                let cards = taken(&format!("{line} "), 5);
                assert!(!cards.is_empty(), "{line}");
                for (_, line) in cards {
                    let tiles = taken(&format!("{line} "), 4);
                    assert!(!tiles.is_empty(), "{line}");
                    for (_, line) in tiles {
                        check_legal(&line);
                    }
                }
            }
            "draw" => {
                for (_, line) in taken(&format!("{line} "), 5) {
                    check_legal(&line);
                }
            }
            "mulligan" => {
                for (_, line) in taken(&format!("{line} "), 3) {
                    check_legal(&line);
                    for (_, line) in taken(&format!("{line}, "), 3) {
                        check_legal(&line);
                    }
                    // What is dealt by the daemon is not told.
                    if before.contains("mode live") {
                        for (_, line) in taken(&format!("{line} -> "), 3) {
                            check_legal(&line);
                        }
                    }
                }
            }
            _ => {}
        }
    }
}

fn check_every_line(text: &str) {
    let ends = text.match_indices('\n').map(|(at, _)| at + 1);
    for end in std::iter::once(0).chain(ends) {
        let before = &text[..end];
        let checked = document(before).checked(library());
        // A setup that is not whole yet may not begin a match.
        if checked.has_errors() {
            continue;
        }
        check_line(before);
    }
}

#[test]
fn at_every_line_of_the_examples() {
    check_every_line(PLAIN);
    check_every_line(LIVE);
}

#[test]
fn at_every_line_of_generated_matches() {
    for seed in 0..5 {
        check_every_line(&generate(seed).text);
    }
}
