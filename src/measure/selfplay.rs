//! Matches of players against each other, in mirrored pairs: both matches of a
//! pair have the same decks, shuffles and first seat, and the players change
//! seats, so that neither the deal nor the first move favours one of them.
//!
//! A pair's chance comes from the seed and the pair's number and results are
//! summed up in that order: the number of threads changes nothing.

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicU32, Ordering};

use super::fixture::greedy_move;
use super::match_stats::{Ending, MatchResult, MatchStats};
use crate::coaching::{Coach, CoachError};
use crate::observation::{ActError, AnnotatedState, ObservationError};
use crate::prediction::Archetypes;
use crate::rules::suggest::closest;
use crate::rules::{BySide, CardId, Move, Play, Rulebook, Side};
use crate::simulation::action::Action;
use crate::simulation::chance::Chance;
use crate::simulation::deck_library::NamedDeck;
use crate::simulation::game_state::GameState;

/// No match of real cards comes near; rules and cards of one's own might.
pub const MOST_MOVES: u32 = 200;

/// Someone who can be asked for a move.
pub trait Player {
    /// The move in the match as this player sees it, itself being [`Side::You`]
    /// and to act. The state also holds what a player must not look at: the
    /// enemy's hand and the order of the decks.
    fn choose(&self, view: &AnnotatedState, chance: &mut Chance) -> Result<Move, CoachError>;
}

/// Any play, as likely as any other; passes only without one.
pub struct RandomPlayer {
    pub book: Rulebook,
}

impl Player for RandomPlayer {
    fn choose(&self, view: &AnnotatedState, chance: &mut Chance) -> Result<Move, CoachError> {
        let mut moves = view.state.legal_moves(&self.book);
        moves.retain(|made| *made != Move::Pass);
        Ok(chance.pick(&moves).copied().unwrap_or(Move::Pass))
    }
}

/// The play with the best margin at once, the first of equals; passes only
/// without one.
pub struct GreedyPlayer {
    pub book: Rulebook,
}

impl Player for GreedyPlayer {
    fn choose(&self, view: &AnnotatedState, _: &mut Chance) -> Result<Move, CoachError> {
        Ok(greedy_move(&self.book, &view.state))
    }
}

/// The best move of the coach as the seed describes it.
pub struct CoachPlayer {
    pub coach: Coach,
}

impl Player for CoachPlayer {
    fn choose(&self, view: &AnnotatedState, _: &mut Chance) -> Result<Move, CoachError> {
        self.coach.best_move(view)
    }
}

/// A player by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Policy {
    Random,
    Greedy,
    SeedCoach,
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "there is no policy `{name}`; did you mean {suggestion}? There are: {}",
    Policy::words()
)]
pub struct UnknownPolicyError {
    pub name: String,
    pub suggestion: String,
}

impl Policy {
    pub const ALL: [Policy; 3] = [Policy::Random, Policy::Greedy, Policy::SeedCoach];

    pub const fn word(self) -> &'static str {
        match self {
            Policy::Random => "random",
            Policy::Greedy => "greedy",
            Policy::SeedCoach => "seed-coach",
        }
    }

    pub fn parse(text: &str) -> Result<Policy, UnknownPolicyError> {
        let name = text.trim();
        let known = Policy::ALL.into_iter().find(|policy| policy.word() == name);
        known.ok_or_else(|| UnknownPolicyError {
            name: name.to_owned(),
            suggestion: closest(name, Policy::ALL.map(Policy::word), 1).concat(),
        })
    }

    fn words() -> String {
        Policy::ALL.map(Policy::word).join(", ")
    }

    pub fn player(self, seat: &Seat<'_>) -> Box<dyn Player> {
        let book = seat.book.clone();
        match self {
            Policy::Random => Box::new(RandomPlayer { book }),
            Policy::Greedy => Box::new(GreedyPlayer { book }),
            Policy::SeedCoach => Box::new(CoachPlayer {
                coach: Coach::new(book, seat.archetypes()),
            }),
        }
    }
}

