//! Clones of a match are independent, and properties of every simulated match.

use proptest::prelude::*;
use qbcoach_basics::chance::Chance;
use qbcoach_engine::rules::{BySide, CardId, Rulebook, Rules, Side, TileId};
use qbcoach_engine::simulation::action::{Action, Phase};
use qbcoach_engine::simulation::game_state::GameState;
use qbcoach_engine::simulation::instances::Location;

use crate::simulation::test_match::TestMatch;

#[test]
fn actions_on_a_clone_do_not_change_the_original() {
    let deck = "001 001 007 007 008 008 010 010 019 019 026 026 072 072 107";
    let original = TestMatch::simulated(4, Side::You, BySide::new(deck, deck)).state;
    let untouched = format!("{original:?}");
    let mut copy = TestMatch::simulated(4, Side::You, BySide::new(deck, deck));
    copy.state = original.clone();
    let hand = copy.hand(Side::You);
    copy.does(&format!("mulligan you {hand}"));
    copy.does("set MID-3 y2[010]");
    for _ in 0..6 {
        let first = copy.legal()[0].clone();
        copy.does(&first);
    }
    assert_eq!(format!("{original:?}"), untouched);
    assert_ne!(format!("{:?}", copy.state), untouched);
}

#[test]
fn actions_on_the_original_do_not_change_a_clone() {
    let deck = "001 001 007 007 008 008 010 010 019 019 026 026 072 072 107";
    let mut original = TestMatch::simulated(4, Side::You, BySide::new(deck, deck));
    let copy = original.state.clone();
    let untouched = format!("{copy:?}");
    let hand = original.hand(Side::Enemy);
    original.does(&format!("mulligan enemy {hand}"));
    for _ in 0..6 {
        let first = original.legal()[0].clone();
        original.does(&first);
    }
    assert_eq!(format!("{copy:?}"), untouched);
}

/// A clone continues the original's random numbers.
#[test]
fn a_clone_draws_the_same_cards_as_the_original() {
    let deck = "001 002 003 004 005 006 007 008 009 010 011 012 013 014 015";
    let mut original = TestMatch::simulated(9, Side::You, BySide::new(deck, deck));
    original.does("mulligan enemy");
    let state = original.state.clone();
    let mut copy = TestMatch::simulated(1, Side::You, BySide::new(deck, deck));
    copy.state = state;
    let line = format!("mulligan you {}", original.hand(Side::You));
    original.does(&line);
    copy.does(&line);
    assert_eq!(format!("{:?}", copy.state), format!("{:?}", original.state));
}

#[test]
fn a_game_state_is_send_and_sync() {
    fn goes_anywhere<T: Send + Sync + Clone + 'static>() {}
    goes_anywhere::<GameState>();
}

/// The setup of a random match: starting side, rules, decks and seed.
struct Walk {
    book: Rulebook,
    decks: BySide<Vec<CardId>>,
    first: Side,
    seed: u64,
}

impl Walk {
    fn new(rules: &str, seed: u64) -> Walk {
        let book = Rulebook::embedded(Rules::parse(rules).expect("known rules"));
        let mut chance = Chance::new(seed, 2);
        let mut deck = || {
            let all: Vec<CardId> = book.catalogue.collectible().map(|card| card.id).collect();
            let mut deck = Vec::new();
            // Cheap cards are included, so that there are enough legal plays.
            let giving = ["001", "007", "010", "040", "057", "093"];
            deck.extend(giving.iter().filter_map(|n| book.catalogue.by_number(n)));
            deck.extend((0..9).filter_map(|_| chance.pick(&all)));
            deck
        };
        let decks = BySide::new(deck(), deck());
        let first = Side::BOTH[chance.below(2)];
        Walk {
            book,
            decks,
            first,
            seed,
        }
    }

    fn start(&self) -> GameState {
        GameState::simulated(&self.book.rules, self.seed, self.first, self.decks.clone())
    }

    /// The move that a number picks; a pass only rarely or if there is no play.
    fn choose(&self, state: &GameState, choice: u32) -> Action {
        let moves = state.legal_moves(&self.book);
        let plays = moves.len() - 1;
        let index = match choice % 16 {
            0 => plays,
            _ => (choice / 16) as usize % plays.max(1),
        };
        let side = state.position.to_act;
        let made = moves[index];
        Action::Move { side, made }
    }
}

