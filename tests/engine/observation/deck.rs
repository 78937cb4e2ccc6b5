//! The knowledge of the enemy's deck, and the queries of an observation.

use qbcoach_engine::observation::{AnnotatedState, Observation, Origin};
use qbcoach_engine::rules::Side;

use crate::observation::fixtures::{
    OPENING, act, advance, canon, card, cards, drawn, lines, numbers, tile, watched,
};

#[test]
fn an_unknown_deck_has_no_remaining_cards() {
    let book = canon();
    let annotated = watched(&book, OPENING, "enemy 007 MID-5; enemy 010 TOP-5");
    let observation = &annotated.observation;
    assert_eq!(observation.known_enemy_deck_remaining(), None);
    assert_eq!(observation.deck().full, None);
    assert_eq!(numbers(&book, &observation.deck().played), "007 010");
    assert_eq!(observation.deck().remaining, []);
}

#[test]
fn an_empty_list_is_an_unknown_deck() {
    assert_eq!(Observation::new(Some(Vec::new())), Observation::new(None));
}

#[test]
fn cards_shown_by_states_leave_the_known_deck() {
    let book = canon();
    let deck = cards(&book, "096 010 051 010 040");
    let drawing = "y1 . . . e2  y1 . . . e2  y1 . . . e1";
    let mut annotated = AnnotatedState::new(drawn(&book, drawing), Some(deck.clone()), &book)
        .expect("the board is empty");
    let steps = [
        ("enemy 010 MID-5", "096 051 010 040"),
        ("you 001 MID-1", "096 051 010 040"),
        ("enemy 096 TOP-5", "051 010 040"),
        ("enemy 051 MID-4", "010 040"),
        // Tokens were spawned, one was replaced, and one is played.
        ("enemy T01 TOP-4", "010 040"),
        ("see TOP-4 . TOP-3 enemy/T01", "010 040"),
        ("enemy 010 BOT-4", "040"),
    ];
    for (action, remaining) in steps {
        act(&book, &mut annotated, action);
        let left = annotated.observation.known_enemy_deck_remaining();
        assert_eq!(numbers(&book, left.expect("the deck is known")), remaining);
        assert_eq!(annotated.observation.deck().full.as_ref(), Some(&deck));
    }
    assert_eq!(annotated.observation.enemy_tokens().count(), 4);
}

#[test]
fn cards_on_the_board_at_the_start_are_from_the_deck() {
    let book = canon();
    let drawing = "y1 . . . e1[007]  y1 . . . e1  y1 . . . e1[T01]";
    let deck = Some(cards(&book, "007 010"));
    let annotated =
        AnnotatedState::new(drawn(&book, drawing), deck, &book).expect("the match can begin");
    let left = annotated.observation.known_enemy_deck_remaining();
    assert_eq!(left, Some(cards(&book, "010").as_slice()));
    assert_eq!(annotated.observation.last_updated_turn(), 1);
}

#[test]
fn seen_deck_cards_are_alive_or_destroyed_and_in_order() {
    let book = canon();
    let annotated = watched(
        &book,
        OPENING,
        "enemy 010 MID-5; you 040 MID-1; enemy 051 MID-5; you 001 TOP-1; enemy 010 TOP-5",
    );
    let seen = |side| numbers(&book, &annotated.observation.seen_deck_cards(side));
    assert_eq!(seen(Side::Enemy), "010 051 010");
    assert_eq!(seen(Side::You), "040 001");
    assert_eq!(annotated.observation.enemy_tokens().count(), 2);
}

#[test]
fn queries_select_enemy_board_destroyed_and_token_cards() {
    let book = canon();
    let annotated = watched(
        &book,
        OPENING,
        "enemy 010 MID-5; you 001 MID-1; enemy 051 MID-5",
    );
    let observation = &annotated.observation;
    assert_eq!(
        lines(&book, observation.enemy_observations()),
        [
            "enemy 010 deck turn 1 MID-5 gone 3",
            "enemy T01 token turn 1 hand",
            "enemy 051 deck turn 3 MID-5",
        ]
    );
    assert_eq!(
        lines(&book, observation.enemy_board_cards()),
        ["enemy 051 deck turn 3 MID-5"]
    );
    assert_eq!(
        lines(&book, observation.enemy_destroyed_cards()),
        ["enemy 010 deck turn 1 MID-5 gone 3"]
    );
    assert_eq!(
        lines(&book, observation.enemy_tokens()),
        ["enemy T01 token turn 1 hand"]
    );
    assert_eq!(observation.observations().len(), 4);
}

#[test]
fn reset_forgets_the_match_and_keeps_the_deck() {
    let book = canon();
    let deck = Some(cards(&book, "007 010 007"));
    for known in [None, deck] {
        let mut observation = Observation::new(known.clone());
        let mut state = drawn(&book, OPENING);
        advance(&book, &mut state, "enemy 007 MID-5");
        observation
            .update_from_game_state(&book.catalogue, &state)
            .expect("the state can be observed");
        observation
            .register_enemy_play(
                &book.catalogue,
                card(&book, "010"),
                tile("TOP-5"),
                2,
                Origin::Deck,
            )
            .expect("it is in the deck");
        observation.reset();
        assert_eq!(observation, Observation::new(known));
        assert_eq!(observation.last_updated_turn(), 0);
    }
}
