//! The report of the rounds made so far.

use super::*;

impl Rounds<'_> {
    pub(super) fn report(&self) -> SearchReport {
        let mut most = 1.0;
        let moves: Vec<SearchedMove> = self
            .order
            .iter()
            .map(|&index| {
                let proof = self.proofs[index];
                let (low, high) = bounds(proof);
                let estimate = self.chance(self.win(index) + self.shifts[index]);
                let (win_chance, claim) = match proof.decided() {
                    Some(_) => (low, Claim::Proved),
                    // A dropped move was searched less deep than those before it, and is
                    // no better than they are.
                    None if proof.is_open() => (estimate.min(most), Claim::Estimated),
                    None => (estimate.clamp(low, high).min(most.max(low)), Claim::Bounded),
                };
                most = win_chance;
                SearchedMove {
                    made: self.moves[index],
                    win_chance,
                    expected_margin: self.margin(index),
                    claim,
                    bounds: proof,
                    line: self.line(index),
                    replies: self.replies(index),
                    depth: self.depths[index],
                }
            })
            .collect();
        SearchReport {
            stage: self.stage,
            nodes: self.nodes,
            worlds: self.worlds.len() as u32,
            win_chance: moves.first().map_or(0.5, |best| best.win_chance),
            moves,
        }
    }

    /// The expected margin. It does not contradict a proved result.
    fn margin(&self, index: usize) -> f64 {
        let margin = self.average(index, |result| result.outcome.margin.into());
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
    fn replies(&self, index: usize) -> Vec<ExpectedReply> {
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
                let known = replies.iter_mut().find(|known| known.made == reply.made);
                match known {
                    Some(known) => {
                        known.chance += share;
                        known.win_chance += share * f64::from(reply.win);
                    }
                    None => replies.push(ExpectedReply {
                        made: reply.made,
                        chance: share,
                        win_chance: share * f64::from(reply.win),
                    }),
                }
            }
        }
        for reply in &mut replies {
            reply.win_chance = self.chance(reply.win_chance / reply.chance);
            reply.chance /= worlds;
        }
        replies.sort_by(|a, b| b.chance.total_cmp(&a.chance).then(a.made.cmp(&b.made)));
        replies.truncate(MOST_REPLIES);
        replies
    }

    /// The move and the continuation of the world whose reply is the most frequent.
    fn line(&self, index: usize) -> Vec<LineMove> {
        let results = || {
            self.results
                .iter()
                .filter_map(|world| world[index].as_ref())
        };
        let first_reply = |result: &MoveResult| result.line.first().copied();
        let number = |reply: Option<Move>| {
            let same = results().filter(|result| first_reply(result) == reply);
            same.count()
        };
        let mut best: Option<(usize, &MoveResult)> = None;
        for result in results() {
            let count = number(first_reply(result));
            if best
                .is_none_or(|(most, known)| (count, result.line.len()) > (most, known.line.len()))
            {
                best = Some((count, result));
            }
        }
        let replies = best.map(|(_, result)| result.line.iter().copied());
        let moves = std::iter::once(self.moves[index]).chain(replies.into_iter().flatten());
        let sides = Side::BOTH.into_iter().cycle();
        let line = sides.zip(moves);
        line.map(|(side, made)| LineMove { side, made }).collect()
    }
}
