//! Imagined deals agree with everything that your side knows.

use qbcoach_basics::chance::Chance;
use qbcoach_engine::coaching::Coach;
use qbcoach_engine::coaching::search::World;
use qbcoach_engine::observation::AnnotatedState;
use qbcoach_engine::rules::{BySide, CardId, CardKind, Rarity, Side};
use qbcoach_engine::simulation::game_state::GameState;
use qbcoach_engine::simulation::pile::Pile;

use crate::coaching::advice::{coach, your_turns};
use crate::prediction::fixtures::{act, cards, random_move, shipped};

fn sorted(mut cards: Vec<CardId>) -> Vec<CardId> {
    cards.sort_unstable();
    cards
}

fn held(world: &World, side: Side) -> Vec<CardId> {
    world.hands[side].iter().collect()
}

/// Checks one world against what the view knows of both sides.
#[track_caller]
fn check_world(coach: &Coach, view: &AnnotatedState, world: &World) {
    let (catalogue, rules) = (&coach.book.catalogue, &coach.book.rules);
    let holdings = &view.state.holdings;
    // Your hand is yours, and you draw what your pile has.
    assert_eq!(
        held(world, Side::You),
        sorted(holdings[Side::You].hand.cards())
    );
    if let Pile::Ordered(pile) = &holdings[Side::You].pile {
        assert_eq!(sorted(world.piles[Side::You].clone()), sorted(pile.clone()));
    }
    // The enemy has as many cards as it shows.
    let hand = held(world, Side::Enemy);
    assert_eq!(hand.len(), holdings[Side::Enemy].hand.len() as usize);
    let pile = &world.piles[Side::Enemy];
    assert_eq!(pile.len(), holdings[Side::Enemy].pile.len() as usize);
    // Cards that effects gave it are there; all others come from a legal deck together
    // with those seen.
    let mut from_deck = hand;
    for card in holdings[Side::Enemy].hand.added_by_effects() {
        let place = from_deck.iter().position(|held| *held == card);
        from_deck.remove(place.expect("a card that an effect gave is in the hand"));
    }
    from_deck.extend(pile);
    from_deck.extend(view.observation.seen_deck_cards(Side::Enemy));
    assert_eq!(from_deck.len(), usize::from(rules.deck_size));
    for card in &from_deck {
        assert_eq!(catalogue[*card].kind, CardKind::Collectible);
        let allowed = match catalogue[*card].rarity {
            Rarity::Standard => rules.max_copies,
            Rarity::Legendary => rules.max_legendary_copies,
        };
        let copies = from_deck.iter().filter(|other| *other == card).count();
        assert!(copies <= usize::from(allowed), "{}", catalogue[*card].name);
    }
    if let Some(deck) = &view.observation.deck().full {
        assert_eq!(sorted(from_deck), sorted(deck.clone()));
    }
}

#[test]
fn worlds_agree_with_what_was_seen() {
    for rules in ["canon", "rebirth"] {
        let coach = coach(rules);
        for view in your_turns(&coach.book, 20..28) {
            let worlds = coach.imagined_deals(&view, 12).expect("a deck fits");
            assert_eq!(worlds.len(), 12);
            for world in &worlds {
                check_world(&coach, &view, world);
            }
        }
    }
}

#[test]
fn with_a_known_deck_only_its_cards_are_imagined() {
    let coach = coach("canon");
    let decks = shipped(&coach.book).decks;
    let both = BySide::new(decks[3].clone(), decks[8].clone());
    let state = GameState::simulated(&coach.book.rules, 5, Side::You, both);
    let mut view = AnnotatedState::new(state, Some(decks[8].clone()), &coach.book)
        .expect("the match can begin");
    let mut chance = Chance::new(5, 5);
    while !view.state.position.is_over() {
        for world in coach.imagined_deals(&view, 5).expect("the deck fits") {
            check_world(&coach, &view, &world);
        }
        random_move(&coach.book, &mut view, &mut chance);
    }
}

#[test]
fn draws_of_a_deck_that_you_did_not_name_are_imagined_too() {
    let coach = coach("canon");
    let book = &coach.book;
    let hands = BySide::new(Some(cards(book, "001 002 011 018 019")), None);
    let live = GameState::live(&book.rules, Side::You, hands, BySide::new(None, None));
    let mut view = AnnotatedState::new(live, None, book).expect("the match can begin");
    for world in coach.imagined_deals(&view, 5).expect("a deck fits") {
        check_world(&coach, &view, &world);
        assert_eq!(world.piles[Side::You].len(), 10);
    }
    act(book, &mut view, "you 001 MID-1; enemy 001 MID-5");
    for world in coach.imagined_deals(&view, 5).expect("a deck fits") {
        assert_eq!(world.piles[Side::You].len(), 10);
    }
}
