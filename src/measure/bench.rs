//! The benchmark of the engine: fixed positions and plays, a signature of the results,
//! and the number of plays per second.

use std::time::{Duration, Instant};

use qbcoach_basics::chance::Chance;
use qbcoach_engine::rules::{
    Board, CardId, CardKind, Play, Position, Powers, Rulebook, Rules, Side,
};

/// A position with its powers and the plays tried in it.
pub struct Case {
    pub board: Board,
    pub powers: Powers,
    pub side: Side,
    pub plays: Vec<Play>,
}

/// The positions of the benchmark under one set of rules.
pub struct Workload {
    pub book: Rulebook,
    pub cases: Vec<Case>,
}

/// The result of the benchmark.
#[derive(Clone, Copy, Debug)]
pub struct BenchReport {
    pub signature: u64,
    pub positions: usize,
    /// The plays of one round.
    pub plays: u64,
    pub timed_plays: u64,
    pub elapsed: Duration,
}

impl BenchReport {
    pub fn plays_per_second(&self) -> u64 {
        let rate = self.timed_plays as f64 / self.elapsed.as_secs_f64().max(1e-9);
        rate as u64
    }
}

const SEED: u64 = 20_260_901;
const POSITIONS_PER_PRESET: usize = 48;
/// The least number of cards on the board of a benchmark position.
const MID_GAME: u32 = 7;
const HAND: usize = 6;

/// Mid-game positions under both presets, from random matches with a fixed seed. All
/// their cards have abilities.
pub fn workloads() -> Vec<Workload> {
    [Rules::canon(), Rules::rebirth()]
        .into_iter()
        .map(|rules| {
            let book = Rulebook::embedded(rules);
            let mut chance = Chance::new(SEED, 0);
            let mut cases = Vec::new();
            while cases.len() < POSITIONS_PER_PRESET {
                cases.extend(case(&book, &mut chance));
            }
            Workload { book, cases }
        })
        .collect()
}

/// Plays one random match up to its middle; `None` if it does not get there.
fn case(book: &Rulebook, chance: &mut Chance) -> Option<Case> {
    const MOST_MOVES: usize = 24;
    let able: Vec<CardId> = book
        .catalogue
        .cards()
        .iter()
        .filter(|card| card.kind == CardKind::Collectible && !card.effects.is_empty())
        .map(|card| card.id)
        .collect();
    let target = MID_GAME + chance.below(4) as u32;
    let mut board = Board::opening();
    let mut side = Side::You;
    for _ in 0..MOST_MOVES {
        let mut hand: Vec<CardId> = Vec::new();
        while hand.len() < HAND {
            hand.extend(chance.pick(&able).copied());
        }
        let plays = board.legal_plays(book, side, &hand);
        if board.occupied().len() >= target && plays.len() >= HAND {
            let powers = board.powers(book);
            return Some(Case {
                board,
                powers,
                side,
                plays,
            });
        }
        if let Some(play) = chance.pick(&plays) {
            board.play_unchecked(book, side, *play, &mut ());
        }
        side = side.opponent();
    }
    None
}

/// The measured loop: it copies the position with its powers, makes a play with all its
/// effects, and scores. Returns the number of plays and a hash of the results.
pub fn run_round(workloads: &[Workload]) -> (u64, u64) {
    let (mut plays, mut sum) = (0_u64, 0_u64);
    for Workload { book, cases } in workloads {
        for case in cases {
            for play in &case.plays {
                let mut board = case.board;
                let mut powers = case.powers;
                board.play_with_powers(book, case.side, *play, &mut powers, &mut ());
                let score = board.score_with(book, &powers);
                plays += 1;
                // The hash covers the power and points of each lane and the number of
                // cards in play.
                for lane in score.lanes.0 {
                    sum = mixed(sum, lane.power.you as u64);
                    sum = mixed(sum, lane.power.enemy as u64);
                    sum = mixed(sum, lane.points as u64);
                }
                sum = mixed(sum, u64::from(board.occupied().len()));
            }
        }
    }
    (plays, sum)
}

/// One step of FNV-1a over a whole word.
fn mixed(sum: u64, word: u64) -> u64 {
    (sum ^ word).wrapping_mul(0x0000_0100_0000_01b3)
}

/// Runs rounds for about `time` and reports the rate.
pub fn run(time: Duration) -> BenchReport {
    let workloads = workloads();
    let (plays, signature) = run_round(&workloads);
    let mut timed_plays = 0;
    let start = Instant::now();
    while start.elapsed() < time {
        timed_plays += run_round(&workloads).0;
    }
    BenchReport {
        signature,
        positions: workloads.iter().map(|workload| workload.cases.len()).sum(),
        plays,
        timed_plays,
        elapsed: start.elapsed(),
    }
}

/// The size of the position that a search copies for each play.
pub const POSITION_BYTES: usize = size_of::<Position>();
