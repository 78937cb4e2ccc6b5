//! Locks: proofs that a lane or the match is decided.
//!
//! A lane is locked if its leader may pass from now on and no plays of the other side,
//! with any cards that it may have, change the winner. The other side may stop at any
//! moment, so every position on the way counts. A draw counts as a change of the winner.
//! Nothing is claimed that is not proved.
//!
//! A leader whose pass ends the match now has everything locked that it leads. Apart from
//! that the number of passes just before is ignored: the other side may play on instead of
//! passing.

use super::endgame::{CardSupply, Finding, Findings, LockSearch, LockTarget};
use crate::observation::AnnotatedState;
use crate::rules::{ByLane, Lane, MatchScore, Play, Rulebook, Side};
use crate::simulation::game_state::MatchMode;

pub use super::endgame::{Sight, TriedCards};

/// Enough for most endgames. A search of this size takes a few hundredths of a second.
pub const DEFAULT_BUDGET: u64 = 20_000;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Locks {
    pub lanes: ByLane<Lock>,
    pub match_: Lock,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lock {
    /// The side that leads now.
    pub leader: Option<Side>,
    /// The side that certainly wins, whatever the other side plays.
    pub locked: Option<Side>,
    pub proof: Proof,
}

/// Why something is locked, or why no lock is claimed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Proof {
    MatchOver,
    /// The other side has just passed, so a pass of the leader ends the match.
    PassEnds,
    /// No card that the other side may have can be played on any tile.
    NoTile,
    /// The other side has no cards left.
    NoCards,
    /// No card that the other side may have can come to the lead or act on it.
    OutOfReach,
    /// Every line of plays that may matter was tried. They lead to this many distinct
    /// positions.
    EveryLine {
        positions: u64,
        with: TriedCards,
    },
    /// The budget ended before every line was tried.
    NotProved {
        tried: u64,
    },
    /// These plays of the other side change the winner.
    Refuted {
        by: Vec<Play>,
    },
    /// No side leads.
    NoLead,
}

impl Lock {
    /// Why the lock is or is not claimed, as a sentence without its full stop.
    pub fn words(&self) -> String {
        // Who would have to turn it.
        let by_you = self.leader == Some(Side::Enemy);
        let whose = |yours: &str, theirs: &str| if by_you { yours } else { theirs }.to_owned();
        match &self.proof {
            Proof::MatchOver => "The match is over".to_owned(),
            Proof::PassEnds => whose(
                "The enemy's pass ends the match",
                "Your pass ends the match",
            ),
            Proof::OutOfReach => whose("You cannot reach it", "The enemy cannot reach it"),
            Proof::NoTile => whose(
                "You have no tile to play on",
                "The enemy has no tile to play on",
            ),
            Proof::NoCards => whose("You have no cards left", "The enemy has no cards left"),
            Proof::EveryLine { .. } => whose(
                "You can no longer win it",
                "Nothing the enemy may hold can turn it",
            ),
            Proof::NotProved { .. } => "Not certain yet".to_owned(),
            Proof::Refuted { by } if by.len() == 1 => whose("You could turn it", "At risk"),
            Proof::Refuted { by } => {
                let plays = by.len();
                whose("You could turn it", "At risk") + &format!(" in {plays} plays")
            }
            Proof::NoLead => "Nobody leads".to_owned(),
        }
    }
}

/// Finds out what is locked, and why. For each side that leads anything, at most
/// `budget_nodes` positions are simulated.
pub fn prove(
    book: &Rulebook,
    annotated: &AnnotatedState,
    sight: Sight,
    budget_nodes: u64,
) -> Locks {
    let board = &annotated.state.position.board;
    let score = board.score(book);
    let mut proofs = LockTarget::ALL.map(|target| (target, Proof::NoLead));
    for leader in Side::BOTH {
        let targets: Vec<LockTarget> = LockTarget::ALL
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

/// The result for all targets that one side leads.
enum LeadVerdict {
    /// All targets are locked for the same reason.
    Locked(Proof),
    Searched(Findings, TriedCards),
}

impl LeadVerdict {
    fn proof_for(&self, target: LockTarget) -> Proof {
        let (findings, with) = match self {
            LeadVerdict::Locked(proof) => return proof.clone(),
            LeadVerdict::Searched(findings, with) => (findings, *with),
        };
        let mut findings = findings.iter();
        let finding = findings.find(|(found, _)| *found == target);
        match finding.map(|(_, finding)| finding.clone()) {
            Some(Finding::OutOfReach) => Proof::OutOfReach,
            Some(Finding::Kept { positions }) => Proof::EveryLine { positions, with },
            Some(Finding::Lost { by }) => Proof::Refuted { by },
            Some(Finding::Open { tried }) => Proof::NotProved { tried },
            None => Proof::NotProved { tried: 0 },
        }
    }
}

fn judge(
    book: &Rulebook,
    annotated: &AnnotatedState,
    sight: Sight,
    leader: Side,
    targets: &[LockTarget],
    budget: u64,
) -> LeadVerdict {
    let position = &annotated.state.position;
    if position.is_over() {
        return LeadVerdict::Locked(Proof::MatchOver);
    }
    let in_turn = annotated.state.mode() != MatchMode::Analysis;
    if in_turn && position.to_act == leader && position.passes() == 1 {
        return LeadVerdict::Locked(Proof::PassEnds);
    }
    let supply = CardSupply::of(book, annotated, sight, leader.opponent());
    if supply.is_empty() {
        return LeadVerdict::Locked(Proof::NoCards);
    }
    let search = LockSearch::new(book, &position.board, leader, targets, &supply);
    if !search.has_plays() {
        return LeadVerdict::Locked(Proof::NoTile);
    }
    LeadVerdict::Searched(search.run(budget), supply.basis)
}

fn lock(target: LockTarget, proof: Proof, score: &MatchScore) -> Lock {
    let leader = target.winner(score);
    let locked = match proof {
        Proof::MatchOver
        | Proof::PassEnds
        | Proof::OutOfReach
        | Proof::NoTile
        | Proof::NoCards
        | Proof::EveryLine { .. } => leader,
        Proof::NotProved { .. } | Proof::Refuted { .. } | Proof::NoLead => None,
    };
    Lock {
        leader,
        locked,
        proof,
    }
}

impl Locks {
    /// The locked lanes with the sides that win them.
    pub fn locked_lanes(&self) -> impl Iterator<Item = (Lane, Side)> {
        Lane::ALL
            .into_iter()
            .filter_map(|lane| self.lanes[lane].locked.map(|side| (lane, side)))
    }
}
