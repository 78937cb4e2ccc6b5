//! Whole matches: the prediction agrees with the oracle, which gets only what both
//! players saw.

use proptest::prelude::*;
use qbcoach_basics::chance::Chance;
use qbcoach_engine::observation::AnnotatedState;
use qbcoach_engine::prediction::{HandBelief, HandSize, HandTotal, PredictionEngine, ThreatMap};
use qbcoach_engine::rules::{BySide, CardId, CardKind, Event, Move, Rulebook, Rules, Side};
use qbcoach_engine::simulation::action::Action;
use qbcoach_engine::simulation::game_state::GameState;

use crate::prediction::agreement::agrees;
use crate::prediction::fixtures::{assert_close, book, cards, engine, having_seen, shipped};
use crate::prediction::oracle;
use crate::prediction::worlds::{World, walk};

/// What an observer on your side knows of the enemy's cards from the events.
#[derive(Clone, Debug)]
struct Notes {
    deck: Vec<CardId>,
    /// Cards of its deck that the enemy played.
    played: Vec<CardId>,
    /// Cards that effects gave to its hand and that are still in it.
    given: Vec<CardId>,
    /// The number of cards of its deck in its hand, and in its pile (below).
    hand: usize,
    pile: usize,
    turns: u32,
}

impl Notes {
    fn new(rules: &Rules, deck: Vec<CardId>, first: Side) -> Notes {
        let hand = usize::from(rules.opening_hand).min(deck.len());
        let mut notes = Notes {
            pile: deck.len() - hand,
            hand,
            deck,
            played: Vec::new(),
            given: Vec::new(),
            turns: 0,
        };
        if first == Side::Enemy {
            notes.begin_turn();
        }
        notes
    }

    fn begin_turn(&mut self) {
        self.turns += 1;
        if self.turns > 1 && self.pile > 0 {
            self.pile -= 1;
            self.hand += 1;
        }
    }

    fn record(&mut self, made: Move, by: Side, events: &[Event]) {
        if let (Move::Play(play), Side::Enemy) = (made, by) {
            match self.given.iter().position(|card| *card == play.card) {
                Some(index) => {
                    self.given.remove(index);
                }
                None => {
                    self.hand -= 1;
                    self.played.push(play.card);
                }
            }
        }
        for event in events {
            match event {
                Event::AddedToHand { side, card, .. } if *side == Side::Enemy => {
                    self.given.push(*card);
                }
                Event::Turn { side } if *side == Side::Enemy => self.begin_turn(),
                _ => {}
            }
        }
    }

    /// The oracle's input for the enemy's next move.
    fn world(&self, book: &Rulebook, state: &GameState) -> World {
        let draws = state.position.to_act == Side::You && self.turns > 0 && self.pile > 0;
        World {
            book: book.clone(),
            board: state.position.board,
            decks: vec![(self.deck.clone(), 1.0)],
            seen: self.played.clone(),
            certain: self.given.clone(),
            unknown: self.hand + usize::from(draws),
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn the_prediction_is_exact_in_every_turn_of_a_match(
        seed in any::<u64>(),
        rebirth in any::<bool>(),
        first in prop_oneof![Just(Side::You), Just(Side::Enemy)],
        deck_size in 6_u8..=15,
    ) {
        let mut rules = if rebirth { Rules::rebirth() } else { Rules::canon() };
        rules.deck_size = deck_size;
        let book = Rulebook::embedded(rules);
        let mut chance = Chance::new(seed, 6);
        let decks = shipped(&book).decks;
        let mut pick = || {
            let mut deck = chance.pick(&decks).cloned().unwrap_or_default();
            chance.shuffle(&mut deck);
            deck.truncate(deck_size.into());
            deck
        };
        let decks = BySide::new(pick(), pick());
        let state = GameState::simulated(&book.rules, seed, first, decks.clone());
        let known = Some(decks.enemy.clone());
        let mut annotated = AnnotatedState::new(state, known, &book)
            .map_err(|error| TestCaseError::fail(error.to_string()))?;
        let mut notes = Notes::new(&book.rules, decks.enemy, first);
        let engine: PredictionEngine = engine(&book);
        while !annotated.state.position.is_over() {
            let world = notes.world(&book, &annotated.state);
            let map = engine
                .full_enemy_prediction(&annotated.state, &annotated.observation)
                .map_err(|error| TestCaseError::fail(error.to_string()))?;
            prop_assert_eq!(map.basis.hand.unknown as usize, world.unknown);
            prop_assert_eq!(map.basis.hand.known as usize, world.certain.len());
            agrees(&map, &oracle::threats(&world))?;
            let tokens = |card: &&CardId| book.catalogue[**card].kind == CardKind::Token;
            prop_assert_eq!(world.seen.iter().find(tokens), None, "no token is from the deck");
            let side = annotated.state.position.to_act;
            let moves = annotated.state.legal_moves(&book);
            // Passes are rare, so that matches last.
            let number = moves.len() - usize::from(moves.len() > 1 && chance.below(8) > 0);
            let made = *chance.pick(&moves[..number]).expect("a pass is always there");
            let events = annotated
                .act(&book, &Action::Move { side, made })
                .map_err(|error| TestCaseError::fail(error.to_string()))?;
            notes.record(made, side, &events);
        }
    }
}

#[test]
fn an_unknown_deck_is_predicted_exactly_over_all_its_candidates() {
    for (rules, seen, given) in [
        ("canon deckSize=10", "", ""),
        ("rebirth deckSize=10", "001 020 003", "T01 001"),
        ("canon", "019 071 001 019 096 105 014", "T09"),
    ] {
        let book = book(rules);
        let seen = cards(&book, seen);
        let engine = PredictionEngine::new(book.clone(), shipped(&book));
        let decks = engine.infer_enemy_decks(&having_seen(&book, None, &seen));
        let belief = decks.expect("there is a belief");
        let candidates = belief.decks.iter();
        let world = World {
            board: walk(&book, 7, &mut Chance::new(3, 8)),
            decks: candidates
                .map(|deck| (deck.cards.clone(), deck.weight))
                .collect(),
            seen,
            certain: cards(&book, given),
            unknown: 4,
            book,
        };
        let size = HandSize {
            known: world.certain.len() as u32,
            unknown: 4,
        };
        let map = ThreatMap::of(&world.book, &world.board, &belief, &world.certain, size);
        if let Err(error) = agrees(&map, &oracle::threats(&world)) {
            panic!("under {rules}: {error}");
        }
        let hands = HandBelief::of(&belief, &world.certain, size, 200);
        let truth = oracle::hands(&world);
        assert_eq!(hands.total, HandTotal::Exactly(truth.len() as u64));
        let mut chances: Vec<f64> = truth.values().map(|(chance, _)| *chance).collect();
        chances.sort_by(|a, b| b.total_cmp(a));
        for (hand, likeliest) in hands.hypotheses.iter().zip(chances) {
            assert_close(hand.probability, truth[&hand.cards].0, "a hand's chance");
            assert_close(hand.probability, likeliest, "the chance at this index");
        }
        let truth = oracle::marginals(&world);
        for (card, chance) in &hands.marginals {
            assert_close(*chance, truth[card], "a card's chance");
        }
        assert_eq!(hands.marginals.len(), truth.len());
    }
}