/// What a player may be told before a match.
pub struct Seat<'a> {
    pub book: &'a Rulebook,
    /// All decks that people are known to play.
    pub shipped: &'a [NamedDeck],
    /// The one it will meet, so that this one can be kept from it.
    pub enemy_deck: &'a NamedDeck,
}

impl Seat<'_> {
    /// The known decks without the enemy's own: it must be inferred from what is
    /// seen, as at a real table.
    pub fn archetypes(&self) -> Archetypes {
        let others = self.shipped.iter();
        let others = others.filter(|deck| deck.tag != self.enemy_deck.tag);
        Archetypes {
            decks: others.map(|deck| deck.cards.clone()).collect(),
            ..Archetypes::default()
        }
    }
}

/// One match as both seats see it, each as its own [`Side::You`] and without
/// knowing the other's deck. Seats are named as the first one sees them.
#[derive(Clone, Debug)]
pub struct Table {
    views: BySide<AnnotatedState>,
}

impl Table {
    /// Shuffles and deals from the seed; the first seat begins.
    pub fn deal(
        book: &Rulebook,
        seed: u64,
        decks: BySide<Vec<CardId>>,
    ) -> Result<Table, ObservationError> {
        let state = GameState::simulated(&book.rules, seed, Side::You, decks);
        let position = state.position.mirrored();
        let opposite = GameState::arranged(position, state.holdings.clone().swapped());
        Ok(Table {
            views: BySide::new(
                AnnotatedState::new(state, None, book)?,
                AnnotatedState::new(opposite, None, book)?,
            ),
        })
    }

    pub fn view(&self, seat: Side) -> &AnnotatedState {
        &self.views[seat]
    }

    pub fn to_act(&self) -> Side {
        self.views.you.state.position.to_act
    }

    pub fn is_over(&self) -> bool {
        self.views.you.state.position.is_over()
    }

    /// Positive when the first seat is ahead.
    pub fn margin(&self, book: &Rulebook) -> i32 {
        self.views.you.state.position.board.score(book).margin()
    }

    /// Makes a move that `seat` has chosen in its own view.
    pub fn act(&mut self, book: &Rulebook, seat: Side, made: Move) -> Result<(), ActError> {
        let own = Action::Move {
            side: Side::You,
            made,
        };
        let opposite = Action::Move {
            side: Side::Enemy,
            made: mirrored(made),
        };
        self.views[seat].act(book, &own)?;
        self.views[seat.opponent()].act(book, &opposite)?;
        Ok(())
    }

    /// Lets the players play to the end; the result is the first seat's.
    pub fn play_out(
        &mut self,
        book: &Rulebook,
        players: &BySide<Box<dyn Player>>,
        mut chances: BySide<Chance>,
    ) -> Result<MatchResult, StoppedMatch> {
        for _ in 0..MOST_MOVES {
            if self.is_over() {
                break;
            }
            let seat = self.to_act();
            let made = players[seat].choose(&self.views[seat], &mut chances[seat])?;
            self.act(book, seat, made)?;
        }
        Ok(MatchResult {
            margin: self.margin(book),
            ending: if self.is_over() {
                Ending::Finished
            } else {
                Ending::CutOff
            },
        })
    }
}

fn mirrored(made: Move) -> Move {
    match made {
        Move::Play(Play { card, tile }) => Move::Play(Play {
            card,
            tile: tile.mirrored(),
        }),
        Move::Pass => Move::Pass,
    }
}

/// Two policies and what they play with.
#[derive(Clone, Copy, Debug)]
pub struct Contest<'a> {
    pub book: &'a Rulebook,
    pub shipped: &'a [NamedDeck],
    /// Every one of them meets every one.
    pub decks: &'a [NamedDeck],
    /// The result is told from the side of `you`.
    pub policies: BySide<Policy>,
    /// Two matches each.
    pub pairs: u32,
    pub seed: u64,
    pub threads: NonZeroUsize,
}

