//! Locks: proofs that a lane or the match is decided.
//!
//! A lane is locked when its leader may pass from now on and no plays the other
//! side could still make, with any cards it may have, change the winner. The
//! other side may stop at any moment, so every position on the way counts; a
//! draw changes the winner, too. Nothing is claimed that is not proved.
//!
//! The number of passes just made is not looked at: that a pass would end the
//! match now locks nothing for whoever plays on instead.

use super::lock_search::{Findings, Search, Target};
use super::lock_supply::Supply;
use crate::observation::AnnotatedState;
use crate::rules::{ByLane, Lane, MatchScore, Play, Rulebook, Side};

pub use super::lock_supply::{Basis, Sight};

/// Enough for most endgames, and a few hundredths of a second at worst.
pub const DEFAULT_BUDGET: u64 = 20_000;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Locks {
    pub lanes: ByLane<Lock>,
    pub match_: Lock,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lock {
    /// Who leads now.
    pub leader: Option<Side>,
    /// Who will have won, whatever the opponent plays.
    pub locked: Option<Side>,
    pub proof: Proof,
}

/// Why something is locked, or why it is not said to be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Proof {
    MatchOver,
    /// No card the other side may have can be played anywhere.
    NoTile,
    /// The other side has no cards left.
    NoCards,
    /// Every line of plays was tried, through so many distinct positions.
    EveryLine {
        positions: u64,
        with: Basis,
    },
    /// The budget ended before the lines did.
    NotProved {
        tried: u64,
    },
    /// These plays of the other side change the winner.
    Refuted {
        by: Vec<Play>,
    },
    /// A draw is nobody's.
    NoLead,
}

impl Lock {
    /// What the claim, or the lack of one, rests on: a sentence without its stop.
    pub fn words(&self) -> String {
        let other = self.leader.map(Side::opponent);
        let (name, holds, has, whose) = match other {
            Some(Side::You) => ("you", "hold", "have", "yours"),
            _ => ("the enemy", "holds", "has", "the enemy"),
        };
        match &self.proof {
            Proof::MatchOver => "the match is over".to_owned(),
            Proof::NoTile => format!("{name} {holds} no tile on which a card can be played"),
            Proof::NoCards => format!("{name} {has} no cards left to play"),
            Proof::EveryLine { positions, with } => {
                let with = with.words();
                format!(
                    "{name} can reach {positions} positions with {with}, and none changes the winner"
                )
            }
            Proof::NotProved { tried } => {
                format!("nothing is proved: {tried} positions were tried and there are more")
            }
            Proof::Refuted { by } if by.len() == 1 => format!("one play of {whose} can change it"),
            Proof::Refuted { by } => {
                format!("{} plays of {whose} in a row can change it", by.len())
            }
            Proof::NoLead => "nobody leads".to_owned(),
        }
    }
}

/// What is locked, and why. For each side that leads anything, at most
/// `budget_nodes` positions are made to find out.
pub fn prove(
    book: &Rulebook,
    annotated: &AnnotatedState,
    sight: Sight,
    budget_nodes: u64,
) -> Locks {
    let board = &annotated.state.position.board;
    let score = board.score(book);
    let mut proofs = Target::ALL.map(|target| (target, Proof::NoLead));
    for leader in Side::BOTH {
        let targets: Vec<Target> = Target::ALL
            .into_iter()
            .filter(|target| target.winner(&score) == Some(leader))
            .collect();
        if targets.is_empty() {
            continue;
        }
        let verdict = judge(book, annotated, sight, leader, &targets, budget_nodes);
        for (target, proof) in &mut proofs {
            if targets.contains(target) {
                *proof = verdict.proof_for(*target);
            }
        }
    }
    let [top, mid, bot, match_] = proofs.map(|(target, proof)| lock(target, proof, &score));
    Locks {
        lanes: ByLane([top, mid, bot]),
        match_,
    }
}

/// What has come out for all the targets that one side leads.
enum Verdict {
    /// One reason locks them all.
    Locked(Proof),
    Searched(Findings, Basis),
}

impl Verdict {
    fn proof_for(&self, target: Target) -> Proof {
        let (findings, with) = match self {
            Verdict::Locked(proof) => return proof.clone(),
            Verdict::Searched(findings, with) => (findings, *with),
        };
        let mut refuted = findings.refuted.iter();
        if let Some((_, line)) = refuted.find(|(refuted, _)| *refuted == target) {
            return Proof::Refuted { by: line.clone() };
        }
        if findings.complete {
            Proof::EveryLine {
                positions: findings.positions,
                with,
            }
        } else {
            Proof::NotProved {
                tried: findings.tried,
            }
        }
    }
}

fn judge(
    book: &Rulebook,
    annotated: &AnnotatedState,
    sight: Sight,
    leader: Side,
    targets: &[Target],
    budget: u64,
) -> Verdict {
    let position = &annotated.state.position;
    if position.is_over() {
        return Verdict::Locked(Proof::MatchOver);
    }
    let supply = Supply::of(book, annotated, sight, leader.opponent());
    if supply.is_empty() {
        return Verdict::Locked(Proof::NoCards);
    }
    let search = Search::new(book, &position.board, leader, targets.to_vec(), &supply);
    if !search.has_plays() {
        return Verdict::Locked(Proof::NoTile);
    }
    Verdict::Searched(search.run(budget), supply.basis)
}

fn lock(target: Target, proof: Proof, score: &MatchScore) -> Lock {
    let leader = target.winner(score);
    let locked = match proof {
        Proof::MatchOver | Proof::NoTile | Proof::NoCards | Proof::EveryLine { .. } => leader,
        Proof::NotProved { .. } | Proof::Refuted { .. } | Proof::NoLead => None,
    };
    Lock {
        leader,
        locked,
        proof,
    }
}

impl Locks {
    /// The locked lanes with their winners.
    pub fn locked_lanes(&self) -> impl Iterator<Item = (Lane, Side)> {
        Lane::ALL
            .into_iter()
            .filter_map(|lane| self.lanes[lane].locked.map(|side| (lane, side)))
    }
}