/// The cards of a side's deck, in hand, pile or play.
fn deck_cards(state: &GameState, side: Side) -> Vec<CardId> {
    let holdings = &state.holdings[side];
    let held = holdings.hand.known.iter();
    let held = held.filter(|held| held.instance.is_none());
    let seen = state.instances.iter().map(|(_, instance)| instance);
    let seen = seen.filter(|instance| instance.side == side && instance.made_by.is_none());
    let mut cards: Vec<CardId> = held
        .map(|held| held.card)
        .chain(seen.map(|instance| instance.card))
        .collect();
    if let qbcoach_engine::simulation::pile::Pile::Ordered(left) = &holdings.pile {
        cards.extend(left);
    }
    cards.sort_unstable();
    cards
}

/// How many turns of a side have begun.
fn turns_of(state: &GameState, first: Side, side: Side) -> u32 {
    let odd = u32::from(side == first);
    (state.turn + odd) / 2
}

fn check(walk: &Walk, state: &GameState) -> Result<(), TestCaseError> {
    for side in Side::BOTH {
        let mut deck = walk.decks[side].clone();
        deck.sort_unstable();
        prop_assert_eq!(deck_cards(state, side), deck, "no card is lost or made");
        let drawn = turns_of(state, walk.first, side).saturating_sub(1);
        let left = 10_u32.saturating_sub(drawn);
        prop_assert_eq!(state.holdings[side].pile.len(), left);
        prop_assert_eq!(state.holdings[side].hand.unknown, 0);
    }
    for tile in TileId::all() {
        let placed = state.position.board.card(tile);
        let id = state.instances.on_tile(tile);
        let known = id.and_then(|id| state.instances.get(id));
        prop_assert_eq!(
            placed.map(|placed| (placed.card, placed.side, placed.spawned_by)),
            known.map(|known| (known.card, known.side, known.made_by))
        );
        if let Some(known) = known {
            prop_assert_eq!(known.location, Location::Board(tile));
        }
    }
    for (id, instance) in state.instances.iter() {
        let hand = &state.holdings[instance.side].hand;
        let held = hand.known.iter().filter(|held| held.instance == Some(id));
        let expected = usize::from(instance.location == Location::Hand);
        prop_assert_eq!(held.count(), expected, "an added card is in one hand");
        if let Location::Board(tile) = instance.location {
            prop_assert_eq!(state.instances.on_tile(tile), Some(id));
        }
    }
    Ok(())
}

fn rules() -> impl Strategy<Value = &'static str> {
    prop::sample::select(vec!["canon", "rebirth"])
}

fn choices() -> impl Strategy<Value = Vec<u32>> {
    prop::collection::vec(any::<u32>(), 1..60)
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(128) })]

    #[test]
    fn decks_draws_and_instances_stay_consistent_in_every_match(
        rules in rules(), seed in any::<u64>(), choices in choices()
    ) {
        let walk = Walk::new(rules, seed);
        let mut state = walk.start();
        check(&walk, &state)?;
        for choice in choices {
            if state.phase() == Phase::Over {
                prop_assert!(state.legal_moves(&walk.book).is_empty());
                break;
            }
            let action = walk.choose(&state, choice);
            prop_assert!(state.act(&walk.book, &action).is_ok());
            check(&walk, &state)?;
        }
    }

    #[test]
    fn every_listed_move_is_accepted_and_changes_only_its_clone(
        rules in rules(), seed in any::<u64>(), choices in choices()
    ) {
        let walk = Walk::new(rules, seed);
        let mut state = walk.start();
        for choice in choices.into_iter().take(12) {
            if state.phase() == Phase::Over {
                break;
            }
            let before = format!("{state:?}");
            let side = state.position.to_act;
            for made in state.legal_moves(&walk.book) {
                let mut copy = state.clone();
                let action = Action::Move { side, made };
                prop_assert!(copy.act(&walk.book, &action).is_ok());
            }
            prop_assert_eq!(format!("{state:?}"), before);
            let action = walk.choose(&state, choice);
            prop_assert!(state.act(&walk.book, &action).is_ok());
        }
    }

    #[test]
    fn the_same_seed_and_moves_give_the_same_bytes(
        rules in rules(), seed in any::<u64>(), choices in choices()
    ) {
        let walk = Walk::new(rules, seed);
        let play = || {
            let mut state = walk.start();
            let mut bytes = format!("{state:?}");
            for choice in &choices {
                if state.phase() == Phase::Over {
                    break;
                }
                let events = state.act(&walk.book, &walk.choose(&state, *choice));
                bytes += &format!("{events:?}\n{state:?}\n");
            }
            bytes
        };
        prop_assert_eq!(play(), play());
    }
}
