//! A table to play at, and records as lines.

use qbcoach::observation::{AnnotatedState, Observation, ObservedCard};
use qbcoach::rules::setup::TileCorrection;
use qbcoach::rules::{
    BySide, CardId, CardInPlay, Move, Owner, Position, Rank, Rulebook, Rules, Side, TileId,
};
use qbcoach::simulation::action::Action;
use qbcoach::simulation::game_state::{GameState, Holdings};
use qbcoach::simulation::hand::Hand;
use qbcoach::simulation::pile::Pile;

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

/// A state in which either side plays any card.
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
    let lies = what
        .split_once('/')
        .map(|(side, number)| CardInPlay::new(card(book, number), side_named(side)));
    corrected(tile(at), lies)
}

/// A tile that shows this card on one pawn, or nothing.
pub fn corrected(tile: TileId, lies: Option<CardInPlay>) -> TileCorrection {
    let one = Rank::new(1).expect("it is a rank");
    let ranks = |side| BySide::seen_from(side, one, Rank::ZERO);
    TileCorrection {
        tile,
        owner: lies.map_or(Owner::Neutral, |lies| Owner::Held(lies.side)),
        ranks: lies.map_or(BySide::default(), |lies| ranks(lies.side)),
        card: lies,
    }
}

/// Lets things happen without anyone observing.
#[track_caller]
pub fn advance(book: &Rulebook, state: &mut GameState, actions: &str) {
    for text in actions.split(';').map(str::trim) {
        if let Err(refusal) = state.act(book, &read_action(book, text)) {
            panic!("`{text}` is refused: {refusal}");
        }
    }
}

/// Lets things happen and observes each.
#[track_caller]
pub fn act(book: &Rulebook, table: &mut AnnotatedState, actions: &str) {
    for text in actions.split(';').map(str::trim) {
        if let Err(error) = table.act(book, &read_action(book, text)) {
            panic!("`{text}` is refused: {error}");
        }
    }
}

/// A drawn board after these actions, each of them observed.
#[track_caller]
pub fn watched(book: &Rulebook, drawing: &str, actions: &str) -> AnnotatedState {
    let mut table = AnnotatedState::new(drawn(book, drawing), None, book).expect("it starts");
    act(book, &mut table, actions);
    table
}

/// A match of known hands and empty piles that the enemy begins.
#[track_caller]
pub fn hands(book: &Rulebook, yours: &str, enemys: &str) -> GameState {
    let holdings = |numbers| Holdings {
        hand: Hand::of_known(cards(book, numbers)),
        pile: Pile::in_order(Vec::new()),
    };
    let holdings = BySide::new(holdings(yours), holdings(enemys));
    GameState::arranged(Position::opening(Side::Enemy), holdings)
}

/// A match of known hands after these actions; the enemy's deck is its hand.
#[track_caller]
pub fn with_hands(book: &Rulebook, yours: &str, enemys: &str, actions: &str) -> AnnotatedState {
    let deck = Some(cards(book, enemys));
    let mut table = AnnotatedState::new(hands(book, yours, enemys), deck, book).expect("it starts");
    act(book, &mut table, actions);
    table
}

pub fn line(book: &Rulebook, seen: &ObservedCard) -> String {
    let place = seen.tile.map_or("hand".to_owned(), |tile| tile.to_string());
    let gone = seen
        .destroyed_on_turn
        .map(|turn| format!(" gone {turn}"))
        .unwrap_or_default();
    format!(
        "{} {} {} turn {} {place}{gone}",
        seen.side,
        book.catalogue[seen.card].number,
        seen.origin.word(),
        seen.turn_observed,
    )
}

pub fn lines<'a>(book: &Rulebook, seen: impl IntoIterator<Item = &'a ObservedCard>) -> Vec<String> {
    seen.into_iter().map(|seen| line(book, seen)).collect()
}

/// Actions on a drawn board, each observed, and all records they leave.
#[track_caller]
pub fn check(drawing: &str, actions: &str, records: &[&str]) {
    let book = canon();
    let table = watched(&book, drawing, actions);
    assert_eq!(lines(&book, table.observation.observations()), records);
    assert_board_is_observed(&table.state, &table.observation);
    // Whoever looks only at the end sees the same, though in another order.
    let mut late = Observation::new(None);
    late.update_from_game_state(&book.catalogue, &table.state)
        .expect("the state can be observed");
    let sorted = |observation: &Observation| {
        let mut lines = lines(&book, observation.observations());
        lines.sort_unstable();
        lines
    };
    assert_eq!(sorted(&late), sorted(&table.observation));
}

/// The observed cards on the board are those that lie there, no more, no less.
#[track_caller]
pub fn assert_board_is_observed(state: &GameState, observation: &Observation) {
    let board = &state.position.board;
    let lie: Vec<(TileId, Side, CardId)> = TileId::all()
        .filter_map(|tile| board.card(tile).map(|lies| (tile, lies.side, lies.card)))
        .collect();
    let on_board = observation.observations().iter();
    let mut seen: Vec<(TileId, Side, CardId)> = on_board
        .filter(|seen| seen.is_on_board())
        .filter_map(|seen| seen.tile.map(|tile| (tile, seen.side, seen.card)))
        .collect();
    seen.sort_unstable();
    assert_eq!(seen, lie);
    let enemys = observation.enemy_board_cards().count();
    let there = lie.iter().filter(|lie| lie.1 == Side::Enemy).count();
    assert_eq!(enemys, there);
}
