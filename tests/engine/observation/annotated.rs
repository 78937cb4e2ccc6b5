//! A state and its observation are acted on and copied together.

use qbcoach_engine::observation::{ActError, AnnotatedState, ObservationError};
use qbcoach_engine::rules::CardId;
use qbcoach_engine::simulation::action::ActionRefusal;

use crate::observation::fixtures::{
    OPENING, act, canon, card, cards, drawn, lines, read_action, watched,
};

/// All fields as text.
fn print(annotated: &AnnotatedState) -> String {
    format!("{annotated:#?}")
}

#[test]
fn a_kept_copy_is_unchanged_and_can_be_continued_from() {
    let book = canon();
    let mut annotated = watched(&book, OPENING, "enemy 007 MID-5");
    let kept = annotated.clone();
    let before = print(&annotated);
    act(&book, &mut annotated, "enemy 051 MID-5; you 001 MID-1");
    assert_eq!(print(&kept), before);
    assert_eq!(
        lines(&book, kept.observation.observations()),
        ["enemy 007 deck turn 1 MID-5"]
    );
    // The same actions on the kept copy give the same result.
    let mut again = kept.clone();
    act(&book, &mut again, "enemy 051 MID-5; you 001 MID-1");
    assert_eq!(print(&again), print(&annotated));
}

#[test]
fn acting_returns_the_events_of_the_state() {
    let book = canon();
    let mut annotated = watched(&book, OPENING, "you pass");
    let mut state = annotated.state.clone();
    let action = read_action(&book, "enemy 010 MID-5");
    let events = annotated.act(&book, &action).expect("it is legal");
    assert_eq!(Ok(events), state.act(&book, &action));
    assert_eq!(
        annotated.observation.last_updated_turn(),
        annotated.state.turn
    );
}

#[test]
fn a_refused_action_changes_nothing() {
    let book = canon();
    let mut annotated = watched(&book, OPENING, "enemy 007 MID-5");
    let before = print(&annotated);
    let error = annotated
        .act(&book, &read_action(&book, "enemy 007 MID-5"))
        .expect_err("the tile is taken");
    assert!(matches!(
        error,
        ActError::Refused(ActionRefusal::Illegal(_))
    ));
    assert_eq!(print(&annotated), before);
}

#[test]
fn an_action_that_cannot_be_observed_changes_nothing() {
    let book = canon();
    let deck = Some(cards(&book, "007 001"));
    let mut annotated =
        AnnotatedState::new(drawn(&book, OPENING), deck, &book).expect("the match can begin");
    act(&book, &mut annotated, "enemy 007 MID-5");
    let before = print(&annotated);
    let error = annotated
        .act(&book, &read_action(&book, "enemy 010 TOP-5"))
        .expect_err("it is not in the deck");
    let card = card(&book, "010");
    let expected = ActError::Observation(ObservationError::NotInDeck { card });
    assert_eq!(error, expected);
    assert_eq!(print(&annotated), before);
    act(&book, &mut annotated, "enemy 001 TOP-5");
}

#[test]
fn a_known_deck_holds_known_cards_and_no_tokens() {
    let book = canon();
    let start = |deck| AnnotatedState::new(drawn(&book, OPENING), Some(deck), &book);
    let number = book.catalogue.cards().len();
    let stranger = CardId::from_index(number).expect("there is room for it");
    let error = start(vec![card(&book, "007"), stranger]).expect_err("it is unknown");
    let expected = ObservationError::UnknownCard {
        card: stranger,
        cards: number,
    };
    assert_eq!(error, expected);
    let error = start(cards(&book, "007 T01")).expect_err("it is a token");
    let card = card(&book, "T01");
    assert_eq!(error, ObservationError::TokenFromDeck { card });
}

#[test]
fn a_board_that_contradicts_the_known_deck_is_refused() {
    let book = canon();
    let state = drawn(&book, "y1 . . . e1[007]  y1 . . . e1  y1 . . . e1");
    let error = AnnotatedState::new(state, Some(cards(&book, "010")), &book)
        .expect_err("007 is not in the deck");
    let card = card(&book, "007");
    assert_eq!(error, ObservationError::NotInDeck { card });
}
