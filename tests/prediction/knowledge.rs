//! Prediction knows what your side could know: sizes, what was seen, what effects
//! gave; never what the enemy really holds.

use qbcoach::observation::AnnotatedState;
use qbcoach::prediction::{HandBelief, HandSize, PredictionEngine, ThreatMap};
use qbcoach::rules::{BySide, CardId, Rulebook, Side};
use qbcoach::simulation::chance::Chance;
use qbcoach::simulation::game_state::GameState;
use qbcoach::simulation::hand::HeldCard;
use qbcoach::simulation::pile::Pile;

use crate::made_up::made_up;
use crate::table::{
    OPENING, act, assert_close, book, cards, chance, engine, numbers, random_move, shipped, table,
    unseen,
};

fn answers(engine: &PredictionEngine, table: &AnnotatedState) -> (HandBelief, ThreatMap) {
    let decks = engine.infer_enemy_decks(&table.observation).unwrap();
    let hands = engine
        .infer_enemy_hand(&table.state, &decks)
        .expect("every card has data");
    let map = engine.compute_threat_map(&table.state, &decks).unwrap();
    (hands, map)
}

/// The same match, but what is hidden of the enemy's cards is something else.
fn with_other_hidden_cards(
    book: &Rulebook,
    table: &AnnotatedState,
    chance: &mut Chance,
) -> AnnotatedState {
    let all: Vec<CardId> = book.catalogue.collectible().map(|card| card.id).collect();
    let mut other = table.clone();
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
    // An unknown card is a card all the same.
    if chance.below(2) == 0
        && let Some(place) = holdings
            .hand
            .known
            .iter()
            .position(|held| held.instance.is_none())
    {
        holdings.hand.known.remove(place);
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
fn what_the_enemy_really_holds_changes_nothing() {
    let mut compared = 0;
    for (seed, rules) in [(1, "canon"), (2, "rebirth"), (3, "canon"), (4, "rebirth")] {
        let book = book(rules);
        let decks = shipped(&book).decks;
        let deck = |place: u64| decks[(seed * 5 + place) as usize % decks.len()].clone();
        let engine = PredictionEngine::new(book.clone(), shipped(&book));
        let state =
            GameState::simulated(&book.rules, seed, Side::You, BySide::new(deck(0), deck(1)));
        let known = (seed % 2 == 0).then(|| deck(1));
        let mut table = AnnotatedState::new(state, known, &book).unwrap();
        let mut chance = Chance::new(seed, 7);
        while !table.state.position.is_over() && table.state.turn < 16 {
            // Unknown decks take their time: every third turn is enough.
            if table.observation.deck().full.is_some() || table.state.turn % 3 == 1 {
                let truth = answers(&engine, &table);
                let other = with_other_hidden_cards(&book, &table, &mut chance);
                assert!(
                    answers(&engine, &other) == truth,
                    "turn {}",
                    table.state.turn
                );
                compared += 1;
            }
            random_move(&book, &mut table, &mut chance);
        }
    }
    assert!(compared > 20, "only {compared} turns were compared");
}

const ENEMY: &str = "001 007 008 010 019 | 002 011 014";
const DECK: &str = "001 007 008 010 019 002 011 014";

/// The sizes of the hand now and of the hand it replies with.
fn sizes(table: &AnnotatedState) -> (u32, u32) {
    let now = HandSize::now(&table.state);
    let reply = HandSize::of_reply(&table.state);
    assert_eq!(now.known, reply.known);
    (now.total(), reply.total())
}

#[test]
fn on_your_turn_the_reply_has_the_card_the_enemy_will_draw() {
    let book = book("canon");
    let mut table = table(&book, OPENING, ("001 007 008 | 010 011", ENEMY), Some(DECK));
    assert_eq!(sizes(&table), (5, 5), "its first turn draws nothing");
    act(&book, &mut table, "you 001 MID-1");
    assert_eq!(sizes(&table), (5, 5), "it is its turn");
    act(&book, &mut table, "enemy 019 MID-5");
    assert_eq!(sizes(&table), (4, 5), "its second turn draws");
    act(&book, &mut table, "you pass");
    assert_eq!(sizes(&table), (5, 5), "it has drawn");
    act(&book, &mut table, "enemy pass");
    assert!(table.state.position.is_over());
}

#[test]
fn where_the_enemy_began_your_first_turn_already_expects_a_draw() {
    let book = book("canon");
    let opening = format!("{OPENING} enemy");
    let mut table = table(&book, &opening, ("001 007 008 | 010", ENEMY), Some(DECK));
    assert_eq!(sizes(&table), (5, 5));
    act(&book, &mut table, "enemy pass");
    assert_eq!(sizes(&table), (5, 6));
}

#[test]
fn an_empty_pile_gives_no_card_more() {
    let book = book("canon");
    let enemy = "001 007 008 | 019";
    let mut table = table(&book, OPENING, ("001 007", enemy), Some("001 007 008 019"));
    act(&book, &mut table, "you pass; enemy 001 MID-5");
    assert_eq!(sizes(&table), (2, 3));
    act(&book, &mut table, "you pass; enemy 007 TOP-5");
    assert_eq!(sizes(&table), (2, 2), "nothing is left to draw");
    let engine = engine(&book);
    let (hands, map) = answers(&engine, &table);
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
fn the_belief_about_the_hand_is_of_now_and_the_map_of_the_reply() {
    let book = book("canon");
    let mut table = table(&book, OPENING, ("001 007 008 | 010 011", ENEMY), Some(DECK));
    act(&book, &mut table, "you 001 MID-1; enemy 019 MID-5");
    let (hands, map) = answers(&engine(&book), &table);
    assert_eq!((hands.size.unknown, map.basis.hand.unknown), (4, 5));
    // Seven cards are unseen, four of them in the hand.
    for (_, chance) in &hands.marginals {
        assert_close(*chance, 4.0 / 7.0, "each card's chance");
    }
}

#[test]
fn a_card_given_by_an_effect_is_certain_until_it_is_played() {
    let book = book("canon");
    let mut table = table(&book, OPENING, ("001 007 008 | 011 013", ENEMY), Some(DECK));
    act(&book, &mut table, "you 001 MID-1; enemy 010 MID-5");
    let engine = engine(&book);
    let token = cards(&book, "T01")[0];
    let (hands, map) = answers(&engine, &table);
    assert_eq!(
        hands.size,
        HandSize {
            known: 1,
            unknown: 4
        }
    );
    assert_eq!(chance(&hands.marginals, token), 1.0);
    assert_eq!(hands.marginals[0].0, token, "the likeliest of all");
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
    act(&book, &mut table, "you pass; enemy T01 TOP-5");
    let (hands, map) = answers(&engine, &table);
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
fn a_given_copy_of_a_deck_card_does_not_leave_the_pool_when_played() {
    let book = made_up("canon", "X1 1 1 | on_play hand add_to_hand V5");
    let drawing = format!("{OPENING} enemy");
    let mut table = table(
        &book,
        &drawing,
        ("V1 V1", "X1 V5 V2 | V3"),
        Some("X1 V5 V2 V3"),
    );
    act(&book, &mut table, "enemy X1 MID-5");
    let engine = engine(&book);
    let decks = engine.infer_enemy_decks(&table.observation).unwrap();
    assert_eq!(unseen(&book, &decks), "V2 V3 V5");
    let (hands, _) = answers(&engine, &table);
    let of = |number: &str| chance(&hands.marginals, cards(&book, number)[0]);
    assert_eq!(of("V5"), 1.0, "the given copy");
    let twice = cards(&book, "V2 V5 V5");
    let hand = hands.hypotheses.iter().find(|hand| hand.cards == twice);
    assert_close(
        hand.map_or(0.0, |hand| hand.probability),
        1.0 / 3.0,
        "both copies",
    );
    act(&book, &mut table, "you pass; enemy V5 TOP-5");
    let decks = engine.infer_enemy_decks(&table.observation).unwrap();
    assert_eq!(unseen(&book, &decks), "V2 V3 V5", "that was the given one");
    act(&book, &mut table, "you pass; enemy V5 BOT-5");
    let decks = engine.infer_enemy_decks(&table.observation).unwrap();
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
        let mut table = table(
            &book,
            room,
            ("001 007 | 008", "096 010 001 | 007 008"),
            known,
        );
        act(&book, &mut table, "enemy 096 MID-5");
        assert_eq!(table.observation.enemy_tokens().count(), 3);
        let decks = engine(&book).infer_enemy_decks(&table.observation).unwrap();
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
    let mut table = table(
        &book,
        &drawing,
        ("001 007 | 008", "001 051 007 | 008 019"),
        Some(deck),
    );
    act(
        &book,
        &mut table,
        "enemy 001 MID-5; you pass; enemy 051 MID-5",
    );
    assert_eq!(table.observation.enemy_destroyed_cards().count(), 1);
    let (hands, map) = answers(&engine(&book), &table);
    for gone in cards(&book, "001 051") {
        assert_eq!(chance(&hands.marginals, gone), 0.0);
        let of_it = |play: qbcoach::rules::Play| play.card == gone;
        assert!(
            !map.outcomes
                .iter()
                .any(|outcome| outcome.play.is_some_and(of_it))
        );
    }
    let decks = engine(&book).infer_enemy_decks(&table.observation).unwrap();
    assert_eq!(unseen(&book, &decks), "007 008 019");
}

#[test]
fn your_own_cards_say_nothing_about_the_enemys_deck() {
    let book = book("canon");
    let mut table = table(&book, OPENING, ("001 007 | 008", ENEMY), Some(DECK));
    let engine = engine(&book);
    let before = engine.infer_enemy_decks(&table.observation).unwrap();
    act(&book, &mut table, "you 001 MID-1");
    assert_eq!(
        engine.infer_enemy_decks(&table.observation).unwrap(),
        before
    );
    let mut other = table.clone();
    other.state.holdings[Side::You].hand.known.clear();
    assert_eq!(answers(&engine, &other), answers(&engine, &table));
}
