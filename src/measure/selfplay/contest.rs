//! Two competitors, and the decks and rules they play with.

use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::sync::Arc;

use super::competitor::{Competitor, Seat};
use super::two_seats::{StoppedMatch, TwoSeatMatch};
use crate::in_order::in_order;
use crate::match_stats::{MatchResult, MatchStats};
use crate::pair_stats::PairStats;
use crate::sprt::{Sprt, Verdict};
use qbcoach_basics::chance::Chance;
use qbcoach_engine::coaching::Coach;
use qbcoach_engine::rules::{BySide, Rulebook, Side};
use qbcoach_engine::simulation::deck_library::NamedDeck;

#[derive(Clone, Copy, Debug)]
pub struct Contest<'a> {
    pub book: &'a Rulebook,
    pub shipped: &'a [NamedDeck],
    /// Every deck is played against every deck.
    pub decks: &'a [NamedDeck],
    /// The result is that of the competitor `you`.
    pub competitors: BySide<Competitor>,
    /// The number of pairs; each has two matches. A test may stop earlier.
    pub pairs: u32,
    pub sprt: Option<Sprt>,
    pub seed: u64,
    pub threads: NonZeroUsize,
}

/// The result of a contest.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ContestReport {
    pub matches: MatchStats,
    pub pairs: PairStats,
}

impl ContestReport {
    fn add(&mut self, pair: [MatchResult; 2]) {
        self.pairs.add(pair);
        for result in pair {
            self.matches.add(result);
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SelfplayError {
    #[error("there is no deck to play with: name at least one")]
    NoDecks,
    #[error("pair {pair}, {} against {}: {reason}", decks.you, decks.enemy)]
    Match {
        pair: u32,
        decks: BySide<String>,
        reason: StoppedMatch,
    },
}

/// The decks of a pair, by their index.
type Pairing = BySide<usize>;

type PairResult = Result<[MatchResult; 2], SelfplayError>;

impl Contest<'_> {
    /// Plays the pairs. `progress` is called with the number of pairs counted so far.
    pub fn play(&self, mut progress: impl FnMut(u32)) -> Result<ContestReport, SelfplayError> {
        let pairings = pairings(self.decks.len(), self.seed);
        if pairings.is_empty() {
            return Err(SelfplayError::NoDecks);
        }
        let coaches = coaches_against(self.book, self.shipped, self.decks);
        let mut report = ContestReport::default();
        let mut failure = None;
        let work = |pair: u32| {
            let pairing = pairings[pair as usize % pairings.len()];
            self.play_pair(pair, pairing, &coaches)
        };
        in_order(self.pairs, self.threads, work, |result: PairResult| {
            match result {
                Ok(pair) => report.add(pair),
                Err(error) => {
                    failure = Some(error);
                    return ControlFlow::Break(());
                }
            }
            progress(report.pairs.pairs());
            match self.sprt.map(|sprt| sprt.verdict(&report.pairs)) {
                None | Some(Verdict::Undecided) => ControlFlow::Continue(()),
                Some(Verdict::Low | Verdict::High) => ControlFlow::Break(()),
            }
        });
        failure.map_or(Ok(report), Err)
    }

    /// Plays the same deal twice: first with the first competitor in the first seat, then
    /// with it in the second.
    fn play_pair(&self, pair: u32, pairing: Pairing, coaches: &[Arc<Coach>]) -> PairResult {
        let seed = pair_seed(self.seed, pair);
        let decks = pairing.map(|index| &self.decks[index]);
        let one = |first: Side| {
            let result = self.play_match(seed, pairing, coaches, first);
            result.map_err(|reason| SelfplayError::Match {
                pair,
                decks: decks.map(|deck| deck.tag.clone()),
                reason,
            })
        };
        Ok([one(Side::You)?, one(Side::Enemy)?.for_the_other()])
    }

    /// Plays one match; `first` has the first seat, whose result this is.
    fn play_match(
        &self,
        seed: u64,
        pairing: Pairing,
        coaches: &[Arc<Coach>],
        first: Side,
    ) -> Result<MatchResult, StoppedMatch> {
        let cards = pairing.map(|index| self.decks[index].cards.clone());
        let mut game = TwoSeatMatch::deal(self.book, seed, cards)?;
        let BySide { you, enemy } = self.competitors;
        let competitors = BySide::seen_from(first, you, enemy);
        for seat in Side::BOTH {
            let exchange = competitors[seat].exchange;
            game.exchange(self.book, seat, exchange)?;
        }
        let player = |seat: Side| competitors[seat].player(&coaches[pairing[seat.opponent()]]);
        let players = BySide::new(player(Side::You), player(Side::Enemy));
        game.play_out(self.book, &players, seat_chances(seed))
    }
}

/// Random numbers belong to the seats, so a policy against itself plays the same match
/// twice. Streams 0 and 1 were used to shuffle the decks.
pub(crate) fn seat_chances(seed: u64) -> BySide<Chance> {
    BySide::new(Chance::new(seed, 2), Chance::new(seed, 3))
}

/// For each deck the coach of a player who meets it. Made once, not for each match.
pub(crate) fn coaches_against(
    book: &Rulebook,
    shipped: &[NamedDeck],
    decks: &[NamedDeck],
) -> Vec<Arc<Coach>> {
    let coach = |enemy_deck| {
        Seat {
            book,
            shipped,
            enemy_deck,
        }
        .coach()
    };
    decks.iter().map(coach).map(Arc::new).collect()
}

/// All ordered pairs of decks, including each deck against itself, shuffled. They are
/// played in this order, again and again.
pub(crate) fn pairings(decks: usize, seed: u64) -> Vec<Pairing> {
    let with = |you| (0..decks).map(move |enemy| BySide::new(you, enemy));
    let mut pairings: Vec<Pairing> = (0..decks).flat_map(with).collect();
    Chance::new(seed, 0).shuffle(&mut pairings);
    pairings
}

/// The random seed of a pair. It is far from the seeds of other pairs, so that runs
/// with neighbouring seeds do not share deals.
pub(crate) fn pair_seed(seed: u64, pair: u32) -> u64 {
    const HALF: u32 = 31;
    let mut chance = Chance::new(seed, u64::from(pair) + 1);
    let high = chance.below(1 << HALF) as u64;
    let low = chance.below(1 << HALF) as u64;
    high << HALF | low
}
