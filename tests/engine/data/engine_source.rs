//! No card's number or name, and no effect's id, appears in the engine's code: what a card
//! does is decided by its data alone.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use qbcoach_engine::rules::Catalogue;
use qbcoach_engine::rules::data::embedded;

use crate::data::source_text::{Token, tokens, without_tests};

/// Words that must not appear in the code.
struct Forbidden {
    numbers: BTreeSet<String>,
    ids: BTreeSet<String>,
    names: BTreeSet<String>,
}

impl Forbidden {
    fn of(catalogue: &Catalogue) -> Forbidden {
        let cards = catalogue.cards().iter();
        let effects = cards.clone().flat_map(|card| &card.effects);
        Forbidden {
            numbers: cards.clone().map(|card| card.number.clone()).collect(),
            ids: effects.map(|effect| effect.id.clone()).collect(),
            names: cards.map(|card| card.name.to_lowercase()).collect(),
        }
    }

    /// A text may contain a number as an example in a sentence, but must not be a number
    /// as a whole.
    fn in_text(&self, text: &str) -> Option<&str> {
        let bare = text.trim();
        let number = self.numbers.get(&bare.to_uppercase());
        let id = self.ids.get(bare);
        let lower = bare.to_lowercase();
        let mut names = self.names.iter().filter(|name| has_words(&lower, name));
        number.or(id).or_else(|| names.next()).map(String::as_str)
    }

    fn in_name(&self, word: &str) -> Option<&str> {
        const LONG: usize = 6;
        let plain = letters(word);
        let mut names = self.names.iter().filter(|name| {
            let name = letters(name);
            plain == name || (name.len() >= LONG && plain.contains(&name))
        });
        names.next().map(String::as_str)
    }

    fn in_source(&self, source: &str) -> Vec<String> {
        let mut found = Vec::new();
        for (line, token) in without_tests(tokens(source)) {
            let found_name = match &token {
                Token::Text(text) => self.in_text(text),
                Token::Word(word) => self.in_name(word),
                Token::Sign(_) => None,
            };
            found.extend(found_name.map(|found_name| format!("line {line}: `{found_name}`")));
        }
        found
    }
}

fn letters(text: &str) -> String {
    let kept = text.chars().filter(|c| c.is_alphanumeric());
    kept.flat_map(char::to_lowercase).collect()
}

/// Whether the text contains the words with no letter or digit next to them.
fn has_words(text: &str, words: &str) -> bool {
    text.match_indices(words).any(|(start, _)| {
        let before = text[..start].chars().next_back();
        let after = text[start + words.len()..].chars().next();
        ![before, after]
            .into_iter()
            .flatten()
            .any(char::is_alphanumeric)
    })
}

fn rust_files(folder: &Path, files: &mut Vec<PathBuf>) {
    let entries = fs::read_dir(folder).expect("the folder can be read");
    for entry in entries {
        let path = entry.expect("the entry can be read").path();
        if path.is_dir() {
            rust_files(&path, files);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            files.push(path);
        }
    }
}

#[test]
fn no_card_is_named_in_the_code_of_the_rules() {
    let folder = crate::root().join("src/engine/rules");
    let mut files = Vec::new();
    rust_files(&folder, &mut files);
    assert!(files.len() > 20, "the rules are in {}", folder.display());
    let forbidden = Forbidden::of(&embedded());
    let mut found = Vec::new();
    for file in &files {
        // A file with only tests, which its parent includes under cfg(test).
        if file.file_stem().is_some_and(|stem| stem == "tests") {
            continue;
        }
        let source = fs::read_to_string(file).expect("the file can be read");
        for finding in forbidden.in_source(&source) {
            found.push(format!("{}: {finding}", file.display()));
        }
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn card_numbers_and_names_in_code_are_detected() {
    let forbidden = Forbidden::of(&embedded());
    for (source, found_name) in [
        ("let card = catalogue.by_number(\"019\");", "019"),
        ("if card.number == \"t01\" {}", "T01"),
        ("if card.name == \"Tifa\" {}", "tifa"),
        ("let a = 'x'; let q = '\"'; is(\"tifa\")", "tifa"),
        (
            "fn f<'a>(x: &'a str) { g(\"Chocobo & Moogle\") }",
            "chocobo & moogle",
        ),
        ("let raw = r#\"a \"Two Face\" b\"#;", "two face"),
        ("let raw = r\"C:\\\"; say(\"Mu\")", "mu"),
        ("say(\"the card \\\"Zu\\\" acts\")", "zu"),
        ("match id { \"pawns-2\" => 2, _ => 1 }", "pawns-2"),
        ("fn sephiroth_wins() {}", "sephiroth"),
        ("enum Card { GreatMalboro }", "great malboro"),
        ("/* a /* b */ c */ let n = \"145\";", "145"),
        (
            "#[cfg(test)] mod tests { fn f() { \"}\" } } const N: &str = \"002\";",
            "002",
        ),
        ("#[cfg(test)] mod tests; const N: &str = \"003\";", "003"),
    ] {
        let found = forbidden.in_source(source);
        assert_eq!(found, [format!("line 1: `{found_name}`")], "{source}");
    }
}

#[test]
fn comments_tests_and_examples_in_sentences_are_allowed() {
    let forbidden = Forbidden::of(&embedded());
    for source in [
        "//! Tifa and \"019\".\n/// \"Cloud\"\n// \"T01\"",
        "/* \"Tifa\" /* \"019\" */ \"Cloud\" */",
        "#[cfg(test)]\nmod tests { fn f() { find(\"Tifa\", '}', \"}\") } }",
        "#[cfg(test)]\n#[allow(unused)]\nuse tests::tifa;",
        "#![cfg(test)]\nfn f() { find(\"Tifa\") }",
        "const NUMBER: &str = \"such as \\\"019\\\" or \\\"T01\\\"\";",
        "let multiplier = \"must\"; let cider = rudeness;",
        "let amount = 19; let lane = \"19a\";",
    ] {
        assert_eq!(forbidden.in_source(source), [""; 0], "{source}");
    }
}

#[test]
fn lines_are_counted_through_comments_and_texts() {
    let source = "/* one\ntwo */ let a = \"three\nfour\"; // five\nb";
    let lines: Vec<usize> = tokens(source).iter().map(|(line, _)| *line).collect();
    assert_eq!(lines, [2, 2, 2, 2, 3, 4]);
}