/// Why a match did not come to its end.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StoppedMatch {
    #[error(transparent)]
    Deal(#[from] ObservationError),
    #[error(transparent)]
    Move(#[from] ActError),
    #[error(transparent)]
    Advice(#[from] CoachError),
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

type PairResult = Result<[MatchResult; 2], SelfplayError>;

impl Contest<'_> {
    /// Plays all pairs. `progress` is told the number of pairs played so far,
    /// from any thread and in any order.
    pub fn play(&self, progress: &(dyn Fn(u32) + Sync)) -> Result<MatchStats, SelfplayError> {
        let pairings = self.pairings();
        if pairings.is_empty() {
            return Err(SelfplayError::NoDecks);
        }
        let (next, played) = (AtomicU32::new(0), AtomicU32::new(0));
        let work = || {
            let mut results: Vec<(u32, PairResult)> = Vec::new();
            loop {
                // Whoever is free takes the next pair: pairs differ in length.
                let pair = next.fetch_add(1, Ordering::Relaxed);
                if pair >= self.pairs {
                    return results;
                }
                let decks = pairings[pair as usize % pairings.len()];
                results.push((pair, self.play_pair(pair, decks)));
                progress(played.fetch_add(1, Ordering::Relaxed) + 1);
            }
        };
        let threads = self.threads.get().min(self.pairs.max(1) as usize);
        let mut results = std::thread::scope(|scope| {
            let running: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
            let mut results = Vec::new();
            for thread in running {
                match thread.join() {
                    Ok(part) => results.extend(part),
                    Err(panic) => std::panic::resume_unwind(panic),
                }
            }
            results
        });
        results.sort_by_key(|(pair, _)| *pair);
        let mut stats = MatchStats::default();
        for (_, result) in results {
            for one in result? {
                stats.add(one);
            }
        }
        Ok(stats)
    }

    /// All ordered pairs of decks, each also against itself, in the order in
    /// which they are played over and over.
    fn pairings(&self) -> Vec<BySide<&NamedDeck>> {
        let with = |you| self.decks.iter().map(move |enemy| BySide::new(you, enemy));
        let mut pairings: Vec<_> = self.decks.iter().flat_map(with).collect();
        Chance::new(self.seed, 0).shuffle(&mut pairings);
        pairings
    }

    /// The same deal twice, the first policy in the first seat and then in the
    /// second.
    fn play_pair(&self, pair: u32, decks: BySide<&NamedDeck>) -> PairResult {
        let seed = pair_seed(self.seed, pair);
        let stopped = |reason: StoppedMatch| SelfplayError::Match {
            pair,
            decks: decks.map(|deck| deck.tag.clone()),
            reason,
        };
        let one = |first_policy: Side| {
            let cards = decks.map(|deck| deck.cards.clone());
            let mut table = Table::deal(self.book, seed, cards).map_err(|e| stopped(e.into()))?;
            let BySide { you, enemy } = self.policies;
            let policies = BySide::seen_from(first_policy, you, enemy);
            let player = |seat: Side| {
                policies[seat].player(&Seat {
                    book: self.book,
                    shipped: self.shipped,
                    enemy_deck: decks[seat.opponent()],
                })
            };
            let players = BySide::new(player(Side::You), player(Side::Enemy));
            // Chance belongs to the seats as well: a policy against itself plays
            // the same match twice. Streams 0 and 1 have shuffled the decks.
            let chances = BySide::new(Chance::new(seed, 2), Chance::new(seed, 3));
            let result = table.play_out(self.book, &players, chances);
            let result = result.map_err(stopped)?;
            Ok(match first_policy {
                Side::You => result,
                Side::Enemy => MatchResult {
                    margin: -result.margin,
                    ..result
                },
            })
        };
        Ok([one(Side::You)?, one(Side::Enemy)?])
    }
}

/// Far from the seeds of other pairs, so that runs with neighbouring seeds do
/// not share deals.
fn pair_seed(seed: u64, pair: u32) -> u64 {
    const HALF: u32 = 31;
    let mut chance = Chance::new(seed, u64::from(pair) + 1);
    let high = chance.below(1 << HALF) as u64;
    let low = chance.below(1 << HALF) as u64;
    high << HALF | low
}
