//! `puzzles/…`

use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::sync::{Arc, LazyLock, PoisonError};

use qbcoach_protocol as wire;
use qbcoach_protocol::method::*;

use super::{MethodTable, MethodTableError, match_of};
use crate::peer::Call;
use crate::practice::{Answered, Practice};
use crate::reads::ReadLength;
use crate::rpc_error::{RpcError, of_coach};
use crate::{Daemon, from_wire, to_wire};
use qbcoach_engine::coaching::puzzle::{
    PUZZLE_NODES, Puzzle, PuzzleVerdict, SHIPPED_PUZZLES, read_puzzles,
};
use qbcoach_engine::coaching::{Claim, Coach, SearchLimit, SearchReport};
use qbcoach_engine::observation::AnnotatedState;
use qbcoach_engine::prediction::Archetypes;
use qbcoach_engine::rules::data::embedded;
use qbcoach_engine::rules::notation::position_text;
use qbcoach_engine::rules::{Board, CardId, Move, Play, Rulebook, Rules, Side};

pub(crate) fn register(table: &mut MethodTable) -> Result<(), MethodTableError> {
    table.add(PuzzlesList, async |daemon, _, _| {
        let practice = on_disk(daemon.clone(), |_| ()).await?.0;
        Ok(listed(&practice))
    })?;
    table.add(PuzzlesGet, async |daemon, call, params| {
        let exercise = Exercise::find(&daemon, &call, &params.puzzle).await?;
        Ok(exercise.shown())
    })?;
    table.add(PuzzlesAnswer, async |daemon, call, params| {
        let exercise = Exercise::find(&daemon, &call, &params.puzzle).await?;
        let made = exercise.answer(&params)?;
        let watched = call.clone();
        let search = move || exercise.search(&watched).map(|report| (exercise, report));
        let (exercise, report) = call.read(ReadLength::Long, search).await??;
        let verdict = PuzzleVerdict::of(&report, made);
        let id = exercise.id.clone();
        let note = move |practice: &mut Practice| practice.note(&id, Answered::of(&verdict));
        let (practice, ()) = on_disk(daemon, note).await?;
        Ok(exercise.verdict(&report, &verdict, &practice))
    })
}

/// The shipped puzzles, with the coach that solves them. They are about the shipped cards.
struct Shipped {
    coach: Arc<Coach>,
    puzzles: Vec<Puzzle>,
}

static SHIPPED: LazyLock<Shipped> = LazyLock::new(|| {
    let book = Rulebook::new(embedded(), Rules::canon());
    // A test solves all of them, so this cannot fail in a program that was tested.
    let puzzles = read_puzzles(&book, SHIPPED_PUZZLES).unwrap_or_default();
    Shipped {
        coach: Arc::new(Coach::new(book, Archetypes::default())),
        puzzles,
    }
});

fn listed(practice: &Practice) -> wire::Puzzles {
    let ids: Vec<&str> = SHIPPED.puzzles.iter().map(|one| one.id.as_str()).collect();
    let own = practice.answered().filter(|id| !ids.contains(id));
    let puzzles = ids.iter().copied().chain(own).map(|id| wire::ListedPuzzle {
        puzzle: id.to_owned(),
        solved: practice.solved(id),
        days_left: practice.days_left(id),
    });
    wire::Puzzles {
        puzzles: puzzles.collect(),
        next: practice.next(ids.iter().copied()).map(str::to_owned),
    }
}

/// Reads the progress, changes it and writes it if it has changed, on a thread that may
/// wait for the disk.
async fn on_disk<T: Send + 'static>(
    daemon: Arc<Daemon>,
    change: impl FnOnce(&mut Practice) -> T + Send + 'static,
) -> Result<(Practice, T), RpcError> {
    let work = move || {
        let file = daemon.practice.lock();
        let file = file.unwrap_or_else(PoisonError::into_inner);
        let before = Practice::read(file.as_deref()).map_err(RpcError::internal)?;
        let mut practice = before.clone();
        let changed = change(&mut practice);
        if practice != before {
            practice.write(file.as_deref()).map_err(|error| {
                tracing::error!(%error, "the progress in puzzles could not be saved");
                let hint = "check that the data directory can be written";
                RpcError::internal("the answer could not be kept").hint(hint)
            })?;
        }
        Ok((practice, changed))
    };
    let done = tokio::task::spawn_blocking(work).await;
    done.map_err(RpcError::internal)?
}

/// A position to find the best move in.
struct Exercise {
    id: String,
    coach: Arc<Coach>,
    view: AnnotatedState,
}

