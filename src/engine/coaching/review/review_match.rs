//! Goes through a match move by move.

use std::num::NonZeroUsize;
use std::ops::ControlFlow;

use super::hindsight::true_deal;
use super::judge::{Judge, Judgement};
use super::mark::Mark;
use super::mistake::{Expected, kinds};
use super::mover_view::{as_mover, mover_view};
use super::recorded_match::RecordedMatch;
use super::report::{MatchReview, ReviewedMove, luck_of_sides, mark_turning_points, side_review};
use super::win_share::WinShare;
use super::words;
use crate::coaching::coach::{Coach, CoachError};
use crate::coaching::endgame::MatchOutcome;
use crate::coaching::reasons::Reason;
use crate::coaching::search::LineMove;
use crate::rules::{BySide, Move, Side};
use crate::simulation::game_state::{GameState, MatchMode};

/// How much work a review may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReviewLimit {
    /// How many plays may be simulated to judge one move.
    pub nodes: u64,
    /// How many moves deep the searches may look.
    pub depth: Option<u8>,
}

impl ReviewLimit {
    pub const DEFAULT_NODES: u64 = 100_000;
    pub const MOST_NODES: u64 = 1_000_000;
}

impl Default for ReviewLimit {
    fn default() -> ReviewLimit {
        ReviewLimit {
            nodes: ReviewLimit::DEFAULT_NODES,
            depth: None,
        }
    }
}

/// Why there is no review.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReviewError {
    #[error("no move has been made yet, so there is nothing to review")]
    NoMoves,
    #[error("the review was cancelled")]
    Cancelled,
    #[error(transparent)]
    Coach(CoachError),
}

/// How far a review is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReviewProgress {
    pub moves_done: usize,
    pub moves: usize,
}

impl Coach {
    /// Reviews every move of a match. `watch` is asked again and again; when it breaks, the
    /// review is cancelled. The same match and limit give the same review on any number of
    /// threads.
    pub fn review(
        &self,
        played: &RecordedMatch,
        limit: ReviewLimit,
        threads: NonZeroUsize,
        mut watch: impl FnMut(ReviewProgress) -> ControlFlow<()>,
    ) -> Result<MatchReview, ReviewError> {
        let number = played.number_of_moves();
        if number == 0 {
            return Err(ReviewError::NoMoves);
        }
        let mut moves: Vec<ReviewedMove> = Vec::with_capacity(number);
        let mut now = None;
        for (index, step) in played.steps.iter().enumerate() {
            let Some((side, made)) = step.made() else {
                continue;
            };
            let progress = ReviewProgress {
                moves_done: moves.len(),
                moves: number,
            };
            let mut judge = Judge {
                coach: self,
                threads,
                watch: &mut || watch(progress),
            };
            let row = self.reviewed(&mut judge, played, index, (side, made), now, limit)?;
            if let Some(last) = moves.last_mut() {
                last.luck = row.win_before - last.win_after;
            }
            now = Some(row.win_after);
            moves.push(row);
        }
        let progress = ReviewProgress {
            moves_done: number,
            moves: number,
        };
        let mut judge = Judge {
            coach: self,
            threads,
            watch: &mut || watch(progress),
        };
        let end = self.end_share(&mut judge, played, now.unwrap_or_default(), limit)?;
        if let Some(last) = moves.last_mut() {
            last.luck = end - last.win_after;
        }
        mark_turning_points(&mut moves);
        let position = &played.end.state.position;
        let mut review = MatchReview {
            complete: position.is_over(),
            start: moves.first().map_or(end, |first| first.win_before),
            end,
            sides: BySide::new(
                side_review(&moves, Side::You),
                side_review(&moves, Side::Enemy),
            ),
            luck: luck_of_sides(&moves),
            moves,
            message: String::new(),
        };
        let totals = position.board.score(&self.book).totals;
        review.message = words::message(&self.book, &review, totals);
        Ok(review)
    }

