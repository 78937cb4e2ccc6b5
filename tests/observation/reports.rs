//! Plays that are reported first and shown by a state later, or the other way.

use qbcoach::observation::{Observation, Origin};
use qbcoach::rules::Rulebook;
use qbcoach::simulation::game_state::GameState;

use crate::made_up::made_up;
use crate::table::{
    OPENING, advance, assert_board_is_observed, canon, card, cards, drawn, hands, lines, tile,
};

#[track_caller]
fn report(
    book: &Rulebook,
    observation: &mut Observation,
    number: &str,
    at: &str,
    turn: u32,
    origin: Origin,
) {
    observation
        .register_enemy_play(&book.catalogue, card(book, number), tile(at), turn, origin)
        .expect("the play can be reported");
}

#[track_caller]
fn update(book: &Rulebook, observation: &mut Observation, state: &GameState) {
    observation
        .update_from_game_state(&book.catalogue, state)
        .expect("the state can be observed");
}

#[test]
fn a_reported_play_that_a_state_shows_counts_once() {
    let book = canon();
    let mut observation = Observation::new(Some(cards(&book, "007 010")));
    let mut state = drawn(&book, OPENING);
    update(&book, &mut observation, &state);
    report(&book, &mut observation, "007", "MID-5", 1, Origin::Deck);
    advance(&book, &mut state, "enemy 007 MID-5");
    for _again in 0..3 {
        update(&book, &mut observation, &state);
        assert_eq!(
            lines(&book, observation.observations()),
            ["enemy 007 deck turn 1 MID-5"]
        );
        assert_eq!(observation.deck().remaining, cards(&book, "010"));
    }
    let instance = observation.observations()[0].instance;
    assert_eq!(instance, state.instances.on_tile(tile("MID-5")));
    assert!(instance.is_some());
}

#[test]
fn a_play_that_a_state_has_shown_is_not_counted_when_it_is_reported_late() {
    let book = canon();
    let mut observation = Observation::new(Some(cards(&book, "007")));
    let mut state = drawn(&book, OPENING);
    advance(&book, &mut state, "enemy 007 MID-5");
    update(&book, &mut observation, &state);
    let before = observation.clone();
    report(&book, &mut observation, "007", "MID-5", 1, Origin::Deck);
    assert_eq!(observation, before);
}

#[test]
fn a_reported_copy_goes_to_its_own_record() {
    let book = canon();
    let mut observation = Observation::new(None);
    let mut state = drawn(&book, OPENING);
    advance(&book, &mut state, "enemy 007 MID-5");
    update(&book, &mut observation, &state);
    report(&book, &mut observation, "007", "TOP-5", 2, Origin::Deck);
    advance(&book, &mut state, "enemy 007 TOP-5");
    update(&book, &mut observation, &state);
    assert_eq!(
        lines(&book, observation.observations()),
        ["enemy 007 deck turn 1 MID-5", "enemy 007 deck turn 2 TOP-5"]
    );
}

#[test]
fn reports_of_one_tile_find_their_cards_by_their_turns() {
    let book = canon();
    let mut observation = Observation::new(None);
    // Nobody looks between the three plays.
    let mut state = drawn(
        &book,
        "
        y1 .  .  . e1
        y1 y3 e2 . e1
        y1 .  .  . e1",
    );
    report(&book, &mut observation, "007", "MID-3", 1, Origin::Deck);
    report(&book, &mut observation, "007", "MID-3", 3, Origin::Deck);
    advance(
        &book,
        &mut state,
        "enemy 007 MID-3; you 039 MID-2; enemy 007 MID-3",
    );
    update(&book, &mut observation, &state);
    assert_eq!(
        lines(&book, observation.observations()),
        [
            "enemy 007 deck turn 1 MID-3 gone 2",
            "enemy 007 deck turn 3 MID-3",
            "you 039 deck turn 2 MID-2",
        ]
    );
}

#[test]
fn a_report_with_another_turn_still_finds_its_card() {
    let book = canon();
    let mut observation = Observation::new(None);
    let mut state = drawn(&book, OPENING);
    advance(&book, &mut state, "enemy 007 MID-5");
    report(&book, &mut observation, "007", "MID-5", 2, Origin::Deck);
    update(&book, &mut observation, &state);
    assert_eq!(
        lines(&book, observation.observations()),
        ["enemy 007 deck turn 1 MID-5"]
    );
}

#[test]
fn a_reported_card_that_dies_at_once_is_matched_too() {
    let book = canon();
    let mut state = drawn(
        &book,
        "
        . . .       e1 .
        . . y2[027] .  .
        . . .       .  .",
    );
    let mut observation = Observation::new(Some(cards(&book, "001")));
    report(&book, &mut observation, "001", "TOP-4", 1, Origin::Deck);
    advance(&book, &mut state, "enemy 001 TOP-4");
    update(&book, &mut observation, &state);
    assert_eq!(
        lines(&book, observation.enemy_observations()),
        ["enemy 001 deck turn 1 TOP-4 gone 1"]
    );
}

