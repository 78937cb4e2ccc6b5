//! Completion, hover, fixes, hints, outline, formatting and places of cards.

use std::ops::ControlFlow;

use qbcoach_language::hints::{self, HintSettings};
use qbcoach_language::lsp::{CodeAction, Position, Range};
use qbcoach_language::{Document, actions, completion, format, hover, mentions, outline};

use crate::examples::{LIVE, PLAIN};
use crate::{UTF8, document, library};

/// The text without its cursor `|`, and the place of the cursor.
fn cursor(marked: &str) -> (Document, Position) {
    let at = marked.find('|').expect("the text has a cursor");
    let text = marked.replacen('|', "", 1);
    let line = text[..at].matches('\n').count();
    let start = text[..at].rfind('\n').map_or(0, |at| at + 1);
    let position = Position {
        line: line as u32,
        character: (at - start) as u32,
    };
    (document(&text), position)
}

fn completed(marked: &str) -> Vec<String> {
    let (document, position) = cursor(marked);
    let list = completion::complete(library(), &document, UTF8, position);
    let mut items = list.items;
    items.sort_by(|a, b| a.sort_text.cmp(&b.sort_text));
    items.into_iter().map(|item| item.label).collect()
}

#[test]
fn the_words_that_fit_are_completed() {
    assert_eq!(completed("mode |"), ["analysis", "live", "simulated"]);
    assert_eq!(completed("first e|"), ["enemy", "you"]);
    assert!(completed("ti|").contains(&"title".to_owned()));
    // In a match the side to act comes first, and the setup is over.
    let words = completed("you pass\n|");
    assert_eq!(words[0], "enemy");
    assert!(!words.contains(&"title".to_owned()));
    assert_eq!(completed("you pass\nenemy |"), ["play", "pass"]);
}

#[test]
fn cards_of_the_hand_come_first_and_only_with_a_tile_for_them() {
    let hand = "mode live\nyou hand Elphadunk, Crawler, Security Officer\n---\nyou play |";
    assert_eq!(completed(hand), ["Crawler", "Security Officer"]);
    // Without a hand every card that fits is offered.
    let any = completed("you play |");
    assert!(any.contains(&"Crawler".to_owned()));
    assert!(!any.contains(&"Elphadunk".to_owned()));
}

#[test]
fn tiles_are_the_legal_ones_with_what_they_do() {
    let (document, position) = cursor("you play Crawler |");
    let items = completion::complete(library(), &document, UTF8, position).items;
    let mut tiles: Vec<&str> = items.iter().map(|item| item.label.as_str()).collect();
    tiles.sort_unstable();
    assert_eq!(tiles, ["BOT-1", "MID-1", "TOP-1"]);
    for item in &items {
        let detail = item.detail.as_deref().unwrap_or_default();
        assert!(detail.starts_with("you "), "{item:?}");
    }
}

#[test]
fn a_hover_shows_the_card_or_the_board() {
    let (text, position) = cursor("you play Craw|ler MID-1\n");
    let shown = hover::hover(library(), &text, UTF8, position).expect("a card");
    let card = shown.contents.value;
    assert!(card.contains("019 Crawler") && card.contains('#'), "{card}");
    let (text, position) = cursor("you play Crawler MID|-1\n");
    let shown = hover::hover(library(), &text, UTF8, position).expect("a board");
    assert!(shown.contents.value.contains("TOP"), "{shown:?}");
    let (text, position) = cursor("title Craw|ler\n");
    assert_eq!(hover::hover(library(), &text, UTF8, position), None);
}

fn titles(actions: &[CodeAction]) -> Vec<&str> {
    actions.iter().map(|action| action.title.as_str()).collect()
}

fn actions_at(marked: &str) -> Vec<CodeAction> {
    let (document, position) = cursor(marked);
    let range = Range {
        start: position,
        end: position,
    };
    actions::actions(library(), &document, UTF8, range, None)
}

