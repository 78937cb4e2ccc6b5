//! States and actions written as text, and observation records as lines.

use qbcoach_engine::observation::{AnnotatedState, Observation, ObservedCard};
use qbcoach_engine::rules::setup::TileCorrection;
use qbcoach_engine::rules::{
    BySide, CardId, CardInPlay, Move, Owner, Position, Rank, Rulebook, Rules, Side, TileId,
};
use qbcoach_engine::simulation::action::Action;
use qbcoach_engine::simulation::game_state::{GameState, Holdings};
use qbcoach_engine::simulation::hand::Hand;
use qbcoach_engine::simulation::pile::Pile;

use crate::support::{position, read_play, side_named};

pub const OPENING: &str = "
    y1 . . . e1
    y1 . . . e1
    y1 . . . e1";

/// Plenty of room for the enemy.
pub const ROOM: &str = "
    y1 . e1 e2 e3
    y1 . e1 e2 e3
    y1 . e1 e2 e3";

pub fn canon() -> Rulebook {
    Rulebook::embedded(Rules::canon())
}

#[track_caller]
pub fn card(book: &Rulebook, number: &str) -> CardId {
    let found = book.catalogue.by_number(number);
    found.unwrap_or_else(|| panic!("there is no card {number}"))
}

#[track_caller]
pub fn cards(book: &Rulebook, numbers: &str) -> Vec<CardId> {
    let numbers = numbers.split_whitespace();
    numbers.map(|number| card(book, number)).collect()
}

pub fn numbers(book: &Rulebook, cards: &[CardId]) -> String {
    let numbers = cards.iter().map(|card| &*book.catalogue[*card].number);
    numbers.collect::<Vec<_>>().join(" ")
}

#[track_caller]
pub fn tile(text: &str) -> TileId {
    text.parse().expect("the test names a tile")
}

/// An analysis state: either side may play any card.
#[track_caller]
pub fn drawn(book: &Rulebook, drawing: &str) -> GameState {
    GameState::analysis(position(book, drawing))
}

/// `enemy 010 MID-5`, `you pass`, and corrections of one or more tiles:
/// `see MID-5 . TOP-5 enemy/010`.
#[track_caller]
pub fn read_action(book: &Rulebook, text: &str) -> Action {
    let words: Vec<&str> = text.split_whitespace().collect();
    match words.as_slice() {
        ["see", tiles @ ..] => Action::Resync {
            tiles: tiles
                .chunks(2)
                .map(|pair| correction(book, pair[0], pair[1]))
                .collect(),
        },
        [side, "pass"] => Action::Move {
            side: side_named(side),
            made: Move::Pass,
        },
        _ => {
            let (side, play) = read_play(book, text);
            Action::Move {
                side,
                made: Move::Play(play),
            }
        }
    }
}

#[track_caller]
fn correction(book: &Rulebook, at: &str, what: &str) -> TileCorrection {
    let shown = what
        .split_once('/')
        .map(|(side, number)| CardInPlay::new(card(book, number), side_named(side)));
    corrected(tile(at), shown)
}

/// A tile corrected to this card with one pawn, or to an empty neutral tile.
pub fn corrected(tile: TileId, shown: Option<CardInPlay>) -> TileCorrection {
    let one = Rank::new(1).expect("it is a rank");
    let ranks = |side| BySide::seen_from(side, one, Rank::ZERO);
    TileCorrection {
        tile,
        owner: shown.map_or(Owner::Neutral, |shown| Owner::Held(shown.side)),
        ranks: shown.map_or(BySide::default(), |shown| ranks(shown.side)),
        card: shown,
    }
}

/// Applies actions to a state without an observation.
#[track_caller]
pub fn advance(book: &Rulebook, state: &mut GameState, actions: &str) {
    for text in actions.split(';').map(str::trim) {
        if let Err(refusal) = state.act(book, &read_action(book, text)) {
            panic!("`{text}` is refused: {refusal}");
        }
    }
}

