//! Comments and pages cite the rules by sections that exist, and cite no document that
//! is not in the repository.

use std::collections::BTreeSet;
use std::fs;
use std::ops::RangeInclusive;
use std::path::Path;

use crate::repository::{files_below, root};

const QUEENS_BLOOD: &str = "src/engine/rules/RULES.md";
const MAGE_KNIGHT: &str = "src/mage_knight/RULES.md";

/// This file holds samples of wrong citations.
const THIS_FILE: &str = "tests/program/repository/citations.rs";

/// Documents that were once cited by name and section.
const OUTSIDE_DOCUMENTS: [&str; 4] = ["RULES", "PROTOCOL", "MAGE_KNIGHT", "STYLE"];

/// Design documents that were once cited as "the engine seed" or "engine 3.2".
const DESIGN_DOCUMENTS: [&str; 5] = ["engine", "effect", "effects", "observation", "prediction"];

/// Sections that a text names, and the page they are of if the text says so.
#[derive(Debug, PartialEq, Eq)]
struct RulesCitation {
    line: usize,
    page: Option<&'static str>,
    sections: Vec<RangeInclusive<u32>>,
}

/// A word of a text, so that a citation may run over the end of a line.
#[derive(Clone, Copy, Debug)]
struct Word<'a> {
    line: usize,
    /// Whether the line is a comment from its beginning.
    in_comment: bool,
    text: &'a str,
}

/// What begins a line of a comment, the longest marker first. `*` continues a block
/// comment; a page has no comments.
fn comment_markers(path: &str) -> &'static [&'static str] {
    match path.rsplit('.').next() {
        Some("rs" | "js" | "mjs") => &["//!", "///", "//", "/**", "/*", "*"],
        Some("py") => &["#"],
        Some("lua") => &["---", "--"],
        _ => &[],
    }
}

/// The words of a text without the markers of its comments.
fn words<'a>(path: &str, text: &'a str) -> Vec<Word<'a>> {
    let mut words = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let line = line.trim_start();
        let marker = comment_markers(path)
            .iter()
            .find(|marker| line.starts_with(**marker));
        let content = &line[marker.map_or(0, |marker| marker.len())..];
        words.extend(content.split_whitespace().map(|text| Word {
            line: index + 1,
            in_comment: marker.is_some(),
            text,
        }));
    }
    words
}

fn without_punctuation(word: &str) -> &str {
    word.trim_matches(|c: char| !c.is_alphanumeric())
}

/// The number a word begins with: 6 for `6`, `6,` and `6.1)`.
fn number(word: &str) -> Option<u32> {
    let word = word.trim_start_matches('(');
    let digits = word.find(|c: char| !c.is_ascii_digit());
    word[..digits.unwrap_or(word.len())].parse().ok()
}

/// The page that a word names, for a file at `path`.
fn page_named(path: &str, word: &str) -> Option<&'static str> {
    let word = word.trim_matches(|c: char| !c.is_alphanumeric() && c != '/' && c != '.');
    let word = word.trim_end_matches('.');
    if word.ends_with("mage_knight/RULES.md") {
        Some(MAGE_KNIGHT)
    } else if word.ends_with("rules/RULES.md") {
        Some(QUEENS_BLOOD)
    } else if word == "RULES.md" && path.contains("mage_knight") {
        Some(MAGE_KNIGHT)
    } else if word == "RULES.md" {
        Some(QUEENS_BLOOD)
    } else {
        None
    }
}

