//! The rounds of a search: each lets every world search the moves that are left, one move
//! deeper than before, and drops the worst moves.
//!
//! The worlds of a round may run on several threads. Each has its own table and its own
//! quota of nodes, and their results are added in the order of the worlds after all have
//! ended. So the number of threads changes nothing.

mod measuring;
mod ordering;
use self::ordering::{Shift, bounds, first_bounds};
mod shared_moves;
mod summary;
use self::summary::Continuation;
mod threads;

use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::sync::Mutex;

use self::threads::on_threads;
use super::deals::Deals;
use super::leaf::LeafValue;
use super::limit::SearchLimit;
use super::play_belief::PlayBelief;
use super::report::{Claim, ExpectedReply, LineMove, SearchReport, SearchedMove};
use super::search_state::SearchState;
use super::style::SearchStyle;
use super::win_curve::WinCurve;
use super::workspace::Workspaces;
use super::world::World;
use super::world_search::{MOST_PLIES, MoveResult, SearchContext, WorldSearch};
use super::world_source::WorldSource;
use crate::coaching::coach::{Coach, CoachError};
use crate::coaching::endgame::{MatchOutcome, OutcomeBounds, solve_until};
use crate::coaching::stop_sign::StopSign;
use crate::observation::AnnotatedState;
use crate::rules::{CardId, Move, Side};

/// An estimate is never nearer to certainty than this.
const SUREST: f64 = 0.01;
/// The fewest moves that a round keeps.
const FEWEST_MOVES: usize = 2;
/// How many of the expected replies a report has.
const MOST_REPLIES: usize = 4;
/// One in this many nodes may go to the belief about the enemy's hand.
const BELIEF_SHARE: u64 = 16;
/// The most worlds of a search.
const MOST_WORLDS: usize = 256;

impl Coach {
    /// Searches for the best move. `watch` is called with the result after each round;
    /// when it breaks, the result of that round is the answer.
    pub fn search(
        &self,
        view: &AnnotatedState,
        limit: SearchLimit,
        threads: NonZeroUsize,
        watch: impl FnMut(&SearchReport) -> ControlFlow<()>,
    ) -> Result<SearchReport, CoachError> {
        self.search_until(view, limit, threads, &StopSign::never(), watch)
    }

    /// As [`Coach::search`], but the search also ends soon after the stop sign goes up, in
    /// the midst of a round. Then the last whole round is the answer; the first is always
    /// made.
    pub fn search_until(
        &self,
        view: &AnnotatedState,
        limit: SearchLimit,
        threads: NonZeroUsize,
        stop: &StopSign<'_>,
        watch: impl FnMut(&SearchReport) -> ControlFlow<()>,
    ) -> Result<SearchReport, CoachError> {
        let deals = Deals::new(&self.book, self.prediction(), view)?;
        let moves = self.moves(view)?;
        let style = SearchStyle::default();
        self.search_deals(view, moves, &deals, &style, limit, threads, stop, watch)
    }

    /// As [`Coach::search`], but only among some of the legal moves, or in one given deal
    /// instead of imagined ones. A review asks this.
    pub(crate) fn search_part(
        &self,
        view: &AnnotatedState,
        part: SearchPart<'_>,
        limit: SearchLimit,
        threads: NonZeroUsize,
        watch: impl FnMut(&SearchReport) -> ControlFlow<()>,
    ) -> Result<SearchReport, CoachError> {
        let mut style = SearchStyle::default();
        let deals = match part.deal {
            Some(deal) => {
                style.worlds = (1, 1);
                Deals::known(deal.clone())
            }
            None => Deals::new(&self.book, self.prediction(), view)?,
        };
        let mut moves = self.moves(view)?;
        if let Some(only) = part.moves {
            moves.retain(|made| only.contains(made));
        }
        let never = StopSign::never();
        self.search_deals(view, moves, &deals, &style, limit, threads, &never, watch)
    }

    #[expect(clippy::too_many_arguments, reason = "the parts of one question")]
    fn search_deals(
        &self,
        view: &AnnotatedState,
        moves: Vec<Move>,
        deals: &Deals,
        style: &SearchStyle,
        limit: SearchLimit,
        threads: NonZeroUsize,
        stop: &StopSign<'_>,
        mut watch: impl FnMut(&SearchReport) -> ControlFlow<()>,
    ) -> Result<SearchReport, CoachError> {
        let leaf = LeafValue::new(&self.book, style);
        let context = SearchContext {
            book: &self.book,
            leaf: &leaf,
            style,
            stop,
        };
        let mut rounds = Rounds::new(context, view, moves, deals, limit);
        let mut step = Step::Deepen {
            depth: 1,
            kept: rounds.kept,
        };
        let mut whole: Option<SearchReport> = None;
        loop {
            rounds.make(step, threads);
            if let Some(whole) = whole.filter(|_| stop.was_seen()) {
                return Ok(whole);
            }
            if rounds.stage == 1 {
                rounds.prove(view);
            }
            let report = rounds.report();
            let next = rounds.plan();
            if watch(&report).is_break() || stop.is_up() {
                return Ok(report);
            }
            match next {
                Some(next) => step = next,
                None => return Ok(report),
            }
            whole = Some(report);
        }
    }
}

