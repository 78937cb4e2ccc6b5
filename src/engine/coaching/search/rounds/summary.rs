//! The report of the rounds made so far.

use std::cmp::Reverse;

use super::*;
use crate::rules::tile::TILES;

/// Where each reply stands in a list. The worlds have so many replies that looking for each
/// in the list would take longer than the rest of a report.
struct ReplyPlaces(Vec<u16>);

impl ReplyPlaces {
    const NONE: u16 = u16::MAX;

    fn new(cards: usize) -> ReplyPlaces {
        ReplyPlaces(vec![ReplyPlaces::NONE; cards * TILES + 1])
    }

    fn of(&mut self, made: Move) -> &mut u16 {
        match made {
            Move::Pass => &mut self.0[0],
            Move::Play(play) => &mut self.0[play.card.index() * TILES + play.tile.index() + 1],
        }
    }
}

/// What follows one of your moves.
#[derive(Clone, Debug)]
pub(super) struct Continuation {
    /// The move and the most expected continuation.
    line: Vec<LineMove>,
    /// The likeliest replies, the most frequent first.
    replies: Vec<ExpectedReply>,
}

impl Rounds<'_> {
    pub(super) fn report(&mut self) -> SearchReport {
        let mut places = ReplyPlaces::new(self.context.book.catalogue.cards().len());
        let mut most = 1.0_f64;
        let mut moves = Vec::with_capacity(self.order.len());
        for place in 0..self.order.len() {
            let index = self.order[place];
            let proof = self.proofs[index];
            let (low, high) = bounds(proof);
            let estimate = self.chance(self.win(index) + self.shifts[index].win);
            let (win_chance, claim) = match proof.decided() {
                Some(_) => (low, Claim::Proved),
                // A dropped move was searched less deep than those that were kept, and is
                // no better than they are.
                None if proof.is_open() => (estimate.min(most.max(SUREST)), Claim::Estimated),
                None => (estimate.clamp(low, high).min(most.max(low)), Claim::Bounded),
            };
            if place < self.kept {
                most = win_chance;
            }
            let known = self.continuations[index].take();
            let continuation = known.unwrap_or_else(|| self.continuation(index, &mut places));
            moves.push(SearchedMove {
                made: self.moves[index],
                win_chance,
                expected_margin: self.margin(index),
                claim,
                bounds: proof,
                line: continuation.line.clone(),
                replies: continuation.replies.clone(),
                depth: self.depths[index],
            });
            self.continuations[index] = Some(continuation);
        }
        moves[self.kept..].sort_by(|a, b| b.win_chance.total_cmp(&a.win_chance));
        SearchReport {
            stage: self.stage,
            nodes: self.nodes,
            worlds: self.worlds.len() as u32,
            win_chance: moves.first().map_or(0.5, |best| best.win_chance),
            moves,
        }
    }

    fn continuation(&self, index: usize, places: &mut ReplyPlaces) -> Continuation {
        let replies = self.replies(index, places);
        let line = self.line(index, &replies);
        Continuation { line, replies }
    }

    /// The expected margin. It does not contradict a proved result.
    fn margin(&self, index: usize) -> f64 {
        let margin = self.now(index).margin + self.shifts[index].margin;
        match self.proofs[index].decided() {
            Some(MatchOutcome::Win) => margin.max(1.0),
            Some(MatchOutcome::Draw) => 0.0,
            Some(MatchOutcome::Loss) => margin.min(-1.0),
            None => margin,
        }
    }

    /// The chance to win that an average over the worlds stands for. It is never certain.
    fn chance(&self, average: f64) -> f64 {
        let curve = self.context.style.curve.unwrap_or(&WinCurve::IDENTITY);
        let cards = self.root.board.occupied().len();
        curve.chance(average, cards).clamp(SUREST, 1.0 - SUREST)
    }

    /// The replies to a move with the share of worlds in which the enemy makes them.
    /// `places` has no reply yet, and is left so.
    fn replies(&self, index: usize, places: &mut ReplyPlaces) -> Vec<ExpectedReply> {
        let mut replies: Vec<ExpectedReply> = Vec::new();
        let mut worlds = 0.0;
        for result in self
            .results
            .iter()
            .filter_map(|world| world[index].as_ref())
        {
            worlds += 1.0;
            for reply in result.replies.iter().filter(|reply| reply.share > 0.0) {
                let share = f64::from(reply.share);
                let place = places.of(reply.made);
                if *place == ReplyPlaces::NONE {
                    *place = replies.len() as u16;
                    replies.push(ExpectedReply {
                        made: reply.made,
                        chance: 0.0,
                        win_chance: 0.0,
                    });
                }
                let known = &mut replies[usize::from(*place)];
                known.chance += share;
                known.win_chance += share * f64::from(reply.win);
            }
        }
        for reply in &mut replies {
            *places.of(reply.made) = ReplyPlaces::NONE;
            reply.win_chance = self.chance(reply.win_chance / reply.chance);
            reply.chance /= worlds;
        }
        replies.sort_by(|a, b| b.chance.total_cmp(&a.chance).then(a.made.cmp(&b.made)));
        replies.truncate(MOST_REPLIES);
        replies
    }

    /// The move and the continuation of a world: of those in which the enemy makes the
    /// likeliest reply, the longest.
    fn line(&self, index: usize, replies: &[ExpectedReply]) -> Vec<LineMove> {
        let rank = |result: &MoveResult| {
            let first = result.line.first();
            let mut likeliest = replies.iter();
            let place = likeliest.position(|reply| Some(&reply.made) == first);
            (Reverse(place.unwrap_or(replies.len())), result.line.len())
        };
        let mut best: Option<((Reverse<usize>, usize), &MoveResult)> = None;
        let results = self.results.iter();
        for result in results.filter_map(|world| world[index].as_ref()) {
            let rank = rank(result);
            if best.is_none_or(|(most, _)| rank > most) {
                best = Some((rank, result));
            }
        }
        let replies = best.map(|(_, result)| result.line.iter().copied());
        let moves = std::iter::once(self.moves[index]).chain(replies.into_iter().flatten());
        let sides = Side::BOTH.into_iter().cycle();
        let line = sides.zip(moves);
        line.map(|(side, made)| LineMove { side, made }).collect()
    }
}
