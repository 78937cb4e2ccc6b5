//! Plays that are reported before or after a state shows them.

use qbcoach_engine::observation::{Observation, Origin};
use qbcoach_engine::rules::Rulebook;
use qbcoach_engine::simulation::game_state::GameState;

use crate::observation::fixtures::{
    OPENING, advance, assert_board_is_observed, canon, card, cards, drawn, hands, lines, tile,
};
use crate::observation::made_up::made_up;

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
fn a_late_report_of_a_play_that_a_state_showed_is_not_counted() {
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
fn a_reported_second_copy_has_its_own_record() {
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
fn reports_on_one_tile_are_matched_by_turn() {
    let book = canon();
    let mut observation = Observation::new(None);
    // No state is observed between the three plays.
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
fn a_report_with_the_wrong_turn_is_still_matched() {
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
fn a_reported_card_that_is_destroyed_at_once_is_matched() {
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
fn a_state_from_before_the_play_does_not_mark_the_reported_card_as_gone() {
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
    // A later card on that tile is another card.
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
fn a_reported_play_of_a_card_given_to_the_hand_uses_its_record() {
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
    // A second report after two turns is still of the same card.
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
        // The state plays the copy that an effect gave before the copy of the deck.
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

        // The same without an observed state in between.
        let mut late = Observation::new(deck.clone());
        report(&book, &mut late, "X1", "MID-5", 1, Origin::Deck);
        report(&book, &mut late, "V5", "TOP-5", 3, origin);
        update(&book, &mut late, &state);
        assert_eq!(late, observation);
    }
}

#[test]
fn a_state_supplies_the_unknown_origin_of_a_reported_card() {
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
fn a_reported_token_is_a_token_whatever_its_reported_origin() {
    let book = canon();
    for origin in [Origin::Token, Origin::Effect, Origin::Unknown] {
        let mut observation = Observation::new(None);
        report(&book, &mut observation, "T01", "MID-5", 1, origin);
        assert_eq!(observation.enemy_tokens().count(), 1);
    }
}

#[test]
fn the_play_that_fills_the_board_counts_once() {
    // A full board ends the match, so the turn number stays the same.
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
fn a_report_of_a_card_then_seen_in_the_hand_is_merged_when_it_is_played() {
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
fn a_play_reported_from_the_deck_is_not_the_copy_given_to_the_hand() {
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
fn a_card_reported_before_a_correction_shows_it_keeps_its_turn() {
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
fn a_reported_replacement_of_its_own_copy_is_another_card() {
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
fn a_late_report_of_a_play_that_no_state_showed_is_recorded() {
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