impl Exercise {
    async fn find(daemon: &Daemon, call: &Call, id: &str) -> Result<Exercise, RpcError> {
        let unknown = || {
            let most = SHIPPED.puzzles.len();
            let reason = format!("there is no such puzzle; they are p001 to p{most:03}");
            RpcError::params("puzzle", reason)
                .hint("the moves of your matches are puzzles too: `s3-12` is move 12 of session s3")
        };
        if let Some(puzzle) = SHIPPED.puzzles.iter().find(|puzzle| puzzle.id == id) {
            let view = puzzle.view(&SHIPPED.coach.book);
            return Ok(Exercise {
                id: puzzle.id.clone(),
                coach: SHIPPED.coach.clone(),
                view: view.map_err(RpcError::internal)?,
            });
        }
        let (session, number) = id.rsplit_once('-').ok_or_else(unknown)?;
        let before = number
            .parse::<u64>()
            .ok()
            .and_then(|seq| seq.checked_sub(1));
        let moment = daemon.moment(call, session, Some(before.ok_or_else(unknown)?));
        let moment = moment.await?;
        let game = match_of(&moment)?;
        let view = game.annotated.clone();
        let is_yours = view.state.position.to_act == Side::You;
        if !is_yours || view.state.position.is_over() {
            let reason = "that was not a move of yours";
            return Err(RpcError::params("puzzle", reason));
        }
        Ok(Exercise {
            id: format!("{}-{}", moment.session, moment.seq + 1),
            coach: game.coach.clone(),
            view,
        })
    }

    fn book(&self) -> &Rulebook {
        &self.coach.book
    }

    fn shown(&self) -> wire::Puzzle {
        let (book, state) = (self.book(), &self.view.state);
        let position = &state.position;
        let names = |side: Side| {
            let cards = state.holdings[side].hand.cards();
            let name = |card: &CardId| to_wire::card_name(&book.catalogue, *card);
            cards.iter().map(name).collect()
        };
        let moves = state.legal_moves(book);
        wire::Puzzle {
            puzzle: self.id.clone(),
            position: position_text(book, position),
            board: to_wire::board(book, &position.board),
            score: to_wire::score(&position.board.score(book)),
            hand: names(Side::You),
            enemy_hand: names(Side::Enemy),
            enemy_hand_size: state.holdings.enemy.hand.len(),
            enemy_passed: position.passes() > 0,
            actions: moves.iter().map(|made| self.offer(*made)).collect(),
        }
    }

    fn offer(&self, made: Move) -> wire::OfferedAction {
        to_wire::session::offer(&self.book().catalogue, Side::You, made)
    }

    /// The legal move that the params mean.
    fn answer(&self, params: &wire::PuzzleAnswerParams) -> Result<Move, RpcError> {
        let catalogue = &self.book().catalogue;
        let made = match (&params.card, &params.tile) {
            (None, None) => Move::Pass,
            (Some(card), Some(tile)) => Move::Play(Play {
                card: from_wire::card(catalogue, "card", card)?,
                tile: from_wire::tile("tile", tile)?,
            }),
            (Some(_), None) => {
                return Err(RpcError::params(
                    "tile",
                    "say the tile that the card goes to",
                ));
            }
            (None, Some(_)) => {
                return Err(RpcError::params(
                    "card",
                    "say the card that goes to the tile",
                ));
            }
        };
        match self.view.state.legal_moves(self.book()).contains(&made) {
            true => Ok(made),
            false => {
                let label = self.offer(made).label;
                let reason = format!("{label} is not a legal move here");
                Err(RpcError::params("tile", reason))
            }
        }
    }

    fn search(&self, call: &Call) -> Result<SearchReport, RpcError> {
        let go_on = |_: &SearchReport| match call.cancel.is_cancelled() {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        };
        let limit = SearchLimit::nodes(PUZZLE_NODES);
        let report = self
            .coach
            .search(&self.view, limit, NonZeroUsize::MIN, go_on);
        match call.cancel.is_cancelled() {
            true => Err(RpcError::cancelled()),
            false => report.map_err(|error| of_coach(&error)),
        }
    }

    /// The board after a legal move.
    fn board_after(&self, made: Move) -> Board {
        let mut board = self.view.state.position.board;
        if let Move::Play(play) = made {
            board.play_unchecked(self.book(), Side::You, play, &mut Vec::new());
        }
        board
    }

    fn verdict(
        &self,
        report: &SearchReport,
        verdict: &PuzzleVerdict,
        practice: &Practice,
    ) -> wire::PuzzleVerdict {
        let book = self.book();
        let best = report.best();
        let [after, best_after] = [verdict.made, best].map(|made| self.board_after(made));
        let best_move = report.moves.first();
        let line = best_move.map(|best| &best.line).into_iter().flatten();
        wire::PuzzleVerdict {
            puzzle: self.id.clone(),
            right: verdict.is_right,
            label: self.offer(verdict.made).label,
            win_chance: verdict.win_chance,
            best: self.offer(best),
            best_win_chance: report.win_chance,
            proved: best_move.map(|best| best.claim) == Some(Claim::Proved),
            line: line.map(|step| self.offer(step.made).label).collect(),
            board: to_wire::board(book, &after),
            score: to_wire::score(&after.score(book)),
            best_board: to_wire::board(book, &best_after),
            best_score: to_wire::score(&best_after.score(book)),
            days_left: practice.days_left(&self.id),
        }
    }
}
