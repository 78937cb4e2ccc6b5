//! A position or a match as an observer sees it, with what is known about the enemy.

use std::path::Path;

use super::args::EnemyOptions;
use super::{CommandError, input, position};
use qbcoach_basics::shorten::shortened;
use qbcoach_engine::observation::AnnotatedState;
use qbcoach_engine::prediction::Archetypes;
use qbcoach_engine::rules::data::DataFile;
use qbcoach_engine::rules::{BySide, CardId, CardKind, Rulebook, Side};
use qbcoach_engine::simulation::action::Action;
use qbcoach_engine::simulation::deck::Deck;
use qbcoach_engine::simulation::deck_library::DeckLibrary;
use qbcoach_engine::simulation::game_state::GameState;
use qbcoach_engine::simulation::hand::Hand;
use qbcoach_engine::simulation::pile::Pile;
use qbcoach_sessions::queens_blood::Match;

/// The match with the observations of the enemy, and the decks the enemy may have.
pub(crate) fn annotate(
    given: &position::Given,
    enemy: &EnemyOptions,
) -> Result<(AnnotatedState, Archetypes), CommandError> {
    let book = &given.book;
    if given.position.is_over() {
        return Err(wrong("the match is over, so there is nothing to predict"));
    }
    let library = library(book, enemy.decks.as_deref())?;
    let deck = match &enemy.enemy_deck {
        Some(text) => Some(self::deck(book, &library, text)?),
        None => None,
    };
    let annotated = match &given.game {
        Some(game) => as_told(book, game, deck, enemy.enemy_hand)?,
        None => replay(book, given, deck, enemy.enemy_hand)?,
    };
    let archetypes = Archetypes {
        decks: library.list().map(|deck| deck.cards.clone()).collect(),
        ..Archetypes::default()
    };
    Ok((annotated, archetypes))
}

/// The shipped decks, with those of a player's file added or replaced.
pub fn library(book: &Rulebook, file: Option<&Path>) -> Result<DeckLibrary, CommandError> {
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

pub(crate) fn wrong(error: impl std::fmt::Display) -> CommandError {
    CommandError::Input(error.to_string())
}

/// A shipped deck by its tag, or a deck by its code or its cards.
pub fn deck(
    book: &Rulebook,
    library: &DeckLibrary,
    text: &str,
) -> Result<Vec<CardId>, CommandError> {
    let cards = library.read(&book.catalogue, text).map_err(wrong)?;
    let deck = Deck::check(&book.catalogue, &book.rules, &cards).map_err(wrong)?;
    Ok(deck.into_cards())
}

/// The match as its text tells it, with what the command line adds.
fn as_told(
    book: &Rulebook,
    game: &Match,
    deck: Option<Vec<CardId>>,
    hand: Option<u32>,
) -> Result<AnnotatedState, CommandError> {
    let mut annotated = game.annotated.clone();
    if deck.is_some() {
        let side = Side::Enemy;
        annotated
            .act(book, &Action::SetDeck { side, deck })
            .map_err(wrong)?;
    }
    if let Some(number) = hand {
        annotated.state.holdings[Side::Enemy].hand = Hand::of_unknown(number);
    }
    Ok(annotated)
}

/// Replays the match with both hands unknown.
fn replay(
    book: &Rulebook,
    given: &position::Given,
    deck: Option<Vec<CardId>>,
    hand: Option<u32>,
) -> Result<AnnotatedState, CommandError> {
    let unseen = || BySide::new(None, None);
    let decks = BySide::new(None, deck.clone());
    let mut state = GameState::live(&book.rules, given.start.to_act, unseen(), decks)
        .from_position(given.start);
    if given.entries.is_empty() {
        remove_played_cards(book, &mut state)?;
    }
    let mut annotated = AnnotatedState::new(state, deck, book).map_err(wrong)?;
    for (line, text, entry) in &given.entries {
        annotated
            .act(book, entry)
            .map_err(|error| wrong(format!("line {line}: `{}`: {error}", shortened(text))))?;
    }
    if let Some(number) = hand {
        let holdings = &mut annotated.state.holdings[Side::Enemy];
        holdings.hand = Hand::of_unknown(number);
    }
    Ok(annotated)
}

/// A position without a match says nothing about draws. The enemy's collectible cards
/// on the board are taken from its deck; the cards not in its hand are in its pile.
fn remove_played_cards(book: &Rulebook, state: &mut GameState) -> Result<(), CommandError> {
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
        .ok_or_else(|| wrong("the enemy has more cards on the board than a deck holds"))?;
    holdings.hand = Hand::of_unknown(holdings.hand.len().min(left));
    let in_hand = holdings.hand.len();
    if let Pile::Hidden { size, .. } = &mut holdings.pile {
        *size = left - in_hand;
    }
    Ok(())
}