    /// One move, without the luck after it. `before` is your win chance after the move
    /// before it.
    fn reviewed(
        &self,
        judge: &mut Judge<'_, '_>,
        played: &RecordedMatch,
        index: usize,
        (side, made): (Side, Move),
        before: Option<WinShare>,
        limit: ReviewLimit,
    ) -> Result<ReviewedMove, ReviewError> {
        let book = &self.book;
        let step = &played.steps[index];
        let mut row = ReviewedMove {
            number: step.number,
            turn: step.before.state.turn,
            side,
            made,
            label: words::label(book, made),
            best: None,
            best_label: None,
            win_before: before.unwrap_or(WinShare::of_outcome(MatchOutcome::Draw)),
            win_after: WinShare::ZERO,
            loss: WinShare::ZERO,
            hindsight_loss: WinShare::ZERO,
            luck: WinShare::ZERO,
            mark: None,
            is_turning_point: false,
            kinds: Vec::new(),
            reasons: Vec::new(),
            line: Vec::new(),
        };
        row.win_after = row.win_before;
        let not_judged = |why: String| Reason {
            tag: "notJudged",
            text: why,
            weight: 0.0,
        };
        let hand_unknown = match side {
            Side::You => "Your hand was not known, so this move cannot be judged",
            Side::Enemy => "The enemy's hand was not known, so this move cannot be judged",
        };
        if !tells_hand(&step.before.state, side) {
            row.reasons.push(not_judged(hand_unknown.to_owned()));
            return Ok(row);
        }
        let view = match mover_view(book, &step.before, side, made) {
            Ok(view) => view,
            Err(error) => {
                row.reasons.push(not_judged(error.to_string()));
                return Ok(row);
            }
        };
        let own_made = as_mover(side, made);
        // The enemy's moves get less work: they are judged with less knowledge.
        let knowing = match side {
            Side::You => limit,
            Side::Enemy => part(limit, 2),
        };
        let judgement = match judge.judge(&view, None, own_made, knowing) {
            Ok(Some(judgement)) => judgement,
            Ok(None) | Err(ReviewError::Coach(CoachError::HandUnknown)) => {
                row.reasons.push(not_judged(hand_unknown.to_owned()));
                return Ok(row);
            }
            Err(ReviewError::Coach(error)) => {
                row.reasons.push(not_judged(error.to_string()));
                return Ok(row);
            }
            Err(error) => return Err(error),
        };
        match side {
            Side::You => {
                row.win_before = judgement.best_share();
                row.loss = judgement.loss();
                row.win_after = judgement.made_share();
            }
            Side::Enemy => {
                // Your own view goes on; what the enemy gave away is added to it.
                row.win_before = before.unwrap_or(judgement.best_share().of_opponent());
                row.loss = judgement.loss().min(row.win_before.of_opponent());
                row.win_after = row.win_before + row.loss;
            }
        }
        if side == Side::You {
            let deal = true_deal(self, played, index).map_err(ReviewError::Coach)?;
            let hindsight = judge.judge(&view, Some(&deal), own_made, part(limit, 2))?;
            row.hindsight_loss = hindsight.map_or(row.loss, |known| known.loss());
        } else {
            row.hindsight_loss = row.loss;
        }
        row.mark = Mark::of_loss(row.loss);
        self.describe(&mut row, &view, &judgement);
        Ok(row)
    }

    /// Adds the best move, its line and the reasons.
    fn describe(
        &self,
        row: &mut ReviewedMove,
        view: &crate::observation::AnnotatedState,
        judgement: &Judgement,
    ) {
        let book = &self.book;
        let side = row.side;
        let best = as_mover(side, judgement.best.made);
        let line: Vec<LineMove> = judgement
            .best
            .line
            .iter()
            .map(|step| LineMove {
                side: match side {
                    Side::You => step.side,
                    Side::Enemy => step.side.opponent(),
                },
                made: as_mover(side, step.made),
            })
            .collect();
        let best_label = words::label(book, best);
        row.line = words::line_labels(book, &line);
        if row.mark.is_some() {
            let position = &view.state.position;
            let made = Expected::of(book, position, &judgement.made);
            let better = Expected::of(book, position, &judgement.best);
            row.kinds = kinds(book, view, judgement, &made, &better);
            row.reasons = words::reasons(
                book,
                side,
                judgement,
                &best_label,
                &row.kinds,
                (&made, &better),
            );
        }
        row.best = Some(best);
        row.best_label = Some(best_label);
    }

    /// Your win chance at the end of the record.
    fn end_share(
        &self,
        judge: &mut Judge<'_, '_>,
        played: &RecordedMatch,
        last: WinShare,
        limit: ReviewLimit,
    ) -> Result<WinShare, ReviewError> {
        let position = &played.end.state.position;
        if position.is_over() {
            let margin = position.board.score(&self.book).margin();
            return Ok(WinShare::of_outcome(MatchOutcome::of_margin(margin)));
        }
        match judge.chance(&played.end, limit) {
            // It is not your turn, or your hand is not known: nothing new is known.
            Err(ReviewError::Coach(_)) => Ok(last),
            share => share,
        }
    }
}

/// Whether a match says what a side holds. In an analysis without hands any card may be
/// played, so an empty hand there means that nobody told it.
fn tells_hand(state: &GameState, side: Side) -> bool {
    state.mode() != MatchMode::Analysis || !state.holdings[side].hand.is_empty()
}

fn part(limit: ReviewLimit, of: u64) -> ReviewLimit {
    ReviewLimit {
        nodes: (limit.nodes / of).max(1),
        ..limit
    }
}