/// The sections named from `start` on, and where the list of them ends.
fn sections(words: &[Word<'_>], start: usize, several: bool) -> (Vec<RangeInclusive<u32>>, usize) {
    let mut found: Vec<RangeInclusive<u32>> = Vec::new();
    let mut at = start;
    let mut is_range = false;
    while let Some(word) = words.get(at) {
        let plain = without_punctuation(word.text);
        if let Some(first) = number(word.text) {
            let last = plain.split(['-', '–']).next_back().and_then(number);
            match found.last_mut().filter(|_| is_range) {
                Some(range) => *range = *range.start()..=first,
                None => found.push(first..=last.unwrap_or(first).max(first)),
            }
            is_range = false;
            at += 1;
            if !several {
                break;
            }
        } else if several && !found.is_empty() && matches!(plain, "to" | "and") {
            is_range = plain == "to";
            at += 1;
        } else {
            break;
        }
    }
    (found, at)
}

/// Every `RULES.md, section 6`, `RULES.md sections 7 to 9` and `section 6 of RULES.md`.
/// In the pages themselves every `section 6` is one. Elsewhere a `section 6` that names
/// neither page is returned without a page.
fn rules_citations(path: &str, text: &str) -> Vec<RulesCitation> {
    let own_page = [QUEENS_BLOOD, MAGE_KNIGHT]
        .into_iter()
        .find(|page| *page == path);
    let words = words(path, text);
    let mut citations = Vec::new();
    for (index, word) in words.iter().enumerate() {
        let several = match without_punctuation(word.text) {
            "section" => false,
            "sections" => true,
            _ => continue,
        };
        let (sections, end) = sections(&words, index + 1, several);
        let before = index.checked_sub(1).and_then(|before| words.get(before));
        let after = match (words.get(end), words.get(end + 1)) {
            (Some(of), Some(page)) if of.text == "of" => Some(page),
            _ => None,
        };
        let named = before
            .and_then(|word| page_named(path, word.text))
            .or_else(|| after.and_then(|word| page_named(path, word.text)))
            .or(own_page);
        if !sections.is_empty() {
            citations.push(RulesCitation {
                line: word.line,
                page: named,
                sections,
            });
        }
    }
    citations
}

/// The numbers of the headings `## 6. What a play does`.
fn headings(page: &str) -> BTreeSet<u32> {
    let lines = page.lines().filter_map(|line| line.strip_prefix("## "));
    lines
        .filter_map(|heading| heading.split_once(". ")?.0.parse().ok())
        .collect()
}

/// The lines that cite a document outside the repository, with the words that do.
fn outside_citations(path: &str, text: &str) -> Vec<(usize, String)> {
    let words = words(path, text);
    let mut found = Vec::new();
    for (index, word) in words.iter().enumerate() {
        let next = words.get(index + 1).map_or("", |word| word.text);
        if cites_outside_document(*word, next) || cites_design_document(*word, next) {
            found.push((word.line, format!("{} {next}", word.text)));
        }
    }
    found
}

/// `RULES 6` anywhere, and `RULES` or `PROTOCOL's` as a word of a comment. In backquotes
/// it is the name of a constant.
fn cites_outside_document(word: Word<'_>, next: &str) -> bool {
    let opened = word.text.trim_start_matches(['(', '"', '\'']);
    let plain = opened.trim_end_matches(['.', ',', ';', ':', ')', '?', '!']);
    let plain = plain.strip_suffix("'s").unwrap_or(plain);
    let numbered = opened == plain && number(next).is_some();
    OUTSIDE_DOCUMENTS.contains(&plain) && (numbered || word.in_comment)
}

/// `engine seed` and `seed, section 5` anywhere, and `effects 1` or `engine 3.2` in a
/// comment.
fn cites_design_document(word: Word<'_>, next: &str) -> bool {
    let is_seed = |text: &str| {
        let plain = without_punctuation(text);
        let plain = plain.strip_suffix("'s").unwrap_or(plain);
        matches!(plain, "seed" | "seeds")
    };
    let is_document =
        DESIGN_DOCUMENTS.contains(&without_punctuation(word.text).to_lowercase().as_str());
    let joined = !word.text.ends_with(['.', ',', ';', ':', ')', '`']);
    let section_of_seed =
        is_seed(word.text) && matches!(without_punctuation(next), "section" | "sections");
    (is_document && joined && is_seed(next))
        || (is_document && joined && word.in_comment && number(next).is_some())
        || section_of_seed
}

/// Every text of the program, its clients and its tests: its path from the root and what
/// it says.
fn texts() -> Vec<(String, String)> {
    const ENDINGS: [&str; 6] = ["rs", "js", "mjs", "py", "lua", "md"];
    const FETCHED: [&str; 4] = ["node_modules", "target", "venv", ".venv"];
    let root = root();
    let mut texts = vec![("README.md".to_owned(), read("README.md"))];
    for folder in [".github", "src", "protocol", "clients", "tests"] {
        for ending in ENDINGS {
            for file in files_below(&root.join(folder), ending) {
                let inside = file.strip_prefix(&root).expect("it is below the root");
                let path = slashed(inside);
                if path == THIS_FILE || path.split('/').any(|part| FETCHED.contains(&part)) {
                    continue;
                }
                let bytes = fs::read(&file).expect("it can be read");
                texts.push((path, String::from_utf8_lossy(&bytes).into_owned()));
            }
        }
    }
    assert!(texts.len() > 200, "the test reads the repository");
    texts
}

fn slashed(path: &Path) -> String {
    path.to_string_lossy().replace('\\', "/")
}

fn read(page: &str) -> String {
    fs::read_to_string(root().join(page)).expect("the page can be read")
}

#[test]
fn cited_sections_of_the_rules_exist() {
    let queens_blood = headings(&read(QUEENS_BLOOD));
    let mage_knight = headings(&read(MAGE_KNIGHT));
    let mut wrong = Vec::new();
    let mut seen = 0;
    for (path, text) in texts() {
        for citation in rules_citations(&path, &text) {
            seen += 1;
            let Some(page) = citation.page else {
                let line = citation.line;
                wrong.push(format!(
                    "{path}:{line}: a section of no page; name RULES.md"
                ));
                continue;
            };
            let known = match page {
                MAGE_KNIGHT => &mage_knight,
                _ => &queens_blood,
            };
            let cited = citation.sections.iter().cloned().flatten();
            for section in cited.filter(|section| !known.contains(section)) {
                wrong.push(format!(
                    "{path}:{}: {page} has no section {section}",
                    citation.line
                ));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(
        seen > 10,
        "the test reads the pages' own citations at least"
    );
}

#[test]
fn pages_of_the_rules_number_their_sections_from_one_on() {
    for page in [QUEENS_BLOOD, MAGE_KNIGHT] {
        let numbers: Vec<u32> = headings(&read(page)).into_iter().collect();
        let expected: Vec<u32> = (1..).take(numbers.len()).collect();
        assert_eq!(numbers, expected, "{page}");
        assert!(numbers.len() >= 8, "{page} has its sections");
    }
}

#[test]
fn no_document_outside_the_repository_is_cited() {
    let mut found = Vec::new();
    for (path, text) in texts() {
        for (line, words) in outside_citations(&path, &text) {
            found.push(format!("{path}:{line}: {words}"));
        }
    }
    assert!(
        found.is_empty(),
        "say the fact itself, or cite a page of the repository:\n{}",
        found.join("\n")
    );
}

#[test]
fn rules_citations_are_found_in_every_form() {
    let sections_in = |path: &str, text: &str| -> Vec<(usize, Option<&'static str>, Vec<u32>)> {
        let citations = rules_citations(path, text).into_iter();
        citations
            .map(|c| (c.line, c.page, c.sections.into_iter().flatten().collect()))
            .collect()
    };
    let found = |text: &str| sections_in("src/coaching/coach.rs", text);
    assert_eq!(
        found("//! Turns (RULES.md, section 4)."),
        [(1, Some(QUEENS_BLOOD), vec![4])]
    );
    assert_eq!(
        found("let a = 1;\n/// As in `RULES.md` section 6.1: first"),
        [(2, Some(QUEENS_BLOOD), vec![6])]
    );
    assert_eq!(
        found("// RULES.md, sections 7 to 9, says so"),
        [(1, Some(QUEENS_BLOOD), vec![7, 8, 9])]
    );
    assert_eq!(
        found("// RULES.md, sections 2, 5 and 8"),
        [(1, Some(QUEENS_BLOOD), vec![2, 5, 8])]
    );
    assert_eq!(
        found("// RULES.md, sections 2–4"),
        [(1, Some(QUEENS_BLOOD), vec![2, 3, 4])]
    );
    assert_eq!(
        found("// as RULES.md,\n// section 12, has it, 3 times"),
        [(2, Some(QUEENS_BLOOD), vec![12])]
    );
    assert_eq!(
        found("// section 3 of src/mage_knight/RULES.md."),
        [(1, Some(MAGE_KNIGHT), vec![3])]
    );
    assert_eq!(
        sections_in("src/mage_knight/stats.rs", "// RULES.md, section 5"),
        [(1, Some(MAGE_KNIGHT), vec![5])]
    );
    assert_eq!(
        sections_in(
            "src/mage_knight/stats.rs",
            "// src/engine/rules/RULES.md, section 5"
        ),
        [(1, Some(QUEENS_BLOOD), vec![5])]
    );
    assert_eq!(
        sections_in(QUEENS_BLOOD, "Pawns may land (section 8)."),
        [(1, Some(QUEENS_BLOOD), vec![8])]
    );
    assert_eq!(found("// see RULES.md for all of it; a section of 3"), []);
    assert_eq!(
        found("// protocol/README.md, section 3"),
        [(1, None, vec![3])]
    );
    assert_eq!(
        sections_in(
            ".github/CONTRIBUTING.md",
            "section 1 of\n[RULES.md](../src/engine/rules/RULES.md)"
        ),
        [(1, Some(QUEENS_BLOOD), vec![1])]
    );
}

#[test]
fn headings_are_read_from_the_second_level() {
    let page = "# 1. Title\n## 2. Board\n### 3. Part\n## Words\n## 10. Score\n";
    assert_eq!(headings(page), BTreeSet::from([2, 10]));
}

#[test]
fn citations_of_outside_documents_are_found() {
    for (path, text) in [
        ("a.rs", "//! Which plays are legal (RULES 5)."),
        ("a.rs", "/// RULES 6.7, 6.8 and 8: batches"),
        ("a.rs", "//! the rules of\n//! PROTOCOL 4 for it"),
        ("a.rs", "/// worked out by hand from RULES."),
        ("a.rs", "assert!(legal, \"as RULES 5 says\");"),
        ("a.js", "/** a subscription, and PROTOCOL's 1001. */"),
        ("a.py", "# MAGE_KNIGHT 3"),
        ("a.lua", "-- STYLE 5"),
        ("a.md", "As PROTOCOL 4 says."),
        ("a.rs", "//! the engine seed's lane evaluator"),
        ("a.rs", "/// stops prediction (engine seed 3.2)"),
        ("a.rs", "//! The effects seed (004), by its names"),
        ("a.rs", "//! the observation\n//! seed names them"),
        ("a.rs", "//! The prediction seed"),
        ("a.rs", "//! the seed, section 11"),
        ("a.rs", "//! operations (effects 1 and 3)"),
    ] {
        assert_eq!(outside_citations(path, text).len(), 1, "{text}");
    }
}

#[test]
fn ordinary_words_are_no_citations() {
    for (path, text) in [
        ("a.rs", "//! RULES.md, section 5"),
        ("a.rs", "const RULES: [&str; 6] = [\"canon\"];"),
        ("a.rs", "check_examples(PROTOCOL, 30);"),
        ("a.rs", "#[arg(long, value_name = \"RULES\")]"),
        ("a.rs", "/// Begins a text: [`MAGE_KNIGHT`]."),
        ("a.rs", "SCRIPT | STYLE => Cow::Owned(text),"),
        ("a.rs", "/// Shuffles from the seed; seed 7 means one match"),
        ("a.rs", "/// The engine, seeded with a random seed"),
        ("a.rs", "let effects = prediction(seed, 3);"),
        ("a.md", "| `--rules <RULES>` | the rules |"),
        ("a.md", "The set `seed` is the design document's."),
    ] {
        assert_eq!(outside_citations(path, text), [], "{text}");
    }
}