#[test]
fn a_state_from_before_the_play_does_not_end_the_report() {
    let book = canon();
    let mut observation = Observation::new(None);
    let mut state = drawn(&book, OPENING);
    report(&book, &mut observation, "007", "MID-5", 1, Origin::Deck);
    update(&book, &mut observation, &state);
    assert_eq!(
        lines(&book, observation.enemy_board_cards()),
        ["enemy 007 deck turn 1 MID-5"]
    );
    advance(&book, &mut state, "enemy 007 MID-5");
    update(&book, &mut observation, &state);
    assert_eq!(observation.observations().len(), 1);
}

#[test]
fn a_reported_card_that_later_states_do_not_show_is_gone() {
    let book = canon();
    let mut observation = Observation::new(None);
    let mut state = drawn(&book, OPENING);
    report(&book, &mut observation, "007", "MID-5", 1, Origin::Deck);
    advance(&book, &mut state, "you pass");
    update(&book, &mut observation, &state);
    assert_eq!(
        lines(&book, observation.enemy_destroyed_cards()),
        ["enemy 007 deck turn 1 MID-5 gone 2"]
    );
    // What then comes to that tile is another card.
    advance(&book, &mut state, "enemy 007 MID-5");
    update(&book, &mut observation, &state);
    assert_eq!(
        lines(&book, observation.observations()),
        [
            "enemy 007 deck turn 1 MID-5 gone 2",
            "enemy 007 deck turn 2 MID-5"
        ]
    );
}

#[test]
fn a_card_reported_out_of_the_hand_is_the_one_seen_entering_it() {
    let book = canon();
    let mut observation = Observation::new(None);
    let mut state = hands(&book, "001", "010 007");
    advance(&book, &mut state, "enemy 010 MID-5; you pass");
    update(&book, &mut observation, &state);
    let expected = [
        "enemy 010 deck turn 1 MID-5",
        "enemy T01 token turn 1 TOP-5",
    ];
    report(&book, &mut observation, "T01", "TOP-5", 3, Origin::Token);
    assert_eq!(lines(&book, observation.observations()), expected);
    advance(&book, &mut state, "enemy T01 TOP-5");
    update(&book, &mut observation, &state);
    assert_eq!(lines(&book, observation.observations()), expected);
    assert_board_is_observed(&state, &observation);
    // Reported once more after two turns: still the same card.
    advance(&book, &mut state, "you pass");
    update(&book, &mut observation, &state);
    report(&book, &mut observation, "T01", "TOP-5", 3, Origin::Token);
    assert_eq!(lines(&book, observation.observations()), expected);
}

#[test]
fn a_state_corrects_the_origin_a_report_gave() {
    let book = made_up("canon", "X1 1 1 | on_play hand add_to_hand V5");
    let deck = Some(cards(&book, "X1 V5"));
    for origin in [Origin::Deck, Origin::Effect, Origin::Unknown] {
        // The copy that the state plays first is the one an effect gave.
        let mut observation = Observation::new(deck.clone());
        let mut state = hands(&book, "V1", "X1 V5");
        advance(&book, &mut state, "enemy X1 MID-5; you pass");
        update(&book, &mut observation, &state);
        report(&book, &mut observation, "V5", "TOP-5", 3, origin);
        advance(&book, &mut state, "enemy V5 TOP-5");
        update(&book, &mut observation, &state);
        let expected = ["enemy X1 deck turn 1 MID-5", "enemy V5 effect turn 1 TOP-5"];
        assert_eq!(lines(&book, observation.observations()), expected);
        assert_eq!(observation.deck().remaining, cards(&book, "V5"));

        // The same when nobody had looked since.
        let mut late = Observation::new(deck.clone());
        report(&book, &mut late, "X1", "MID-5", 1, Origin::Deck);
        report(&book, &mut late, "V5", "TOP-5", 3, origin);
        update(&book, &mut late, &state);
        assert_eq!(late, observation);
    }
}

#[test]
fn the_unknown_origin_of_a_reported_card_is_learnt() {
    let book = canon();
    let mut observation = Observation::new(Some(cards(&book, "007")));
    let mut state = drawn(&book, OPENING);
    report(&book, &mut observation, "007", "MID-5", 1, Origin::Unknown);
    assert_eq!(observation.deck().played, []);
    advance(&book, &mut state, "enemy 007 MID-5");
    update(&book, &mut observation, &state);
    assert_eq!(observation.deck().played, cards(&book, "007"));
    assert_eq!(
        lines(&book, observation.observations()),
        ["enemy 007 deck turn 1 MID-5"]
    );
}

#[test]
fn whatever_a_report_says_a_token_is_a_token() {
    let book = canon();
    for origin in [Origin::Token, Origin::Effect, Origin::Unknown] {
        let mut observation = Observation::new(None);
        report(&book, &mut observation, "T01", "MID-5", 1, origin);
        assert_eq!(observation.enemy_tokens().count(), 1);
    }
}

