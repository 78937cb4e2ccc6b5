//! The search of one world by alpha-beta. It has its own table and its own count of
//! nodes, so that its result depends on nothing else.

use super::curves::exp;
use super::leaf::LeafValue;
use super::outcome::Outcome;
use super::search_state::SearchState;
use super::style::SearchStyle;
use super::table::{Bound, Entry, Table};
use super::workspace::{Child, Level, RankedIndex, Workspace};
use super::world::World;
use crate::coaching::stop_sign::StopSign;
use crate::rules::{CardId, Move, Play, Rulebook, Side, TileId};

/// No search goes deeper than this, whatever its limit.
pub(crate) const MOST_PLIES: usize = 40;
/// The stop sign is looked at once in this many nodes of a world: about every millisecond.
const LOOK_FOR_STOP: u64 = 1024;
/// The longest continuation that is remembered.
pub(crate) const LONGEST_LINE: usize = 5;

/// What all worlds of a search share.
#[derive(Clone, Copy)]
pub(crate) struct SearchContext<'a> {
    pub book: &'a Rulebook,
    pub leaf: &'a LeafValue,
    pub style: &'a SearchStyle,
    pub stop: &'a StopSign<'a>,
}

/// What one world says about one of your moves.
#[derive(Clone, Debug, Default)]
pub(crate) struct MoveResult {
    pub outcome: Outcome,
    /// The replies with the share that each has in the outcome.
    pub replies: Vec<ReplyResult>,
    /// The continuation after your move.
    pub line: Vec<Move>,
    /// The outcome if you choose your next move as if you saw all cards of this world.
    pub clairvoyant: Outcome,
    /// The same after the worst reply alone.
    pub worst: Outcome,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct ReplyResult {
    pub made: Move,
    pub share: f32,
    pub win: f32,
}

pub(crate) struct WorldSearch {
    pub world: World,
    /// The position after each of your moves that was searched.
    children: Vec<Option<SearchState>>,
    table: Table,
    /// The score after a play when it was last made, by side, card and tile.
    history: Vec<f32>,
    /// Lent for the time of a search.
    space: Workspace,
    pub nodes: u64,
    quota: u64,
    stopped: bool,
}

impl WorldSearch {
    pub fn new(world: World, moves: usize, cards: usize, table: usize) -> WorldSearch {
        WorldSearch {
            world,
            children: vec![None; moves],
            table: Table::new(table),
            history: vec![0.5; 2 * cards * TILES],
            space: Workspace::default(),
            nodes: 0,
            quota: 0,
            stopped: false,
        }
    }

    /// Lends memory to a search of at most `quota` further nodes.
    pub fn within<T>(
        &mut self,
        space: &mut Workspace,
        quota: u64,
        search: impl FnOnce(&mut WorldSearch) -> T,
    ) -> T {
        self.quota = self.nodes + quota;
        self.stopped = false;
        std::mem::swap(&mut self.space, space);
        let found = search(self);
        std::mem::swap(&mut self.space, space);
        found
    }

    /// Searches these of your moves, each to the same depth. `None` if that needs more
    /// nodes than the search may have.
    pub fn run(
        &mut self,
        context: &SearchContext<'_>,
        root: &SearchState,
        moves: &[Move],
        chosen: &[usize],
        depth: u8,
    ) -> Option<Vec<MoveResult>> {
        let mut results = Vec::with_capacity(chosen.len());
        let mut start = *root;
        start.hands = self.world.hands;
        for &index in chosen {
            let made = moves[index];
            let child = match self.children[index] {
                Some(child) => child,
                None => {
                    let mut child = start;
                    self.make(context, &mut child, made);
                    if self.stopped {
                        return None;
                    }
                    self.children[index] = Some(child);
                    child
                }
            };
            results.push(self.your_move(context, &child, depth));
            if self.stopped {
                return None;
            }
        }
        Some(results)
    }

    /// Makes a move and counts it.
    #[inline]
    fn make(&mut self, context: &SearchContext<'_>, state: &mut SearchState, made: Move) {
        if made != Move::Pass {
            if self.nodes >= self.quota {
                // What follows is thrown away.
                self.stopped = true;
                return;
            }
            self.nodes += 1;
            if self.nodes.is_multiple_of(LOOK_FOR_STOP) && context.stop.is_up() {
                self.stopped = true;
            }
        }
        state.make(context.book, &self.world, made);
    }

