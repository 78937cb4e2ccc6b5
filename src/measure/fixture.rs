//! Matches between shipped decks, played by a greedy player from a random seed. The
//! other measurements use them.

use qbcoach_engine::observation::AnnotatedState;
use qbcoach_engine::rules::{BySide, CardId, Move, Rulebook, Side};
use qbcoach_engine::simulation::action::Action;
use qbcoach_engine::simulation::game_state::GameState;

/// Whether the observer knows the enemy's deck.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum EnemyDeck {
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

/// The play with the best margin right after it, the first of equal ones. A pass only
/// if there is no legal play.
pub(crate) fn greedy_move(book: &Rulebook, state: &GameState) -> Move {
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

/// Makes one greedy move; false if the match is over.
pub(crate) fn play_on(book: &Rulebook, annotated: &mut AnnotatedState) -> bool {
    if annotated.state.position.is_over() {
        return false;
    }
    let side = annotated.state.position.to_act;
    let made = greedy_move(book, &annotated.state);
    annotated.act(book, &Action::Move { side, made }).is_ok()
}

/// The least number of cards on the board of a mid-game position.
const MID_GAME: u32 = 7;
const POSITIONS: u64 = 8;

/// Mid-game positions of matches between shipped decks, on your turn.
pub(crate) fn mid_games(
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
