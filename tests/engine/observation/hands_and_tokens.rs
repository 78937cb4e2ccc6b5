//! Cards that effects make, in hands and on the board.

use qbcoach_engine::observation::AnnotatedState;
use qbcoach_engine::rules::{BySide, Side};
use qbcoach_engine::simulation::action::Action;
use qbcoach_engine::simulation::game_state::GameState;

use crate::observation::fixtures::{
    OPENING, ROOM, act, canon, card, cards, check, lines, numbers, watched, with_hands,
};
use crate::observation::made_up::made_up;

#[test]
fn a_token_given_to_a_hand_is_seen_there() {
    check(
        OPENING,
        "enemy 010 MID-5",
        &["enemy 010 deck turn 1 MID-5", "enemy T01 token turn 1 hand"],
    );
}

#[test]
fn a_token_played_from_the_hand_keeps_its_record() {
    check(
        OPENING,
        "enemy 010 MID-5; enemy T01 TOP-5",
        &[
            "enemy 010 deck turn 1 MID-5",
            "enemy T01 token turn 1 TOP-5",
        ],
    );
    // The same in a match with known hands.
    let book = canon();
    let annotated = with_hands(
        &book,
        "001 007",
        "010 007",
        "enemy 010 MID-5; you pass; enemy T01 TOP-5",
    );
    assert_eq!(
        lines(&book, annotated.observation.observations()),
        [
            "enemy 010 deck turn 1 MID-5",
            "enemy T01 token turn 1 TOP-5"
        ]
    );
}

#[test]
fn of_two_copies_given_to_a_hand_the_older_is_played_first() {
    let book = canon();
    let annotated = with_hands(
        &book,
        "001",
        "010 010",
        "enemy 010 MID-5; you pass; enemy 010 TOP-5; you pass; enemy T01 BOT-5",
    );
    assert_eq!(
        lines(&book, annotated.observation.enemy_tokens()),
        [
            "enemy T01 token turn 1 BOT-5",
            "enemy T01 token turn 3 hand"
        ]
    );
}

#[test]
fn a_card_given_by_an_effect_is_not_from_the_deck() {
    let book = made_up("canon", "X1 1 1 | on_play hand add_to_hand V5");
    let annotated = with_hands(
        &book,
        "V1",
        "X1 V5",
        "enemy X1 MID-5; you pass; enemy V5 TOP-5; you pass; enemy V5 BOT-5",
    );
    assert_eq!(
        lines(&book, annotated.observation.observations()),
        [
            "enemy X1 deck turn 1 MID-5",
            "enemy V5 effect turn 1 TOP-5",
            "enemy V5 deck turn 5 BOT-5",
        ]
    );
    let deck = annotated.observation.deck();
    assert_eq!(numbers(&book, &deck.played), "X1 V5");
    assert_eq!(deck.remaining, []);
}

#[test]
fn cards_given_to_your_hand_are_recorded() {
    check(
        OPENING,
        "you 010 MID-1",
        &["you 010 deck turn 1 MID-1", "you T01 token turn 1 hand"],
    );
}

#[test]
fn a_card_destroyed_at_once_still_gives_its_token() {
    check(
        "
        . . .       e1 .
        . . y2[027] .  .
        . . .       .  .",
        "enemy 040 TOP-4",
        &[
            "you 027 deck turn 1 MID-3",
            "enemy 040 deck turn 1 TOP-4 gone 1",
            "enemy T02 token turn 1 hand",
        ],
    );
}

#[test]
fn spawned_tokens_are_recorded_on_their_tiles() {
    check(
        "
        y1 . . .  e1
        y1 . . e2 e2
        y1 . . .  e3",
        "enemy 096 MID-5",
        &[
            "enemy 096 deck turn 1 MID-5",
            "enemy T09 token turn 1 TOP-5",
            "enemy T10 token turn 1 MID-4",
            "enemy T11 token turn 1 BOT-5",
        ],
    );
}

#[test]
fn destroyed_tokens_stay_tokens() {
    let book = canon();
    let annotated = watched(&book, ROOM, "enemy 096 MID-5; enemy 051 MID-4");
    assert_eq!(annotated.observation.enemy_tokens().count(), 8);
    assert_eq!(
        lines(&book, annotated.observation.enemy_destroyed_cards()),
        ["enemy T10 token turn 1 MID-4 gone 2"]
    );
}

#[test]
fn a_live_match_records_plays_and_given_cards_but_no_draws() {
    let book = canon();
    let hands = BySide::new(Some(cards(&book, "010 001 007 012 013")), None);
    let state = GameState::live(&book.rules, Side::You, hands, BySide::new(None, None));
    let mut annotated = AnnotatedState::new(state, None, &book).expect("the match can begin");
    let mulligan = Action::Mulligan {
        side: Side::You,
        replace: cards(&book, "013"),
        drew: Some(cards(&book, "040")),
    };
    annotated.act(&book, &mulligan).expect("it is allowed");
    assert_eq!(annotated.observation.observations(), []);
    act(&book, &mut annotated, "you 010 MID-1; enemy 040 MID-5");
    let card = card(&book, "096");
    annotated
        .act(&book, &Action::Draw { card })
        .expect("a draw is due");
    let expected = [
        "you 010 deck turn 1 MID-1",
        "you T01 token turn 1 hand",
        "enemy 040 deck turn 2 MID-5",
    ];
    assert_eq!(lines(&book, annotated.observation.observations()), expected);
    // A card that a correction takes out of the hand was never on the board, so it is
    // not marked as gone.
    let hand = Action::SetHand {
        cards: cards(&book, "001 007"),
    };
    annotated.act(&book, &hand).expect("it is a hand");
    assert_eq!(lines(&book, annotated.observation.observations()), expected);
}