    /// The value of one of your moves. `state` is the position after it, in which the
    /// enemy replies. Its worst reply is blended with the one that it would choose by
    /// what it sees.
    fn your_move(
        &mut self,
        context: &SearchContext<'_>,
        state: &SearchState,
        depth: u8,
    ) -> MoveResult {
        if depth <= 1 || state.is_over() {
            let outcome = context.leaf.of(context.book, state);
            return MoveResult {
                outcome,
                clairvoyant: outcome,
                worst: outcome,
                ..MoveResult::default()
            };
        }
        let mut level = self.space.take_level(0);
        self.expand(context, state, None, &mut level);
        let children: Vec<&Child> = level.best_first().collect();
        // The enemy's own view of its replies decides which it would choose.
        let style = context.style;
        let best_seen = children
            .iter()
            .map(|child| child.outcome.score())
            .fold(f32::INFINITY, f32::min);
        let wish = |child: &Child| {
            let worse = best_seen - child.outcome.score();
            exp(f64::from(style.sharpness * worse)) as f32
        };
        let mut replies: Vec<ReplyResult> = children
            .iter()
            .map(|child| ReplyResult {
                made: child.made,
                share: wish(child),
                win: child.outcome.win,
            })
            .collect();
        let wishes: f32 = replies.iter().map(|reply| reply.share).sum();
        for reply in &mut replies {
            reply.share = style.blend * reply.share / wishes;
        }
        let mut margins: Vec<f32> = children.iter().map(|child| child.outcome.margin).collect();
        let mut worst: Option<(usize, Outcome)> = None;
        for (index, child) in children.iter().enumerate() {
            let beta = worst.map_or(f32::INFINITY, |(_, outcome)| outcome.score());
            let outcome = if depth == 2 {
                child.outcome
            } else {
                self.alpha_beta(context, &child.state, depth - 2, 1, f32::NEG_INFINITY, beta)
            };
            if self.stopped {
                break;
            }
            replies[index].win = outcome.win;
            margins[index] = outcome.margin;
            if outcome.score() < beta {
                worst = Some((index, outcome));
            }
        }
        let mut result = MoveResult::default();
        if let Some((index, outcome)) = worst {
            replies[index].share += 1.0 - style.blend;
            let mut win = 0.0;
            let mut margin = 0.0;
            for (reply, reply_margin) in replies.iter().zip(&margins) {
                win += reply.share * reply.win;
                margin += reply.share * reply_margin;
            }
            result.outcome = if style.blend > 0.0 {
                Outcome { win, margin }
            } else {
                outcome
            };
            result.worst = outcome;
            result.line.push(children[index].made);
            self.follow_line(context, &children[index].state, &mut result.line);
        }
        result.clairvoyant = result.outcome;
        result.replies = replies;
        self.space.give_level(0, level);
        result
    }

    /// Whether you hold the card of a move only because you draw it next.
    pub fn needs_draw(&self, root: &SearchState, first: Move, next: Move) -> bool {
        let Move::Play(play) = next else {
            return false;
        };
        let drawn = self.world.draw(Side::You, root.drawn.you);
        let mut hand = self.world.hands.you;
        if let Move::Play(first) = first {
            hand.remove(first.card);
        }
        drawn == Some(play.card) && hand.iter().all(|held| held != play.card)
    }

    /// The outcomes of these continuations, each of one of your moves (by its number), a
    /// reply and your next move, searched as deep as your moves were. `None` if that needs
    /// more nodes than the search may have.
    pub fn continue_with(
        &mut self,
        context: &SearchContext<'_>,
        continuations: &[(usize, Move, Move)],
        depth: u8,
    ) -> Option<Vec<Outcome>> {
        let mut outcomes = Vec::with_capacity(continuations.len());
        for &(index, reply, next) in continuations {
            let mut state = self.children[index]?;
            self.make(context, &mut state, reply);
            self.make(context, &mut state, next);
            let (low, high) = (f32::NEG_INFINITY, f32::INFINITY);
            let left = depth.saturating_sub(3);
            outcomes.push(self.alpha_beta(context, &state, left, 2, low, high));
            if self.stopped {
                return None;
            }
        }
        Some(outcomes)
    }

    /// Simulates every move of the side to act but `except`, and sorts them, the best for
    /// it first. What the level had before is forgotten.
    fn expand(
        &mut self,
        context: &SearchContext<'_>,
        state: &SearchState,
        except: Option<Move>,
        level: &mut Level,
    ) {
        level.clear();
        let mut plays = std::mem::take(&mut self.space.plays);
        plays.clear();
        state.plays(context.book, &mut plays.plays);
        for made in plays.moves() {
            if Some(made) == except {
                continue;
            }
            let child = level.next(made, state);
            self.make(context, &mut child.state, made);
            if self.stopped {
                break;
            }
            let outcome = context.leaf.of(context.book, &child.state);
            self.remember(state.to_act, made, outcome);
            level.keep(state.to_act, outcome);
        }
        self.space.plays = plays;
        level.sort();
    }

