//! A board and the side to move.

use super::board::Board;
use super::event::{Event, EventSink};
use super::legality::{IllegalPlay, Play};
use super::power::Powers;
use super::resolution::Resolved;
use super::rulebook::Rulebook;
use super::setup::{SetupError, TileCorrection};
use super::side::Side;

/// How many passes in a row end the match.
pub(crate) const PASSES_TO_END: u8 = 2;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    pub board: Board,
    pub to_act: Side,
    pub(super) stage: Stage,
}

/// How near the match is to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Stage {
    /// So many passes have just been made in a row, 0 to 2.
    Passes(u8),
    /// The last play filled the board. A board that was filled by hand is not here: its
    /// match goes on until a play leaves the board full.
    Filled,
}

/// A play or a pass.
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
            stage: Stage::Passes(0),
        }
    }

    /// How many passes have just been made in a row, 0 to 2.
    pub fn passes(&self) -> u8 {
        match self.stage {
            Stage::Passes(passes) => passes,
            Stage::Filled => 0,
        }
    }

    /// True after two passes in a row, or after a play that filled the board.
    pub fn is_over(&self) -> bool {
        self.stage == Stage::Filled || self.passes() >= PASSES_TO_END
    }

    /// Sets tiles by hand. A match that a play ended by filling the board goes on if a
    /// tile is empty now. On a fault nothing changes.
    pub fn set_by_hand(
        &mut self,
        book: &Rulebook,
        corrections: &[TileCorrection],
    ) -> Result<(), SetupError> {
        self.board.set_by_hand(book, corrections)?;
        if self.stage == Stage::Filled && !self.board.is_full() {
            self.stage = Stage::Passes(0);
        }
        Ok(())
    }

    /// Makes a move for the side to move and returns the facts about a play. A refused
    /// move changes nothing.
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
            Move::Play(play) => Some(self.board.play(book, side, play, sink)?),
            Move::Pass => None,
        };
        self.end_turn(made, sink);
        Ok(resolved)
    }

    /// Makes a move that is known to be legal, as [`Position::make`], with the powers
    /// before it given. They are brought up to date.
    #[inline]
    pub fn make_with_powers<S: EventSink>(
        &mut self,
        book: &Rulebook,
        made: Move,
        powers: &mut Powers,
        sink: &mut S,
    ) {
        if let Move::Play(play) = made {
            self.board
                .play_with_powers(book, self.to_act, play, powers, sink);
        }
        self.end_turn(made, sink);
    }

    #[inline]
    fn end_turn<S: EventSink>(&mut self, made: Move, sink: &mut S) {
        self.stage = match made {
            Move::Pass => Stage::Passes(self.passes() + 1),
            Move::Play(_) if self.board.is_full() => Stage::Filled,
            Move::Play(_) => Stage::Passes(0),
        };
        self.to_act = self.to_act.opponent();
        sink.event(if self.is_over() {
            Event::Over
        } else {
            Event::Turn { side: self.to_act }
        });
    }

    /// The position as the opponent sees it.
    pub fn mirrored(&self) -> Position {
        Position {
            board: self.board.mirrored(),
            to_act: self.to_act.opponent(),
            stage: self.stage,
        }
    }
}
