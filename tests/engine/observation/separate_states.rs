//! States that did not develop from one another. Their instances are unrelated, so a
//! card on the same tile counts as the same card.

use qbcoach_engine::observation::{Observation, ObservationError, Origin};

use crate::observation::fixtures::{
    OPENING, assert_board_is_observed, canon, card, drawn, lines, tile, watched,
};

/// Checks the records after observing drawn boards, the first in turn 1 and so on.
#[track_caller]
fn check(boards: &[&str], records: &[&str]) {
    let book = canon();
    let mut observation = Observation::new(None);
    for (turn, drawing) in (1..).zip(boards) {
        let mut state = drawn(&book, drawing);
        state.turn = turn;
        observation
            .update_from_game_state(&book.catalogue, &state)
            .expect("the state can be observed");
        assert_board_is_observed(&state, &observation);
        assert_eq!(observation.last_updated_turn(), turn);
    }
    assert_eq!(lines(&book, observation.observations()), records);
}

#[test]
fn a_card_missing_from_the_next_state_is_gone() {
    check(
        &[
            "y1 . . . e1[007]  y1[001] . . . e1  y1 . . . e1",
            "y1 . . . e1       y1[001] . . . e1  y1 . . . e1",
        ],
        &[
            "enemy 007 deck turn 1 TOP-5 gone 2",
            "you 001 deck turn 1 MID-1",
        ],
    );
}

#[test]
fn a_card_that_stays_keeps_its_record_when_other_cards_are_added() {
    check(
        &[
            "y1      . . . e1  y1 . . . e1[007]  y1 . . . e1",
            "y1[001] . . . e1  y1 . . . e1[007]  y1 . . . e1",
            "y1[001] . . . e1  y1 . . . e1[007]  y1 . . . e1",
        ],
        &["enemy 007 deck turn 1 MID-5", "you 001 deck turn 1 TOP-1"],
    );
}

#[test]
fn another_card_or_side_on_the_tile_is_a_new_record() {
    check(
        &[
            "y1 . . . e1  y1 . . . e1[007]  y1 . . . e1",
            "y1 . . . e1  y1 . . . e1[010]  y1 . . . e1",
            "y1 . . . e1  y1 . . . y1[010]  y1 . . . e1",
        ],
        &[
            "enemy 007 deck turn 1 MID-5 gone 2",
            "enemy 010 deck turn 1 MID-5 gone 3",
            "you 010 deck turn 1 MID-5",
        ],
    );
}

#[test]
fn a_destroyed_card_seen_again_is_a_new_record() {
    check(
        &[
            "y1 . . . e1  y1 . . . e1[007]  y1 . . . e1",
            "y1 . . . e1  y1 . . . e1       y1 . . . e1",
            "y1 . . . e1  y1 . . . e1[007]  y1 . . . e1",
        ],
        &[
            "enemy 007 deck turn 1 MID-5 gone 2",
            "enemy 007 deck turn 1 MID-5",
        ],
    );
}

#[test]
fn no_two_records_share_an_instance() {
    let book = canon();
    let mut observation = Observation::new(None);
    let boards = [
        "y1[001] . . . e1[007]  y1 . . . e1[007]  y1 . . . e1",
        "y1[002] . . . e1[001]  y1 . . . e1[007]  y1 . . . e1[007]",
        "y1[001] . . . e1[007]  y1 . . . e1[001]  y1 . . . e1[007]",
        "y1[001] . . . e1[007]  y1 . . . e1[007]  y1 . . . e1",
        "y1[001] . . . e1       y1 . . . e1[007]  y1 . . . e1",
        "y1 . . . e1  y1 . . . e1  y1 . . . e1[007]",
        "y1      . . . e1[007]  y1 . . . e1[007]  y1 . . . e1",
        "y1[001] . . . e1[007]  y1 . . . e1       y1 . . . e1",
    ];
    for drawing in boards {
        let state = drawn(&book, drawing);
        observation
            .update_from_game_state(&book.catalogue, &state)
            .expect("the state can be observed");
        assert_board_is_observed(&state, &observation);
        let seen = observation.observations().iter();
        let mut instances: Vec<_> = seen.filter_map(|seen| seen.instance).collect();
        let all = instances.len();
        instances.sort_unstable();
        instances.dedup();
        assert_eq!(instances.len(), all);
    }
}

#[test]
fn a_card_destroyed_in_one_match_seen_in_another_state_is_a_new_record() {
    let book = canon();
    let mut annotated = watched(&book, OPENING, "enemy 007 MID-5; enemy 051 MID-5");
    let mut other = drawn(&book, "y1 . . . e1  y1 . . . e1[007]  y1 . . . e1");
    other.turn = 4;
    annotated
        .observation
        .update_from_game_state(&book.catalogue, &other)
        .expect("the state can be observed");
    assert_eq!(
        lines(&book, annotated.observation.observations()),
        [
            "enemy 007 deck turn 1 MID-5 gone 2",
            "enemy 051 deck turn 2 MID-5 gone 4",
            "enemy 007 deck turn 1 MID-5",
        ]
    );
}

#[test]
fn a_card_in_a_hand_unknown_to_the_latest_state_is_not_matched_with_a_play() {
    let book = canon();
    let mut annotated = watched(&book, OPENING, "enemy 010 MID-5");
    let mut other = drawn(&book, OPENING);
    other.turn = 2;
    annotated
        .observation
        .update_from_game_state(&book.catalogue, &other)
        .expect("the state can be observed");
    let token = card(&book, "T01");
    annotated
        .observation
        .register_enemy_play(&book.catalogue, token, tile("TOP-5"), 2, Origin::Token)
        .expect("the play can be reported");
    assert_eq!(
        lines(&book, annotated.observation.enemy_tokens()),
        [
            "enemy T01 token turn 1 hand",
            "enemy T01 token turn 2 TOP-5"
        ]
    );
}

#[test]
fn a_state_with_an_exchanged_position_is_observed_correctly_or_refused() {
    let book = canon();
    let there = drawn(&book, "y1 . . . e1  y1 . . . e1[007]  y1 . . . e1");
    let empty = drawn(&book, OPENING);
    for position in [there.position, empty.position] {
        let state = there.clone().from_position(position);
        let mut observation = Observation::new(None);
        match observation.update_from_game_state(&book.catalogue, &state) {
            Ok(()) => assert_board_is_observed(&state, &observation),
            Err(error) => assert!(matches!(error, ObservationError::Inconsistent { .. })),
        }
    }
}