    /// The value of a position for you, exact between `alpha` and `beta` and otherwise a
    /// bound.
    fn alpha_beta(
        &mut self,
        context: &SearchContext<'_>,
        state: &SearchState,
        depth: u8,
        ply: usize,
        mut alpha: f32,
        mut beta: f32,
    ) -> Outcome {
        if state.is_over() || depth == 0 || ply >= MOST_PLIES || self.stopped {
            return context.leaf.of(context.book, state);
        }
        let key = state.key();
        let known = self.table.get(key).copied();
        if let Some(entry) = known.filter(|entry| entry.depth >= depth) {
            let score = entry.outcome.score();
            match entry.bound {
                Bound::Exact => return entry.outcome,
                Bound::AtLeast if score >= beta => return entry.outcome,
                Bound::AtMost if score <= alpha => return entry.outcome,
                _ => {}
            }
        }
        let window = (alpha, beta);
        let mut best: Option<(Move, Outcome)> = None;
        // Takes in the value of a move; true if no other move is needed.
        let mut take = |made: Move, outcome: Outcome| -> (bool, f32, f32) {
            let score = outcome.score();
            let better = match (state.to_act, best) {
                (_, None) => true,
                (Side::You, Some((_, best))) => score > best.score(),
                (Side::Enemy, Some((_, best))) => score < best.score(),
            };
            if better {
                best = Some((made, outcome));
                match state.to_act {
                    Side::You => alpha = alpha.max(score),
                    Side::Enemy => beta = beta.min(score),
                }
            }
            (alpha >= beta, alpha, beta)
        };
        let mut limits = window;
        if depth == 1 {
            let mut plays = std::mem::take(&mut self.space.plays);
            plays.clear();
            state.plays(context.book, &mut plays.plays);
            let first = known.and_then(|entry| entry.best);
            plays.rank(|index, play| self.rank(state.to_act, first, index, play));
            // Before the leaves a pass counts only where it ends the match or is forced.
            let mut pass = (state.passes > 0 || plays.plays.is_empty()).then_some(Move::Pass);
            while let Some(made) = plays.take().map(Move::Play).or_else(|| pass.take()) {
                let mut next = *state;
                self.make(context, &mut next, made);
                if self.stopped {
                    break;
                }
                let outcome = context.leaf.of(context.book, &next);
                self.remember(state.to_act, made, outcome);
                if take(made, outcome).0 {
                    break;
                }
            }
            self.space.plays = plays;
        } else {
            let mut done = false;
            let first = known.and_then(|entry| entry.best);
            if let Some(made) = first {
                let mut next = *state;
                self.make(context, &mut next, made);
                let outcome =
                    self.alpha_beta(context, &next, depth - 1, ply + 1, limits.0, limits.1);
                let (cut, low, high) = take(made, outcome);
                (done, limits) = (cut, (low, high));
            }
            if !done {
                let mut level = self.space.take_level(ply);
                self.expand(context, state, first, &mut level);
                for child in level.best_first().take(context.style.width) {
                    // A side that can only pass does not use up depth by it.
                    let forced = first.is_none() && level.len() == 1;
                    let left = if forced { depth } else { depth - 1 };
                    let outcome =
                        self.alpha_beta(context, &child.state, left, ply + 1, limits.0, limits.1);
                    let (cut, low, high) = take(child.made, outcome);
                    limits = (low, high);
                    if cut || self.stopped {
                        break;
                    }
                }
                self.space.give_level(ply, level);
            }
        }
        let Some((made, outcome)) = best else {
            return context.leaf.of(context.book, state);
        };
        if !self.stopped {
            let score = outcome.score();
            let bound = if score <= window.0 {
                Bound::AtMost
            } else if score >= window.1 {
                Bound::AtLeast
            } else {
                Bound::Exact
            };
            self.table.put(Entry {
                key,
                outcome,
                best: Some(made),
                depth,
                bound,
            });
        }
        outcome
    }

    /// Adds the best moves that the table knows after a position.
    fn follow_line(&self, context: &SearchContext<'_>, state: &SearchState, line: &mut Vec<Move>) {
        let mut state = *state;
        while line.len() < LONGEST_LINE && !state.is_over() {
            let Some(made) = self.table.get(state.key()).and_then(|entry| entry.best) else {
                return;
            };
            line.push(made);
            state = state.after(context.book, &self.world, made);
        }
    }

    /// The rank of a play by what it was worth when it was last made.
    #[inline]
    fn rank(&self, side: Side, first: Option<Move>, index: usize, play: Play) -> RankedIndex {
        if first == Some(Move::Play(play)) {
            return RankedIndex::first(index);
        }
        let score = self.history[place(side, play.card, play.tile)];
        RankedIndex::new(side, score, index)
    }

    fn remember(&mut self, side: Side, made: Move, outcome: Outcome) {
        if let Move::Play(play) = made {
            self.history[place(side, play.card, play.tile)] = outcome.score();
        }
    }
}

const TILES: usize = 15;

fn place(side: Side, card: CardId, tile: TileId) -> usize {
    (card.index() * TILES + tile.index()) * 2 + side as usize
}
