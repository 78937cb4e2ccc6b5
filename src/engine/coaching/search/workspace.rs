//! Memory that the searches of one thread use one after the other. It is large, and one
//! for each world would not stay in the CPU's cache.

use std::sync::{Mutex, MutexGuard, PoisonError};

use super::outcome::Outcome;
use super::search_state::SearchState;
use crate::rules::{Move, Play, Side};

/// A move and what it leads to.
pub(super) struct Child {
    pub made: Move,
    pub state: SearchState,
    pub outcome: Outcome,
}

/// The moves of one position. Positions are large, so they stay where they are: only their
/// order is sorted, and those of an earlier position are overwritten.
#[derive(Default)]
pub(super) struct Level {
    children: Vec<Child>,
    /// The best first. Only these belong to the present position.
    order: Vec<RankedIndex>,
}

impl Level {
    pub fn clear(&mut self) {
        self.order.clear();
    }

    pub fn len(&self) -> usize {
        self.order.len()
    }

    /// The place for the next move, with a copy of the position before it.
    #[inline]
    pub fn next(&mut self, made: Move, before: &SearchState) -> &mut Child {
        let number = self.len();
        if number == self.children.len() {
            self.children.push(Child {
                made,
                state: *before,
                outcome: Outcome::default(),
            });
        } else {
            let child = &mut self.children[number];
            child.made = made;
            child.state = *before;
        }
        &mut self.children[number]
    }

    /// Keeps the move that was put into the next place, with its value for `side`.
    #[inline]
    pub fn keep(&mut self, side: Side, outcome: Outcome) {
        let number = self.len();
        self.children[number].outcome = outcome;
        self.order
            .push(RankedIndex::new(side, outcome.score(), number));
    }

    pub fn sort(&mut self) {
        self.order.sort_unstable();
    }

    pub fn best_first(&self) -> impl Iterator<Item = &Child> {
        let children = &self.children;
        self.order.iter().map(|ranked| &children[ranked.index()])
    }
}

/// An index that is ordered by a score: the best for a side first, equal ones by their
/// index.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct RankedIndex(u64);

impl RankedIndex {
    /// Before all others.
    pub const fn first(index: usize) -> RankedIndex {
        RankedIndex(index as u64)
    }

    #[inline]
    pub fn new(side: Side, score: f32, index: usize) -> RankedIndex {
        let bits = score.to_bits();
        // A number whose order is that of the scores.
        let rising = match score.is_sign_negative() {
            true => !bits,
            false => bits | 1 << 31,
        };
        let rank = match side {
            Side::You => !rising,
            Side::Enemy => rising,
        };
        RankedIndex(u64::from(rank) << 32 | index as u64)
    }

    #[inline]
    pub const fn index(self) -> usize {
        self.0 as u32 as usize
    }
}

/// Plays that are made one after the other, the most promising first, as long as they are
/// needed.
#[derive(Default)]
pub(super) struct PlayQueue {
    pub plays: Vec<Play>,
    order: Vec<RankedIndex>,
    taken: usize,
}

impl PlayQueue {
    pub fn clear(&mut self) {
        self.plays.clear();
        self.order.clear();
        self.taken = 0;
    }

    /// The plays in their order, then a pass.
    pub fn moves(&self) -> impl Iterator<Item = Move> {
        self.plays
            .iter()
            .copied()
            .map(Move::Play)
            .chain([Move::Pass])
    }

    /// Gives every play its rank.
    #[inline]
    pub fn rank(&mut self, rank: impl Fn(usize, Play) -> RankedIndex) {
        let plays = self.plays.iter().copied().enumerate();
        self.order
            .extend(plays.map(|(index, play)| rank(index, play)));
    }

    /// The best play that was not taken yet.
    #[inline]
    pub fn take(&mut self) -> Option<Play> {
        let waiting = self.order.get_mut(self.taken..)?;
        let (first, rest) = waiting.split_first_mut()?;
        for other in rest {
            if *other < *first {
                std::mem::swap(first, other);
            }
        }
        self.taken += 1;
        Some(self.plays[first.index()])
    }
}

#[derive(Default)]
pub(crate) struct Workspace {
    levels: Vec<Level>,
    pub(super) plays: PlayQueue,
}

impl Workspace {
    /// Takes the memory for the moves of a position so deep in the tree. It is given back
    /// with [`Workspace::give_level`].
    #[inline]
    pub(super) fn take_level(&mut self, ply: usize) -> Level {
        if ply >= self.levels.len() {
            self.levels.resize_with(ply + 1, Level::default);
        }
        std::mem::take(&mut self.levels[ply])
    }

    #[inline]
    pub(super) fn give_level(&mut self, ply: usize, level: Level) {
        self.levels[ply] = level;
    }
}

/// The memory of all threads of a search.
#[derive(Default)]
pub(super) struct Workspaces(Mutex<Vec<Workspace>>);

impl Workspaces {
    /// Lends memory that nobody else uses meanwhile.
    pub fn lend<T>(&self, work: impl FnOnce(&mut Workspace) -> T) -> T {
        let mut space = self.free().pop().unwrap_or_default();
        let done = work(&mut space);
        self.free().push(space);
        done
    }

    fn free(&self) -> MutexGuard<'_, Vec<Workspace>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::{PlayQueue, RankedIndex};
    use crate::rules::{CardId, Play, Side, TileId};

    #[test]
    fn the_best_score_for_a_side_comes_first_and_equal_ones_stay_in_order() {
        let scores = [0.5_f32, -0.01, 0.0, 0.5, 1.01, -0.2];
        let order = |side: Side| -> Vec<usize> {
            let scores = scores.iter().enumerate();
            let mut ranked: Vec<RankedIndex> = scores
                .map(|(index, score)| RankedIndex::new(side, *score, index))
                .collect();
            ranked.sort_unstable();
            ranked.into_iter().map(RankedIndex::index).collect()
        };
        assert_eq!(order(Side::You), [4, 0, 3, 2, 1, 5]);
        assert_eq!(order(Side::Enemy), [5, 1, 2, 0, 3, 4]);
    }

    #[test]
    fn plays_are_taken_by_their_rank() {
        let card = CardId::from_index(3).expect("a card");
        let plays: Vec<Play> = TileId::all()
            .take(4)
            .map(|tile| Play { card, tile })
            .collect();
        let mut queue = PlayQueue::default();
        queue.plays.extend(&plays);
        let scores = [0.2_f32, 0.9, 0.2, 0.4];
        queue.rank(|index, _| match index {
            2 => RankedIndex::first(index),
            _ => RankedIndex::new(Side::You, scores[index], index),
        });
        let taken: Vec<Play> = std::iter::from_fn(|| queue.take()).collect();
        assert_eq!(taken, [2, 1, 3, 0].map(|index| plays[index]));
    }
}