/// What a search looks at, where that is not everything.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct SearchPart<'a> {
    /// The one deal to search in.
    pub deal: Option<&'a World>,
    /// The moves to compare. Those that are not legal are left out.
    pub moves: Option<&'a [Move]>,
}

/// What a round does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Step {
    /// The best moves are searched deeper in every world.
    Deepen { depth: u8, kept: usize },
    /// The best moves are searched to the same depth in further worlds.
    AddWorlds { number: usize, kept: usize },
}

/// The state of a search between two rounds.
struct Rounds<'a> {
    context: SearchContext<'a>,
    source: WorldSource<'a>,
    root: SearchState,
    moves: Vec<Move>,
    worlds: Vec<Mutex<WorldSearch>>,
    spaces: Workspaces,
    /// The latest result of each world for each move.
    results: Vec<Vec<Option<MoveResult>>>,
    /// What follows each move, once it was told: it stays so until the move is searched
    /// again.
    continuations: Vec<Option<Continuation>>,
    /// What is proved about each move.
    proofs: Vec<OutcomeBounds>,
    /// The moves that are still searched, the best first, then the dropped ones in the
    /// order of their worth.
    order: Vec<usize>,
    kept: usize,
    /// How deep each move was searched in the last round that had it.
    depths: Vec<u8>,
    /// How much the moves still searched have changed since a move was dropped: searching
    /// deeper would have changed the dropped move by as much.
    shifts: Vec<Shift>,
    depth: u8,
    most_depth: u8,
    /// How many nodes one move costs in one world at the present depth.
    cost: f64,
    nodes: u64,
    limit: u64,
    stage: u32,
}

/// How many worlds of a round are searched before the nodes are counted again.
const BATCH: usize = 8;
/// How many times as many nodes one further move of depth is expected to cost.
const GROWTH: f64 = 5.0;
/// Proofs are tried when this many cards are on the board, or a side has passed.
const ENDGAME_CARDS: u32 = 8;

