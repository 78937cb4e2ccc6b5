//! Matches between shipped decks, played by a simple player from a seed: the
//! ground on which the other measurements stand.

use crate::observation::AnnotatedState;
use crate::rules::{BySide, CardId, Move, Rulebook, Side};
use crate::simulation::action::Action;
use crate::simulation::game_state::GameState;

/// Whether the observer knows the enemy's list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EnemyDeck {
    Known,
    Unknown,
}

/// The start of a match between two decks, seen from your side.
pub fn start(
    book: &Rulebook,
    seed: u64,
    decks: &BySide<Vec<CardId>>,
    enemy_deck: EnemyDeck,
) -> Option<AnnotatedState> {
    let state = GameState::simulated(&book.rules, seed, Side::You, decks.clone());
    let known = (enemy_deck == EnemyDeck::Known).then(|| decks.enemy.clone());
    AnnotatedState::new(state, known, book).ok()
}

/// The move of a player who looks at the margin after it and no further; the
/// first of equals, and a pass only when there is nothing to play.
pub fn greedy_move(book: &Rulebook, state: &GameState) -> Move {
    let side = state.position.to_act;
    let mut best = (i32::MIN, Move::Pass);
    for made in state.legal_moves(book) {
        if let Move::Play(play) = made {
            let mut board = state.position.board;
            let resolved = board.play_unchecked(book, side, play, &mut ());
            let margin = board.score_with(book, &resolved.powers).margin();
            let own_margin = match side {
                Side::You => margin,
                Side::Enemy => -margin,
            };
            if own_margin > best.0 {
                best = (own_margin, made);
            }
        }
    }
    best.1
}

/// Lets both sides play on; false when the match is over.
pub fn play_on(book: &Rulebook, annotated: &mut AnnotatedState) -> bool {
    if annotated.state.position.is_over() {
        return false;
    }
    let side = annotated.state.position.to_act;
    let made = greedy_move(book, &annotated.state);
    annotated.act(book, &Action::Move { side, made }).is_ok()
}

/// Cards on the board of a position in the middle of a match.
const MID_GAME: u32 = 7;
const POSITIONS: u64 = 8;

/// Matches between shipped decks in their middle, on your turn.
pub fn mid_games(
    book: &Rulebook,
    decks: &[Vec<CardId>],
    enemy_deck: EnemyDeck,
) -> Vec<AnnotatedState> {
    (0..POSITIONS)
        .filter_map(|seed| mid_game(book, seed, decks, enemy_deck))
        .collect()
}

fn mid_game(
    book: &Rulebook,
    seed: u64,
    decks: &[Vec<CardId>],
    enemy_deck: EnemyDeck,
) -> Option<AnnotatedState> {
    let pick = |step: u64| decks[(seed * step + step) as usize % decks.len()].clone();
    let pair = BySide::new(pick(3), pick(5));
    let mut position = start(book, seed, &pair, enemy_deck)?;
    let in_the_middle = |position: &AnnotatedState| {
        let state = &position.state.position;
        state.board.occupied().len() >= MID_GAME && state.to_act == Side::You
    };
    while !in_the_middle(&position) {
        if !play_on(book, &mut position) {
            return None;
        }
    }
    Some(position)
}
