//! A board with whose turn it is.

use super::board::Board;
use super::event::{Event, EventSink};
use super::legality::{IllegalPlay, Play};
use super::resolution::Resolved;
use super::rulebook::Rulebook;
use super::side::Side;

/// Two of these in a row end the match.
pub const PASSES_TO_END: u8 = 2;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    pub board: Board,
    pub to_act: Side,
    /// How many passes have just been made in a row, 0 to 2.
    pub(super) passes: u8,
}

/// What a side does with its turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Move {
    Play(Play),
    Pass,
}

/// Why a move is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
pub enum IllegalMove {
    #[error("the match is over")]
    MatchOver,
    #[error("it is {} turn", expected.whose())]
    OutOfTurn { expected: Side },
    #[error(transparent)]
    Play(#[from] IllegalPlay),
}

impl Position {
    pub fn opening(first: Side) -> Position {
        Position::new(Board::opening(), first)
    }

    pub fn new(board: Board, to_act: Side) -> Position {
        Position {
            board,
            to_act,
            passes: 0,
        }
    }

    pub fn passes(&self) -> u8 {
        self.passes
    }

    /// After two passes in a row, or when every tile holds a card.
    pub fn is_over(&self) -> bool {
        self.passes >= PASSES_TO_END || self.board.is_full()
    }

    /// Makes a move for the side to act and says how a play went. A refused move
    /// changes nothing.
    pub fn make<S: EventSink>(
        &mut self,
        book: &Rulebook,
        side: Side,
        made: Move,
        sink: &mut S,
    ) -> Result<Option<Resolved>, IllegalMove> {
        if self.is_over() {
            return Err(IllegalMove::MatchOver);
        }
        if side != self.to_act {
            return Err(IllegalMove::OutOfTurn {
                expected: self.to_act,
            });
        }
        let resolved = match made {
            Move::Play(play) => {
                let resolved = self.board.play(book, side, play, sink)?;
                self.passes = 0;
                Some(resolved)
            }
            Move::Pass => {
                self.passes += 1;
                None
            }
        };
        self.to_act = side.opponent();
        sink.event(if self.is_over() {
            Event::Over
        } else {
            Event::Turn { side: self.to_act }
        });
        Ok(resolved)
    }

    /// The position as the opponent sees it.
    pub fn mirrored(&self) -> Position {
        Position {
            board: self.board.mirrored(),
            to_act: self.to_act.opponent(),
            passes: self.passes,
        }
    }
}
