//! What holds after every action of any match.

use proptest::prelude::*;
use qbcoach::observation::{AnnotatedState, Observation, Origin};
use qbcoach::rules::{BySide, CardId, CardInPlay, Event, Move, Rulebook, Rules, Side, TileId};
use qbcoach::simulation::action::Action;
use qbcoach::simulation::chance::Chance;
use qbcoach::simulation::game_state::GameState;

use crate::table::{assert_board_is_observed, corrected};

/// Moves, and then both sides pass until the match is over.
const LONGEST: usize = 60;

fn any_deck(book: &Rulebook, chance: &mut Chance) -> Vec<CardId> {
    let cards: Vec<CardId> = book.catalogue.collectible().map(|card| card.id).collect();
    let deck = 0..book.rules.deck_size;
    deck.filter_map(|_| chance.pick(&cards).copied()).collect()
}

fn books() -> impl Strategy<Value = Rulebook> {
    let rules = prop::bool::ANY.prop_map(|canon| match canon {
        true => Rules::canon(),
        false => Rules::rebirth(),
    });
    rules.prop_map(Rulebook::embedded)
}

/// A play if there is one, so that boards fill up.
fn any_move(book: &Rulebook, state: &GameState, chance: &mut Chance) -> Action {
    let mut moves = state.legal_moves(book);
    moves.pop_if(|last| *last == Move::Pass && chance.below(8) > 0);
    Action::Move {
        side: state.position.to_act,
        made: chance.pick(&moves).copied().unwrap_or(Move::Pass),
    }
}

/// One or two tiles corrected to any card or none; a card may change its place.
fn any_correction(book: &Rulebook, state: &GameState, chance: &mut Chance) -> Action {
    let tiles: Vec<TileId> = TileId::all().collect();
    let cards = book.catalogue.cards();
    let (from, to) = (tiles[chance.below(15)], tiles[chance.below(15)]);
    let any = CardInPlay::new(
        cards[chance.below(cards.len())].id,
        Side::BOTH[chance.below(2)],
    );
    let tiles = match (chance.below(3), state.position.board.card(from)) {
        (0, Some(moved)) if from != to => {
            let moved = CardInPlay::new(moved.card, moved.side);
            vec![corrected(from, None), corrected(to, Some(moved))]
        }
        (1, _) => vec![corrected(from, None)],
        _ => vec![corrected(from, Some(any))],
    };
    Action::Resync { tiles }
}

fn sorted(mut cards: Vec<CardId>) -> Vec<CardId> {
    cards.sort_unstable();
    cards
}

/// What the events of a match say, counted without any instances.
#[derive(Default)]
struct Tally {
    came: BySide<usize>,
    died: BySide<usize>,
    tokens_made: BySide<usize>,
}

impl Tally {
    fn count(&mut self, book: &Rulebook, events: &[Event]) {
        for event in events {
            match *event {
                Event::Spawned { actor, .. } => {
                    self.came[actor.side] += 1;
                    self.tokens_made[actor.side] += 1;
                }
                Event::Played { actor, .. } => self.came[actor.side] += 1,
                Event::Destroyed { actor, .. } => self.died[actor.side] += 1,
                Event::AddedToHand { side, card, .. } => {
                    let token = book.catalogue[card].kind == qbcoach::rules::CardKind::Token;
                    self.tokens_made[side] += usize::from(token);
                }
                _ => {}
            }
        }
    }

    fn check(&self, observation: &Observation) {
        for side in Side::BOTH {
            let seen = || observation.observations().iter().filter(|s| s.side == side);
            let on_board = seen().filter(|s| s.tile.is_some()).count();
            assert_eq!(on_board, self.came[side]);
            let died = seen().filter(|s| s.destroyed_on_turn.is_some()).count();
            assert_eq!(died, self.died[side]);
            let tokens = seen().filter(|s| s.origin == Origin::Token).count();
            assert_eq!(tokens, self.tokens_made[side]);
        }
    }
}

