//! The errors of observations. A refused update changes nothing.

use qbcoach_engine::observation::{Observation, ObservationError, Origin};
use qbcoach_engine::rules::{CardId, Rulebook};
use qbcoach_engine::simulation::game_state::GameState;

use crate::observation::fixtures::{OPENING, ROOM, advance, canon, card, cards, drawn, tile};
use crate::observation::made_up::made_up;

/// The error of a refused report to an observation that already has a record.
#[track_caller]
fn refused_report(
    book: &Rulebook,
    deck: Option<&str>,
    played: CardId,
    origin: Origin,
) -> ObservationError {
    let mut observation = Observation::new(deck.map(|deck| cards(book, deck)));
    let mut state = drawn(book, OPENING);
    advance(book, &mut state, "enemy 007 MID-5");
    observation
        .update_from_game_state(&book.catalogue, &state)
        .expect("the state can be observed");
    let before = observation.clone();
    let error = observation
        .register_enemy_play(&book.catalogue, played, tile("TOP-5"), 3, origin)
        .expect_err("the report is refused");
    assert_eq!(observation, before);
    error
}

#[track_caller]
fn refused_update(
    book: &Rulebook,
    observation: &mut Observation,
    state: &GameState,
) -> ObservationError {
    let before = observation.clone();
    let error = observation
        .update_from_game_state(&book.catalogue, state)
        .expect_err("the state is refused");
    assert_eq!(*observation, before);
    error
}

#[test]
fn a_report_of_a_card_outside_the_catalogue_names_its_index() {
    let book = canon();
    let cards = book.catalogue.cards().len();
    let stranger = CardId::from_index(cards).expect("there is room for it");
    for origin in [Origin::Deck, Origin::Token, Origin::Effect, Origin::Unknown] {
        let error = refused_report(&book, None, stranger, origin);
        let expected = ObservationError::UnknownCard {
            card: stranger,
            cards,
        };
        assert_eq!(error, expected);
        assert!(error.to_string().contains(&format!("index {cards} ")));
    }
}

#[test]
fn a_state_with_a_card_outside_the_catalogue_is_refused() {
    let (larger, book) = (made_up("canon", ""), canon());
    // The last card of the larger catalogue has an index beyond the smaller one.
    let stranger = larger.catalogue.cards().last().expect("it has cards");
    let mut state = drawn(&larger, ROOM);
    let actions = format!("enemy 007 MID-5; enemy {} TOP-5", stranger.number);
    advance(&larger, &mut state, &actions);
    let error = refused_update(&book, &mut Observation::new(None), &state);
    let expected = ObservationError::UnknownCard {
        card: stranger.id,
        cards: book.catalogue.cards().len(),
    };
    assert_eq!(error, expected);
}

#[test]
fn a_token_from_the_deck_and_a_token_origin_of_another_card_are_refused() {
    let book = canon();
    let token = card(&book, "T01");
    let error = refused_report(&book, None, token, Origin::Deck);
    assert_eq!(error, ObservationError::TokenFromDeck { card: token });
    let other = card(&book, "010");
    let error = refused_report(&book, None, other, Origin::Token);
    assert_eq!(error, ObservationError::NotAToken { card: other });
}

#[test]
fn a_reported_card_that_is_not_in_the_known_deck_is_refused() {
    let book = canon();
    let played = card(&book, "010");
    let error = refused_report(&book, Some("007 001"), played, Origin::Deck);
    assert_eq!(error, ObservationError::NotInDeck { card: played });
}

#[test]
fn a_report_of_more_copies_than_the_deck_has_is_refused() {
    let book = canon();
    let played = card(&book, "007");
    let error = refused_report(&book, Some("007 001"), played, Origin::Deck);
    let expected = ObservationError::MoreThanInDeck {
        card: played,
        played: 2,
        copies: 1,
    };
    assert_eq!(error, expected);
}

#[test]
fn a_state_that_contradicts_the_known_deck_is_refused() {
    let book = canon();
    let mut observation = Observation::new(Some(cards(&book, "007 007 001")));
    let mut state = drawn(&book, OPENING);
    advance(&book, &mut state, "enemy 007 MID-5; enemy 001 TOP-5");
    observation
        .update_from_game_state(&book.catalogue, &state)
        .expect("the deck holds both");

    let mut foreign = state.clone();
    advance(&book, &mut foreign, "enemy 007 BOT-5; enemy 010 MID-4");
    let error = refused_update(&book, &mut observation, &foreign);
    let card = card(&book, "010");
    assert_eq!(error, ObservationError::NotInDeck { card });

    advance(&book, &mut state, "enemy 001 BOT-5");
    let error = refused_update(&book, &mut observation, &state);
    let expected = ObservationError::MoreThanInDeck {
        card: cards(&book, "001")[0],
        played: 2,
        copies: 1,
    };
    assert_eq!(error, expected);
}

#[test]
fn your_cards_are_not_counted_against_the_enemys_deck() {
    let book = canon();
    let mut observation = Observation::new(Some(cards(&book, "007")));
    let mut state = drawn(&book, OPENING);
    advance(
        &book,
        &mut state,
        "you 010 MID-1; you 001 TOP-1; enemy 007 MID-5",
    );
    observation
        .update_from_game_state(&book.catalogue, &state)
        .expect("the deck holds what the enemy played");
}

#[test]
fn an_earlier_turn_is_refused() {
    let book = canon();
    let mut observation = Observation::new(None);
    let early = drawn(&book, OPENING);
    let mut late = early.clone();
    advance(&book, &mut late, "enemy 007 MID-5; you pass");
    observation
        .update_from_game_state(&book.catalogue, &late)
        .expect("the state can be observed");
    let error = refused_update(&book, &mut observation, &early);
    assert_eq!(error, ObservationError::TurnWentBack { last: 3, turn: 1 });
    observation
        .update_from_game_state(&book.catalogue, &late)
        .expect("the same turn may be looked at again");
    observation.reset();
    observation
        .update_from_game_state(&book.catalogue, &early)
        .expect("a reset observation starts over");
}

#[test]
fn a_state_whose_board_disagrees_with_its_instances_is_refused() {
    let book = canon();
    let with_card = drawn(&book, "y1 . . . e1  y1 . . . e1[007]  y1 . . . e1");
    let without = drawn(&book, OPENING);
    let at = tile("MID-5");
    let mut appeared = without.clone();
    appeared.position = with_card.position;
    let mut vanished = with_card.clone();
    vanished.position = without.position;
    for state in [appeared, vanished] {
        let error = refused_update(&book, &mut Observation::new(None), &state);
        assert_eq!(error, ObservationError::Inconsistent { tile: at });
    }
}
