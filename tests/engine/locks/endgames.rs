//! Endgames from random matches with small decks.

use qbcoach_basics::chance::Chance;
use qbcoach_engine::observation::AnnotatedState;
use qbcoach_engine::rules::{BySide, CardId, Cost, Move, Rulebook, Side, TileSet};
use qbcoach_engine::simulation::action::Action;
use qbcoach_engine::simulation::game_state::GameState;

/// The largest position that counts as an endgame.
#[derive(Clone, Copy)]
pub struct EndgameSize {
    pub empty_tiles: u32,
    /// The most cards that each side may have left.
    pub cards: u32,
}

/// Whether your side knows the enemy's deck.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum EnemyDeck {
    Known,
    Unknown,
}

/// The first `most` endgames of matches with the random seeds 0, 1, 2, …
pub fn endgames(
    book: &Rulebook,
    size: EndgameSize,
    enemy_deck: EnemyDeck,
    most: usize,
) -> Vec<AnnotatedState> {
    let mut found = Vec::new();
    for seed in 0.. {
        let mut chance = Chance::new(seed, 7);
        let decks = BySide::new(deck(book, &mut chance), deck(book, &mut chance));
        let known_deck = (enemy_deck == EnemyDeck::Known).then(|| decks.enemy.clone());
        let state = GameState::simulated(&book.rules, seed, Side::You, decks);
        let mut annotated =
            AnnotatedState::new(state, known_deck, book).expect("the match is sound");
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

/// The cards that a side really has left, in hand and pile.
pub fn cards_left(state: &GameState, side: Side) -> Vec<CardId> {
    let holdings = &state.holdings[side];
    let mut cards = holdings.hand.cards();
    match &holdings.pile {
        qbcoach_engine::simulation::pile::Pile::Ordered(pile) => cards.extend(pile),
        qbcoach_engine::simulation::pile::Pile::Hidden { .. } => panic!("the match is simulated"),
    }
    cards
}

fn is_endgame(state: &GameState, size: EndgameSize) -> bool {
    let empty = TileSet::ALL.without(state.position.board.occupied()).len();
    let few = |side: Side| (1..=size.cards).contains(&(cards_left(state, side).len() as u32));
    empty <= size.empty_tiles && Side::BOTH.into_iter().all(few)
}

/// A deck of seven to eleven cards. Cheap cards are twice as likely, so that matches
/// last.
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

/// A random play, or a pass if there is no play.
fn some_move(book: &Rulebook, state: &GameState, chance: &mut Chance) -> Move {
    let mut moves = state.legal_moves(book);
    if moves.len() > 1 {
        moves.retain(|made| *made != Move::Pass);
    }
    *chance.pick(&moves).expect("one may always pass")
}