/// The deck cards of a side that nobody has seen, as only the simulation knows.
fn unseen(state: &GameState, side: Side) -> Vec<CardId> {
    let holdings = &state.holdings[side];
    let qbcoach::simulation::pile::Pile::Ordered(pile) = &holdings.pile else {
        panic!("a simulated match knows its piles");
    };
    let hand = holdings.hand.known.iter();
    let drawn = hand.filter(|held| held.instance.is_none());
    let drawn = drawn.map(|held| held.card);
    sorted(drawn.chain(pile.iter().copied()).collect())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    #[test]
    fn a_simulated_match_is_observed_exactly(book in books(), seed: u64) {
        let mut chance = Chance::new(seed, 2);
        let decks = BySide::new(any_deck(&book, &mut chance), any_deck(&book, &mut chance));
        let first = Side::BOTH[chance.below(2)];
        let state = GameState::simulated(&book.rules, seed, first, decks.clone());
        let start = AnnotatedState::new(state, Some(decks.enemy.clone()), &book)
            .expect("the board is empty");
        let mut table = start.clone();
        let (mut tally, mut actions) = (Tally::default(), Vec::new());
        for _turn in 0..LONGEST {
            if table.state.position.is_over() {
                break;
            }
            let action = any_move(&book, &table.state, &mut chance);
            let before = table.observation.last_updated_turn();
            let events = table.act(&book, &action).expect("it is legal");
            actions.push(action);
            tally.count(&book, &events);
            tally.check(&table.observation);

            assert_board_is_observed(&table.state, &table.observation);
            let deck = table.observation.deck();
            let together = [&*deck.played, &*deck.remaining].concat();
            prop_assert_eq!(sorted(together), sorted(decks.enemy.clone()));
            prop_assert_eq!(
                sorted(deck.remaining.clone()),
                unseen(&table.state, Side::Enemy)
            );
            for side in Side::BOTH {
                let seen = table.observation.seen_deck_cards(side);
                let all = [seen, unseen(&table.state, side)].concat();
                prop_assert_eq!(sorted(all), sorted(decks[side].clone()));
            }
            prop_assert!(before <= table.observation.last_updated_turn());
        }
        // The same match again, and the whole of it seen by a latecomer.
        let mut again = start;
        for action in &actions {
            again.act(&book, action).expect("it was legal");
        }
        prop_assert_eq!(&again.observation, &table.observation);
        let late = AnnotatedState::new(table.state, Some(decks.enemy), &book);
        let late = late.expect("the match is possible");
        prop_assert_eq!(late.observation, again.observation);
    }

    #[test]
    fn reported_plays_change_nothing_in_the_end(book in books(), seed: u64) {
        let mut chance = Chance::new(seed, 2);
        let decks = BySide::new(any_deck(&book, &mut chance), any_deck(&book, &mut chance));
        let mut state = GameState::simulated(&book.rules, seed, Side::Enemy, decks.clone());
        let mut silent = Observation::new(Some(decks.enemy.clone()));
        let mut told = silent.clone();
        for _turn in 0..LONGEST {
            if state.position.is_over() {
                break;
            }
            let action = any_move(&book, &state, &mut chance);
            if let Action::Move { side: Side::Enemy, made: Move::Play(play) } = action {
                let given = state.holdings.enemy.hand.added_by_effects();
                let origin = match given.contains(&play.card) {
                    true => Origin::Token,
                    false => Origin::Deck,
                };
                told.register_enemy_play(
                    &book.catalogue, play.card, play.tile, state.turn, origin,
                ).expect("the play is possible");
            }
            state.act(&book, &action).expect("it is legal");
            let before = format!("{state:?}");
            silent.update_from_game_state(&book.catalogue, &state).expect("it is possible");
            // Who is told of plays may look less often.
            if chance.below(3) > 0 {
                told.update_from_game_state(&book.catalogue, &state).expect("it is possible");
                assert_board_is_observed(&state, &told);
            }
            prop_assert_eq!(before, format!("{state:?}"), "observing changes no state");
        }
        told.update_from_game_state(&book.catalogue, &state).expect("it is possible");
        let by_instance = |observation: &Observation| {
            let mut seen = observation.observations().to_vec();
            seen.sort_unstable_by_key(|seen| seen.instance);
            seen
        };
        prop_assert_eq!(by_instance(&told), by_instance(&silent));
        prop_assert_eq!(
            sorted(told.deck().remaining.clone()),
            sorted(silent.deck().remaining.clone())
        );
    }

    #[test]
    fn corrections_are_observed_exactly(book in books(), seed: u64) {
        let mut chance = Chance::new(seed, 2);
        let decks = BySide::new(any_deck(&book, &mut chance), any_deck(&book, &mut chance));
        let state = GameState::simulated(&book.rules, seed, Side::You, decks);
        let mut table = AnnotatedState::new(state, None, &book).expect("the board is empty");
        for _turn in 0..LONGEST {
            let action = match chance.below(3) {
                0 => any_correction(&book, &table.state, &mut chance),
                _ if table.state.position.is_over() => break,
                _ => any_move(&book, &table.state, &mut chance),
            };
            let before = table.clone();
            match table.act(&book, &action) {
                Ok(_) => assert_board_is_observed(&table.state, &table.observation),
                // A correction may be no possible board.
                Err(_) => prop_assert_eq!(format!("{before:?}"), format!("{table:?}")),
            }
            // Nothing seen is forgotten, and nobody returns.
            let (old, new) = (before.observation, &table.observation);
            prop_assert!(old.observations().len() <= new.observations().len());
            for (old, new) in old.observations().iter().zip(new.observations()) {
                prop_assert_eq!((old.card, old.side), (new.card, new.side));
                prop_assert_eq!((old.origin, old.instance), (new.origin, new.instance));
                prop_assert_eq!(old.turn_observed, new.turn_observed);
                prop_assert!(old.destroyed_on_turn.is_none() || old == new);
            }
        }
    }
}
