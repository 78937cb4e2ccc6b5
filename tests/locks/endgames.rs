//! Endgames as they come about: matches of small decks, played at random.

use qbcoach::observation::AnnotatedState;
use qbcoach::rules::{BySide, CardId, Cost, Move, Rulebook, Side, TileSet};
use qbcoach::simulation::action::Action;
use qbcoach::simulation::chance::Chance;
use qbcoach::simulation::game_state::GameState;

/// What makes a position an endgame.
#[derive(Clone, Copy)]
pub struct Size {
    pub empty_tiles: u32,
    /// The cards that either side has left.
    pub cards: u32,
}

/// Whether the enemy's deck is told.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Told {
    Deck,
    Nothing,
}

/// All endgames of the matches that these seeds give, at most `most`.
pub fn endgames(book: &Rulebook, size: Size, told: Told, most: usize) -> Vec<AnnotatedState> {
    let mut found = Vec::new();
    for seed in 0.. {
        let mut chance = Chance::new(seed, 7);
        let decks = BySide::new(deck(book, &mut chance), deck(book, &mut chance));
        let told = (told == Told::Deck).then(|| decks.enemy.clone());
        let state = GameState::simulated(&book.rules, seed, Side::You, decks);
        let mut annotated = AnnotatedState::new(state, told, book).expect("the match is sound");
        while !annotated.state.position.is_over() {
            if is_endgame(&annotated.state, size) {
                found.push(annotated.clone());
                if found.len() == most {
                    return found;
                }
            }
            let made = some_move(book, &annotated.state, &mut chance);
            let side = annotated.state.position.to_act;
            let action = Action::Move { side, made };
            annotated.act(book, &action).expect("the move is legal");
        }
    }
    found
}

/// The cards a side really has left, wherever they are.
pub fn cards_left(state: &GameState, side: Side) -> Vec<CardId> {
    let holdings = &state.holdings[side];
    let mut cards = holdings.hand.cards();
    match &holdings.pile {
        qbcoach::simulation::pile::Pile::Ordered(pile) => cards.extend(pile),
        qbcoach::simulation::pile::Pile::Hidden { .. } => panic!("the match is simulated"),
    }
    cards
}

fn is_endgame(state: &GameState, size: Size) -> bool {
    let empty = TileSet::ALL.without(state.position.board.occupied()).len();
    let few = |side: Side| (1..=size.cards).contains(&(cards_left(state, side).len() as u32));
    empty <= size.empty_tiles && Side::BOTH.into_iter().all(few)
}

/// Seven to eleven cards; cheap ones twice as often, so that matches go on.
fn deck(book: &Rulebook, chance: &mut Chance) -> Vec<CardId> {
    let mut cards: Vec<CardId> = book.catalogue.collectible().map(|card| card.id).collect();
    let cheap = |card: &&CardId| match book.catalogue[**card].cost {
        Cost::Pawns(rank) => rank.get() == 1,
        Cost::Replacement => true,
    };
    let again: Vec<CardId> = cards.iter().filter(cheap).copied().collect();
    cards.extend(again);
    chance.shuffle(&mut cards);
    cards.truncate(7 + chance.below(5));
    cards
}

/// A play if there is one.
fn some_move(book: &Rulebook, state: &GameState, chance: &mut Chance) -> Move {
    let mut moves = state.legal_moves(book);
    if moves.len() > 1 {
        moves.retain(|made| *made != Move::Pass);
    }
    *chance.pick(&moves).expect("one may always pass")
}
