//! What holds for every text.

use std::time::Instant;

use proptest::prelude::*;
use qbcoach_engine::rules::{Position as BoardPosition, Rulebook};
use qbcoach_engine::simulation::action::Action;
use qbcoach_language::hints::HintSettings;
use qbcoach_language::lsp::{Position, Range};
use qbcoach_language::{Document, Encoding, Places};
use qbcoach_language::{actions, completion, format, hints, hover, mentions, outline, tokens};
use qbcoach_notation::{Change, MatchText, PieceKind};
use qbcoach_sessions::game::Game;
use qbcoach_sessions::queens_blood::{Match, MatchSetup};
use qbcoach_sessions::undo_line::UndoLine;

use crate::examples::{PLAIN, all};
use crate::generated::{generate, replay};
use crate::{UTF8, document, library};

/// Asks everything about a text at one place.
fn ask_everything(document: &Document, encoding: Encoding, position: Position) {
    let range = Range {
        start: position,
        end: position,
    };
    let library = library();
    let _ = actions::diagnostics(library, document, encoding);
    let _ = actions::actions(library, document, encoding, range, None);
    let _ = completion::complete(library, document, encoding, position);
    let _ = hover::hover(library, document, encoding, position);
    let _ = mentions::references(library, document, encoding, position);
    let _ = outline::symbols(library, document, encoding);
    let _ = outline::folds(library, document);
    let _ = tokens::tokens(library, document, encoding);
    let _ = hints::hints(library, document, encoding, range, HintSettings::default());
    let _ = hints::lenses(library, document);
    let _ = format::edits(library, document, encoding);
}

/// The text with its edits.
fn applied(text: &str, edits: &[(Range, String)]) -> String {
    let places = Places::new(text, UTF8);
    let mut text = text.to_owned();
    for (range, new_text) in edits.iter().rev() {
        text.replace_range(places.byte(range.start)..places.byte(range.end), new_text);
    }
    text
}

/// What `qbcoach replay` says of a text: the first line that it refuses, or 0 for a setup
/// that cannot be begun.
fn replayed(text: &str) -> Result<(), usize> {
    let read = MatchText::parse(&library().catalogue, text).map_err(|error| error.line)?;
    if read.is_plain() {
        return replayed_position(&read);
    }
    let setup = MatchSetup::from(read.setup.clone());
    let begun = Match::begin(library(), &setup).map_err(|_| 0_usize)?;
    let mut games = UndoLine::new(begun);
    let refused = read
        .changes()
        .find(|(_, change)| !replay(&mut games, change));
    refused.map_or(Ok(()), |(line, _)| Err(line))
}

fn replayed_position(read: &MatchText) -> Result<(), usize> {
    let book = Rulebook::new(library().catalogue.clone(), read.setup.rules);
    let mut position: BoardPosition = read.setup.start();
    for (line, change) in read.changes() {
        let done = match change {
            Change::Act(Action::Move { side, made }) => {
                position.make(&book, *side, *made, &mut ()).is_ok()
            }
            Change::Act(Action::Resync { tiles }) => position.set_by_hand(&book, tiles).is_ok(),
            _ => true,
        };
        if !done {
            return Err(line);
        }
    }
    Ok(())
}

/// The language and `qbcoach replay` agree about a text.
fn check_verdict(text: &str) -> Result<(), TestCaseError> {
    let checked = document(text).checked(library());
    let verdict = match checked.stopped_at {
        None => Ok(()),
        Some(line) => Err(line + 1),
    };
    let replay = replayed(text);
    prop_assert_eq!(
        verdict.is_ok(),
        replay.is_ok(),
        "{}\n{:?}",
        text,
        checked.findings
    );
    // Replay reads the whole text before it plays the first move, and names no line of a
    // setup that cannot be begun.
    if checked.text.faults().next().is_none() && replay != Err(0) {
        prop_assert_eq!(verdict, replay, "{}", text);
    }
    Ok(())
}

/// Formatting again changes nothing, and the match stays the same.
fn check_formatting(text: &str) -> Result<(), TestCaseError> {
    let once = format::formatted(library(), &document(text));
    let twice = format::formatted(library(), &document(&once));
    prop_assert_eq!(&twice, &once);
    prop_assert_eq!(acts(&once), acts(text), "{}", once);
    let checked = |text: &str| document(text).checked(library());
    prop_assert_eq!(&checked(&once).text.setup, &checked(text).text.setup);
    prop_assert_eq!(checked(&once).has_errors(), checked(text).has_errors());
    let comments = |text: &str| {
        let checked = checked(text);
        let pieces = checked.text.lines.iter().flat_map(|line| &line.pieces);
        let comments = pieces.filter(|piece| piece.kind == PieceKind::Comment);
        let comments = comments.map(|piece| piece.span.text(text).to_owned());
        comments.collect::<Vec<_>>()
    };
    prop_assert_eq!(comments(&once), comments(text));
    Ok(())
}

