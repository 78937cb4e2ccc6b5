//! The main operations of an observation: recording reported plays, board cards,
//! destroyed cards, tokens and the rest of a known deck.

use qbcoach_engine::observation::{Observation, ObservedCard, Origin};
use qbcoach_engine::rules::Side;

use crate::observation::fixtures::{
    ROOM, advance, canon, card, cards, drawn, line, lines, numbers, read_action, tile,
};

#[test]
fn a_reported_enemy_play_creates_a_record() {
    let book = canon();
    let mut observation = Observation::new(None);
    let (played, at) = (card(&book, "010"), tile("MID-5"));
    observation
        .register_enemy_play(&book.catalogue, played, at, 2, Origin::Deck)
        .expect("it is a card");
    let expected = ObservedCard {
        card: played,
        side: Side::Enemy,
        origin: Origin::Deck,
        turn_observed: 2,
        tile: Some(at),
        destroyed_on_turn: None,
        instance: None,
    };
    let seen: Vec<&ObservedCard> = observation.enemy_observations().collect();
    assert_eq!(seen, [&expected]);
    assert_eq!(observation.observations(), [expected]);
    assert!(observation.enemy_board_cards().eq([&expected]));
    assert_eq!(observation.enemy_destroyed_cards().count(), 0);
    assert_eq!(observation.deck().played, [played]);
    assert_eq!(observation.last_updated_turn(), 0);
}

#[test]
fn a_card_on_the_board_is_recorded() {
    let book = canon();
    let state = drawn(
        &book,
        "
        y1 . . . e1
        y1 . . . e1[010]
        y1 . . . e1",
    );
    let mut observation = Observation::new(None);
    observation
        .update_from_game_state(&book.catalogue, &state)
        .expect("the state can be observed");
    assert_eq!(
        lines(&book, observation.enemy_board_cards()),
        ["enemy 010 deck turn 1 MID-5"]
    );
    assert_eq!(observation.last_updated_turn(), 1);
}

#[test]
fn a_destroyed_card_is_marked_with_its_turn() {
    let book = canon();
    let before = drawn(
        &book,
        "
        y1 .       .        . e1
        y1 y2      e1[010]  . e1
        y1 .       .        . e1",
    );
    let mut observation = Observation::new(None);
    observation
        .update_from_game_state(&book.catalogue, &before)
        .expect("the state can be observed");
    assert_eq!(observation.enemy_destroyed_cards().count(), 0);

    // 039 destroys the card in front of it.
    let mut after = before.clone();
    advance(&book, &mut after, "enemy pass; you 039 MID-2");
    assert_eq!(after.turn, 3);
    observation
        .update_from_game_state(&book.catalogue, &after)
        .expect("the state can be observed");
    assert_eq!(
        lines(&book, observation.enemy_destroyed_cards()),
        ["enemy 010 deck turn 1 MID-3 gone 2"]
    );
    assert_eq!(observation.enemy_board_cards().count(), 0);

    // The same from two unrelated states: the later one only shows that the card is
    // gone.
    let mut observation = Observation::new(None);
    observation
        .update_from_game_state(&book.catalogue, &before)
        .expect("the state can be observed");
    let mut empty = drawn(&book, "y1 . . . e1  y1 . . . e1  y1 . . . e1");
    empty.turn = 2;
    observation
        .update_from_game_state(&book.catalogue, &empty)
        .expect("the state can be observed");
    assert_eq!(
        lines(&book, observation.enemy_destroyed_cards()),
        ["enemy 010 deck turn 1 MID-3 gone 2"]
    );
}

