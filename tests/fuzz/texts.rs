//! Texts that people write: positions, matches and deck codes.

use std::sync::{Arc, OnceLock};

use qbcoach_engine::rules::data;
use qbcoach_engine::rules::notation::{draw, position_text, read_position};
use qbcoach_engine::rules::{Catalogue, Move, Position, Rulebook, Rules};
use qbcoach_engine::simulation::action::Action;
use qbcoach_engine::simulation::deck_code::DeckCode;
use qbcoach_notation::{Change, MatchText, write};

fn catalogue() -> &'static Arc<Catalogue> {
    static CATALOGUE: OnceLock<Arc<Catalogue>> = OnceLock::new();
    CATALOGUE.get_or_init(data::embedded)
}

/// The longest text that is tried; longer ones only take longer.
const LONGEST: usize = 4096;

fn text(data: &[u8]) -> Option<&str> {
    let text = std::str::from_utf8(data).ok()?;
    (text.len() <= LONGEST).then_some(text)
}

/// A position text, after a line with rules if there is one. A position that is read has
/// a text that reads back, and so has the position after each legal move.
pub fn positions(data: &[u8]) {
    let Some(text) = text(data) else {
        return;
    };
    let with_rules = text.split_once('\n').and_then(|(line, rest)| {
        let rules = Rules::parse(line).ok()?;
        Some((rules, rest))
    });
    let (rules, text) = with_rules.unwrap_or((Rules::canon(), text));
    let book = Rulebook::new(catalogue().clone(), rules);
    let Ok(position) = read_position(&book, text) else {
        return;
    };
    check_position(&book, &position);
    let cards: Vec<_> = book.catalogue.cards().iter().map(|card| card.id).collect();
    let side = position.to_act;
    let plays = position.board.legal_plays(&book, side, &cards);
    let some = plays.iter().step_by(plays.len() / 8 + 1).copied();
    for made in some.map(Move::Play).chain([Move::Pass]) {
        let mut after = position;
        if after.make(&book, side, made, &mut ()).is_ok() {
            check_position(&book, &after);
        }
    }
}

fn check_position(book: &Rulebook, position: &Position) {
    let text = position_text(book, position);
    match read_position(book, &text) {
        Ok(read) => assert_eq!(read, *position, "{text}"),
        Err(error) => panic!("{text}: {error}"),
    }
    assert_eq!(position.mirrored().mirrored(), *position);
    let (score, mirrored) = (position.board.score(book), position.board.mirrored());
    assert_eq!(score.margin(), -mirrored.score(book).margin(), "{text}");
    assert!(!draw(book, &position.board).is_empty());
}

/// A match text: it reads back, and every position of the match has a text that does.
pub fn matches(data: &[u8]) {
    let Some(text) = text(data) else {
        return;
    };
    let Ok(read) = MatchText::parse(catalogue(), text) else {
        return;
    };
    let changes = |read: &MatchText| {
        let changes = read.changes().map(|(_, change)| change.clone());
        changes.collect::<Vec<_>>()
    };
    let text_of = |read: &MatchText| write(catalogue(), &read.setup, &changes(read));
    let written = text_of(&read);
    let again = MatchText::parse(catalogue(), &written);
    let again = again.unwrap_or_else(|error| panic!("{written}: {error}"));
    assert_eq!(text_of(&again), written);
    assert_eq!(changes(&again), changes(&read), "{written}");
    let book = Rulebook::new(catalogue().clone(), read.setup.rules);
    let mut position = read.setup.start();
    check_position(&book, &position);
    for change in changes(&read) {
        let made = match change {
            Change::Act(Action::Move { side, made }) => {
                let made = position.make(&book, side, made, &mut Vec::new());
                made.is_ok()
            }
            Change::Act(Action::Resync { tiles }) => position.set_by_hand(&book, &tiles).is_ok(),
            _ => return,
        };
        if !made {
            return;
        }
        check_position(&book, &position);
    }
}

/// A deck code: one that is read has one correct spelling, which reads back.
pub fn deck_codes(data: &[u8]) {
    let Some(text) = text(data) else {
        return;
    };
    let Ok(cards) = DeckCode::read(catalogue(), text) else {
        return;
    };
    let code = DeckCode::of(catalogue(), &cards);
    let code = code.unwrap_or_else(|| panic!("`{text}` is read, but has no code"));
    assert_eq!(DeckCode::read(catalogue(), code.as_str()), Ok(cards));
    assert!(DeckCode::is_meant_by(text), "{text}");
}