/// The acts in effect of a text that can be played.
fn acts(text: &str) -> Option<Vec<Action>> {
    let (_, acts) = document(text).checked(library()).played(library())?;
    Some(acts.into_iter().map(|(_, act)| act).collect())
}

/// An example with some characters replaced, and a place in it.
fn mutated() -> impl Strategy<Value = (String, usize)> {
    let texts = all();
    let pieces = prop::sample::select(vec![
        "#", "->", ",", ";", "-", " ", "\n", "\r\n", "you", "enemy", "play", "MID-3", "019", "x2",
        "モ", "🐛", "---", "undo 1", "position", "set", "[", "\u{0}",
    ]);
    (
        prop_oneof![
            prop::sample::select(texts),
            any::<u64>().prop_map(|seed| generate(seed).text),
        ],
        prop::collection::vec((any::<prop::sample::Index>(), 0_usize..4, pieces), 0..4),
        any::<prop::sample::Index>(),
        any::<prop::sample::Index>(),
    )
        .prop_map(|(text, edits, cut, at)| {
            let mut letters: Vec<String> = text.chars().map(String::from).collect();
            for (index, gone, piece) in edits {
                let start = index.index(letters.len() + 1);
                let end = (start + gone).min(letters.len());
                letters.splice(start..end, [piece.to_owned()]);
            }
            // Half of the texts are cut off somewhere.
            let keep = cut.index(2 * letters.len() + 1);
            letters.truncate(keep);
            let text = letters.concat();
            let at = at.index(text.len() + 1);
            (text, at)
        })
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(250) })]

    #[test]
    fn any_text_is_answered((text, at) in mutated()) {
        let text = document(&text);
        for encoding in [Encoding::Utf8, Encoding::Utf16] {
            let byte = (0..=at).rev().find(|at| text.text.is_char_boundary(*at));
            let position = text.places(encoding).position(byte.unwrap_or_default());
            ask_everything(&text, encoding, position);
        }
    }

    #[test]
    fn formatting_is_idempotent_and_changes_no_match((text, _) in mutated()) {
        check_formatting(&text)?;
    }

    #[test]
    fn the_verdict_is_that_of_replay((text, _) in mutated()) {
        check_verdict(&text)?;
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(120) })]

    #[test]
    fn generated_matches_are_legal_and_formatting_keeps_them(seed: u64) {
        let made = generate(seed);
        let checked = document(&made.text).checked(library());
        prop_assert!(!checked.has_errors(), "{}\n{:?}", made.text, checked.findings);
        check_formatting(&made.text)?;
        check_verdict(&made.text)?;
        // Without the line that cannot be played both would still agree.
        let broken = format!("{}{}", made.text, made.illegal);
        check_verdict(&broken)?;
        check_formatting(&broken)?;
    }
}

#[test]
fn every_prefix_of_every_example_is_answered() {
    for text in all() {
        let ends = text.char_indices().map(|(at, _)| at);
        for (number, end) in ends.chain([text.len()]).enumerate() {
            let encoding = [Encoding::Utf8, Encoding::Utf16][number % 2];
            let prefix = document(&text[..end]);
            let position = prefix.places(encoding).position(end);
            ask_everything(&prefix, encoding, position);
        }
    }
}

#[test]
fn formatting_edits_do_not_overlap_and_are_in_order() {
    let text = PLAIN.to_uppercase();
    let edits = format::edits(library(), &document(&text), UTF8);
    assert!(!edits.is_empty());
    for pair in edits.windows(2) {
        assert!(pair[0].range.end <= pair[1].range.start);
    }
    let listed: Vec<(Range, String)> = edits
        .into_iter()
        .map(|edit| (edit.range, edit.new_text))
        .collect();
    let by_hand = applied(&text, &listed);
    assert_eq!(by_hand, format::formatted(library(), &document(&text)));
}

/// Everything about a text of 60 lines, compared with how long the machine takes to play
/// its moves once: a ratio, because machines differ.
#[test]
fn answers_take_a_few_replays() {
    let round = "you play Crawler MID-1\nundo 1\nset TOP-3 y1\n";
    let text = format!("title long\n{}", round.repeat(20));
    let new = || document(&text);
    let fastest = |work: &dyn Fn()| {
        let times = (0..5).map(|_| {
            let begin = Instant::now();
            work();
            begin.elapsed()
        });
        times.min().unwrap_or_default()
    };
    let check = fastest(&|| drop(new().checked(library())));
    let all = fastest(&|| {
        let place = Position {
            line: 58,
            character: 9,
        };
        ask_everything(&new(), Encoding::Utf16, place);
    });
    let most = 40 * check + std::time::Duration::from_millis(20);
    assert!(all < most, "{all:?} for everything, {check:?} for a check");
}
