//! Properties that hold after every action of random matches.

use proptest::prelude::*;
use qbcoach_basics::chance::Chance;
use qbcoach_engine::observation::{AnnotatedState, Observation, Origin};
use qbcoach_engine::rules::{
    BySide, CardId, CardInPlay, Event, Move, Rulebook, Rules, Side, TileId,
};
use qbcoach_engine::simulation::action::Action;
use qbcoach_engine::simulation::game_state::GameState;

use crate::observation::fixtures::{assert_board_is_observed, corrected};

/// The limit of actions in a match.
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

/// Mostly a play if there is one, so that boards fill up.
fn any_move(book: &Rulebook, state: &GameState, chance: &mut Chance) -> Action {
    let mut moves = state.legal_moves(book);
    moves.pop_if(|last| *last == Move::Pass && chance.below(8) > 0);
    Action::Move {
        side: state.position.to_act,
        made: chance.pick(&moves).copied().unwrap_or(Move::Pass),
    }
}

/// A correction that moves a card to another tile, empties a tile, or puts any card on
/// a tile.
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

/// Cards counted from the events of a match, without instances.
#[derive(Default)]
struct EventCounts {
    arrived: BySide<usize>,
    destroyed: BySide<usize>,
    tokens_made: BySide<usize>,
}

impl EventCounts {
    fn count(&mut self, book: &Rulebook, events: &[Event]) {
        for event in events {
            match *event {
                Event::Spawned { subject, .. } => {
                    self.arrived[subject.side] += 1;
                    self.tokens_made[subject.side] += 1;
                }
                Event::Played { subject, .. } => self.arrived[subject.side] += 1,
                Event::Destroyed { subject, .. } => self.destroyed[subject.side] += 1,
                Event::AddedToHand { side, card, .. } => {
                    let token = book.catalogue[card].kind == qbcoach_engine::rules::CardKind::Token;
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
            assert_eq!(on_board, self.arrived[side]);
            let destroyed = seen().filter(|s| s.destroyed_on_turn.is_some()).count();
            assert_eq!(destroyed, self.destroyed[side]);
            let tokens = seen().filter(|s| s.origin == Origin::Token).count();
            assert_eq!(tokens, self.tokens_made[side]);
        }
    }
}

/// The unseen deck cards of a side. Only a simulated match knows them.
fn unseen(state: &GameState, side: Side) -> Vec<CardId> {
    let holdings = &state.holdings[side];
    let qbcoach_engine::simulation::pile::Pile::Ordered(pile) = &holdings.pile else {
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
    fn the_observation_agrees_with_a_simulated_match(book in books(), seed: u64) {
        let mut chance = Chance::new(seed, 2);
        let decks = BySide::new(any_deck(&book, &mut chance), any_deck(&book, &mut chance));
        let first = Side::BOTH[chance.below(2)];
        let state = GameState::simulated(&book.rules, seed, first, decks.clone());
        let start = AnnotatedState::new(state, Some(decks.enemy.clone()), &book)
            .expect("the board is empty");
        let mut annotated = start.clone();
        let (mut counts, mut actions) = (EventCounts::default(), Vec::new());
        for _turn in 0..LONGEST {
            if annotated.state.position.is_over() {
                break;
            }
            let action = any_move(&book, &annotated.state, &mut chance);
            let before = annotated.observation.last_updated_turn();
            let events = annotated.act(&book, &action).expect("it is legal");
            actions.push(action);
            counts.count(&book, &events);
            counts.check(&annotated.observation);

            assert_board_is_observed(&annotated.state, &annotated.observation);
            let deck = annotated.observation.deck();
            let together = [&*deck.played, &*deck.remaining].concat();
            prop_assert_eq!(sorted(together), sorted(decks.enemy.clone()));
            prop_assert_eq!(
                sorted(deck.remaining.clone()),
                unseen(&annotated.state, Side::Enemy)
            );
            for side in Side::BOTH {
                let seen = annotated.observation.seen_deck_cards(side);
                let all = [seen, unseen(&annotated.state, side)].concat();
                prop_assert_eq!(sorted(all), sorted(decks[side].clone()));
            }
            prop_assert!(before <= annotated.observation.last_updated_turn());
        }
        // The same match again, and an observation of the final state only.
        let mut again = start;
        for action in &actions {
            again.act(&book, action).expect("it was legal");
        }
        prop_assert_eq!(&again.observation, &annotated.observation);
        let late = AnnotatedState::new(annotated.state, Some(decks.enemy), &book);
        let late = late.expect("the match is possible");
        // The final state does not tell in which order the enemy acted, but everything else.
        let (late, early) = (&late.observation, &again.observation);
        prop_assert_eq!(late.observations(), early.observations());
        prop_assert_eq!(late.deck(), early.deck());
        prop_assert_eq!(late.last_updated_turn(), early.last_updated_turn());
    }

    #[test]
    fn reports_and_states_end_in_the_same_records_as_states_alone(book in books(), seed: u64) {
        let mut chance = Chance::new(seed, 2);
        let decks = BySide::new(any_deck(&book, &mut chance), any_deck(&book, &mut chance));
        let mut state = GameState::simulated(&book.rules, seed, Side::Enemy, decks.clone());
        let mut without_reports = Observation::new(Some(decks.enemy.clone()));
        let mut reported = without_reports.clone();
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
                reported.register_enemy_play(
                    &book.catalogue, play.card, play.tile, state.turn, origin,
                ).expect("the play is possible");
            }
            state.act(&book, &action).expect("it is legal");
            let before = format!("{state:?}");
            without_reports.update_from_game_state(&book.catalogue, &state).expect("it is possible");
            // An observation with reports is not updated with every state.
            if chance.below(3) > 0 {
                reported.update_from_game_state(&book.catalogue, &state).expect("it is possible");
                assert_board_is_observed(&state, &reported);
            }
            prop_assert_eq!(before, format!("{state:?}"), "observing changes no state");
        }
        reported.update_from_game_state(&book.catalogue, &state).expect("it is possible");
        let by_instance = |observation: &Observation| {
            let mut seen = observation.observations().to_vec();
            seen.sort_unstable_by_key(|seen| seen.instance);
            seen
        };
        prop_assert_eq!(by_instance(&reported), by_instance(&without_reports));
        prop_assert_eq!(
            sorted(reported.deck().remaining.clone()),
            sorted(without_reports.deck().remaining.clone())
        );
    }

    #[test]
    fn the_observation_agrees_with_corrected_boards(book in books(), seed: u64) {
        let mut chance = Chance::new(seed, 2);
        let decks = BySide::new(any_deck(&book, &mut chance), any_deck(&book, &mut chance));
        let state = GameState::simulated(&book.rules, seed, Side::You, decks);
        let mut annotated = AnnotatedState::new(state, None, &book).expect("the board is empty");
        for _turn in 0..LONGEST {
            let action = match chance.below(3) {
                0 => any_correction(&book, &annotated.state, &mut chance),
                _ if annotated.state.position.is_over() => break,
                _ => any_move(&book, &annotated.state, &mut chance),
            };
            let before = annotated.clone();
            match annotated.act(&book, &action) {
                Ok(_) => assert_board_is_observed(&annotated.state, &annotated.observation),
                // A correction may be refused as an impossible board.
                Err(_) => prop_assert_eq!(format!("{before:?}"), format!("{annotated:?}")),
            }
            // No record is lost, and no destroyed card returns.
            let (old, new) = (before.observation, &annotated.observation);
            prop_assert!(old.observations().len() <= new.observations().len());
            for (old, new) in old.observations().iter().zip(new.observations()) {
                prop_assert_eq!((old.card, old.side), (new.card, new.side));
                let retracted = old.is_on_board() && new.origin == Origin::Unknown;
                prop_assert!(old.origin == new.origin || retracted);
                prop_assert_eq!(old.instance, new.instance);
                prop_assert_eq!(old.turn_observed, new.turn_observed);
                prop_assert!(old.destroyed_on_turn.is_none() || old == new);
            }
        }
    }
}
