//! A table as somebody who watches it sees it: a position or a match, and what is
//! known of the enemy.

use std::path::Path;

use super::args::EnemyOptions;
use super::{Failure, input, position};
use crate::observation::AnnotatedState;
use crate::prediction::Archetypes;
use crate::rules::data::DataFile;
use crate::rules::{BySide, CardId, CardKind, Rulebook, Side};
use crate::simulation::action::Action;
use crate::simulation::deck::Deck;
use crate::simulation::deck_library::DeckLibrary;
use crate::simulation::game_state::GameState;
use crate::simulation::hand::Hand;
use crate::simulation::match_text::Entry;
use crate::simulation::pile::Pile;

/// The match with what has been seen of the enemy, and the decks people play.
pub fn annotate(
    given: &position::Given,
    enemy: &EnemyOptions,
) -> Result<(AnnotatedState, Archetypes), Failure> {
    let book = &given.book;
    if given.position.is_over() {
        return Err(wrong("the match is over, so there is nothing to come"));
    }
    let library = library(book, enemy.decks.as_deref())?;
    let deck = match &enemy.enemy_deck {
        Some(text) => Some(self::deck(book, &library, text)?),
        None => None,
    };
    let annotated = replay(book, given, deck, enemy.enemy_hand)?;
    let archetypes = Archetypes {
        decks: library.list().map(|deck| deck.cards.clone()).collect(),
        ..Archetypes::default()
    };
    Ok((annotated, archetypes))
}

/// The shipped decks and, over them, those of a player's file.
pub fn library(book: &Rulebook, file: Option<&Path>) -> Result<DeckLibrary, Failure> {
    let shipped = DeckLibrary::embedded(&book.catalogue).map_err(wrong)?;
    let Some(path) = file else {
        return Ok(shipped);
    };
    let text = input::read_file(path)?;
    let file = DataFile {
        name: &path.display().to_string(),
        text: &text,
    };
    shipped
        .with_added(file, &book.catalogue, &book.rules)
        .map_err(wrong)
}

pub fn wrong(error: impl std::fmt::Display) -> Failure {
    Failure::Input(error.to_string())
}

/// A shipped deck by its tag, or a deck by its code or its cards.
pub fn deck(book: &Rulebook, library: &DeckLibrary, text: &str) -> Result<Vec<CardId>, Failure> {
    let cards = library.read(&book.catalogue, text).map_err(wrong)?;
    let deck = Deck::check(&book.catalogue, &book.rules, &cards).map_err(wrong)?;
    Ok(deck.into_cards())
}

/// The table as a watcher sees it: both hands unseen.
fn replay(
    book: &Rulebook,
    given: &position::Given,
    deck: Option<Vec<CardId>>,
    hand: Option<u32>,
) -> Result<AnnotatedState, Failure> {
    let unseen = || BySide::new(None, None);
    let decks = BySide::new(None, deck.clone());
    let mut state = GameState::live(&book.rules, given.start.to_act, unseen(), decks)
        .from_position(given.start);
    if given.entries.is_empty() {
        leave_cards_on_board_out(book, &mut state)?;
    }
    let mut annotated = AnnotatedState::new(state, deck, book).map_err(wrong)?;
    for (line, said, entry) in &given.entries {
        let action = match *entry {
            Entry::Move { side, made } => Action::Move { side, made },
            Entry::Set(correction) => Action::Resync {
                tiles: vec![correction],
            },
        };
        annotated
            .act(book, &action)
            .map_err(|error| wrong(format!("line {line}: `{said}`: {error}")))?;
    }
    if let Some(number) = hand {
        let holdings = &mut annotated.state.holdings[Side::Enemy];
        holdings.hand = Hand::of_unknown(number);
    }
    Ok(annotated)
}

/// A bare position does not say what was drawn: the enemy's cards on the board
/// have left its deck, and what is not in the hand is still in the pile.
fn leave_cards_on_board_out(book: &Rulebook, state: &mut GameState) -> Result<(), Failure> {
    let board = state.position.board;
    let from_deck = board
        .cards_of(Side::Enemy)
        .iter()
        .filter_map(|tile| board.card(tile))
        .filter(|placed| book.catalogue[placed.card].kind == CardKind::Collectible)
        .count() as u32;
    let holdings = &mut state.holdings[Side::Enemy];
    let left = u32::from(book.rules.deck_size)
        .checked_sub(from_deck)
        .ok_or_else(|| wrong("more enemy cards lie on the board than a deck has"))?;
    holdings.hand = Hand::of_unknown(holdings.hand.len().min(left));
    let in_hand = holdings.hand.len();
    if let Pile::Hidden { size, .. } = &mut holdings.pile {
        *size = left - in_hand;
    }
    Ok(())
}