/// Applies actions and observes the state after each.
#[track_caller]
pub fn act(book: &Rulebook, annotated: &mut AnnotatedState, actions: &str) {
    for text in actions.split(';').map(str::trim) {
        if let Err(error) = annotated.act(book, &read_action(book, text)) {
            panic!("`{text}` is refused: {error}");
        }
    }
}

/// A drawn board after these actions, with the state observed after each.
#[track_caller]
pub fn watched(book: &Rulebook, drawing: &str, actions: &str) -> AnnotatedState {
    let mut annotated =
        AnnotatedState::new(drawn(book, drawing), None, book).expect("the drawing is sound");
    act(book, &mut annotated, actions);
    annotated
}

/// A match with known hands and empty piles in which the enemy moves first.
#[track_caller]
pub fn hands(book: &Rulebook, yours: &str, enemys: &str) -> GameState {
    let holdings = |numbers| Holdings {
        hand: Hand::of_known(cards(book, numbers)),
        pile: Pile::in_order(Vec::new()),
    };
    let holdings = BySide::new(holdings(yours), holdings(enemys));
    GameState::arranged(Position::opening(Side::Enemy), holdings)
}

/// The same match after these actions; the known enemy deck is the enemy's hand.
#[track_caller]
pub fn with_hands(book: &Rulebook, yours: &str, enemys: &str, actions: &str) -> AnnotatedState {
    let deck = Some(cards(book, enemys));
    let mut annotated =
        AnnotatedState::new(hands(book, yours, enemys), deck, book).expect("the match can begin");
    act(book, &mut annotated, actions);
    annotated
}

pub fn line(book: &Rulebook, seen: &ObservedCard) -> String {
    let location = seen.tile.map_or("hand".to_owned(), |tile| tile.to_string());
    let gone = seen
        .destroyed_on_turn
        .map(|turn| format!(" gone {turn}"))
        .unwrap_or_default();
    format!(
        "{} {} {} turn {} {location}{gone}",
        seen.side,
        book.catalogue[seen.card].number,
        seen.origin.word(),
        seen.turn_observed,
    )
}

pub fn lines<'a>(book: &Rulebook, seen: impl IntoIterator<Item = &'a ObservedCard>) -> Vec<String> {
    seen.into_iter().map(|seen| line(book, seen)).collect()
}

/// Checks the records after actions on a drawn board, observed after each action.
#[track_caller]
pub fn check(drawing: &str, actions: &str, records: &[&str]) {
    let book = canon();
    let annotated = watched(&book, drawing, actions);
    assert_eq!(lines(&book, annotated.observation.observations()), records);
    assert_board_is_observed(&annotated.state, &annotated.observation);
    // One look at the final state gives the same records, in another order.
    let mut late = Observation::new(None);
    late.update_from_game_state(&book.catalogue, &annotated.state)
        .expect("the state can be observed");
    let sorted = |observation: &Observation| {
        let mut lines = lines(&book, observation.observations());
        lines.sort_unstable();
        lines
    };
    assert_eq!(sorted(&late), sorted(&annotated.observation));
}

/// The cards observed on the board are exactly the cards on the board.
#[track_caller]
pub fn assert_board_is_observed(state: &GameState, observation: &Observation) {
    let board = &state.position.board;
    let on_tiles: Vec<(TileId, Side, CardId)> = TileId::all()
        .filter_map(|tile| board.card(tile).map(|shown| (tile, shown.side, shown.card)))
        .collect();
    let on_board = observation.observations().iter();
    let mut seen: Vec<(TileId, Side, CardId)> = on_board
        .filter(|seen| seen.is_on_board())
        .filter_map(|seen| seen.tile.map(|tile| (tile, seen.side, seen.card)))
        .collect();
    seen.sort_unstable();
    assert_eq!(seen, on_tiles);
    let enemys = observation.enemy_board_cards().count();
    let on_board = on_tiles.iter().filter(|card| card.1 == Side::Enemy).count();
    assert_eq!(enemys, on_board);
}