#[test]
fn faults_have_fixes() {
    assert_eq!(titles(&actions_at("yuo| pass")), ["Write `you`"]);
    let names = actions_at("you play Crawlr| MID-1");
    assert_eq!(names[0].title, "Write `Crawler`");
    assert!(names[0].is_preferred);
    // The nearest of the Japanese names for who writes Japanese.
    let japanese = actions_at("you play クローラー| MID-1");
    assert_eq!(japanese[0].title, "Write `Crawler`");
    let tiles = actions_at("you play Crawler MID-3|");
    let mut tiles = titles(&tiles);
    tiles.sort_unstable();
    let expected = ["BOT-1", "MID-1", "TOP-1"].map(|tile| format!("Play it on {tile}"));
    assert_eq!(tiles, expected);
    let turn = actions_at("you pass\nyou pass|");
    assert_eq!(titles(&turn), ["It is the enemy's turn: write `enemy`"]);
}

#[test]
fn the_due_draw_is_told_and_the_best_move_played() {
    let hand = "mode live\nyou hand Crawler, Riot Trooper\n---\n";
    let draw = format!("{hand}you play Crawler MID-1\nenemy pass\nyou play Levrikon TOP-1|\n");
    assert_eq!(titles(&actions_at(&draw)), ["Tell the draw: Levrikon"]);
    // The card is played only later, or never.
    let after = "you play Crawler MID-1\nenemy pass\nyou play Riot Trooper TOP-1|\n";
    let later = format!("{hand}{after}enemy pass\nyou draw Zu\nyou play Levrikon BOT-1\n");
    assert_eq!(titles(&actions_at(&later)), ["Tell the draw: Levrikon"]);
    let never = format!("{hand}{after}");
    assert_eq!(titles(&actions_at(&never)), ["Tell the draw"]);
    let best = actions_at(&format!("{hand}|"));
    assert_eq!(best.len(), 1, "{best:?}");
    assert!(
        best[0].title.starts_with("Play the best move: "),
        "{best:?}"
    );
    let edits = &best[0].edit.changes["file:///match.qb"];
    let played = format!("{hand}{}\n", edits[0].new_text);
    assert!(
        !document(&played).checked(library()).has_errors(),
        "{played}"
    );
}

#[test]
fn an_export_becomes_a_tidy_text() {
    let range = Range::default();
    let only = [actions::TIDY.to_owned()];
    let found = actions::actions(library(), &document(LIVE), UTF8, range, Some(&only));
    assert_eq!(titles(&found), ["Tidy this export"]);
    let text = &found[0].edit.changes["file:///match.qb"][0].new_text;
    assert!(!text.contains("undo") && !text.contains("redo"), "{text}");
    assert!(text.contains("# as always"), "{text}");
    let acts = |text: &str| {
        let checked = document(text).checked(library());
        let played = checked.played(library()).expect("the text is played");
        played.1.into_iter().map(|(_, act)| act).collect::<Vec<_>>()
    };
    assert_eq!(acts(text), acts(LIVE));
}

