//! Rulebooks, cards and matches from short texts.

use qbcoach_engine::observation::{AnnotatedState, Observation, Origin};
use qbcoach_engine::prediction::{Archetypes, DeckBelief, PredictionEngine};
use qbcoach_engine::rules::{BySide, CardId, Move, Position, Rulebook, Rules, Side};
use qbcoach_engine::simulation::action::Action;
use qbcoach_engine::simulation::deck_library::DeckLibrary;
use qbcoach_engine::simulation::game_state::{GameState, Holdings};
use qbcoach_engine::simulation::hand::Hand;
use qbcoach_engine::simulation::pile::Pile;

use crate::support::{position, read_play, side_named};

pub const OPENING: &str = "
    y1 . . . e1
    y1 . . . e1
    y1 . . . e1";

/// The largest difference between numbers that count as equal.
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

/// An engine without archetypes.
pub fn engine(book: &Rulebook) -> PredictionEngine {
    PredictionEngine::new(book.clone(), Archetypes::default())
}

/// The shipped decks as archetypes.
pub fn shipped(book: &Rulebook) -> Archetypes {
    let library = DeckLibrary::embedded(&book.catalogue).expect("the shipped decks are right");
    Archetypes {
        decks: library.list().map(|deck| deck.cards.clone()).collect(),
        ..Archetypes::default()
    }
}

/// An observation to which enemy plays of these cards were reported.
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

/// A match with hands and piles written as `hand | pile`. Piles are in the order of
/// drawing.
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

/// A match from a drawn position. The enemy's deck may be known.
#[track_caller]
pub fn match_from(
    book: &Rulebook,
    drawing: &str,
    (you, enemy): (&str, &str),
    known_deck: Option<&str>,
) -> AnnotatedState {
    let state = arranged(book, position(book, drawing), you, enemy);
    let known = known_deck.map(|deck| cards(book, deck));
    AnnotatedState::new(state, known, book).expect("the match can begin")
}

/// Applies actions such as `enemy 010 MID-5; you pass`.
#[track_caller]
pub fn act(book: &Rulebook, annotated: &mut AnnotatedState, actions: &str) {
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
        if let Err(error) = annotated.act(book, &action) {
            panic!("`{text}` is refused: {error}");
        }
    }
}

/// A belief in these weighted decks, of which these cards were seen.
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

/// The numbers of all unseen cards of all candidates.
pub fn unseen(book: &Rulebook, belief: &DeckBelief) -> String {
    let kinds = belief.decks.iter().flat_map(|deck| &deck.unseen);
    let list: Vec<CardId> = kinds
        .flat_map(|(card, copies)| std::iter::repeat_n(*card, *copies))
        .collect();
    numbers(book, &list)
}

/// The chance of a card in a list of marginals; 0 if it is not listed.
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

/// Makes a random play for the side to act, or a pass if there is no play.
pub fn random_move(
    book: &Rulebook,
    annotated: &mut AnnotatedState,
    chance: &mut qbcoach_basics::chance::Chance,
) {
    let side: Side = annotated.state.position.to_act;
    let moves = annotated.state.legal_moves(book);
    let Some(made) = chance.pick(&moves[..moves.len().saturating_sub(1).max(1)]) else {
        return;
    };
    let action = Action::Move { side, made: *made };
    annotated
        .act(book, &action)
        .expect("a legal move is accepted");
}
