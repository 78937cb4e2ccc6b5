//! Compares the move that was made with the best one.
//!
//! First all legal moves are searched, then the best of them and the move that was made
//! once more, alone: so both are searched equally deep, in the same deals.

use std::num::NonZeroUsize;
use std::ops::ControlFlow;

use super::review_match::{ReviewError, ReviewLimit};
use super::win_share::WinShare;
use crate::coaching::coach::{Coach, CoachError};
use crate::coaching::search::{Claim, SearchLimit, SearchPart, SearchReport, SearchedMove, World};
use crate::observation::AnnotatedState;
use crate::rules::Move;

/// How many of the best moves are compared with the one that was made.
const COMPARED: usize = 2;

/// Who does the searches, and who may stop them.
pub(super) struct Judge<'a, 'w> {
    pub coach: &'a Coach,
    pub threads: NonZeroUsize,
    /// Breaks to stop the review.
    pub watch: &'w mut dyn FnMut() -> ControlFlow<()>,
}

/// The move that was made beside the best one, as its side saw them.
#[derive(Clone, Debug)]
pub(super) struct Judgement {
    pub best: SearchedMove,
    pub made: SearchedMove,
}

impl Judgement {
    pub fn best_share(&self) -> WinShare {
        WinShare::of_chance(self.best.win_chance)
    }

    /// Never more than the share of the best move.
    pub fn made_share(&self) -> WinShare {
        WinShare::of_chance(self.made.win_chance).min(self.best_share())
    }

    pub fn loss(&self) -> WinShare {
        self.best_share() - self.made_share()
    }
}

impl Judge<'_, '_> {
    /// None if the move is not among those that the view knows to be legal.
    pub fn judge(
        &mut self,
        view: &AnnotatedState,
        deal: Option<&World>,
        made: Move,
        limit: ReviewLimit,
    ) -> Result<Option<Judgement>, ReviewError> {
        let half = ReviewLimit {
            nodes: (limit.nodes / 2).max(1),
            ..limit
        };
        let all = SearchPart { deal, moves: None };
        let report = self.search(view, all, half)?;
        if !report.moves.iter().any(|searched| searched.made == made) {
            return Ok(None);
        }
        let is_settled = |made: &SearchedMove| made.claim == Claim::Proved;
        let first = report.moves.first();
        let is_proved = first.is_some_and(|best| {
            is_settled(best) && (best.made == made || best.win_chance == 1.0)
                || report.moves.iter().all(is_settled)
        });
        if is_proved || report.moves.len() == 1 {
            return Ok(judgement(&report, made));
        }
        let best = report.moves.iter().take(COMPARED);
        let mut moves: Vec<Move> = best.map(|searched| searched.made).collect();
        if !moves.contains(&made) {
            moves.push(made);
        }
        let compared = SearchPart {
            deal,
            moves: Some(&moves),
        };
        let report = self.search(view, compared, half)?;
        Ok(judgement(&report, made))
    }

    /// The win chance of the best move.
    pub fn chance(
        &mut self,
        view: &AnnotatedState,
        limit: ReviewLimit,
    ) -> Result<WinShare, ReviewError> {
        let report = self.search(view, SearchPart::default(), limit)?;
        Ok(WinShare::of_chance(report.win_chance))
    }

    fn search(
        &mut self,
        view: &AnnotatedState,
        part: SearchPart<'_>,
        limit: ReviewLimit,
    ) -> Result<SearchReport, ReviewError> {
        let limit = SearchLimit {
            nodes: limit.nodes,
            depth: limit.depth,
        };
        let mut stopped = false;
        let watch = |_: &SearchReport| {
            let next = (self.watch)();
            stopped = next.is_break();
            next
        };
        let report = self
            .coach
            .search_part(view, part, limit, self.threads, watch);
        match report {
            _ if stopped => Err(ReviewError::Cancelled),
            Ok(report) => Ok(report),
            Err(CoachError::Cancelled) => Err(ReviewError::Cancelled),
            Err(error) => Err(ReviewError::Coach(error)),
        }
    }
}

fn judgement(report: &SearchReport, made: Move) -> Option<Judgement> {
    let made = report.moves.iter().find(|searched| searched.made == made)?;
    let best = report.moves.first()?;
    // Where both win equally often the move that was made is as good as the best.
    let best = match made.win_chance >= best.win_chance {
        true => made,
        false => best,
    };
    Some(Judgement {
        best: best.clone(),
        made: made.clone(),
    })
}
