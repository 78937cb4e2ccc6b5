//! Prediction uses only what your side can know: sizes, seen cards, and cards given by
//! effects. It never uses the enemy's real hand.

use qbcoach_basics::chance::Chance;
use qbcoach_engine::observation::AnnotatedState;
use qbcoach_engine::prediction::{HandBelief, HandSize, PredictionEngine, ThreatMap};
use qbcoach_engine::rules::{BySide, CardId, Rulebook, Side};
use qbcoach_engine::simulation::game_state::GameState;
use qbcoach_engine::simulation::hand::HeldCard;
use qbcoach_engine::simulation::pile::Pile;

use crate::prediction::fixtures::{
    OPENING, act, assert_close, book, cards, chance, engine, match_from, numbers, random_move,
    shipped, unseen,
};
use crate::prediction::made_up::made_up;

fn answers(engine: &PredictionEngine, annotated: &AnnotatedState) -> (HandBelief, ThreatMap) {
    let decks = engine.infer_enemy_decks(&annotated.observation).unwrap();
    let hands = engine
        .infer_enemy_hand(&annotated.state, &decks)
        .expect("every card has data");
    let map = engine.compute_threat_map(&annotated.state, &decks).unwrap();
    (hands, map)
}

/// The same match with other hidden cards of the enemy.
fn with_other_hidden_cards(
    book: &Rulebook,
    annotated: &AnnotatedState,
    chance: &mut Chance,
) -> AnnotatedState {
    let all: Vec<CardId> = book.catalogue.collectible().map(|card| card.id).collect();
    let mut other = annotated.clone();
    let holdings = &mut other.state.holdings[Side::Enemy];
    for held in &mut holdings.hand.known {
        if let HeldCard {
            card,
            instance: None,
        } = held
        {
            *card = *chance.pick(&all).expect("there are cards");
        }
    }
    // A known card may also become an unknown one.
    if chance.below(2) == 0
        && let Some(index) = holdings
            .hand
            .known
            .iter()
            .position(|held| held.instance.is_none())
    {
        holdings.hand.known.remove(index);
        holdings.hand.unknown += 1;
    }
    if let Pile::Ordered(pile) = &mut holdings.pile {
        for card in pile {
            *card = *chance.pick(&all).expect("there are cards");
        }
    }
    other
}

#[test]
fn the_enemys_real_cards_do_not_change_the_prediction() {
    let mut compared = 0;
    for (seed, rules) in [(1, "canon"), (2, "rebirth"), (3, "canon"), (4, "rebirth")] {
        let book = book(rules);
        let decks = shipped(&book).decks;
        let deck = |index: u64| decks[(seed * 5 + index) as usize % decks.len()].clone();
        let engine = PredictionEngine::new(book.clone(), shipped(&book));
        let state =
            GameState::simulated(&book.rules, seed, Side::You, BySide::new(deck(0), deck(1)));
        let known = (seed % 2 == 0).then(|| deck(1));
        let mut annotated = AnnotatedState::new(state, known, &book).unwrap();
        let mut chance = Chance::new(seed, 7);
        while !annotated.state.position.is_over() && annotated.state.turn < 16 {
            // Unknown decks are slow to predict, so only every third turn is compared.
            if annotated.observation.deck().full.is_some() || annotated.state.turn % 3 == 1 {
                let truth = answers(&engine, &annotated);
                let other = with_other_hidden_cards(&book, &annotated, &mut chance);
                assert!(
                    answers(&engine, &other) == truth,
                    "turn {}",
                    annotated.state.turn
                );
                compared += 1;
            }
            random_move(&book, &mut annotated, &mut chance);
        }
    }
    assert!(compared > 20, "only {compared} turns were compared");
}

const ENEMY: &str = "001 007 008 010 019 | 002 011 014";
const DECK: &str = "001 007 008 010 019 002 011 014";

/// The size of the enemy's hand now and of the hand of its reply.
fn sizes(annotated: &AnnotatedState) -> (u32, u32) {
    let now = HandSize::now(&annotated.state);
    let reply = HandSize::of_reply(&annotated.state);
    assert_eq!(now.known, reply.known);
    (now.total(), reply.total())
}