#[test]
fn the_last_play_of_a_match_counts_once_too() {
    // The turn does not go on when the board is full.
    let book = canon();
    let mut state = drawn(
        &book,
        "
        y1[007] y1[007] y1[007] y1[007] y1[007]
        y1[007] y1[007] y1[007] y1[007] e1
        y1[007] y1[007] y1[007] y1[007] y1[007]",
    );
    let mut observation = Observation::new(Some(cards(&book, "010")));
    report(&book, &mut observation, "010", "MID-5", 1, Origin::Deck);
    advance(&book, &mut state, "enemy 010 MID-5");
    assert_eq!(state.turn, 1);
    update(&book, &mut observation, &state);
    report(&book, &mut observation, "010", "MID-5", 1, Origin::Deck);
    assert_eq!(
        lines(&book, observation.enemy_board_cards()),
        ["enemy 010 deck turn 1 MID-5"]
    );
    assert_board_is_observed(&state, &observation);
}

#[test]
fn a_report_older_than_the_hand_it_came_from_is_dropped() {
    let book = made_up("canon", "X1 1 1 | on_play hand add_to_hand V5");
    let mut observation = Observation::new(None);
    let mut state = hands(&book, "V1", "X1 V5");
    advance(&book, &mut state, "enemy X1 MID-5; you pass");
    report(&book, &mut observation, "V5", "TOP-5", 3, Origin::Deck);
    update(&book, &mut observation, &state);
    assert_eq!(
        lines(&book, observation.observations()),
        [
            "enemy V5 deck turn 3 TOP-5",
            "enemy X1 deck turn 1 MID-5",
            "enemy V5 effect turn 1 hand",
        ]
    );
    advance(&book, &mut state, "enemy V5 TOP-5");
    update(&book, &mut observation, &state);
    assert_eq!(
        lines(&book, observation.observations()),
        ["enemy X1 deck turn 1 MID-5", "enemy V5 effect turn 1 TOP-5"]
    );
}

#[test]
fn a_copy_reported_from_the_deck_is_not_the_one_in_the_hand() {
    let book = made_up("canon", "X1 1 1 | on_play hand add_to_hand V5");
    let mut observation = Observation::new(Some(cards(&book, "X1 V5")));
    let mut state = hands(&book, "V1", "X1 V5");
    advance(&book, &mut state, "enemy X1 MID-5; you pass");
    update(&book, &mut observation, &state);
    report(&book, &mut observation, "V5", "TOP-5", 3, Origin::Deck);
    assert_eq!(
        lines(&book, observation.observations()),
        [
            "enemy X1 deck turn 1 MID-5",
            "enemy V5 effect turn 1 hand",
            "enemy V5 deck turn 3 TOP-5",
        ]
    );
    assert_eq!(observation.deck().remaining, []);
}

#[test]
fn a_card_reported_before_the_table_is_corrected_was_seen_then() {
    let book = canon();
    let mut observation = Observation::new(None);
    let mut state = drawn(&book, OPENING);
    report(&book, &mut observation, "007", "MID-5", 1, Origin::Deck);
    advance(&book, &mut state, "you pass; see MID-5 enemy/007");
    update(&book, &mut observation, &state);
    assert_eq!(
        lines(&book, observation.observations()),
        ["enemy 007 deck turn 1 MID-5"]
    );
}

#[test]
fn a_report_of_a_copy_over_its_like_is_another_card() {
    let book = canon();
    let mut observation = Observation::new(None);
    let mut state = drawn(&book, OPENING);
    advance(&book, &mut state, "enemy 007 MID-5; enemy 051 MID-5");
    update(&book, &mut observation, &state);
    report(&book, &mut observation, "051", "MID-5", 3, Origin::Deck);
    assert_eq!(observation.deck().played, cards(&book, "007 051 051"));
    advance(&book, &mut state, "enemy 051 MID-5");
    update(&book, &mut observation, &state);
    assert_eq!(observation.deck().played, cards(&book, "007 051 051"));
    assert_board_is_observed(&state, &observation);
}

#[test]
fn a_late_report_of_a_play_that_no_state_showed_is_believed() {
    let book = canon();
    let mut observation = Observation::new(None);
    let mut state = drawn(&book, OPENING);
    advance(
        &book,
        &mut state,
        "enemy 007 MID-5; see MID-5 .; you pass; enemy 001 TOP-5; you 001 MID-1",
    );
    update(&book, &mut observation, &state);
    report(&book, &mut observation, "007", "MID-5", 3, Origin::Deck);
    assert_eq!(observation.deck().played, cards(&book, "007 001 007"));
    update(&book, &mut observation, &state);
    assert_eq!(
        lines(&book, observation.enemy_destroyed_cards()),
        [
            "enemy 007 deck turn 1 MID-5 gone 2",
            "enemy 007 deck turn 3 MID-5 gone 5"
        ]
    );
}