#[test]
fn hints_are_at_line_ends_and_each_kind_is_a_setting() {
    let whole = Range {
        start: Position::default(),
        end: Position {
            line: 99,
            character: 0,
        },
    };
    let text = document(PLAIN);
    let labels = |text: &Document, settings| -> Vec<String> {
        let hints = hints::hints(library(), text, UTF8, whole, settings);
        hints.into_iter().map(|hint| hint.label).collect()
    };
    let scores = labels(&text, HintSettings::default());
    assert_eq!(scores.len(), 5);
    assert!(scores[0].contains('–'), "{scores:?}");
    let nothing = HintSettings {
        score: false,
        ..HintSettings::default()
    };
    assert_eq!(labels(&text, nothing), [""; 0]);
    // A search adds win chances and marks when it is done.
    let reviewed = HintSettings {
        win_chance: true,
        review: true,
        ..nothing
    };
    assert_eq!(labels(&text, reviewed), [""; 0]);
    // Nobody knows what could be played without a hand, so nothing is shown.
    let checked = text.checked(library());
    let found = hints::review(library(), &checked, 50, |_| ControlFlow::Continue(()));
    text.set_review(found.expect("the match has moves").into());
    assert_eq!(labels(&text, reviewed), [""; 0]);
    let lens = &hints::lenses(library(), &text)[0];
    assert_eq!(lens.command.title, "nothing to review: no hand is told");
    let live = document(LIVE);
    let checked = live.checked(library());
    let cancelled = hints::review(library(), &checked, 50, |_| ControlFlow::Break(()));
    assert_eq!(cancelled, None);
    let found = hints::review(library(), &checked, 50, |_| ControlFlow::Continue(()));
    live.set_review(found.expect("the match has moves").into());
    let chances = labels(&live, reviewed);
    assert_eq!(chances.len(), 5, "{chances:?}");
    assert!(
        chances.iter().all(|chance| chance.contains('%')),
        "{chances:?}"
    );
    let lens = &hints::lenses(library(), &live)[0];
    assert!(lens.command.title.starts_with("reviewed: you "), "{lens:?}");
}

#[test]
fn turns_are_symbols_and_the_setup_folds() {
    let symbols = outline::symbols(library(), &document(LIVE), UTF8);
    let names: Vec<&str> = symbols.iter().map(|symbol| symbol.name.as_str()).collect();
    assert_eq!(names[0], "setup");
    assert_eq!(names[1], "1. you play Security Officer MID-1");
    assert_eq!(symbols[1].children.len(), 1, "the mulligan is before it");
    let folds = outline::folds(library(), &document(LIVE));
    assert_eq!((folds[0].start_line, folds[0].end_line), (0, 7));
}

#[test]
fn a_formatted_text_ends_with_one_line_break() {
    for end in ["", "\n", "\n\n\n", "\r\n", "\r\n\r\n", " \t"] {
        let text = format!("you pass{end}");
        let formatted = format::formatted(library(), &document(&text));
        let kept = if end.starts_with("\r\n") {
            "\r\n"
        } else {
            "\n"
        };
        assert_eq!(formatted, format!("you pass{kept}"), "{text:?}");
    }
    // A carriage return alone ends no line. It stays, and the line gets an end.
    let formatted = |text: &str| format::formatted(library(), &document(text));
    assert_eq!(formatted("you pass\r"), "you pass\n\r");
    assert_eq!(formatted("you pass\n\r"), "you pass\n\r");
}

#[test]
fn formatting_writes_one_way_and_keeps_comments() {
    let text = "\n\nRULES  canon\n\n\n  YOU Play   crawler   m1   # here  \n\
                enemy play 019 mid5\nset t3   y1 ;b3 .\nyuo pass\n\n";
    let expected = "rules canon\n\nyou play Crawler MID-1  # here\n\
                    enemy play Crawler MID-5\nset TOP-3 y1; BOT-3 .\nyuo pass\n";
    assert_eq!(format::formatted(library(), &document(text)), expected);
    let lists = "mode live\nyou deck 2x001,019x3 , Riot Trooper\nyou mulligan 001->002\n";
    let expected = "mode live\nyou deck 2x Security Officer, 3x Crawler, Riot Trooper\n\
                    you mulligan Security Officer -> Riot Trooper\n";
    assert_eq!(format::formatted(library(), &document(lists)), expected);
}

#[test]
fn a_card_is_found_everywhere_in_its_match() {
    let (text, position) = cursor(&LIVE.replace("play Crawler MID-2", "play Craw|ler MID-2"));
    let places = mentions::references(library(), &text, UTF8, position);
    assert_eq!(places.len(), 4, "the hand, both plays and the second draw");
    let first = mentions::definition(library(), &text, UTF8, position);
    assert_eq!(
        first.expect("it is named first somewhere").range.start.line,
        4
    );
    assert_eq!(
        mentions::highlights(library(), &text, UTF8, position).len(),
        4
    );
}
