//! Worlds in which you see the same share your next move.
//!
//! Each world chooses your next move as if you saw all its cards, so a move may look good
//! because you would go on differently in worlds that you cannot tell apart. After your
//! move and a reply you see the reply and the card you draw. So worlds with the same reply
//! are made to go on with the same move: of the moves they would choose, the best on
//! average. A world that goes on with the card it draws keeps its own choice.

use std::collections::BTreeMap;

use super::*;
use crate::coaching::search::outcome::Outcome;

/// The most of your next moves that are compared in a group.
const MOST_NEXT_MOVES: usize = 4;
/// Below this depth your next move is not searched.
const LEAST_DEPTH: u8 = 3;

/// The worlds with the same reply to one of your moves, and what they go on with.
struct Group {
    index: usize,
    reply: Move,
    worlds: Vec<usize>,
    /// The moves of the worlds, the most frequent first.
    next: Vec<Move>,
}

impl Rounds<'_> {
    /// Makes the worlds share your next moves after the chosen ones, as far as the nodes
    /// last. The number of nodes.
    pub(super) fn share_moves(&mut self, chosen: &[usize], threads: NonZeroUsize) -> u64 {
        if self.context.style.shared <= 0.0 || self.depth < LEAST_DEPTH {
            return 0;
        }
        let groups: Vec<Group> = chosen
            .iter()
            .flat_map(|index| self.groups(*index))
            .collect();
        let mut asked: Vec<Vec<(usize, Move, Move)>> = vec![Vec::new(); self.worlds.len()];
        for group in &groups {
            for world in &group.worlds {
                let own = self.next_move(*world, group.index);
                let others = group.next.iter().filter(|next| Some(**next) != own);
                asked[*world].extend(others.map(|next| (group.index, group.reply, *next)));
            }
        }
        let askers: Vec<usize> = (0..asked.len())
            .filter(|world| !asked[*world].is_empty())
            .collect();
        let Some(quota) = self.left().checked_div(askers.len() as u64) else {
            return 0;
        };
        let run = |world: &usize| {
            let mut search = self.worlds[*world]
                .lock()
                .unwrap_or_else(std::sync::PoisonError::into_inner);
            let before = search.nodes;
            let found = self.spaces.lend(|space| {
                search.within(space, quota, |search| {
                    search.continue_with(&self.context, &asked[*world], self.depth)
                })
            });
            (search.nodes - before, found)
        };
        let found = on_threads(&askers, threads, run);
        let mut spent = 0;
        let mut values: Vec<Option<Vec<Outcome>>> = vec![None; asked.len()];
        for (world, (nodes, outcomes)) in askers.iter().zip(found) {
            spent += nodes;
            values[*world] = outcomes;
        }
        self.nodes += spent;
        for group in &groups {
            self.share(group, &asked, &values);
        }
        spent
    }

    /// Your next move in a world after one of your moves and the worst reply.
    fn next_move(&self, world: usize, index: usize) -> Option<Move> {
        self.results[world][index].as_ref()?.line.get(1).copied()
    }

    /// The worlds that share a reply to a move without agreeing on your next move.
    fn groups(&self, index: usize) -> Vec<Group> {
        let mut by_reply: BTreeMap<Move, Vec<(usize, Move)>> = BTreeMap::new();
        for (world, results) in self.results.iter().enumerate() {
            let line = results[index].as_ref().map(|result| &result.line[..]);
            let Some([reply, next, ..]) = line else {
                continue;
            };
            let search = self.worlds[world]
                .lock()
                .unwrap_or_else(std::sync::PoisonError::into_inner);
            if !search.needs_draw(&self.root, self.moves[index], *next) {
                by_reply.entry(*reply).or_default().push((world, *next));
            }
        }
        let group = |(reply, members): (Move, Vec<(usize, Move)>)| {
            let mut counts: BTreeMap<Move, usize> = BTreeMap::new();
            for (_, next) in &members {
                *counts.entry(*next).or_default() += 1;
            }
            let mut next: Vec<(usize, Move)> = counts
                .into_iter()
                .map(|(made, count)| (count, made))
                .collect();
            next.sort_by(|a, b| b.0.cmp(&a.0).then(a.1.cmp(&b.1)));
            next.truncate(MOST_NEXT_MOVES);
            (next.len() > 1).then(|| Group {
                index,
                reply,
                worlds: members.iter().map(|(world, _)| *world).collect(),
                next: next.into_iter().map(|(_, made)| made).collect(),
            })
        };
        by_reply.into_iter().filter_map(group).collect()
    }

    /// Gives each world of a group the value of the next move that is best on average.
    fn share(
        &mut self,
        group: &Group,
        asked: &[Vec<(usize, Move, Move)>],
        values: &[Option<Vec<Outcome>>],
    ) {
        let value = |world: usize, next: Move| -> Option<Outcome> {
            let result = self.results[world][group.index].as_ref()?;
            if result.line.get(1) == Some(&next) {
                return Some(result.worst);
            }
            let wanted = (group.index, group.reply, next);
            let place = asked[world].iter().position(|one| *one == wanted)?;
            values[world].as_ref()?.get(place).copied()
        };
        let worlds = group.worlds.iter().copied();
        let worlds: Vec<usize> = worlds.filter(|world| values[*world].is_some()).collect();
        let average = |next: Move| -> f32 {
            let scores = worlds.iter().filter_map(|world| value(*world, next));
            scores.map(Outcome::score).sum()
        };
        let mut best: Option<(f32, Move)> = None;
        for next in &group.next {
            let sum = average(*next);
            if best.is_none_or(|(most, _)| sum > most) {
                best = Some((sum, *next));
            }
        }
        let Some((_, next)) = best else {
            return;
        };
        let shared: Vec<(usize, Outcome)> = worlds
            .iter()
            .filter_map(|world| Some((*world, value(*world, next)?)))
            .collect();
        let share = self.context.style.shared * (1.0 - self.context.style.blend);
        for (world, outcome) in shared {
            if let Some(result) = &mut self.results[world][group.index] {
                let (own, before) = (result.worst, result.clairvoyant);
                // In its own world the shared move is no better than the world's own.
                let lost = (own.win - outcome.win).max(0.0);
                result.outcome.win = before.win - share * lost;
                result.outcome.margin = before.margin + share * (outcome.margin - own.margin);
            }
        }
    }
}