#[test]
fn enemy_plays_leave_the_rest_of_a_known_deck() {
    let book = canon();
    let mut observation = Observation::new(Some(cards(&book, "001 007 010")));
    let plays = [
        ("007", "MID-5", "001 010"),
        ("001", "TOP-5", "010"),
        ("010", "BOT-5", ""),
    ];
    for (turn, (number, at, remaining)) in (1..).zip(plays) {
        let played = card(&book, number);
        observation
            .register_enemy_play(&book.catalogue, played, tile(at), turn, Origin::Deck)
            .expect("it is in the deck");
        let left = observation.known_enemy_deck_remaining().expect("known");
        assert_eq!(numbers(&book, left), remaining);
    }
    assert_eq!(numbers(&book, &observation.deck().played), "007 001 010");
    observation
        .register_enemy_play(
            &book.catalogue,
            card(&book, "010"),
            tile("MID-4"),
            4,
            Origin::Deck,
        )
        .expect_err("nothing is left");
    assert_eq!(
        observation.known_enemy_deck_remaining(),
        Some([].as_slice())
    );
}

#[test]
fn each_play_of_a_duplicate_takes_one_copy_from_the_deck() {
    let book = canon();
    let mut observation = Observation::new(Some(cards(&book, "001 007 001 001")));
    for (turn, remaining) in [(1, "007 001 001"), (3, "007 001"), (5, "007")] {
        let (played, at) = (card(&book, "001"), tile("MID-5"));
        observation
            .register_enemy_play(&book.catalogue, played, at, turn, Origin::Deck)
            .expect("there is another copy");
        let left = observation.known_enemy_deck_remaining().expect("known");
        assert_eq!(numbers(&book, left), remaining);
    }
}

#[test]
fn tokens_are_classified_by_origin() {
    let book = canon();
    let mut observation = Observation::new(Some(cards(&book, "010")));
    observation
        .register_enemy_play(
            &book.catalogue,
            card(&book, "T01"),
            tile("MID-5"),
            1,
            Origin::Token,
        )
        .expect("tokens are not counted against the deck");
    let tokens: Vec<&ObservedCard> = observation.enemy_tokens().collect();
    let [token] = tokens.as_slice() else {
        panic!("one token was played: {tokens:?}");
    };
    assert_eq!(line(&book, token), "enemy T01 token turn 1 MID-5");
    assert_eq!(observation.deck().played, []);

    // In a state, the kind of the card says whether it is a token.
    let state = drawn(
        &book,
        "
        y1 . . . e1[T02]
        y1 . . . e1[010]
        y1 . . . e1[T09<096]",
    );
    let mut observation = Observation::new(None);
    observation
        .update_from_game_state(&book.catalogue, &state)
        .expect("the state can be observed");
    assert_eq!(
        lines(&book, observation.enemy_tokens()),
        [
            "enemy T02 token turn 1 TOP-5",
            "enemy T09 token turn 1 BOT-5"
        ]
    );
}

#[test]
fn equal_sequences_of_states_give_equal_observations() {
    let book = canon();
    let mut states = vec![drawn(&book, ROOM)];
    let actions = "enemy 010 MID-5; you 001 MID-1; enemy T01 TOP-5; you pass; \
                   enemy 051 MID-5; enemy 096 BOT-5; see TOP-5 . TOP-1 enemy/T01";
    for text in actions.split(';') {
        let mut next = states[states.len() - 1].clone();
        next.act(&book, &read_action(&book, text))
            .expect("it is legal");
        states.push(next);
    }
    let observe = || {
        let mut observation = Observation::new(None);
        let mut history = Vec::new();
        for state in &states {
            observation
                .update_from_game_state(&book.catalogue, state)
                .expect("the state can be observed");
            history.push(observation.clone());
        }
        history
    };
    let (first, second) = (observe(), observe());
    assert_eq!(first, second);
    assert!(
        first
            .last()
            .is_some_and(|last| last.enemy_tokens().count() > 3)
    );
    // Updating a copy does not change the original.
    let mut copy = first[2].clone();
    copy.update_from_game_state(&book.catalogue, &states[3])
        .expect("the state can be observed");
    assert_eq!((&copy, &first[2]), (&first[3], &second[2]));
}
