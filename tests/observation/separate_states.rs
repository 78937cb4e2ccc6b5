//! States that do not come out of one another: their instances mean nothing to
//! each other, but a card on the same tile is taken for the same one.

use qbcoach::observation::{Observation, ObservationError, Origin};

use crate::table::{OPENING, assert_board_is_observed, canon, card, drawn, lines, tile, watched};

/// Observes drawn boards, the first in turn 1 and so on.
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
fn a_card_that_is_not_there_any_more_is_gone() {
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
fn a_card_that_stays_is_the_same_whatever_comes_before_it() {
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
fn another_card_in_its_place_is_another() {
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
fn the_dead_do_not_return() {
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
fn a_card_that_a_match_saw_die_does_not_return_in_another() {
    let book = canon();
    let mut table = watched(&book, OPENING, "enemy 007 MID-5; enemy 051 MID-5");
    let mut other = drawn(&book, "y1 . . . e1  y1 . . . e1[007]  y1 . . . e1");
    other.turn = 4;
    table
        .observation
        .update_from_game_state(&book.catalogue, &other)
        .expect("the state can be observed");
    assert_eq!(
        lines(&book, table.observation.observations()),
        [
            "enemy 007 deck turn 1 MID-5 gone 2",
            "enemy 051 deck turn 2 MID-5 gone 4",
            "enemy 007 deck turn 1 MID-5",
        ]
    );
}

#[test]
fn a_hand_that_a_state_knows_nothing_of_is_not_played_from() {
    let book = canon();
    let mut table = watched(&book, OPENING, "enemy 010 MID-5");
    let mut other = drawn(&book, OPENING);
    other.turn = 2;
    table
        .observation
        .update_from_game_state(&book.catalogue, &other)
        .expect("the state can be observed");
    let token = card(&book, "T01");
    table
        .observation
        .register_enemy_play(&book.catalogue, token, tile("TOP-5"), 2, Origin::Token)
        .expect("the play can be reported");
    assert_eq!(
        lines(&book, table.observation.enemy_tokens()),
        [
            "enemy T01 token turn 1 hand",
            "enemy T01 token turn 2 TOP-5"
        ]
    );
}

#[test]
fn a_match_put_into_another_position_never_shows_a_wrong_board() {
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