impl<'a> Rounds<'a> {
    fn new(
        context: SearchContext<'a>,
        view: &AnnotatedState,
        moves: Vec<Move>,
        deals: &'a Deals,
        limit: SearchLimit,
    ) -> Rounds<'a> {
        let (least, most) = context.style.worlds;
        // A small limit is spent on fewer worlds, so that each gets beyond the first move.
        let affordable = limit.nodes / (2 * moves.len() as u64);
        let number = (limit.nodes / context.style.nodes_a_world)
            .clamp(least as u64, most as u64)
            .min(affordable)
            .max(1) as usize;
        let belief = context.style.belief.filter(|_| number > 2);
        let belief = belief.and_then(|style| {
            let share = limit.nodes / BELIEF_SHARE;
            let belief = PlayBelief::new(context.book, context.leaf, style, view, share)?;
            Some((belief, style.candidates))
        });
        let mut source = WorldSource::new(deals, belief);
        let worlds = source.next(number);
        let most_depth = limit
            .depth
            .map_or(MOST_PLIES, |depth| usize::from(depth).clamp(1, MOST_PLIES));
        let root = SearchState::root(context.book, &view.state, &worlds[0]);
        let mut rounds = Rounds {
            root,
            context,
            nodes: source.nodes(),
            source,
            worlds: Vec::new(),
            spaces: Workspaces::default(),
            results: Vec::new(),
            continuations: vec![None; moves.len()],
            proofs: moves
                .iter()
                .map(|made| first_bounds(context.book, &root, *made))
                .collect(),
            order: (0..moves.len()).collect(),
            kept: moves.len(),
            depths: vec![0; moves.len()],
            shifts: vec![Shift::default(); moves.len()],
            moves,
            depth: 1,
            most_depth: most_depth as u8,
            cost: 1.0,
            limit: limit.nodes,
            stage: 0,
        };
        rounds.add_worlds(worlds);
        rounds
    }

    fn add_worlds(&mut self, worlds: Vec<World>) {
        let cards = self.context.book.catalogue.cards().len();
        let table = self.limit / (self.worlds.len() + worlds.len()) as u64;
        for world in worlds {
            let search = WorldSearch::new(world, self.moves.len(), cards, table as usize);
            self.worlds.push(Mutex::new(search));
            self.results.push(vec![None; self.moves.len()]);
        }
    }

    fn left(&self) -> u64 {
        self.limit.saturating_sub(self.nodes)
    }

    /// The next round; none if the search is at its end.
    fn plan(&self) -> Option<Step> {
        if self.left() == 0 || self.order.iter().all(|index| self.is_settled(*index)) {
            return None;
        }
        if self.proofs[self.order[0]].at_least == MatchOutcome::Win {
            return None;
        }
        let share = match self.depth {
            1 => self.kept,
            _ => (self.kept as f64 * self.context.style.kept).ceil() as usize,
        };
        let wanted = share.max(FEWEST_MOVES).min(self.kept);
        let left = self.left() as f64;
        let deeper = GROWTH * self.cost * self.worlds.len() as f64;
        let affordable = match self.depth {
            1 => wanted,
            _ => (left / deeper) as usize,
        };
        if self.depth < self.most_depth && affordable >= FEWEST_MOVES.min(self.kept) {
            return Some(Step::Deepen {
                depth: self.depth + 1,
                kept: wanted.min(affordable),
            });
        }
        let number = (left / (self.cost * wanted as f64)) as usize;
        let number = number.min(MOST_WORLDS.saturating_sub(self.worlds.len()));
        (number > 0).then_some(Step::AddWorlds {
            number,
            kept: wanted,
        })
    }

    /// Whether everything about a move is proved.
    fn is_settled(&self, index: usize) -> bool {
        self.proofs[index].decided().is_some()
    }

    /// Proves what can be proved about the end of the match.
    fn prove(&mut self, view: &AnnotatedState) {
        let position = &view.state.position;
        let is_endgame = position.board.occupied().len() >= ENDGAME_CARDS || position.passes() > 0;
        let Some(budget) = self.limit.checked_div(self.context.style.proof_share) else {
            return;
        };
        if !is_endgame {
            return;
        }
        let (book, stop) = (self.context.book, self.context.stop);
        let solved = solve_until(book, view, budget.min(self.left()), stop);
        self.nodes += solved.nodes;
        for proof in solved.moves {
            let place = self.moves.iter().position(|made| *made == proof.made);
            if let Some(place) = place {
                let known = &mut self.proofs[place];
                known.at_least = known.at_least.max(proof.bounds.at_least);
                known.at_most = known.at_most.min(proof.bounds.at_most);
            }
        }
        self.sort();
    }

    /// Makes one round.
    fn make(&mut self, step: Step, threads: NonZeroUsize) {
        let before: Vec<Shift> = (0..self.moves.len()).map(|index| self.now(index)).collect();
        let first = match step {
            Step::Deepen { depth, kept } => {
                self.depth = depth;
                self.kept = kept;
                0
            }
            Step::AddWorlds { number, kept } => {
                self.kept = kept;
                let first = self.worlds.len();
                let before = self.source.nodes();
                let worlds = self.source.next(number);
                self.nodes += self.source.nodes() - before;
                self.add_worlds(worlds);
                first
            }
        };
        let chosen = self.order[..self.kept].to_vec();
        for index in &chosen {
            self.continuations[*index] = None;
        }
        let (spent, searched) = self.run(first, &chosen, threads);
        let spent = spent + self.share_moves(&chosen, threads);
        if matches!(step, Step::Deepen { .. }) && searched > 0 {
            self.cost = spent as f64 / (searched * chosen.len()) as f64;
            self.cost = self.cost.max(1.0);
            for index in &chosen {
                self.depths[*index] = self.depth;
            }
        }
        // Worlds that were not reached count for nothing.
        let reached = self
            .results
            .iter()
            .position(|world| world.iter().all(Option::is_none));
        if let Some(reached) = reached {
            self.results.truncate(reached);
            self.worlds.truncate(reached);
        }
        self.stage += 1;
        self.sort();
        if self.stage > 1 {
            self.shift_dropped(&chosen, &before);
        }
    }

    /// Searches the chosen moves in the worlds from `first` on, as far as the nodes last.
    /// The number of nodes, and of worlds that were searched.
    fn run(&mut self, first: usize, chosen: &[usize], threads: NonZeroUsize) -> (u64, usize) {
        let (mut spent, mut searched) = (0, 0);
        let mut start = first;
        while start < self.worlds.len() {
            let end = (start + BATCH).min(self.worlds.len());
            let left = self.left().saturating_sub(spent);
            // The first round is always completed, so that there is an answer.
            let quota = match self.stage {
                0 => u64::MAX / 2,
                _ if left == 0 || self.context.stop.was_seen() => break,
                _ => left / (end - start) as u64,
            };
            let run = |world: &Mutex<WorldSearch>| {
                let mut world = world
                    .lock()
                    .unwrap_or_else(std::sync::PoisonError::into_inner);
                let before = world.nodes;
                let results = self.spaces.lend(|space| {
                    world.within(space, quota, |world| {
                        world.run(&self.context, &self.root, &self.moves, chosen, self.depth)
                    })
                });
                (world.nodes - before, results)
            };
            let found = on_threads(&self.worlds[start..end], threads, run);
            for (world, (nodes, results)) in self.results[start..end].iter_mut().zip(found) {
                spent += nodes;
                searched += usize::from(results.is_some());
                for (index, result) in chosen.iter().zip(results.into_iter().flatten()) {
                    world[*index] = Some(result);
                }
            }
            start = end;
        }
        self.nodes += spent;
        (spent, searched)
    }
}
