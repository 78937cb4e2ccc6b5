//! Rulebooks, cards and matches as tests write them.

use qbcoach::observation::{AnnotatedState, Observation, Origin};
use qbcoach::prediction::{Archetypes, DeckBelief, PredictionEngine};
use qbcoach::rules::{BySide, CardId, Move, Position, Rulebook, Rules, Side};
use qbcoach::simulation::action::Action;
use qbcoach::simulation::deck_library::DeckLibrary;
use qbcoach::simulation::game_state::{GameState, Holdings};
use qbcoach::simulation::hand::Hand;
use qbcoach::simulation::pile::Pile;

use crate::support::{position, read_play, side_named};

pub const OPENING: &str = "
    y1 . . . e1
    y1 . . . e1
    y1 . . . e1";

/// Numbers are equal when they differ by no more than this.
pub const CLOSE: f64 = 1e-9;

#[track_caller]
pub fn book(rules: &str) -> Rulebook {
    Rulebook::embedded(Rules::parse(rules).expect("the test names known rules"))
}

#[track_caller]
pub fn cards(book: &Rulebook, numbers: &str) -> Vec<CardId> {
    let find = |number| book.catalogue.find(number).expect("the test names cards");
    numbers.split_whitespace().map(find).collect()
}

#[track_caller]
pub fn card(book: &Rulebook, number: &str) -> CardId {
    cards(book, number)[0]
}

pub fn numbers(book: &Rulebook, cards: &[CardId]) -> String {
    let number = |card: &CardId| book.catalogue[*card].number.as_str();
    cards.iter().map(number).collect::<Vec<_>>().join(" ")
}

/// An engine that knows of no decks people play.
pub fn engine(book: &Rulebook) -> PredictionEngine {
    PredictionEngine::new(book.clone(), Archetypes::default())
}

/// The shipped decks as evidence of what people play.
pub fn shipped(book: &Rulebook) -> Archetypes {
    let library = DeckLibrary::embedded(&book.catalogue).expect("the shipped decks are right");
    Archetypes {
        decks: library.list().map(|deck| deck.cards.clone()).collect(),
        ..Archetypes::default()
    }
}

/// Enemy plays of these cards were reported, whatever else happened.
#[track_caller]
pub fn having_seen(book: &Rulebook, deck: Option<&str>, seen: &[CardId]) -> Observation {
    let mut observation = Observation::new(deck.map(|deck| cards(book, deck)));
    for (turn, card) in (1..).zip(seen) {
        let tile = "MID-5".parse().expect("it is a tile");
        observation
            .register_enemy_play(&book.catalogue, *card, tile, turn, Origin::Deck)
            .expect("the play can be observed");
    }
    observation
}

/// Hands and piles as `hand | pile`, piles in the order of drawing.
#[track_caller]
pub fn arranged(book: &Rulebook, start: Position, you: &str, enemy: &str) -> GameState {
    let holdings = |text: &str| {
        let (hand, pile) = text.split_once('|').unwrap_or((text, ""));
        Holdings {
            hand: Hand::of_known(cards(book, hand)),
            pile: Pile::in_order(cards(book, pile)),
        }
    };
    GameState::arranged(start, BySide::new(holdings(you), holdings(enemy)))
}

/// A match from a drawn position, the enemy's deck known or not.
#[track_caller]
pub fn table(
    book: &Rulebook,
    drawing: &str,
    (you, enemy): (&str, &str),
    known_deck: Option<&str>,
) -> AnnotatedState {
    let state = arranged(book, position(book, drawing), you, enemy);
    let known = known_deck.map(|deck| cards(book, deck));
    AnnotatedState::new(state, known, book).expect("the match can begin")
}

/// `enemy 010 MID-5; you pass`.
#[track_caller]
pub fn act(book: &Rulebook, table: &mut AnnotatedState, actions: &str) {
    for text in actions.split(';').map(str::trim) {
        let action = match text.split_once(' ') {
            Some((side, "pass")) => Action::Move {
                side: side_named(side),
                made: Move::Pass,
            },
            _ => {
                let (side, play) = read_play(book, text);
                let made = Move::Play(play);
                Action::Move { side, made }
            }
        };
        if let Err(error) = table.act(book, &action) {
            panic!("`{text}` is refused: {error}");
        }
    }
}

/// Weighted candidates of which the same cards were seen.
pub fn belief(decks: &[(Vec<CardId>, f64)], seen: &[CardId]) -> DeckBelief {
    let mut whole = DeckBelief::known(Vec::new(), seen);
    whole.decks.clear();
    for (cards, weight) in decks {
        let mut known = DeckBelief::known(cards.clone(), seen).decks;
        for deck in &mut known {
            deck.weight = *weight;
        }
        whole.decks.append(&mut known);
    }
    whole
}

/// The numbers of the cards the prediction thinks may be unseen.
pub fn unseen(book: &Rulebook, belief: &DeckBelief) -> String {
    let kinds = belief.decks.iter().flat_map(|deck| &deck.unseen);
    let list: Vec<CardId> = kinds
        .flat_map(|(card, copies)| std::iter::repeat_n(*card, *copies))
        .collect();
    numbers(book, &list)
}

/// The chance of a card among marginals; a card that is not listed has none.
pub fn chance(marginals: &[(CardId, f64)], card: CardId) -> f64 {
    let found = marginals.iter().find(|(other, _)| *other == card);
    found.map_or(0.0, |(_, chance)| *chance)
}

#[track_caller]
pub fn assert_close(actual: f64, expected: f64, what: &str) {
    assert!(
        (actual - expected).abs() <= CLOSE,
        "{what} is {actual} and should be {expected}"
    );
}

/// The side whose turn it is plays what a number picks, or passes.
pub fn random_move(
    book: &Rulebook,
    table: &mut AnnotatedState,
    chance: &mut qbcoach::simulation::chance::Chance,
) {
    let side: Side = table.state.position.to_act;
    let moves = table.state.legal_moves(book);
    let Some(made) = chance.pick(&moves[..moves.len().saturating_sub(1).max(1)]) else {
        return;
    };
    let action = Action::Move { side, made: *made };
    table.act(book, &action).expect("a legal move is accepted");
}