#[test]
fn on_your_turn_the_reply_includes_the_card_that_the_enemy_will_draw() {
    let book = book("canon");
    let mut annotated = match_from(&book, OPENING, ("001 007 008 | 010 011", ENEMY), Some(DECK));
    assert_eq!(
        sizes(&annotated),
        (5, 5),
        "the enemy's first turn draws nothing"
    );
    act(&book, &mut annotated, "you 001 MID-1");
    assert_eq!(sizes(&annotated), (5, 5), "it is the enemy's turn");
    act(&book, &mut annotated, "enemy 019 MID-5");
    assert_eq!(sizes(&annotated), (4, 5), "the enemy's second turn draws");
    act(&book, &mut annotated, "you pass");
    assert_eq!(sizes(&annotated), (5, 5), "the enemy has drawn");
    act(&book, &mut annotated, "enemy pass");
    assert!(annotated.state.position.is_over());
}

#[test]
fn if_the_enemy_moved_first_your_first_turn_expects_a_draw() {
    let book = book("canon");
    let opening = format!("{OPENING} enemy");
    let mut annotated = match_from(&book, &opening, ("001 007 008 | 010", ENEMY), Some(DECK));
    assert_eq!(sizes(&annotated), (5, 5));
    act(&book, &mut annotated, "enemy pass");
    assert_eq!(sizes(&annotated), (5, 6));
}

#[test]
fn with_an_empty_pile_no_draw_is_expected() {
    let book = book("canon");
    let enemy = "001 007 008 | 019";
    let mut annotated = match_from(&book, OPENING, ("001 007", enemy), Some("001 007 008 019"));
    act(&book, &mut annotated, "you pass; enemy 001 MID-5");
    assert_eq!(sizes(&annotated), (2, 3));
    act(&book, &mut annotated, "you pass; enemy 007 TOP-5");
    assert_eq!(sizes(&annotated), (2, 2), "nothing is left to draw");
    let engine = engine(&book);
    let (hands, map) = answers(&engine, &annotated);
    assert_eq!(numbers(&book, &hands.hypotheses[0].cards), "008 019");
    assert_eq!(hands.hypotheses[0].probability, 1.0);
    assert_eq!(
        map.basis.hand,
        HandSize {
            known: 0,
            unknown: 2
        }
    );
}

#[test]
fn the_hand_belief_is_of_now_and_the_threat_map_of_the_reply() {
    let book = book("canon");
    let mut annotated = match_from(&book, OPENING, ("001 007 008 | 010 011", ENEMY), Some(DECK));
    act(&book, &mut annotated, "you 001 MID-1; enemy 019 MID-5");
    let (hands, map) = answers(&engine(&book), &annotated);
    assert_eq!((hands.size.unknown, map.basis.hand.unknown), (4, 5));
    // Seven cards are unseen, four of them in the hand.
    for (_, chance) in &hands.marginals {
        assert_close(*chance, 4.0 / 7.0, "each card's chance");
    }
}

#[test]
fn a_card_given_by_an_effect_is_certain_until_it_is_played() {
    let book = book("canon");
    let mut annotated = match_from(&book, OPENING, ("001 007 008 | 011 013", ENEMY), Some(DECK));
    act(&book, &mut annotated, "you 001 MID-1; enemy 010 MID-5");
    let engine = engine(&book);
    let token = cards(&book, "T01")[0];
    let (hands, map) = answers(&engine, &annotated);
    assert_eq!(
        hands.size,
        HandSize {
            known: 1,
            unknown: 4
        }
    );
    assert_eq!(chance(&hands.marginals, token), 1.0);
    assert_eq!(hands.marginals[0].0, token, "it is the likeliest card");
    assert!(
        hands
            .hypotheses
            .iter()
            .all(|hand| hand.cards.contains(&token))
    );
    assert!(
        map.outcomes
            .iter()
            .any(|outcome| outcome.play.is_some_and(|play| play.card == token))
    );
    act(&book, &mut annotated, "you pass; enemy T01 TOP-5");
    let (hands, map) = answers(&engine, &annotated);
    assert_eq!(
        hands.size,
        HandSize {
            known: 0,
            unknown: 5
        }
    );
    assert_eq!(chance(&hands.marginals, token), 0.0);
    assert!(
        !map.outcomes
            .iter()
            .any(|outcome| outcome.play.is_some_and(|play| play.card == token))
    );
}

