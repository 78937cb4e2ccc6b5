//! Counting the positions that can be reached. Stored counts reveal any change of the
//! rules.

use super::action::Action;
use super::game_state::GameState;
use crate::rules::Rulebook;

/// Sums over the leaves of the tree of all moves up to a depth.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Perft {
    /// Sequences of moves, plays and passes, of exactly that length.
    pub leaves: u64,
    /// The sum of the margins at the leaves; it changes if any power changes.
    pub margins: i64,
    /// The sum of the numbers of cards on the board; it changes if a destruction changes.
    pub cards: u64,
}

pub fn perft(book: &Rulebook, state: &GameState, depth: u32) -> Perft {
    if depth == 0 {
        return Perft {
            leaves: 1,
            margins: state.position.board.score(book).margin().into(),
            cards: state.position.board.occupied().len().into(),
        };
    }
    let mut total = Perft::default();
    for made in state.legal_moves(book) {
        let mut next = state.clone();
        let side = state.position.to_act;
        if next.act(book, &Action::Move { side, made }).is_ok() {
            let below = perft(book, &next, depth - 1);
            total.leaves += below.leaves;
            total.margins += below.margins;
            total.cards += below.cards;
        }
    }
    total
}
