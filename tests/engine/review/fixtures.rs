//! Matches to review.

use std::num::NonZeroUsize;
use std::ops::ControlFlow;

use qbcoach_basics::chance::Chance;
use qbcoach_engine::coaching::Coach;
use qbcoach_engine::coaching::review::{MatchReview, RecordedMatch, ReviewLimit};
use qbcoach_engine::observation::AnnotatedState;
use qbcoach_engine::prediction::Archetypes;
use qbcoach_engine::rules::notation::read_position;
use qbcoach_engine::rules::{BySide, CardId, Move, Play, Rulebook, Rules, Side};
use qbcoach_engine::simulation::action::Action;
use qbcoach_engine::simulation::deck_library::DeckLibrary;
use qbcoach_engine::simulation::game_state::{GameState, Holdings};
use qbcoach_engine::simulation::hand::Hand;
use qbcoach_engine::simulation::pile::Pile;

pub fn book() -> Rulebook {
    Rulebook::embedded(Rules::canon())
}

pub fn coach() -> Coach {
    let book = book();
    let library = DeckLibrary::embedded(&book.catalogue).expect("the shipped decks are legal");
    let decks = library.list().map(|deck| deck.cards.clone()).collect();
    let archetypes = Archetypes {
        decks,
        ..Archetypes::default()
    };
    Coach::new(book, archetypes)
}

pub const SMALL: ReviewLimit = ReviewLimit {
    nodes: 300,
    depth: None,
};

pub fn reviewed(coach: &Coach, played: &RecordedMatch) -> MatchReview {
    let go_on = |_| ControlFlow::Continue(());
    coach
        .review(played, SMALL, NonZeroUsize::MIN, go_on)
        .expect("the match can be reviewed")
}

/// A simulated match of random moves, up to so many of them.
pub fn random_match(coach: &Coach, seed: u64, moves: usize) -> RecordedMatch {
    let book = &coach.book;
    let library = DeckLibrary::embedded(&book.catalogue).expect("the shipped decks are legal");
    let decks: Vec<Vec<CardId>> = library.list().map(|deck| deck.cards.clone()).collect();
    let mut chance = Chance::new(seed, 9);
    let pick = |chance: &mut Chance| decks[chance.below(decks.len())].clone();
    let both = BySide::new(pick(&mut chance), pick(&mut chance));
    let first = Side::BOTH[chance.below(2)];
    let state = GameState::simulated(&book.rules, seed, first, both);
    let start = AnnotatedState::new(state, None, book).expect("an empty board");
    let mut now = start.clone();
    let mut actions = Vec::new();
    while actions.len() < moves && !now.state.position.is_over() {
        let legal = now.state.legal_moves(book);
        // A pass only where nothing else is left, so that matches last.
        let number = legal.len().saturating_sub(1).max(1);
        let action = Action::Move {
            side: now.state.position.to_act,
            made: legal[chance.below(number)],
        };
        now.act(book, &action).expect("the move is legal");
        actions.push((actions.len() as u64 + 1, action));
    }
    RecordedMatch::replayed(book, start, actions).expect("it was just played")
}

/// A match from a position with known hands and without piles.
pub fn arranged_match(
    coach: &Coach,
    position: &str,
    hands: [&str; 2],
    moves: &str,
) -> RecordedMatch {
    let book = &coach.book;
    let position = read_position(book, position).expect("the test has a legal position");
    let find = |name: &str| book.catalogue.find(name).expect("the test names a card");
    let holdings = |hand: &str| Holdings {
        hand: Hand::of_known(hand.split_whitespace().map(find)),
        pile: Pile::in_order(Vec::new()),
    };
    let [yours, enemys] = hands;
    let both = BySide::new(holdings(yours), holdings(enemys));
    let state = GameState::arranged(position, both);
    let start = AnnotatedState::new(state, None, book).expect("the board can be observed");
    let action = |text: &str| {
        let words: Vec<&str> = text.split_whitespace().collect();
        let side = match words[0] {
            "you" => Side::You,
            _ => Side::Enemy,
        };
        let made = match words[1..] {
            ["pass"] => Move::Pass,
            [card, tile] => Move::Play(Play {
                card: find(card),
                tile: tile.parse().expect("the test names a tile"),
            }),
            _ => panic!("`{text}` is no move"),
        };
        Action::Move { side, made }
    };
    let actions = (1..).zip(moves.split(',').map(action));
    RecordedMatch::replayed(book, start, actions).expect("the test's moves are legal")
}