#[test]
fn playing_a_given_copy_of_a_deck_card_does_not_shrink_the_pool() {
    let book = made_up("canon", "X1 1 1 | on_play hand add_to_hand V5");
    let drawing = format!("{OPENING} enemy");
    let mut annotated = match_from(
        &book,
        &drawing,
        ("V1 V1", "X1 V5 V2 | V3"),
        Some("X1 V5 V2 V3"),
    );
    act(&book, &mut annotated, "enemy X1 MID-5");
    let engine = engine(&book);
    let decks = engine.infer_enemy_decks(&annotated.observation).unwrap();
    assert_eq!(unseen(&book, &decks), "V2 V3 V5");
    let (hands, _) = answers(&engine, &annotated);
    let of = |number: &str| chance(&hands.marginals, cards(&book, number)[0]);
    assert_eq!(of("V5"), 1.0, "the given copy");
    let twice = cards(&book, "V2 V5 V5");
    let hand = hands.hypotheses.iter().find(|hand| hand.cards == twice);
    assert_close(
        hand.map_or(0.0, |hand| hand.probability),
        1.0 / 3.0,
        "both copies",
    );
    act(&book, &mut annotated, "you pass; enemy V5 TOP-5");
    let decks = engine.infer_enemy_decks(&annotated.observation).unwrap();
    assert_eq!(
        unseen(&book, &decks),
        "V2 V3 V5",
        "the given copy was played"
    );
    act(&book, &mut annotated, "you pass; enemy V5 BOT-5");
    let decks = engine.infer_enemy_decks(&annotated.observation).unwrap();
    assert_eq!(unseen(&book, &decks), "V2 V3");
}

#[test]
fn tokens_are_never_in_the_pool() {
    let book = book("canon");
    let room = "
        y1 . . .  e1
        y1 . . e2 e2
        y1 . . .  e3 enemy";
    for known in [Some("096 010 001 007 008"), None] {
        let mut annotated = match_from(
            &book,
            room,
            ("001 007 | 008", "096 010 001 | 007 008"),
            known,
        );
        act(&book, &mut annotated, "enemy 096 MID-5");
        assert_eq!(annotated.observation.enemy_tokens().count(), 3);
        let decks = engine(&book)
            .infer_enemy_decks(&annotated.observation)
            .unwrap();
        for deck in &decks.decks {
            let size = if known.is_some() { 5 } else { 15 };
            assert_eq!(deck.cards.len(), size);
            assert_eq!(
                deck.unseen_size(),
                size - 1,
                "only the card that made them was seen"
            );
            let token = |card: &CardId| book.catalogue[*card].number.starts_with('T');
            assert!(!deck.cards.iter().any(token));
        }
    }
}

#[test]
fn a_destroyed_card_stays_out_of_the_pool() {
    let book = book("canon");
    let drawing = format!("{OPENING} enemy");
    let deck = "001 007 051 008 019";
    let mut annotated = match_from(
        &book,
        &drawing,
        ("001 007 | 008", "001 051 007 | 008 019"),
        Some(deck),
    );
    act(
        &book,
        &mut annotated,
        "enemy 001 MID-5; you pass; enemy 051 MID-5",
    );
    assert_eq!(annotated.observation.enemy_destroyed_cards().count(), 1);
    let (hands, map) = answers(&engine(&book), &annotated);
    for gone in cards(&book, "001 051") {
        assert_eq!(chance(&hands.marginals, gone), 0.0);
        let of_it = |play: qbcoach_engine::rules::Play| play.card == gone;
        assert!(
            !map.outcomes
                .iter()
                .any(|outcome| outcome.play.is_some_and(of_it))
        );
    }
    let decks = engine(&book)
        .infer_enemy_decks(&annotated.observation)
        .unwrap();
    assert_eq!(unseen(&book, &decks), "007 008 019");
}

#[test]
fn your_own_cards_do_not_change_the_belief_about_the_enemys_deck() {
    let book = book("canon");
    let mut annotated = match_from(&book, OPENING, ("001 007 | 008", ENEMY), Some(DECK));
    let engine = engine(&book);
    let before = engine.infer_enemy_decks(&annotated.observation).unwrap();
    act(&book, &mut annotated, "you 001 MID-1");
    assert_eq!(
        engine.infer_enemy_decks(&annotated.observation).unwrap(),
        before
    );
    let mut other = annotated.clone();
    other.state.holdings[Side::You].hand.known.clear();
    assert_eq!(answers(&engine, &other), answers(&engine, &annotated));
}
