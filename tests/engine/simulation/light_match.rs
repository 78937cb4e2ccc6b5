//! A light match moves as a whole match does.

use std::collections::BTreeMap;

use proptest::prelude::*;
use qbcoach_basics::chance::Chance;
use qbcoach_engine::rules::{BySide, CardId, Move, Rulebook, Rules, Side};
use qbcoach_engine::simulation::action::Action;
use qbcoach_engine::simulation::card_bag::CardBag;
use qbcoach_engine::simulation::game_state::GameState;
use qbcoach_engine::simulation::light_match::{DrawOrder, LightMatch, NotLight};

fn random_deck(book: &Rulebook, cards: usize, chance: &mut Chance) -> Vec<CardId> {
    let all: Vec<CardId> = book.catalogue.collectible().map(|card| card.id).collect();
    (0..cards)
        .filter_map(|_| chance.pick(&all).copied())
        .collect()
}

fn random_match(book: &Rulebook, seed: u64, first: Side) -> GameState {
    let mut chance = Chance::new(seed, 5);
    let yours = random_deck(book, 15, &mut chance);
    let enemys = random_deck(book, 15, &mut chance);
    GameState::simulated(&book.rules, seed, first, BySide::new(yours, enemys))
}

fn hand_of(state: &GameState, side: Side) -> Vec<CardId> {
    let mut cards = state.holdings[side].hand.cards();
    cards.sort_unstable();
    cards
}

/// Everything of both matches that the rest of the match depends on.
fn compare(book: &Rulebook, state: &GameState, light: &LightMatch) -> Result<(), TestCaseError> {
    prop_assert_eq!(light.position.board.key(), state.position.board.key());
    prop_assert_eq!(light.powers, state.position.board.powers(book));
    prop_assert_eq!(light.position.to_act, state.position.to_act);
    prop_assert_eq!(light.position.passes(), state.position.passes());
    prop_assert_eq!(light.is_over(), state.position.is_over());
    prop_assert_eq!(light.score(book), state.position.board.score(book));
    prop_assert!(!light.overfull);
    for side in Side::BOTH {
        let hand: Vec<CardId> = light.hands[side].iter().collect();
        prop_assert_eq!(hand, hand_of(state, side), "the hand of {}", side);
    }
    if !light.is_over() {
        let plays = light.plays(book).map(Move::Play);
        let moves: Vec<Move> = plays.chain([Move::Pass]).collect();
        prop_assert_eq!(moves, state.legal_moves(book));
    }
    // The same match begun at this position has the same cards to draw.
    let (again, order) =
        LightMatch::of(book, state).map_err(|error| TestCaseError::fail(error.to_string()))?;
    prop_assert_eq!(again.hands, light.hands);
    for side in Side::BOTH {
        prop_assert_eq!(order[side].len() as u32, state.holdings[side].pile.len());
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(250))]

    #[test]
    fn the_same_moves_lead_to_the_same_positions_hands_and_scores(
        seed in any::<u64>(),
        enemy_first in any::<bool>(),
        rebirth in any::<bool>(),
        choices in prop::collection::vec(any::<u32>(), 0..40),
    ) {
        let rules = if rebirth { Rules::rebirth() } else { Rules::canon() };
        let book = Rulebook::embedded(rules);
        let first = if enemy_first { Side::Enemy } else { Side::You };
        let mut state = random_match(&book, seed, first);
        let (mut light, order) = LightMatch::of(&book, &state)
            .map_err(|error| TestCaseError::fail(error.to_string()))?;
        compare(&book, &state, &light)?;
        for choice in choices {
            let moves = state.legal_moves(&book);
            if moves.is_empty() {
                break;
            }
            // A pass is chosen only now and then, so that matches are long.
            let plays = (moves.len() - 1).max(1);
            let number = if choice % 8 == 0 { moves.len() } else { plays };
            let made = moves[choice as usize / 8 % number];
            let side = state.position.to_act;
            let action = Action::Move { side, made };
            prop_assert!(state.act(&book, &action).is_ok());
            light.make(&book, &order, made);
            compare(&book, &state, &light)?;
        }
    }
}

/// All matches of a few moves, by their key.
#[derive(Default)]
struct Seen {
    by_key: BTreeMap<u64, LightMatch>,
    met_again: u32,
}

impl Seen {
    fn visit(&mut self, book: &Rulebook, order: &DrawOrder, light: &LightMatch, depth: u32) {
        match self.by_key.insert(light.key(), *light) {
            Some(known) => {
                assert_eq!(known, *light, "equal keys of different matches");
                self.met_again += 1;
            }
            None => {
                let clash = self.by_key.values().filter(|known| *known == light).count();
                assert_eq!(clash, 1, "different keys of equal matches");
            }
        }
        if depth == 0 || light.is_over() {
            return;
        }
        for made in light.plays(book).map(Move::Play).chain([Move::Pass]) {
            let mut next = *light;
            next.make(book, order, made);
            self.visit(book, order, &next, depth - 1);
        }
    }
}

#[test]
fn matches_have_equal_keys_exactly_if_they_are_equal() -> Result<(), NotLight> {
    let book = Rulebook::embedded(Rules::canon());
    let (light, order) = LightMatch::of(&book, &random_match(&book, 3, Side::You))?;
    let mut seen = Seen::default();
    seen.visit(&book, &order, &light, 3);
    assert!(seen.by_key.len() > 200, "{}", seen.by_key.len());
    assert!(seen.met_again > 20, "{}", seen.met_again);
    Ok(())
}

#[test]
fn a_match_with_unknown_or_too_many_cards_is_refused() {
    let mut rules = Rules::canon();
    let book = Rulebook::embedded(rules);
    let nothing = || BySide::new(None, None);
    let live = GameState::live(&rules, Side::You, nothing(), nothing());
    let side = Side::You;
    assert_eq!(
        LightMatch::of(&book, &live).err(),
        Some(NotLight::UnknownCards { side })
    );
    rules.deck_size = 40;
    let deck = random_deck(&book, 40, &mut Chance::new(1, 1));
    let large = GameState::simulated(&rules, 1, Side::You, BySide::new(deck.clone(), deck));
    assert_eq!(
        LightMatch::of(&book, &large).err(),
        Some(NotLight::TooManyCards { side, cards: 40 })
    );
}

#[test]
fn a_full_bag_refuses_a_card_and_an_emptied_one_is_as_new() {
    let book = Rulebook::embedded(Rules::canon());
    let card = book.catalogue.cards()[3].id;
    let other = book.catalogue.cards()[1].id;
    let mut bag = CardBag::EMPTY;
    for _ in 0..CardBag::CAPACITY {
        assert!(bag.insert(card));
    }
    assert!(!bag.insert(other));
    assert!(!bag.remove(other));
    assert!(bag.remove(card) && bag.insert(other));
    assert_eq!(bag.kinds().collect::<Vec<_>>(), [other, card]);
    while bag.remove(card) {}
    assert!(bag.remove(other));
    assert_eq!(bag, CardBag::EMPTY);
}
